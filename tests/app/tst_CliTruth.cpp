// SPDX-License-Identifier: GPL-3.0-or-later
// The passes and layers that `lamella-cli kernels --each` prints, against made-up traces whose passes and layers are known.
#include "tests/support/GeneratedTraces.h"
#include "tests/support/Gzip.h"
#include "tests/support/TestMain.h"
#include "tests/support/TruthComparison.h"

#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

using namespace lamella;
using namespace lamella::test;

namespace {

// RFC 4180 with LF.
std::vector<QByteArrayList> csvRows(const QByteArray &text)
{
    std::vector<QByteArrayList> rows(1);
    QByteArray cell;
    bool quoted = false;
    for (qsizetype i = 0; i < text.size(); ++i) {
        const char letter = text[i];
        if (quoted && letter == '"' && i + 1 < text.size() && text[i + 1] == '"') {
            cell += letter;
            ++i;
        } else if (letter == '"') {
            quoted = !quoted;
        } else if (!quoted && (letter == ',' || letter == '\n')) {
            rows.back().append(cell);
            cell.clear();
            if (letter == '\n')
                rows.emplace_back();
        } else {
            cell += letter;
        }
    }
    rows.pop_back(); // after the last line feed
    return rows;
}

int layerOf(const QByteArray &cell)
{
    if (cell == "head")
        return core::kHeadLayer;
    if (cell == "tail")
        return core::kTailLayer;
    bool number = false;
    const int layer = cell.toInt(&number);
    return number ? layer : core::kNoLayer;
}

std::vector<FoundRow> foundRows(const std::vector<QByteArrayList> &rows)
{
    const QByteArrayList &header = rows.front();
    const auto column = [&](const char *id) { return header.indexOf(QByteArray(id)); };
    const qsizetype pass = column("pass");
    const qsizetype layer = column("layer");
    const qsizetype side = column("side");
    const qsizetype start = column("start_ns");
    std::vector<FoundRow> found;
    for (std::size_t i = 1; i < rows.size(); ++i) {
        const QByteArrayList &row = rows[i];
        if (row.size() != header.size() || row[column("index")] != QByteArray::number(static_cast<qulonglong>(i - 1)))
            return {};
        bool inPass = false;
        const int number = row[pass].toInt(&inPass);
        const bool onSide = row[side] == "1" || row[side] == "true" || row[side] == "side" || row[side] == "yes";
        found.push_back({row[start].toLongLong(), inPass ? number : core::kNoPass, layerOf(row[layer]), onSide});
    }
    return found;
}

} // namespace

class tst_CliTruth : public QObject {
    Q_OBJECT

private slots:
    void printedLayersAreTrue_data();
    void printedLayersAreTrue();
};

void tst_CliTruth::printedLayersAreTrue_data()
{
    QTest::addColumn<int>("kind");
    for (int kind = 0; kind < kTraceKinds; ++kind)
        QTest::newRow(traceKindName(static_cast<TraceKind>(kind))) << kind;
}

void tst_CliTruth::printedLayersAreTrue()
{
    QFETCH(int, kind);
    QTemporaryDir folder;
    const GeneratedTrace trace = generatedTrace(static_cast<TraceKind>(kind));
    const QString file = writeFile(folder.filePath(QStringLiteral("trace.json.gz")), gzipped(trace.json));
    QStringList arguments = {QStringLiteral("kernels"), file, QStringLiteral("--each"), QStringLiteral("--pass"),
        QStringLiteral("trace"), QStringLiteral("--device"), QStringLiteral("all"), QStringLiteral("--format"),
        QStringLiteral("csv"), QStringLiteral("--quiet")};
    arguments << QStringLiteral("--config") << writeFile(folder.filePath(QStringLiteral("config.json")), trace.config);
    QProcess cli;
    cli.start(QStringLiteral(LAMELLA_CLI), arguments);
    QVERIFY2(cli.waitForFinished(-1), qPrintable(cli.errorString()));
    QVERIFY2(cli.exitCode() == 0, cli.readAllStandardError().constData());
    const std::vector<QByteArrayList> rows = csvRows(cli.readAllStandardOutput());
    QVERIFY2(rows.size() > 1, "no rows");
    const TruthComparison comparison = compared(trace, foundRows(rows));
    QVERIFY2(comparison.problem.empty(), comparison.problem.c_str());
    qInfo().noquote() << summary(comparison);
    QVERIFY2(comparison.share() >= 0.995,
        qPrintable(summary(comparison) + QStringLiteral("; ") + QString::fromStdString(comparison.firstWrong)));
}

LAMELLA_CORE_APPLICATION_TEST(tst_CliTruth)
#include "tst_CliTruth.moc"
