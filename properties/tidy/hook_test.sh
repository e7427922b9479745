#!/bin/sh
# hook_test.sh SOURCE_DIR -- what the hook before a push judges, and what it stops.
#
# The hook runs in a clone of its own, where ./tricolour only writes down how it was called and
# returns the status that the test wants.
set -eu
source=$1
if ! command -v git >/dev/null 2>&1; then
  echo "git is not installed, so there is nothing to hook"
  exit 0
fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
fail() { echo "FAILED: $*" >&2; exit 1; }

export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_SYSTEM=/dev/null
export GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@b
unset GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE
git init -q --bare -b main "$folder/remote"
git init -q -b main "$folder/clone"
cd "$folder/clone"
mkdir .githooks
cp "$source/.githooks/pre-push" .githooks/
cat >tricolour <<'END'
#!/bin/sh
echo "$*" >>../called
exit "$(cat ../status)"
END
chmod +x tricolour .githooks/pre-push
git add -A
git commit -q -m first
git remote add origin ../remote
git push -q origin main
git remote set-head origin main
first=$(git rev-parse HEAD)
git config core.hooksPath .githooks

# Pushes, and says how the program was called: "" if it was not.
pushed() {
  echo "$1" >../status
  shift
  rm -f ../called
  git push -q "$@" 2>../said && result=0 || result=$?
  called=$(cat ../called 2>/dev/null || true)
}

echo 1 >file; git add -A; git commit -q -m second
pushed 1 origin main
[ "$result" != 0 ] || fail "a push went through that the program refused"
[ "$called" = "verify --since $first" ] || fail "called with: $called"
grep -q 'stopped with status 1' ../said || fail "it does not say why: $(cat ../said)"
pushed 3 origin main
[ "$result" != 0 ] || fail "inconclusive is not agreement"
pushed 0 origin main
[ "$result" = 0 ] || fail "a push was stopped that agrees: $(cat ../said)"
second=$(git rev-parse HEAD)

git checkout -q -b topic
echo 2 >file; git commit -q -a -m third
pushed 0 origin topic
[ "$called" = "verify --since $second" ] || fail "a new branch is compared with: $called"

git checkout -q main
pushed 1 origin --delete topic
[ "$result" = 0 ] && [ -z "$called" ] || fail "to delete a branch is nothing to judge"
pushed 1 origin topic
[ "$result" = 0 ] && [ -z "$called" ] || fail "what is not checked out cannot be judged"
grep -q 'is not checked out' ../said || fail "which is not said"
echo "the hook judges what is pushed"
