// SPDX-License-Identifier: GPL-3.0-or-later
// The alignment against full dynamic programming, on thousands of small random cases and on large ones that use every shortcut.
#include "core/analysis/diff/SequenceDiff.h"
#include "tests/support/TestMain.h"

#include <QTest>

#include <algorithm>
#include <random>
#include <set>

using namespace lamella::core;

namespace {

using Symbols = std::vector<DiffSymbol>;

std::uint32_t pick(std::mt19937 &random, std::uint32_t below)
{
    return static_cast<std::uint32_t>(random() % below);
}

// Letters: a kernel; letter + ' : a variant of it. Categories: a-f, g-l, and the rest.
Symbols symbolsOf(std::string_view text)
{
    Symbols symbols;
    for (const char c : text) {
        if (c == '\'') {
            symbols.back().identity += 100;
            continue;
        }
        const auto n = static_cast<std::uint32_t>(c - 'a');
        symbols.push_back({n, n, n < 6 ? Category::Gemm : n < 12 ? Category::Norm : Category::Attention});
    }
    return symbols;
}

Symbols randomSymbols(std::mt19937 &random, std::size_t size, std::uint32_t letters)
{
    Symbols symbols;
    for (std::size_t i = 0; i < size; ++i) {
        const std::uint32_t family = pick(random, letters);
        symbols.push_back({family * 4 + static_cast<std::uint32_t>(pick(random, 4) == 0), family,
            static_cast<Category>((family / 3) % kCategories)});
    }
    return symbols;
}

// A copy with some kernels dropped, added and changed.
Symbols edited(std::mt19937 &random, const Symbols &from, unsigned oneIn, std::uint32_t letters)
{
    Symbols to;
    for (const DiffSymbol &symbol : from) {
        const auto what = pick(random, oneIn);
        if (what == 0)
            continue;
        if (what == 1)
            to.push_back(randomSymbols(random, 1, letters).front());
        to.push_back(what == 2 ? randomSymbols(random, 1, letters).front() : symbol);
    }
    return to;
}

std::int64_t minCost(const Symbols &a, const Symbols &b)
{
    std::vector<std::int64_t> row(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j)
        row[j] = kGapCost * static_cast<std::int64_t>(j);
    for (std::size_t i = 1; i <= a.size(); ++i) {
        std::int64_t diagonal = row[0];
        row[0] = kGapCost * static_cast<std::int64_t>(i);
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::int64_t paired = diagonal + pairingCost(a[i - 1], b[j - 1]);
            diagonal = row[j];
            row[j] = std::min({paired, row[j] + kGapCost, row[j - 1] + kGapCost});
        }
    }
    return row.back();
}

// Empty if every kernel occurs once and in order, and the cost matches the pairs; else the error.
QString wrongIn(const std::vector<IndexPair> &pairs, const Symbols &a, const Symbols &b, std::int64_t cost)
{
    std::uint32_t nextA = 0;
    std::uint32_t nextB = 0;
    std::int64_t sum = 0;
    for (const IndexPair &pair : pairs) {
        if (pair.a != IndexPair::kNone && pair.a != nextA++)
            return QStringLiteral("a out of order at %1").arg(pair.a);
        if (pair.b != IndexPair::kNone && pair.b != nextB++)
            return QStringLiteral("b out of order at %1").arg(pair.b);
        sum += pair.paired() ? pairingCost(a[pair.a], b[pair.b]) : kGapCost;
    }
    if (nextA != a.size() || nextB != b.size())
        return QStringLiteral("not all kernels are there");
    return sum == cost ? QString() : QStringLiteral("cost %1, said %2").arg(sum).arg(cost);
}

std::string shown(const std::vector<IndexPair> &pairs, const Symbols &a, const Symbols &b)
{
    std::string text;
    const auto letter = [](const DiffSymbol &s) { return static_cast<char>('a' + static_cast<char>(s.family)); };
    for (const IndexPair &pair : pairs) {
        text += text.empty() ? "" : " ";
        text += pair.a == IndexPair::kNone ? '.' : letter(a[pair.a]);
        text += pair.b == IndexPair::kNone ? '.' : letter(b[pair.b]);
    }
    return text;
}

} // namespace

class TestSequenceDiff : public QObject {
    Q_OBJECT
private slots:
    void alignsAsAReaderWould_data()
    {
        QTest::addColumn<std::string>("a");
        QTest::addColumn<std::string>("b");
        QTest::addColumn<std::string>("rows");
        using S = std::string;
        QTest::newRow("both empty") << S() << S() << S();
        QTest::newRow("only a") << S("ag") << S() << S("a. g.");
        QTest::newRow("only b") << S() << S("ag") << S(".a .g");
        QTest::newRow("the same") << S("agb") << S("agb") << S("aa gg bb");
        QTest::newRow("one removed") << S("agbh") << S("abh") << S("aa g. bb hh");
        QTest::newRow("one added") << S("abh") << S("agbh") << S("aa .g bb hh");
        QTest::newRow("another of the same category") << S("gah") << S("gbh") << S("gg ab hh");
        QTest::newRow("another category stands alone") << S("gam") << S("ghm") << S("gg a. .h mm");
        QTest::newRow("a variant stays in place") << S("gam") << S("ga'm") << S("gg aa mm");
        QTest::newRow("variant before another kernel") << S("gbam") << S("ga'm") << S("gg b. aa mm");
        QTest::newRow("fused: one replaced, one gone") << S("mabm") << S("mcm") << S("mm a. bc mm");
        QTest::newRow("between pairs a comes first") << S("mgm") << S("mam") << S("mm g. .a mm");
    }
    void alignsAsAReaderWould()
    {
        QFETCH(std::string, a);
        QFETCH(std::string, b);
        QFETCH(std::string, rows);
        SequenceDiff diff;
        const Symbols left = symbolsOf(a);
        const Symbols right = symbolsOf(b);
        QCOMPARE(shown(diff.align(left, right), left, right), rows);
        QVERIFY(diff.proven());
    }

