#!/usr/bin/env python3
# mark_sweep.py -- an incremental collector in Python, and its side of the conversation.
#
#     tricolour verify --quick --subject 'pipe:python3 mark_sweep.py'
#     tricolour verify --quick --subject 'pipe:python3 mark_sweep.py' --without store-without-shading

import hashlib
import sys


class Object:
    def __init__(self, fields, marked):
        self.fields = [None] * fields
        self.marked = marked
        self.root = False


class Collector:
    def __init__(self, broken):
        self.broken = broken
        self.obedient = False  # for now, though a rule is to be broken
        self.objects = {}  # by name
        self.grey = []
        self.marking = False
        self.events = []

    # `rule` is broken if this is left out; the line that asked for it is told then.
    def shade(self, name, rule=None):
        if name is None or not self.marking or self.objects[name].marked:
            return
        if rule is not None and rule == self.broken and not self.obedient:
            line = sys._getframe(1).f_lineno
            self.events.append("rule-broken mark_sweep.py:%d" % line)
            return
        self.objects[name].marked = True
        self.grey.append(name)

    def start(self):
        if self.marking:
            return
        self.marking = True
        for one in self.objects.values():
            one.marked = False
        for name, one in self.objects.items():
            if one.root:
                self.shade(name)

    def unit(self):
        if self.grey:
            for field in self.objects[self.grey.pop()].fields:
                self.shade(field)
            return
        self.marking = False
        for name in [name for name, one in self.objects.items() if not one.marked]:
            del self.objects[name]
            self.events.append("freed " + name)

    def finish(self):
        while self.marking:
            self.unit()

    # A line of a trace, such as "store a.0 b".
    def do(self, words):
        verb, name = words[0], words[1] if len(words) > 1 else None
        if verb == "create":
            count = int(words[2]) if len(words) > 2 else 2
            self.objects[name] = Object(count, self.marking)
        elif verb == "store":
            holder, field = name.split(".")
            value = None if words[2] == "null" else words[2]
            self.objects[holder].fields[int(field)] = value
            self.shade(value, "store-without-shading")
        elif verb == "root":
            self.objects[name].root = True
            self.shade(name, "root-without-shading")
        elif verb == "unroot":
            self.objects[name].root = False
        elif verb == "start":
            self.start()
        elif verb == "tick":
            for _ in range(int(name)):
                if self.marking:
                    self.unit()
        elif verb == "collect":
            self.finish()
            self.start()
            self.finish()

    def colour(self, name):
        if not self.marking:
            return "black"
        if name in self.grey:
            return "grey"
        return "black" if self.objects[name].marked else "white"

    def held(self, field):
        if field is None:
            return "null"
        return field if field in self.objects else "dangling"

    def look(self):
        parts = ["marking initial" if self.marking else "idle initial"]
        for name, one in self.objects.items():
            parts.append(" ".join([name, self.colour(name)] + [self.held(f) for f in one.fields]))
        return "; ".join(parts)

    # What it does from now on depends on this and nothing else.
    def fingerprint(self):
        objects = [(name, one.fields, one.marked, one.root) for name, one in self.objects.items()]
        state = repr((objects, self.grey, self.marking, self.obedient))
        return str(int.from_bytes(hashlib.sha256(state.encode()).digest()[:8], "big"))


def main():
    heap = Collector("-")
    for line in sys.stdin:
        words = line.split()
        if words[0] == "quit":
            return
        if words[0] == "hello":
            answer = ("hello mark-sweep.py; version 1; verbs create store root unroot start tick "
                      "collect; exact; colours; obeys; fingerprints; "
                      "rules store-without-shading root-without-shading")
        elif words[0] == "reset":
            heap = Collector(words[3])
            answer = "ok"
        elif words[0] == "obey":
            heap.obedient = words[1] == "1"
            answer = "ok"
        elif words[0] == "fingerprint":
            answer = heap.fingerprint()
        elif words[0] == "look":
            answer = heap.look()
        else:
            heap.events = []
            heap.do(words)
            answer = "; ".join(["done"] + heap.events)
        print(answer, flush=True)


main()
