// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Test classes register themselves, so that one program can contain several: each tst_Name.cpp ends with one of the macros below
// (in place of QTEST_MAIN and similar), and TestMain.cpp has the main() of every test program.

#include <QTest>

namespace lamella::tests {

enum class TestApplication { None, Core, Widgets }; // the application object during the test

struct TestClass {
    const char *file; // its source file; the base name is the name of the test
    TestApplication application;
    int (*run)(int argc, char **argv);
    const TestClass *next; // in the same program
};

// Called during static initialisation, before main().
void registerTest(TestClass &test);

template <typename Class>
int runTest(int argc, char **argv)
{
    Class object;
    return QTest::qExec(&object, argc, argv);
}

} // namespace lamella::tests

// function: runs instead of main(), with the arguments of Qt Test.
#define LAMELLA_TEST_FUNCTION(kind, function)                                                                                              \
    namespace {                                                                                                                            \
    [[maybe_unused]] const bool registered_##function = [] {                                                                               \
        static lamella::tests::TestClass test{__FILE__, lamella::tests::TestApplication::kind, function, nullptr};                         \
        lamella::tests::registerTest(test);                                                                                                \
        return true;                                                                                                                       \
    }();                                                                                                                                   \
    }

#define LAMELLA_TEST_CLASS(kind, Class)                                                                                                    \
    namespace {                                                                                                                            \
    constexpr auto run##Class = lamella::tests::runTest<Class>;                                                                            \
    }                                                                                                                                      \
    LAMELLA_TEST_FUNCTION(kind, run##Class)

#define LAMELLA_TEST(Class) LAMELLA_TEST_CLASS(None, Class)
#define LAMELLA_CORE_APPLICATION_TEST(Class) LAMELLA_TEST_CLASS(Core, Class)
#define LAMELLA_WIDGET_TEST(Class) LAMELLA_TEST_CLASS(Widgets, Class)