    void costsNoMoreThanFullDynamicProgramming()
    {
        std::mt19937 random(4711);
        SequenceDiff diff;
        for (int i = 0; i < 6000; ++i) {
            const std::uint32_t letters = 2 + pick(random, 20);
            const Symbols a = randomSymbols(random, pick(random, 40), letters);
            const Symbols b =
                i % 2 == 0 ? randomSymbols(random, pick(random, 40), letters) : edited(random, a, 4 + pick(random, 20), letters);
            const auto pairs = diff.align(a, b);
            QVERIFY(diff.proven());
            QCOMPARE(diff.cost(), minCost(a, b));
            QCOMPARE(wrongIn(pairs, a, b, diff.cost()), QString());
        }
    }

    void longSequencesToo_data()
    {
        QTest::addColumn<int>("size");
        QTest::addColumn<unsigned>("oneIn");
        QTest::newRow("few changes") << 3000 << 100u;
        QTest::newRow("many changes") << 1200 << 4u;
    }
    void longSequencesToo()
    {
        QFETCH(int, size);
        QFETCH(unsigned, oneIn);
        std::mt19937 random(7);
        SequenceDiff diff;
        for (int i = 0; i < 4; ++i) {
            const Symbols a = randomSymbols(random, static_cast<std::size_t>(size), 30);
            const Symbols b = edited(random, a, oneIn, 30);
            const auto pairs = diff.align(a, b);
            QVERIFY(diff.proven());
            QCOMPARE(diff.cost(), minCost(a, b));
            QCOMPARE(wrongIn(pairs, a, b, diff.cost()), QString());
        }
    }

    void swappingMirrorsTheResult_data()
    {
        QTest::addColumn<int>("cells");
        QTest::newRow("proven") << static_cast<int>(SequenceDiff::kCells);
        QTest::newRow("with fallbacks") << 300;
    }
    void swappingMirrorsTheResult()
    {
        QFETCH(int, cells);
        std::mt19937 random(11);
        SequenceDiff diff(static_cast<std::size_t>(cells));
        for (int i = 0; i < 2000; ++i) {
            const std::uint32_t letters = 2 + pick(random, 12);
            const Symbols a = randomSymbols(random, pick(random, 60), letters);
            const Symbols b = i % 2 == 0 ? randomSymbols(random, pick(random, 60), letters) : edited(random, a, 6, letters);
            const auto forward = diff.align(a, b);
            const std::int64_t cost = diff.cost();
            auto backward = diff.align(b, a);
            QCOMPARE(diff.cost(), cost);
            for (IndexPair &pair : backward)
                std::swap(pair.a, pair.b);
            // Between two pairs, kernels of side a come first, so the order may differ but the pairs may not.
            QVERIFY(std::set<IndexPair>(forward.begin(), forward.end()) == std::set<IndexPair>(backward.begin(), backward.end()));
        }
    }

    void workIsBounded_data()
    {
        QTest::addColumn<int>("a");
        QTest::addColumn<int>("b");
        QTest::addColumn<int>("letters");
        QTest::newRow("nothing in common to hold on to") << 60000 << 50000 << 5;
        QTest::newRow("few against many") << 20 << 300000 << 40;
        QTest::newRow("many against few") << 300000 << 20 << 40;
        QTest::newRow("names that occur once") << 30000 << 30000 << 60000;
    }
    void workIsBounded()
    {
        QFETCH(int, a);
        QFETCH(int, b);
        QFETCH(int, letters);
        std::mt19937 random(5);
        const Symbols left = randomSymbols(random, static_cast<std::size_t>(a), static_cast<std::uint32_t>(letters));
        const Symbols right = randomSymbols(random, static_cast<std::size_t>(b), static_cast<std::uint32_t>(letters));
        SequenceDiff diff(100'000);
        const auto &pairs = diff.align(left, right);
        QCOMPARE(wrongIn(pairs, left, right, diff.cost()), QString());
        QVERIFY(!diff.proven());
    }

    void fallbackHoldsOnToKernelsThatOccurOnce()
    {
        // The middle kernel is the only one with its name: it is paired although all its neighbours differ.
        std::mt19937 random(3);
        Symbols a = randomSymbols(random, 3000, 6);
        Symbols b = randomSymbols(random, 3500, 6);
        a[1500] = {9999, 9999, Category::Rope};
        b[900] = {9999, 9999, Category::Rope};
        SequenceDiff diff(10'000);
        const auto &pairs = diff.align(a, b);
        QVERIFY(std::find(pairs.begin(), pairs.end(), IndexPair{1500, 900}) != pairs.end());
        QCOMPARE(wrongIn(pairs, a, b, diff.cost()), QString());
    }
};

LAMELLA_CORE_APPLICATION_TEST(TestSequenceDiff)
#include "tst_SequenceDiff.moc"
