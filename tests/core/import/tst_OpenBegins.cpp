// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/chrome/OpenBegins.h"
#include "tests/support/TestMain.h"

#include <QTest>

#include <random>

using namespace lamella::core;

namespace {

// The definition: innermost first; a missing name or category matches anything.
std::size_t expectedClosing(const std::vector<OpenBegin> &rows, StringId name, StringId category)
{
    const auto fits = [](StringId a, StringId b) { return a.value == 0 || b.value == 0 || a == b; };
    for (std::size_t at = rows.size(); at > 0; --at)
        if (fits(name, rows[at - 1].name) && fits(category, rows[at - 1].category))
            return at;
    return 0;
}

} // namespace

class TestOpenBegins : public QObject {
    Q_OBJECT
private slots:
    void agreesWithTheDefinition_data()
    {
        QTest::addColumn<int>("names"); // few names: nearly every end matches; many: long searches
        QTest::addColumn<bool>("blanks"); // events without name or category
        QTest::newRow("few names") << 3 << false;
        QTest::newRow("many names") << 400 << false;
        QTest::newRow("few names, some missing") << 3 << true;
        QTest::newRow("many names, some missing") << 400 << true;
    }
    void agreesWithTheDefinition()
    {
        QFETCH(int, names);
        QFETCH(bool, blanks);
        std::mt19937 random(7);
        const auto id = [&](int max) {
            const std::uint32_t value = 1 + static_cast<std::uint32_t>(random()) % static_cast<std::uint32_t>(max);
            return StringId(blanks && random() % 50 == 0 ? 0 : value);
        };
        OpenBegins open;
        std::size_t deepest = 0;
        for (std::uint32_t i = 0; i < 20000; ++i) {
            const StringId name = id(names);
            const StringId category = id(3);
            if (random() % 2 == 0) {
                open.push({0, i, name, category});
                deepest = std::max(deepest, open.rows().size());
                continue;
            }
            const std::size_t at = open.closedBy(name, category);
            QCOMPARE(at, expectedClosing(open.rows(), name, category));
            if (at > 0)
                open.truncate(at - 1);
        }
        QVERIFY(deepest > 1);
    }

    // Many begins and many ends that match none of them: linear, not quadratic.
    void endsThatFitNothingAreCheap()
    {
        OpenBegins open;
        constexpr std::uint32_t kEvents = 20000;
        for (std::uint32_t i = 0; i < kEvents; ++i)
            open.push({0, i, StringId(1), StringId(1)});
        for (std::uint32_t i = 0; i < kEvents; ++i)
            QCOMPARE(open.closedBy(StringId(2), StringId(1)), std::size_t{0});
        QVERIFY(open.comparisons() <= std::uint64_t{100} * kEvents);
        QCOMPARE(open.closedBy(StringId(1), StringId(1)), std::size_t{kEvents});
    }
};

LAMELLA_TEST(TestOpenBegins)
#include "tst_OpenBegins.moc"
