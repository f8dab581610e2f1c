// SPDX-License-Identifier: GPL-3.0-or-later
// HTML pages: text from a trace never becomes markup or script, nothing is fetched, and charts show the numbers of their table.
#include "core/base/Format.h"
#include "core/report/page/ChartParts.h"
#include "core/report/page/Charts.h"
#include "core/report/page/HtmlText.h"
#include "core/report/page/Page.h"
#include "tests/support/TestMain.h"

#include <QCryptographicHash>
#include <QRegularExpression>
#include <QXmlStreamReader>
#include <QtTest/QtTest>

#include <limits>

using namespace lamella::core;

namespace {

QString text(const std::string &bytes)
{
    return QString::fromStdString(bytes);
}

ReportTable layersTable(std::size_t rows)
{
    ReportTable table("layers", "Layers",
        {{"pass", "Pass", CellKind::Integer, "", -1}, {"layer", "Layer", CellKind::Layer, "", -1},
            {"wall_ns", "Wall", CellKind::DurationNs, "", -1}, {"gemm_ns", "GEMM", CellKind::DurationNs, "", -1},
            {"kv_cache_ns", "KV cache", CellKind::DurationNs, "", -1}});
    for (std::size_t r = 0; r < rows; ++r) {
        table.appendRow();
        table.setInteger(std::size_t{0}, 4);
        table.setInteger(std::size_t{1}, static_cast<std::int64_t>(r));
        table.setInteger(std::size_t{2}, 1000);
        table.setInteger(std::size_t{3}, 600);
        table.setInteger(std::size_t{4}, 200);
    }
    return table;
}

ReportTable heatTable(std::size_t passes, std::size_t layers)
{
    std::vector<ReportColumn> columns{{"pass", "Pass", CellKind::Integer, "", -1}};
    for (std::size_t layer = 0; layer < layers; ++layer)
        columns.push_back({"layer_" + std::to_string(layer) + "_ns", "L" + std::to_string(layer), CellKind::DurationNs, "", -1});
    ReportTable table("heatmap", "Wall of each layer", std::move(columns));
    for (std::size_t pass = 0; pass < passes; ++pass) {
        table.appendRow();
        table.setInteger(std::size_t{0}, static_cast<std::int64_t>(pass));
        for (std::size_t layer = 0; layer < layers; ++layer)
            if (pass != 1 || layer != 0)
                table.setInteger(layer + 1, static_cast<std::int64_t>(100 * (pass + 1) + layer));
    }
    return table;
}

struct Box {
    QString classes;
    double y = 0.0;
    double height = 0.0;
    QString tip;
};

// Parses as XML: browsers do not require it, but it checks our output.
std::vector<Box> boxesOf(const std::string &svg)
{
    std::vector<Box> all;
    QXmlStreamReader reader(text("<x>" + svg + "</x>"));
    while (!reader.atEnd()) {
        reader.readNext();
        if (reader.isStartElement() && reader.name() == QLatin1String("rect")) {
            const auto value = [&](const char *name) { return reader.attributes().value(QLatin1String(name)); };
            all.push_back({value("class").toString(), value("y").toDouble(), value("height").toDouble(), {}});
        } else if (reader.isStartElement() && reader.name() == QLatin1String("title") && !all.empty()) {
            all.back().tip = reader.readElementText();
        }
    }
    if (reader.hasError())
        qWarning() << reader.errorString();
    return reader.hasError() ? std::vector<Box>{} : all;
}

Page pageOf(std::string name)
{
    ReportTable table(
        "kernels", name, {{"name", name, CellKind::Text, name, -1}, {"share", "Share", CellKind::Share, "of all", -1}});
    table.appendRow();
    table.setText(std::size_t{0}, name);
    table.setReal(std::size_t{1}, 0.25);
    table.appendRow();
    table.setMissing(std::size_t{0}, name);
    table.setReal(std::size_t{1}, std::numeric_limits<double>::quiet_NaN());
    table.addNote(name);
    return {name, {name}, {{name, name, std::make_shared<const ReportTable>(std::move(table)), false}}};
}

} // namespace

