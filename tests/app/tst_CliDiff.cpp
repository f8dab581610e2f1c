// SPDX-License-Identifier: GPL-3.0-or-later
// diff and compare as scripts see them, on pairs of traces whose difference is known.
#include "tests/app/CliRun.h"
#include "tests/support/GeneratedTraces.h"
#include "tests/support/SharedTraces.h"
#include "tests/support/TestFiles.h"
#include "tests/support/TestMain.h"

#include <QRegularExpression>
#include <QSet>
#include <QTemporaryDir>
#include <QTest>

using namespace lamella::test;

namespace {

struct Table {
    QStringList header;
    QList<QStringList> rows;
    [[nodiscard]] QString at(qsizetype row, const char *column) const
    {
        return rows[row].value(header.indexOf(QString::fromLatin1(column)));
    }
};

Table csv(const QByteArray &text)
{
    Table table;
    const QStringList lines = QString::fromUtf8(text).split(QLatin1Char('\n'), Qt::SkipEmptyParts);
    for (const QString &line : lines) {
        QStringList cells;
        QString cell;
        bool quoted = false;
        for (const QChar c : line) {
            if (c == QLatin1Char('"'))
                quoted = !quoted;
            else if (c == QLatin1Char(',') && !quoted)
                cells << std::exchange(cell, {});
            else
                cell += c;
        }
        cells << cell;
        if (table.header.isEmpty())
            table.header = cells;
        else
            table.rows << cells;
    }
    return table;
}

// Every time of the trace, longer by the factor: the same program on a slower machine.
QByteArray slower(const QByteArray &json, double factor)
{
    static const QRegularExpression number(QStringLiteral("\"(ts|dur)\": ([0-9.]+)"));
    const QString text = QString::fromUtf8(json);
    QString out;
    qsizetype done = 0;
    auto matches = number.globalMatch(text);
    const double zero = 4909914000000.0;
    while (matches.hasNext()) {
        const auto match = matches.next();
        out += QStringView(text).mid(done, match.capturedStart() - done);
        const double value = match.captured(2).toDouble();
        const double scaled = match.captured(1) == QLatin1String("ts") ? zero + (value - zero) * factor : value * factor;
        out += QStringLiteral("\"%1\": %2").arg(match.captured(1), QString::number(scaled, 'f', 3));
        done = match.capturedEnd();
    }
    out += QStringView(text).mid(done);
    return out.toUtf8();
}

} // namespace

