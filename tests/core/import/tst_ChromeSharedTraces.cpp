// SPDX-License-Identifier: GPL-3.0-or-later
// Real traces against counts of another JSON reader and the bounds that Perfetto reports.
#include "core/import/ImporterRegistry.h"
#include "tests/support/SharedTraces.h"
#include "tests/support/TestMain.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include <set>

using namespace lamella::core;

namespace {

const QString kFolder = QStringLiteral(LAMELLA_SHARED_TRACES "/chrome/");

QJsonObject facts(const QString &name)
{
    QFile file(kFolder + name);
    return file.open(QIODevice::ReadOnly) ? QJsonDocument::fromJson(file.readAll()).object() : QJsonObject();
}

QString find(const QString &name)
{
    const QString direct = kFolder + name;
    return QFileInfo::exists(direct) ? direct : QString(kFolder + QStringLiteral("odd/") + name);
}

} // namespace

class tst_ChromeSharedTraces : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { LAMELLA_NEED_SHARED(kFolder + QStringLiteral("truth.json")); }

    void counts_data()
    {
        QTest::addColumn<QString>("name");
        const QJsonObject all = facts(QStringLiteral("truth.json"));
        for (const QString &name : all.keys())
            QTest::newRow(qPrintable(name)) << name;
    }
    void counts()
    {
        QFETCH(QString, name);
        const QJsonObject truth = facts(QStringLiteral("truth.json"))[name].toObject();
        const auto opened = openTrace(find(name).toStdString());
        if (name == QLatin1String("odd_empty.json") || name == QLatin1String("odd_not_a_trace.json")) {
            QVERIFY(!opened);
            QCOMPARE(opened.error().code, ErrorCode::NotATrace);
            return;
        }
        QVERIFY2(opened, opened ? "" : opened.error().message().c_str());
        const TraceDocument &trace = **opened;
        QCOMPARE(int(trace.events.size()), truth[QStringLiteral("events")].toInt());
        std::set<std::pair<std::string, std::string>> lanes;
        std::set<StringId> names;
        int kernels = 0;
        for (std::uint32_t i = 0; i < trace.kernels.size(); ++i) {
            // The known counts are of events whose category is kernel. NPU tasks and TensorFlow operations ("Op") are recognised
            // by the names of their tracks.
            const std::string_view category = trace.text(trace.events.row(trace.kernels.event[i]).category);
            if (trace.kernels.kind[i] != KernelKind::Kernel || category == "npu_task" || category == "Op")
                continue;
            ++kernels;
            names.insert(trace.kernels.name[i]);
            const Track &track = trace.tracks[trace.events.row(trace.kernels.event[i]).track.value];
            lanes.emplace(track.process, track.thread);
        }
        QCOMPARE(kernels, truth[QStringLiteral("kernels")].toInt());
        QCOMPARE(int(names.size()), truth[QStringLiteral("distinct_kernels")].toInt());
        QCOMPARE(int(lanes.size()), truth[QStringLiteral("gpu_lanes")].toInt());
    }

    void bounds_data()
    {
        QTest::addColumn<QString>("name");
        const QJsonObject all = facts(QStringLiteral("perfetto.json"));
        for (const QString &name : all.keys())
            if (all[name].toObject()[QStringLiteral("slices")].toInt() + all[name].toObject()[QStringLiteral("counters")].toInt()
                > 0)
                QTest::newRow(qPrintable(name)) << name;
    }
    void bounds()
    {
        QFETCH(QString, name);
        QFile file(kFolder + QStringLiteral("perfetto.json"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QJsonObject reported = QJsonDocument::fromJson(file.readAll()).object()[name].toObject();
        const auto opened = openTrace(find(name).toStdString());
        QVERIFY2(opened, opened ? "" : opened.error().message().c_str());
        const TraceBounds &bounds = (*opened)->bounds;
        const qint64 begin = bounds.perfettoBegin - reported[QStringLiteral("start_ts")].toInteger();
        const qint64 end = bounds.perfettoEnd - reported[QStringLiteral("end_ts")].toInteger();
        QVERIFY2(qAbs(begin) <= 1 && qAbs(end) <= 1, qPrintable(QStringLiteral("begin %1 end %2").arg(begin).arg(end)));
        QVERIFY(qAbs(bounds.exactBegin - bounds.perfettoBegin) <= 256);
    }
};

LAMELLA_TEST(tst_ChromeSharedTraces)
#include "tst_ChromeSharedTraces.moc"
