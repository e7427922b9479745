// properties/subjects/lua/state/lua_finalizer_book_test.cc -- each call is owed once, and in order.

#include "properties/subjects/lua/state/lua_finalizer_book.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace properties {
namespace {

TEST(LuaFinalizerBook, WantsOneCallBeforeTheMemoryGoes) {
  LuaFinalizerBook book;
  book.Owe(3);
  book.Owe(3);
  EXPECT_EQ(book.Owed(), 3u);
  EXPECT_EQ(book.Called(3), 1u);
  EXPECT_THAT(book.began(), testing::ElementsAre(3u));
  book.Freed(3);
  book.Freed(7);
  EXPECT_FALSE(book.complaint());
  EXPECT_EQ(book.Owed(), reference::kNull);
}

TEST(LuaFinalizerBook, ComplainsOfACallThatIsMissingOrOneTooMany) {
  LuaFinalizerBook book;
  book.Owe(3);
  book.Freed(3);
  ASSERT_TRUE(book.complaint());
  EXPECT_EQ(book.complaint()->object, 3u);
  book.Clear();
  EXPECT_FALSE(book.complaint());
  book.Owe(3);
  book.Called(3);
  book.Owe(3);  // it asked to be called again
  EXPECT_EQ(book.Called(3), 2u);
  EXPECT_FALSE(book.complaint());
  book.Called(3);
  EXPECT_TRUE(book.complaint());
}

TEST(LuaFinalizerBook, WantsTheReverseOrderWithinOneCollectionAlone) {
  LuaFinalizerBook book;
  for (const reference::Name name : {0u, 1u, 2u, 3u}) book.Owe(name);
  book.BeginCollection(true);
  book.Called(2);
  book.Called(1);
  book.BeginCollection(true);
  book.Called(3);
  EXPECT_FALSE(book.complaint());
  book.Owe(3);
  book.BeginCollection(false);
  book.Called(0);
  book.Called(3);
  EXPECT_FALSE(book.complaint()) << "those of several collections are mixed";
  book.Owe(1);
  book.Owe(2);
  book.BeginCollection(true);
  book.Called(1);
  book.Called(2);
  EXPECT_TRUE(book.complaint());
}

TEST(LuaFinalizerBook, MarksNothingAgainWhileLuaIsClosed) {
  LuaFinalizerBook book;
  book.Owe(1);
  book.BeginClosing();
  book.Called(1);
  book.Owe(1);
  EXPECT_EQ(book.Owed(), reference::kNull);
}

}  // namespace
}  // namespace properties
