// SPDX-License-Identifier: GPL-3.0-or-later
// Labels of the time axis in each format, wall clocks of traces that have one, and ticks at round times of day.
#include "widgets/timeline/TimeAxis.h"
#include "tests/support/TestMain.h"

#include <QSettings>
#include <QTemporaryDir>
#include <QTest>

using namespace lamella;
using namespace lamella::ui;

class tst_TimeAxis : public QObject {
    Q_OBJECT
private slots:
    void labels_data();
    void labels();
    void wallClockOfATrace_data();
    void wallClockOfATrace();
    void ticksOfTheClockAreRound();
    void choiceIsRemembered();
};

void tst_TimeAxis::labels_data()
{
    QTest::addColumn<int>("format");
    QTest::addColumn<qint64>("step");
    QTest::addColumn<qint64>("time");
    QTest::addColumn<QString>("label");
    const auto row = [](const char *name, TimeFormat format, qint64 step, qint64 time, const QString &label) {
        QTest::newRow(name) << static_cast<int>(format) << step << time << label;
    };
    row("fitting", TimeFormat::Fitting, 100'000, 465'270'103, QStringLiteral("465.2\u00A0ms"));
    row("seconds", TimeFormat::Seconds, 1, 465'270'103, QStringLiteral("0.465270103\u00A0s"));
    row("seconds by step", TimeFormat::Seconds, 100'000, 465'270'103, QStringLiteral("0.4652\u00A0s"));
    row("milliseconds", TimeFormat::Milliseconds, 1'000, 465'270'103, QStringLiteral("465.270\u00A0ms"));
    row("nanoseconds", TimeFormat::Nanoseconds, 1'000, 465'270'103, QStringLiteral("465\u2009270\u2009103\u00A0ns"));
    row("clock", TimeFormat::Utc, 1'000'000'000, 5'000'000'000, QStringLiteral("19:34:43"));
    row("clock with a fraction", TimeFormat::Utc, 1'000, 5'000'001'000, QStringLiteral("19:34:43.901235"));
    row("clock before zero", TimeFormat::Utc, 100'000'000, -1'000'000'000, QStringLiteral("19:34:37.9"));
}

void tst_TimeAxis::labels()
{
    QFETCH(int, format);
    QFETCH(qint64, step);
    QFETCH(qint64, time);
    // 2024-04-05 19:34:38.901234 UTC
    const TimeAxis axis(static_cast<TimeFormat>(format), std::int64_t{1'712'345'678'901'234'000}, 600'000'000, step);
    QTEST(axis.label(time), "label");
    if (static_cast<TimeFormat>(format) == TimeFormat::Utc) // no clock: seconds
        QVERIFY(TimeAxis(TimeFormat::Utc, {}, 600'000'000, step).label(time).endsWith(u's'));
}

void tst_TimeAxis::wallClockOfATrace_data()
{
    QTest::addColumn<qint64>("zero");
    QTest::addColumn<qint64>("base"); // -1 = not said
    QTest::addColumn<qint64>("utc"); // -1 = none
    const qint64 epoch = 1'712'345'678'901'234'000;
    QTest::newRow("timestamps since 1970") << epoch << qint64(-1) << epoch;
    QTest::newRow("relative, with a base") << qint64(5'000) << epoch << epoch + 5'000;
    QTest::newRow("since the machine started") << qint64(4'909'914'000'000'000) << qint64(-1) << qint64(-1);
    QTest::newRow("base that is no time of day") << qint64(5'000) << qint64(7) << qint64(-1);
    QTest::newRow("hostile base") << qint64(9'000'000'000'000'000'000) << qint64(9'000'000'000'000'000'000) << qint64(-1);
}

void tst_TimeAxis::wallClockOfATrace()
{
    QFETCH(qint64, zero);
    QFETCH(qint64, base);
    QFETCH(qint64, utc);
    core::TraceDocument document;
    document.bounds.exactBegin = zero;
    if (base >= 0)
        document.metadata.baseTimeNs = base;
    QCOMPARE(utcOfZero(document).value_or(-1), std::int64_t{utc});
}

void tst_TimeAxis::ticksOfTheClockAreRound()
{
    const std::int64_t utc = 1'712'345'678'901'234'000;
    const TickScale scale = axisTicks(TimeFormat::Utc, utc, {{0}, {10'000'000'000}}, 1000, 96);
    QVERIFY(!scale.ticks.empty());
    for (const std::int64_t tick : scale.ticks) {
        QVERIFY(tick >= 0 && tick <= 10'000'000'000);
        QCOMPARE((tick + utc) % scale.stepNs, std::int64_t{0});
    }
    // Long labels have more room.
    const TickScale seconds = axisTicks(TimeFormat::Seconds, {}, {{0}, {10'000'000'000}}, 1000, 96);
    QVERIFY(seconds.ticks.size() <= 1000 / 124 + 1);
    QCOMPARE(seconds.ticks.front(), std::int64_t{0});
}

void tst_TimeAxis::choiceIsRemembered()
{
    const QTemporaryDir folder;
    QCoreApplication::setOrganizationName(QStringLiteral("LamellaTest"));
    QSettings::setDefaultFormat(QSettings::IniFormat);
    QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, folder.path());
    QSettings().setValue(QStringLiteral("timeline/timeFormat"), 77);
    QCOMPARE(timeFormat(), TimeFormat::Fitting); // not one of ours
    setTimeFormat(TimeFormat::Utc);
    QCOMPARE(timeFormat(), TimeFormat::Utc);
    QCOMPARE(QSettings().value(QStringLiteral("timeline/timeFormat")).toInt(), static_cast<int>(TimeFormat::Utc));
}

LAMELLA_CORE_APPLICATION_TEST(tst_TimeAxis)
#include "tst_TimeAxis.moc"
