// SPDX-License-Identifier: GPL-3.0-or-later
// tests/data/chrome: one file per rule, with the expected facts beside it, one per line.
#include "tests/support/DocumentText.h"
#include "tests/support/TestMain.h"
#include "tests/support/TraceText.h"

#include <QDirIterator>
#include <QTest>

#include <set>

using namespace lamella::core;
using namespace lamella::test;

class tst_ChromeCorpus : public QObject {
    Q_OBJECT
private slots:
    void file_data()
    {
        QTest::addColumn<QString>("path");
        const QString root = QStringLiteral(LAMELLA_TEST_DATA "/chrome");
        QDirIterator files(root, {QStringLiteral("*.json")}, QDir::Files, QDirIterator::Subdirectories);
        int count = 0;
        for (; files.hasNext(); ++count) {
            const QString path = files.next();
            QTest::newRow(qPrintable(path.mid(root.size() + 1))) << path;
        }
        QVERIFY(count > 50);
    }
    void file()
    {
        QFETCH(QString, path);
        QFile facts(QString(path).replace(QStringLiteral(".json"), QStringLiteral(".expect")));
        QVERIFY2(facts.open(QIODevice::ReadOnly), qPrintable(facts.fileName()));
        const Result<std::shared_ptr<const TraceDocument>> opened = openTrace(path.toStdString());
        std::set<QString> expectedDiagnostics;
        for (const QByteArray &line : facts.readAll().trimmed().split('\n')) {
            const QString fact = QString::fromUtf8(line);
            const QString word = fact.section(QLatin1Char(' '), 0, 0);
            const QString value = fact.section(QLatin1Char(' '), 1);
            if (word == QLatin1String("error")) {
                QVERIFY(!opened);
                QVERIFY2(
                    QString::fromStdString(opened.error().detail.english()).contains(value), opened.error().message().c_str());
                QVERIFY(QString::fromStdString(opened.error().message()).contains(path));
                return;
            }
            QVERIFY2(opened, opened ? "" : opened.error().message().c_str());
            if (word == QLatin1String("diagnostic"))
                expectedDiagnostics.insert(value);
            else
                check(**opened, word, value);
        }
        std::set<QString> diagnostics;
        for (const Diagnostic &d : (*opened)->diagnostics.sorted())
            diagnostics.insert(QStringLiteral("%1 %2")
                                   .arg(QString::fromUtf8(d.kind->id.data(), static_cast<int>(d.kind->id.size())))
                                   .arg(d.count));
        QCOMPARE(QStringList(diagnostics.begin(), diagnostics.end()),
            QStringList(expectedDiagnostics.begin(), expectedDiagnostics.end()));
    }

    // The facts do not depend on the block size.
    void blockSize_data() { file_data(); }
    void blockSize()
    {
        QFETCH(QString, path);
        ImportOptions small;
        small.blockBytes = 256;
        small.workers = 3;
        const auto whole = openTrace(path.toStdString());
        const auto pieces = openTrace(path.toStdString(), small);
        QCOMPARE(pieces.has_value(), whole.has_value());
        if (whole)
            QCOMPARE(QString::fromStdString(documentText(**pieces)), QString::fromStdString(documentText(**whole)));
    }

private:
    static void check(const TraceDocument &trace, const QString &word, const QString &value)
    {
        const auto linked =
            std::count_if(trace.kernels.launch.begin(), trace.kernels.launch.end(), [](EventId id) { return id.valid(); });
        if (word == QLatin1String("events"))
            QCOMPARE(trace.events.size(), value.toUInt());
        else if (word == QLatin1String("kernels"))
            QCOMPARE(trace.kernels.size(), value.toUInt());
        else if (word == QLatin1String("linked"))
            QCOMPARE(qint64(linked), value.toLongLong());
        else if (word == QLatin1String("device"))
            QCOMPARE(QString::fromStdString(trace.devices.at(0).name), value);
        else if (word == QLatin1String("rank"))
            QCOMPARE(trace.metadata.rank.value_or(-1), value.toInt());
        else if (word == QLatin1String("zero"))
            QCOMPARE(qint64(trace.zero()), value.toLongLong());
        else if (word == QLatin1String("name"))
            QVERIFY(trace.strings.find(value.toStdString()).valid());
        else if (word == QLatin1String("durations"))
            for (int i = 0; i < value.split(QLatin1Char(' ')).size(); ++i)
                QCOMPARE(qint64(trace.events.row(EventId{static_cast<std::uint32_t>(i)}).duration),
                    value.section(QLatin1Char(' '), i, i).toLongLong());
        else
            QFAIL(qPrintable(QStringLiteral("unknown fact: ") + word));
    }
};

LAMELLA_TEST(tst_ChromeCorpus)
#include "tst_ChromeCorpus.moc"
