// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/chrome/OpenBegins.h"
#include "tests/support/TestMain.h"

#include <QTest>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <random>
#include <utility>
#include <vector>

using namespace lamella::core;

namespace {

// The definition: innermost first; a missing name or category matches anything, but no begin that one closed before it has passed.
class Definition {
public:
    void push(const OpenBegin &begin) { m_rows.push_back({begin, false}); }
    std::optional<OpenBegin> close(StringId name, StringId category)
    {
        const auto fits = [](StringId a, StringId b) { return a.value == 0 || b.value == 0 || a == b; };
        for (std::size_t at = m_rows.size(); at-- > 0;) {
            const auto [begin, passed] = m_rows[at];
            const bool named = name.value != 0 && begin.name.value != 0;
            if (!fits(name, begin.name) || !fits(category, begin.category) || (passed && !named))
                continue;
            for (std::size_t above = at + 1; above < m_rows.size(); ++above)
                m_rows[above].second = true;
            m_rows.erase(m_rows.begin() + static_cast<std::ptrdiff_t>(at));
            return begin;
        }
        return std::nullopt;
    }
    [[nodiscard]] std::size_t size() const { return m_rows.size(); }

private:
    std::vector<std::pair<OpenBegin, bool>> m_rows;
};

std::int64_t rowOf(const std::optional<OpenBegin> &begin)
{
    return begin ? std::int64_t{begin->row} : -1;
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
        Definition definition;
        std::size_t deepest = 0;
        for (std::uint32_t i = 0; i < 20000; ++i) {
            const StringId name = id(names);
            const StringId category = id(3);
            if (random() % 2 == 0) {
                open.push({0, i, name, category});
                definition.push({0, i, name, category});
                deepest = std::max(deepest, definition.size());
                continue;
            }
            QCOMPARE(rowOf(open.close(name, category)), rowOf(definition.close(name, category)));
        }
        QCOMPARE(open.open().size(), definition.size());
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
            QCOMPARE(rowOf(open.close(StringId(2), StringId(1))), std::int64_t{-1});
        QVERIFY(open.comparisons() <= std::uint64_t{100} * kEvents);
        QCOMPARE(rowOf(open.close(StringId(1), StringId(1))), std::int64_t{kEvents - 1});
    }

    // Slices that end in the order of their begins, each of a name of its own.
    void overlappingSlicesAreCheap()
    {
        OpenBegins open;
        constexpr std::uint32_t kEvents = 20000;
        for (std::uint32_t i = 0; i < kEvents; ++i)
            open.push({0, i, StringId(i + 1), StringId(1)});
        for (std::uint32_t i = 0; i < kEvents; ++i)
            QCOMPARE(rowOf(open.close(StringId(i + 1), StringId(1))), std::int64_t{i});
        QVERIFY(open.comparisons() <= std::uint64_t{100} * kEvents);
        QVERIFY(open.open().empty());
    }
};

LAMELLA_TEST(TestOpenBegins)
#include "tst_OpenBegins.moc"