class TestCliDiff : public QObject {
    Q_OBJECT
private:
    QTemporaryDir m_dir;
    QString file(const char *name) const { return m_dir.filePath(QString::fromLatin1(name)); }

private slots:
    void initTestCase()
    {
        // Passes of one kind, so that fewer of them are no other mean.
        const QByteArray json = bytesOf(generatedTrace(TraceKind::CudaGraph, {.passes = 8, .hostEvents = false}).json);
        writeFile(file("a.json"), json);
        QByteArray replaced = json;
        QVERIFY(replaced.contains("nvjet_tst_64x8_64x16_4x1_v_bz_TNT"));
        writeFile(
            file("replaced.json"), replaced.replace("nvjet_tst_64x8_64x16_4x1_v_bz_TNT", "nvjet_tst_128x8_64x12_2x1_h_bz_TNT"));
        writeFile(file("slower.json"), slower(json, 1.2));
        writeFile(file("fewer.json"), bytesOf(generatedTrace(TraceKind::CudaGraph, {.passes = 3, .hostEvents = false}).json));
        writeFile(file("other-gpu.json"), QByteArray(json).replace("NVIDIA H100", "NVIDIA A100"));
        writeFile(file("none.json"), R"({"traceEvents":[
{"ph":"X","cat":"kernel","name":"b","pid":0,"tid":7,"ts":10.5,"dur":4,"args":{"device":0,"stream":7}},
{"ph":"X","cat":"kernel","name":"a","pid":0,"tid":7,"ts":20,"dur":1,"args":{"device":0,"stream":7}}]})");
    }

    void columnsAreTheContract()
    {
        const auto result = runCli({QStringLiteral("diff"), file("a.json"), QStringLiteral("--pass"), QStringLiteral("2"),
            QStringLiteral("--with-pass"), QStringLiteral("3"), QStringLiteral("--format"), QStringLiteral("csv")});
        QCOMPARE(result.code, 0);
        QVERIFY(result.out.startsWith("row,change,category,name_a,name_b,count_a,count_b,a_ns,b_ns,delta_ns,delta_share,"));
    }

    void rowsAddUpInEveryView_data()
    {
        QTest::addColumn<QString>("by");
        QTest::addColumn<QStringList>("what");
        for (const char *by : {"sequence", "kernel", "layer", "type", "category", "replaced"})
            QTest::newRow(by) << QString::fromLatin1(by)
                              << QStringList{QStringLiteral("--pass"), QStringLiteral("2"), QStringLiteral("--with-pass"),
                                     QStringLiteral("3")};
        QTest::newRow("layers") << QStringLiteral("sequence")
                                << QStringList{QStringLiteral("--pass"), QStringLiteral("2"), QStringLiteral("--layer"),
                                       QStringLiteral("3"), QStringLiteral("--with-layer"), QStringLiteral("4")};
        QTest::newRow("steady passes") << QStringLiteral("kernel")
                                       << QStringList{QStringLiteral("--with"), file("replaced.json"), QStringLiteral("--pass"),
                                              QStringLiteral("steady")};
        QTest::newRow("without passes") << QStringLiteral("kernel") << QStringList{QStringLiteral("--with"), file("none.json")};
    }
    void rowsAddUpInEveryView()
    {
        QFETCH(QString, by);
        QFETCH(QStringList, what);
        const auto result = runCli(QStringList{QStringLiteral("diff"), file("a.json"), QStringLiteral("--by"), by,
                                       QStringLiteral("--format"), QStringLiteral("csv")}
            + what);
        QVERIFY2(result.code == 0, result.err.constData());
        const Table table = csv(result.out);
        qint64 sumA = 0;
        qint64 sumB = 0;
        qint64 delta = 0;
        for (qsizetype row = 0; row + 1 < table.rows.size(); ++row) {
            sumA += table.at(row, "a_ns").toLongLong();
            sumB += table.at(row, "b_ns").toLongLong();
            delta += table.at(row, "delta_ns").toLongLong();
        }
        const qsizetype total = table.rows.size() - 1;
        QCOMPARE(table.at(total, "change"), QStringLiteral("total"));
        QCOMPARE(table.at(total - 1, "change"), QStringLiteral("residual"));
        QCOMPARE(sumA, table.at(total, "a_ns").toLongLong());
        QCOMPARE(sumB, table.at(total, "b_ns").toLongLong());
        QCOMPARE(delta, table.at(total, "delta_ns").toLongLong());
    }

    void aReplacedKernelIsTheOnlyChange()
    {
        const auto result = runCli({QStringLiteral("diff"), file("a.json"), QStringLiteral("--with"), file("replaced.json"),
            QStringLiteral("--by"), QStringLiteral("replaced"), QStringLiteral("--format"), QStringLiteral("csv")});
        QCOMPARE(result.code, 0);
        const Table table = csv(result.out);
        QCOMPARE(table.rows.size(), 4); // the change, what stayed the same, residual, total
        QCOMPARE(table.at(0, "change"), QStringLiteral("replaced"));
        QCOMPARE(table.at(0, "full_a"), QStringLiteral("nvjet_tst_64x8_64x16_4x1_v_bz_TNT"));
        QCOMPARE(table.at(0, "full_b"), QStringLiteral("nvjet_tst_128x8_64x12_2x1_h_bz_TNT"));
        QCOMPARE(table.at(1, "change"), QStringLiteral("same"));
        QCOMPARE(table.at(3, "delta_ns"), QStringLiteral("0"));
    }

    void gate_data()
    {
        QTest::addColumn<QString>("a");
        QTest::addColumn<QString>("b");
        QTest::addColumn<QStringList>("more");
        QTest::addColumn<int>("code");
        const QStringList five{QStringLiteral("--fail-above"), QStringLiteral("5%")};
        QTest::newRow("the same") << "a.json"
                                  << "a.json" << five << 0;
        QTest::newRow("slower than allowed") << "a.json"
                                             << "slower.json" << five << 3;
        QTest::newRow("slower, but allowed")
            << "a.json"
            << "slower.json" << QStringList{QStringLiteral("--fail-above"), QStringLiteral("30")} << 0;
        QTest::newRow("slower, but no gate") << "a.json"
                                             << "slower.json" << QStringList{} << 0;
        QTest::newRow("faster") << "slower.json"
                                << "a.json" << five << 0;
        const QStringList allowed = five + QStringList{QStringLiteral("--allow-missing")};
        QTest::newRow("no passes any more") << "a.json"
                                            << "none.json" << five << 3;
        QTest::newRow("passes where there were none") << "none.json"
                                                      << "a.json" << five << 3;
        QTest::newRow("neither has passes") << "none.json"
                                            << "none.json" << five << 0;
        QTest::newRow("fewer than half of the passes") << "a.json"
                                                       << "fewer.json" << five << 3;
        QTest::newRow("fewer passes, allowed") << "a.json"
                                               << "fewer.json" << allowed << 0;
        QTest::newRow("more passes") << "fewer.json"
                                     << "a.json" << five << 0;
        QTest::newRow("another GPU") << "a.json"
                                     << "other-gpu.json" << five << 3;
        QTest::newRow("another GPU, allowed") << "a.json"
                                              << "other-gpu.json" << allowed << 0;
        QTest::newRow("another GPU and slower") << "other-gpu.json"
                                                << "slower.json" << allowed << 3;
        QTest::newRow("a stage that neither has")
            << "a.json"
            << "a.json" << five + QStringList{QStringLiteral("--stage"), QStringLiteral("draft")} << 2;
        QTest::newRow("a stage that B lacks")
            << "a.json"
            << "none.json" << five + QStringList{QStringLiteral("--stage"), QStringLiteral("decode")} << 3;
        QTest::newRow("nothing to allow") << "a.json"
                                          << "a.json" << QStringList{QStringLiteral("--allow-missing")} << 2;
        QTest::newRow("one file") << "a.json"
                                  << "" << five << 2;
        QTest::newRow("no number") << "a.json"
                                   << "a.json" << QStringList{QStringLiteral("--fail-above"), QStringLiteral("x")} << 2;
        QTest::newRow("not there") << "a.json"
                                   << "nowhere.json" << five << 1;
    }
    void gate()
    {
        QFETCH(QString, a);
        QFETCH(QString, b);
        QFETCH(QStringList, more);
        QFETCH(int, code);
        QStringList arguments{QStringLiteral("compare"), m_dir.filePath(a)};
        if (!b.isEmpty())
            arguments << m_dir.filePath(b);
        const auto result = runCli(arguments + more);
        QVERIFY2(result.code == code, result.err.constData());
        if (code == 3)
            QVERIFY(result.out.contains("Gate: failed"));
    }

    // On device 0 the kernels take longer in B, on device 1 they do not.
    void everyDeviceIsCompared_data()
    {
        QTest::addColumn<QString>("device");
        QTest::addColumn<int>("code");
        QTest::newRow("all") << QString() << 3;
        QTest::newRow("the slower one") << QStringLiteral("0") << 3;
        QTest::newRow("the other one") << QStringLiteral("1") << 0;
        QTest::newRow("all, named") << QStringLiteral("all") << 3;
    }
    void everyDeviceIsCompared()
    {
        QFETCH(QString, device);
        QFETCH(int, code);
        const auto trace = [](int longer) -> QByteArray {
            QByteArray events;
            for (int d = 0; d < 2; ++d)
                for (int k = 0; k < 40; ++k) {
                    const QByteArray number = QByteArray::number(d);
                    events += (events.isEmpty() ? "" : ",\n") + QByteArray(R"({"ph":"X","cat":"kernel","name":"gemm","pid":)")
                        + number + R"(,"tid":7,"ts":)" + QByteArray::number(k * 200) + R"(,"dur":)"
                        + QByteArray::number(d == 0 ? 100 + longer : 120) + R"(,"args":{"device":)" + number + R"(,"stream":7}})";
                }
            return "{\"traceEvents\":[" + events + "]}";
        };
        writeFile(file("two-a.json"), trace(0));
        writeFile(file("two-b.json"), trace(30));
        QStringList arguments{QStringLiteral("compare"), file("two-a.json"), file("two-b.json"), QStringLiteral("--fail-above"),
            QStringLiteral("5%"), QStringLiteral("--format"), QStringLiteral("csv")};
        if (!device.isEmpty())
            arguments << QStringLiteral("--device") << device;
        const auto result = runCli(arguments);
        QVERIFY2(result.code == code, result.err.constData());
        const Table table = csv(result.out);
        QSet<QString> devices;
        for (qsizetype row = 0; row < table.rows.size(); ++row) {
            devices << table.at(row, "device_a");
            QCOMPARE(table.at(row, "verdict") == QStringLiteral("slower"), table.at(row, "device_a") == QStringLiteral("0"));
        }
        const bool all = device.isEmpty() || device == QStringLiteral("all");
        QCOMPARE(devices, all ? (QSet<QString>{QStringLiteral("0"), QStringLiteral("1")}) : QSet<QString>{device});
    }
    void deviceWithoutACounterpartIsNamed()
    {
        const QByteArray one =
            R"({"ph":"X","cat":"kernel","name":"k","pid":0,"tid":7,"ts":1,"dur":5,"args":{"device":0,"stream":7}})";
        const QByteArray other =
            R"({"ph":"X","cat":"kernel","name":"k","pid":3,"tid":7,"ts":1,"dur":5,"args":{"device":3,"stream":7}})";
        writeFile(file("both.json"), "{\"traceEvents\":[" + one + "," + other + "]}");
        writeFile(file("one.json"), "{\"traceEvents\":[" + one + "]}");
        const auto a = runCli({QStringLiteral("compare"), file("both.json"), file("one.json")});
        QVERIFY(a.out.contains("Device 3 of A has no counterpart in B"));
        const auto b = runCli({QStringLiteral("compare"), file("one.json"), file("both.json"), QStringLiteral("--fail-above"),
            QStringLiteral("5%")});
        QVERIFY(b.out.contains("Device 3 of B has no counterpart in A"));
        QCOMPARE(b.code, 3); // another number of devices
    }

    void wrongUse_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QByteArray>("says");
        QTest::newRow("nothing to compare with") << QStringList{file("a.json")} << QByteArray("there is nothing to compare with");
        QTest::newRow("no such pass") << QStringList{file("a.json"), QStringLiteral("--with-pass"), QStringLiteral("99")}
                                      << QByteArray("B: pass 99 is not in this trace");
        QTest::newRow("other number of layers") << QStringList{file("a.json"), QStringLiteral("--layer"), QStringLiteral("1-3"),
            QStringLiteral("--with-layer"), QStringLiteral("4")}
                                                << QByteArray("name as many on both sides");
        QTest::newRow("a layer, and no passes in B") << QStringList{file("a.json"), QStringLiteral("--layer"),
            QStringLiteral("3"), QStringLiteral("--with"), file("none.json")}
                                                     << QByteArray("layers need a pass of B");
        QTest::newRow("unknown view") << QStringList{file("a.json"), QStringLiteral("--with-pass"), QStringLiteral("3"),
            QStringLiteral("--by"), QStringLiteral("colour")}
                                      << QByteArray("--by cannot be 'colour'");
        QTest::newRow("three files") << QStringList{file("a.json"), file("a.json"), QStringLiteral("--with"), file("a.json")}
                                     << QByteArray("takes two files");
    }
    void wrongUse()
    {
        QFETCH(QStringList, arguments);
        QFETCH(QByteArray, says);
        const auto result = runCli(QStringList{QStringLiteral("diff")} + arguments);
        QCOMPARE(result.code, 2);
        QVERIFY2(result.err.contains(says), result.err.constData());
    }

    void compareSaysWhichTraceLacksTheDevice()
    {
        const auto result = runCli({QStringLiteral("compare"), file("a.json"), file("slower.json"),
            QStringLiteral("--with-device"), QStringLiteral("7")});
        QCOMPARE(result.code, 2);
        QVERIFY2(result.err.contains("B: device 7 is not in this trace"), result.err.constData());
    }

    void swappingNegates()
    {
        const auto delta = [](const QString &a, const QString &b) {
            const Table table = csv(runCli({QStringLiteral("diff"), a, QStringLiteral("--with"), b, QStringLiteral("--by"),
                                               QStringLiteral("category"), QStringLiteral("--format"), QStringLiteral("csv")})
                                        .out);
            QList<qint64> deltas;
            for (qsizetype row = 0; row < table.rows.size(); ++row)
                deltas << table.at(row, "delta_ns").toLongLong();
            return deltas;
        };
        const QList<qint64> forward = delta(file("a.json"), file("slower.json"));
        QList<qint64> backward = delta(file("slower.json"), file("a.json"));
        QVERIFY(forward.size() > 3);
        for (qint64 &d : backward)
            d = -d;
        QCOMPARE(forward, backward);
    }

    void publicPair()
    {
        const QString a = QStringLiteral(LAMELLA_SHARED_TRACES "/chrome/megatron_tp8_kineto_0.json");
        const QString b = QStringLiteral(LAMELLA_SHARED_TRACES "/chrome/megatron_tp8_kineto_1.json");
        LAMELLA_NEED_SHARED(a);
        LAMELLA_NEED_SHARED(b);
        const auto result =
            runCli({QStringLiteral("diff"), a, QStringLiteral("--with"), b, QStringLiteral("--format"), QStringLiteral("csv")});
        QVERIFY2(result.code == 0, result.err.constData());
        const Table table = csv(result.out);
        // Two ranks of one job run the same kernels; what differs is how long they wait in collectives.
        QCOMPARE(table.at(0, "category"), QStringLiteral("communication"));
        for (qsizetype row = 0; row + 2 < table.rows.size(); ++row)
            QCOMPARE(table.at(row, "change"), QStringLiteral("same"));
    }
};

LAMELLA_CORE_APPLICATION_TEST(TestCliDiff)
#include "tst_CliDiff.moc"