class tst_ReportPage : public QObject {
    Q_OBJECT
private slots:
    void everyNameIsEscaped()
    {
        const QString page = text(writePage(pageOf("<script>alert(1)</script><img src=x onerror=\"'&")));
        QCOMPARE(page.count(QLatin1String("<script")), 1);
        QCOMPARE(page.count(QLatin1String("<img")), 0);
        QVERIFY(!page.contains(QLatin1String("onerror=\"")));
        QVERIFY(page.count(QLatin1String("&lt;script&gt;alert(1)&lt;/script&gt;&lt;img src=x onerror=&quot;&#39;&amp;")) >= 8);
    }
    void invalidBytesBecomeReplacementCharacters()
    {
        std::string out;
        appendHtml(out, "a\xff<");
        QCOMPARE(out, std::string("a\xEF\xBF\xBD&lt;"));
    }
    void onlyThePagesOwnScriptMayRun()
    {
        const QString page = text(writePage(pageOf("k")));
        const auto script =
            QRegularExpression(QStringLiteral("<script>(.*)</script>"), QRegularExpression::DotMatchesEverythingOption)
                .match(page)
                .captured(1);
        QVERIFY(script.size() > 100);
        const QByteArray hash = QCryptographicHash::hash(script.toUtf8(), QCryptographicHash::Sha256).toBase64();
        QVERIFY(page.contains(QStringLiteral("script-src 'sha256-%1'").arg(QString::fromLatin1(hash))));
        QVERIFY(page.contains(QLatin1String("default-src 'none'")));
    }
    void nothingIsFetched()
    {
        const QString page = text(writePage(pageOf("k")));
        for (const char *word : {"http:", "https:", "url(//", "src=", "@import", "<link"})
            QVERIFY2(!page.contains(QLatin1String(word)), word);
    }
    void numbersCarryTheirRawValue()
    {
        const QString page = text(writePage(pageOf("k")));
        QVERIFY(page.contains(QLatin1String("data-v=\"0.250000\" style=\"--w:0.25\">25.0")));
    }
    void contentsLeadToSections()
    {
        Page page = pageOf("k");
        page.sections.push_back(page.sections.front());
        const QString html = text(writePage(page));
        QVERIFY(html.contains(QLatin1String("href=\"#s2\"")) && html.contains(QLatin1String("<section id=\"s2\">")));
    }
    void aLayersBarIsItsCategoriesStacked()
    {
        const auto boxes = boxesOf(chartOf(layersTable(2)));
        std::vector<Box> drawn;
        for (const Box &box : boxes)
            if (!box.tip.isEmpty())
                drawn.push_back(box);
        // GEMM, and KV cache with its hatch: the hatch has the tooltip, the fill is below it.
        QCOMPARE(drawn.size(), std::size_t{4});
        QCOMPARE(drawn[0].classes, QStringLiteral("f0"));
        QVERIFY(drawn[0].tip.contains(QString::fromStdString(lamella::core::formatDuration(600))));
        QCOMPARE(drawn[0].height, 3.0 * drawn[1].height);
        QVERIFY(std::abs(drawn[1].y + drawn[1].height - drawn[0].y) < 0.011);
        QVERIFY(drawn[1].tip.contains(QString::fromStdString(lamella::core::formatDuration(200))));
    }
    void longTablesAreCutAndSaySo()
    {
        const std::string svg = chartOf(layersTable(600));
        QVERIFY(text(svg).contains(QStringLiteral("The first 512 of 600 rows are drawn.")));
        QVERIFY(!text(chartOf(layersTable(512))).contains(QStringLiteral("The first")));
    }
    void aHeatMapLeavesOutWhatIsMissing()
    {
        std::size_t cells = 0;
        bool low = false;
        bool high = false;
        for (const Box &box : boxesOf(chartOf(heatTable(3, 4)))) {
            cells += box.tip.isEmpty() ? 0 : 1;
            low = low || box.classes == QLatin1String("q0");
            high = high || box.classes == QLatin1String("q6");
            QVERIFY(!box.tip.startsWith(QStringLiteral("Pass 1, layer L0\n")));
        }
        QCOMPARE(cells, std::size_t{11});
        QVERIFY(low && high);
        QVERIFY(text(chartOf(heatTable(2, 3))).contains(QStringLiteral("Pass 1, layer L2\n"))); // by its title, not its position
    }
    void aHugeHeatMapIsBounded()
    {
        const auto boxes = boxesOf(chartOf(heatTable(200, 100)));
        QVERIFY(!boxes.empty() && boxes.size() <= kMaxHeatCells + 16);
        QVERIFY(chartOf(heatTable(1, 2)).find("<figure>") == 0);
    }
    void tablesWithoutAPictureHaveNone()
    {
        QVERIFY(chartOf(ReportTable("layers", "Layers", {{"layer", "Layer", CellKind::Layer, "", -1}})).empty());
        QVERIFY(chartOf(*pageOf("k").sections.front().table).empty());
    }
    void ticksAreRoundAndNeverOverflow_data()
    {
        QTest::addColumn<qint64>("largest");
        QTest::addColumn<QList<qint64>>("wanted");
        QTest::newRow("nothing") << qint64{0} << QList<qint64>{0};
        QTest::newRow("one") << qint64{1} << QList<qint64>{0, 1};
        QTest::newRow("hundreds") << qint64{950} << QList<qint64>{0, 200, 400, 600, 800};
        QTest::newRow("exact") << qint64{1000} << QList<qint64>{0, 200, 400, 600, 800, 1000};
    }
    void ticksAreRoundAndNeverOverflow()
    {
        QFETCH(qint64, largest);
        QFETCH(QList<qint64>, wanted);
        QList<qint64> got;
        for (const std::int64_t value : chart::ticks(largest, 5))
            got.append(value);
        QCOMPARE(got, wanted);
        for (const std::int64_t value : chart::ticks(std::numeric_limits<std::int64_t>::max(), 5))
            QVERIFY(value >= 0);
    }
};

LAMELLA_CORE_APPLICATION_TEST(tst_ReportPage)
#include "tst_ReportPage.moc"
