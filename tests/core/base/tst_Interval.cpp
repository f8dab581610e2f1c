// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/Interval.h"
#include "tests/support/TestMain.h"

#include <QTest>

#include <cstdint>
#include <random>
#include <set>
#include <sstream>

using namespace lamella::core;

namespace {

// "0-5 7-9" <-> ranges, to keep the tests readable.
std::vector<TimeRange> ranges(const QString &text)
{
    std::vector<TimeRange> result;
    std::istringstream words(text.toStdString());
    std::int64_t begin = 0;
    std::int64_t end = 0;
    char dash = 0;
    while (words >> begin >> dash >> end)
        result.push_back({{begin}, {end}});
    return result;
}

QString text(const std::vector<TimeRange> &list)
{
    QStringList words;
    for (const TimeRange &r : list)
        words << QString::number(r.begin.value) + u'-' + QString::number(r.end.value);
    return words.join(u' ');
}

// The same, enumerating points.
std::set<std::int64_t> points(const std::vector<TimeRange> &list)
{
    std::set<std::int64_t> all;
    for (const TimeRange &r : list)
        for (std::int64_t t = r.begin.value; t < r.end.value; ++t)
            all.insert(t);
    return all;
}

} // namespace

class TestInterval : public QObject {
    Q_OBJECT
private slots:
    void normalise_data();
    void normalise();
    void twoLists_data();
    void twoLists();
    void agreesWithCountingPoints();
};

void TestInterval::normalise_data()
{
    QTest::addColumn<QString>("in");
    QTest::addColumn<QString>("out");
    QTest::addColumn<qint64>("length");
    QTest::newRow("nothing") << u""_qs << u""_qs << qint64{0};
    QTest::newRow("order") << u"7-9 0-5"_qs << u"0-5 7-9"_qs << qint64{7};
    QTest::newRow("overlap counts once") << u"0-5 3-9"_qs << u"0-9"_qs << qint64{9};
    QTest::newRow("touching ranges merge") << u"0-5 5-9"_qs << u"0-9"_qs << qint64{9};
    QTest::newRow("contained") << u"0-9 3-5"_qs << u"0-9"_qs << qint64{9};
    QTest::newRow("same begin") << u"0-2 0-9 0-5"_qs << u"0-9"_qs << qint64{9};
    QTest::newRow("empty and negative vanish") << u"3-3 5-4 7-8"_qs << u"7-8"_qs << qint64{1};
    QTest::newRow("before zero") << u"-9--5 -6-2"_qs << u"-9-2"_qs << qint64{11};
}

void TestInterval::normalise()
{
    QFETCH(QString, in);
    QFETCH(qint64, length);
    std::vector<TimeRange> list = ranges(in);
    QCOMPARE(unionLength(list).value, length);
    lamella::core::normalise(list);
    QTEST(text(list), "out");
    QCOMPARE(totalLength(list).value, length);
}

void TestInterval::twoLists_data()
{
    QTest::addColumn<QString>("a");
    QTest::addColumn<QString>("b");
    QTest::addColumn<QString>("minus");
    QTest::addColumn<QString>("both");
    QTest::newRow("apart") << u"0-5"_qs << u"6-9"_qs << u"0-5"_qs << u""_qs;
    QTest::newRow("touching is not overlapping") << u"0-5"_qs << u"5-9"_qs << u"0-5"_qs << u""_qs;
    QTest::newRow("end covered") << u"0-5"_qs << u"3-9"_qs << u"0-3"_qs << u"3-5"_qs;
    QTest::newRow("begin covered") << u"3-9"_qs << u"0-5"_qs << u"5-9"_qs << u"3-5"_qs;
    QTest::newRow("hole") << u"0-9"_qs << u"3-5"_qs << u"0-3 5-9"_qs << u"3-5"_qs;
    QTest::newRow("covered") << u"3-5"_qs << u"0-9"_qs << u""_qs << u"3-5"_qs;
    QTest::newRow("one over many") << u"0-2 3-5 6-9"_qs << u"1-8"_qs << u"0-1 8-9"_qs << u"1-2 3-5 6-8"_qs;
    QTest::newRow("many in one") << u"0-9"_qs << u"1-2 4-5 8-12"_qs << u"0-1 2-4 5-8"_qs << u"1-2 4-5 8-9"_qs;
    QTest::newRow("nothing to take away") << u"0-5"_qs << u""_qs << u"0-5"_qs << u""_qs;
}

void TestInterval::twoLists()
{
    QFETCH(QString, a);
    QFETCH(QString, b);
    QTEST(text(subtract(ranges(a), ranges(b))), "minus");
    QTEST(text(intersect(ranges(a), ranges(b))), "both");
    QCOMPARE(text(intersect(ranges(b), ranges(a))), text(intersect(ranges(a), ranges(b))));
}

void TestInterval::agreesWithCountingPoints()
{
    std::mt19937 random(1); // fixed, so that failures are reproducible
    for (int round = 0; round < 300; ++round) {
        std::vector<TimeRange> lists[2];
        for (std::vector<TimeRange> &list : lists) {
            for (unsigned i = 0; i < random() % 8; ++i) {
                const auto begin = static_cast<std::int64_t>(random() % 40);
                list.push_back({{begin}, {begin + static_cast<std::int64_t>(random() % 10)}});
            }
        }
        const std::set<std::int64_t> all[2] = {points(lists[0]), points(lists[1])};
        lamella::core::normalise(lists[0]);
        lamella::core::normalise(lists[1]);
        QCOMPARE(points(lists[0]), all[0]);
        std::set<std::int64_t> minus;
        std::set<std::int64_t> both;
        std::set_difference(all[0].begin(), all[0].end(), all[1].begin(), all[1].end(), std::inserter(minus, minus.end()));
        std::set_intersection(all[0].begin(), all[0].end(), all[1].begin(), all[1].end(), std::inserter(both, both.end()));
        QCOMPARE(points(subtract(lists[0], lists[1])), minus);
        QCOMPARE(points(intersect(lists[0], lists[1])), both);
        QCOMPARE(totalLength(lists[0]).value, static_cast<std::int64_t>(all[0].size()));
    }
}

LAMELLA_TEST(TestInterval)
#include "tst_Interval.moc"
