// SPDX-License-Identifier: GPL-3.0-or-later
// main() of a test program: PROGRAM [TEST] [options of Qt Test]. TEST may be left out where the program holds one.
#include "tests/support/TestMain.h"
#include "tests/support/TestMain.h"

#include <QCoreApplication>
#ifdef QT_WIDGETS_LIB
#include <QApplication>
#endif

#include <cstdio>
#include <string_view>

namespace lamella::tests {

namespace {

const TestClass *firstTest = nullptr;

// "…/tst_Name.cpp" -> "tst_Name"
std::string_view nameOf(const TestClass &test)
{
    std::string_view name = test.file;
    name.remove_prefix(name.rfind('/') + 1);
    return name.substr(0, name.rfind('.'));
}

const TestClass *testNamed(std::string_view name)
{
    const TestClass *test = firstTest;
    while (test != nullptr && nameOf(*test) != name)
        test = test->next;
    return test;
}

int run(const TestClass &test, int argc, char **argv)
{
    if (test.application == TestApplication::None)
        return test.run(argc, argv);
#ifdef QT_WIDGETS_LIB
    if (test.application == TestApplication::Widgets) {
        QApplication application(argc, argv);
        QCoreApplication::setAttribute(Qt::AA_Use96Dpi, true); // as QTEST_MAIN does
        return test.run(argc, argv);
    }
#endif
    const QCoreApplication application(argc, argv);
    return test.run(argc, argv);
}

} // namespace

void registerTest(TestClass &test)
{
    test.next = firstTest;
    firstTest = &test;
}

} // namespace lamella::tests

int main(int argc, char **argv)
{
    using namespace lamella::tests;
    const TestClass *test = argc > 1 ? testNamed(argv[1]) : nullptr;
    if (test != nullptr) {
        argv[1] = argv[0];
        ++argv;
        --argc;
    } else if (firstTest != nullptr && firstTest->next == nullptr) {
        test = firstTest;
    } else {
        std::fprintf(stderr, "usage: %s TEST [options of Qt Test], with TEST one of:\n", argv[0]);
        for (const TestClass *known = firstTest; known != nullptr; known = known->next)
            std::fprintf(stderr, "  %.*s\n", static_cast<int>(nameOf(*known).size()), nameOf(*known).data());
        return 2;
    }
    return run(*test, argc, argv);
}
