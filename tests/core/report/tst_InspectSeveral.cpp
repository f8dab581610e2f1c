// SPDX-License-Identifier: GPL-3.0-or-later
// Rows of the table inspect: about several selected together (the selection as a value, too), and where nothing is to be counted.
#include "core/analysis/KernelScope.h"
#include "core/import/ImporterRegistry.h"
#include "core/model/Selection.h"
#include "core/session/AnalysisSession.h"
#include "tests/support/TestMain.h"
#include "tests/support/TestTables.h"
#include "tests/support/TraceBuilder.h"

#include <QTest>

#include <cstdlib>
#include <optional>
#include <string>
#include <vector>

using namespace lamella;
using namespace lamella::core;

namespace {

// Two passes of two layers; on stream 9 a copy beside layer 1 of pass 0.
//   P0 L0: norm 0-2 gemm 3-13       P0 L1: norm 20-22 gemm 23-43, copy 30-50
//   P1 L0: norm 100-102 gemm 103-113   P1 L1: norm 120-122 gemm 123-133
const std::string kText =
    "7: norm@0+2 gemm@3+10 norm@20+2 gemm@23+20 norm@100+2 gemm@103+10 norm@120+2 gemm@123+10; 9: copy@30+20";
const test::KernelPlaces kPlaces{{0, 0}, {0, 0}, {0, 1}, {0, 1}, {0, 1}, {1, 0}, {1, 0}, {1, 1}, {1, 1}};

class Rows {
public:
    Rows(const test::BuiltTrace &trace, std::vector<std::string> select, const std::string &pass = "trace")
        : Rows(requestOf(std::move(select)), trace, pass)
    {
    }
    Rows(const TableRequest &request, const test::BuiltTrace &trace, const std::string &pass)
        : m_table(ReportTable("", "", {}))
    {
        TableInput input{trace.document, trace.names, trace.segmentation, trace.index, nullptr, {}, {}};
        ScopeRequest scope;
        scope.pass = pass;
        scope.device = request.device;
        input.scope = resolveScope(*input.document, *input.segmentation, scope).value();
        input.request = request;
        input.request.by = "figures";
        input.request.pass = pass;
        auto made = test::builtTable("inspect", input);
        if (made)
            m_table = std::move(*made);
        else
            m_error = made.error().detail.english();
    }
    [[nodiscard]] std::optional<std::size_t> row(std::string_view section, std::string_view key) const
    {
        for (std::size_t i = 0; i < m_table.rowCount(); ++i)
            if (text(i, "section") == section && text(i, "key") == key)
                return i;
        return std::nullopt;
    }
    [[nodiscard]] std::int64_t ns(std::string_view section, std::string_view key) const { return number(section, key, "dur_ns"); }
    [[nodiscard]] std::int64_t count(std::string_view section, std::string_view key) const { return number(section, key, "count"); }
    [[nodiscard]] std::string value(std::string_view section, std::string_view key) const
    {
        const auto at = row(section, key);
        return at ? std::string(text(*at, "value")) : std::string("no row");
    }
    [[nodiscard]] std::int64_t deltaNs(std::string_view section, std::string_view key) const
    {
        return number(section, key, "delta_ns");
    }
    [[nodiscard]] const ReportTable &table() const { return m_table; }
    [[nodiscard]] const std::string &error() const { return m_error; }

    [[nodiscard]] std::string_view text(std::size_t row, std::string_view column) const
    {
        const std::size_t at = m_table.columnIndex(column);
        return m_table.isMissing(row, at) ? std::string_view() : m_table.text(row, at);
    }

private:
    [[nodiscard]] static TableRequest requestOf(std::vector<std::string> select)
    {
        TableRequest request;
        request.select = std::move(select);
        return request;
    }
    [[nodiscard]] std::int64_t number(std::string_view section, std::string_view key, std::string_view column) const
    {
        const auto at = row(section, key);
        const std::size_t in = m_table.columnIndex(column);
        return at && !m_table.isMissing(*at, in) ? m_table.integer(*at, in) : -1;
    }

    ReportTable m_table;
    std::string m_error;
};

} // namespace

class TestInspectSeveral : public QObject {
    Q_OBJECT
private slots:
    void rangesAreOfTheDeviceThatIsAskedFor()
    {
        const test::BuiltTrace trace("0/7: gemm@0+10; 1/7: gemm@0+4", {});
        TableRequest request;
        request.time = "0ns-10ns";
        QCOMPARE(Rows(request, trace, "trace").ns("busy", "busy"), 10); // the busiest
        request.device = "1";
        QCOMPARE(Rows(request, trace, "trace").ns("busy", "busy"), 4);
        request.device = "all";
        QCOMPARE(Rows(request, trace, "trace").ns("busy", "busy"), 10);
    }

    // The passes and layers of the kernels that run in it.
    void aRangeSaysWhereItIs_data()
    {
        QTest::addColumn<QString>("time");
        QTest::addColumn<QString>("place");
        QTest::newRow("one layer") << "0ns-13ns"
                                   << "in P0, L0";
        QTest::newRow("a pass") << "0ns-60ns"
                                << "in P0, L0 to L1";
        QTest::newRow("begins inside") << "5ns-21ns"
                                       << "in P0, L0 to L1";
        QTest::newRow("two passes") << "40ns-110ns"
                                    << "in P0 to P1";
        QTest::newRow("idle") << "60ns-90ns"
                              << "";
        QTest::newRow("between passes") << "200ns-205ns"
                                        << "outside of passes";
    }

    void aRangeSaysWhereItIs()
    {
        QFETCH(QString, time);
        QFETCH(QString, place);
        test::KernelPlaces places = kPlaces;
        places.push_back({kNoPass, kNoLayer});
        const test::BuiltTrace trace(std::string(kText).replace(kText.find(";"), 1, " norm@200+5;"), places);
        TableRequest request;
        request.time = time.toStdString();
        const Rows rows(request, trace, "trace");
        QStringList words;
        for (const char *key : {"passes", "layers"})
            if (const auto row = rows.row("title", key))
                words << QString::fromStdString(std::string(rows.text(*row, "what")));
        QCOMPARE(words.join(QStringLiteral(", ")), place);
    }

    // From the first to the last of the kernels that run in it from start to end: 2nd gemm of L0 to norm of L1, 220 to 239 in P2.
    // In P0, whose wall of 50 ns is the median, these run from 14 to 22.
    void aRangeIsComparedWithTheMedianPass()
    {
        const std::string text = "7: norm@0+2 gemm@3+10 gemm@14+5 norm@20+2 gemm@23+27 "
                                 "norm@100+2 gemm@103+8 gemm@112+5 norm@118+2 gemm@121+19 "
                                 "norm@200+2 gemm@203+10 gemm@220+9 norm@235+4 gemm@240+20";
        test::KernelPlaces places;
        for (int pass = 0; pass < 3; ++pass)
            for (const int layer : {0, 0, 0, 1, 1})
                places.push_back({pass, layer});
        const auto rowsOf = [&places](const std::string &kernels, const char *time, const char *against = "") {
            const test::BuiltTrace trace(kernels, places);
            for (Pass &pass : trace.segmentation->devices[0].passes) {
                pass.stage = Stage::Decode;
                pass.state = PassState::Steady;
                pass.complete = true;
            }
            TableRequest request;
            request.time = time;
            request.against = against;
            return Rows(request, trace, "trace");
        };
        const Rows rows = rowsOf(text, "215ns-239ns");
        QCOMPARE(rows.ns("same", "reference"), 22 - 14);
        QCOMPARE(rows.deltaNs("same", "reference"), (239 - 220) - (22 - 14));
        QCOMPARE(rows.count("same", "reference"), 2);
        QVERIFY(rows.table().target(*rows.row("same", "reference")) == Selection(RangeSelection{{{14}, {22}}}));
        QCOMPARE(rowsOf(text, "0ns-30ns").value("same", "itself"), std::string("its pass is the median itself"));
        for (const char *time : {"118ns-202ns", "262ns-300ns", "221ns-228ns"}) // two passes, idle, inside a kernel
            QCOMPARE(rowsOf(text, time).value("same", "none"), std::string("it has no kernels of one pass alone"));
        const std::string other = std::string(text).replace(text.find("norm@20+"), 4, "attn");
        QCOMPARE(rowsOf(other, "215ns-239ns").value("same", "differs"),
            std::string("P0, the median pass, does not run the same kernels"));
        // In P1 they run from 112 to 120.
        const Rows chosen = rowsOf(text, "215ns-239ns", "P1");
        QCOMPARE(chosen.ns("same", "reference"), 120 - 112);
        QCOMPARE(chosen.deltaNs("same", "reference"), (239 - 220) - (120 - 112));
        QVERIFY(chosen.table().target(*chosen.row("same", "reference")) == Selection(RangeSelection{{{112}, {120}}}));
        QCOMPARE(rowsOf(text, "215ns-239ns", "P2").value("same", "itself"), std::string("it is in P2 itself"));
        QCOMPARE(rowsOf(text, "0ns-30ns", "P1").ns("same", "reference"), 120 - 100);
        QCOMPARE(rowsOf(text, "0ns-30ns", "P9").error(), std::string("there is no pass 9"));
        QCOMPARE(rowsOf(text, "0ns-30ns", "P1:L0").error(),
            std::string("a time range is compared with a pass, such as P3, not with P1:L0"));
        const std::string differs = std::string(text).replace(text.find("norm@118+"), 4, "attn");
        QCOMPARE(rowsOf(differs, "215ns-239ns", "P1").value("same", "differs"), std::string("P1 does not run the same kernels"));
    }

    void headAndTailAreNamed()
    {
        const test::BuiltTrace trace(
            "7: norm@0+2 gemm@3+5 gemm@10+5 norm@20+2", {{0, kHeadLayer}, {0, 0}, {0, 1}, {0, kTailLayer}});
        const auto layers = [&trace](const char *time) {
            TableRequest request;
            request.time = time;
            const Rows rows(request, trace, "trace");
            return std::string(rows.text(rows.row("title", "layers").value(), "what"));
        };
        QCOMPARE(layers("0ns-22ns"), std::string("head to tail"));
        QCOMPARE(layers("0ns-5ns"), std::string("head to L0"));
        QCOMPARE(layers("11ns-22ns"), std::string("L1 to tail"));
        QCOMPARE(layers("20ns-22ns"), std::string("tail"));
    }

    // A backward pass runs from the last layer to the first, but its head first and its tail last.
    void layersOfABackwardPassAreInTheOrderOfTheRun()
    {
        test::BuiltTrace trace("7: norm@0+2 gemm@3+5 gemm@10+5 gemm@16+3 norm@20+2",
            {{0, kHeadLayer}, {0, 31}, {0, 30}, {0, 29}, {0, kTailLayer}});
        for (Pass &pass : trace.segmentation->devices[0].passes)
            pass.stage = Stage::Backward;
        const auto layers = [&trace](const char *time) {
            TableRequest request;
            request.time = time;
            const Rows rows(request, trace, "trace");
            return std::string(rows.text(rows.row("title", "layers").value(), "what"));
        };
        QCOMPARE(layers("0ns-19ns"), std::string("head to L29"));
        QCOMPARE(layers("4ns-22ns"), std::string("L31 to tail"));
        QCOMPARE(layers("4ns-14ns"), std::string("L31 to L30"));
        QCOMPARE(layers("0ns-22ns"), std::string("head to tail"));
    }

    void partsAreToggled()
    {
        const PassSelection p0{DeviceId(0), 0};
        const LayerSelection layer{DeviceId(0), 0, 1};
        const Selection two = withToggled(p0, layer);
        QCOMPARE(partsOf(two).size(), std::size_t{2});
        QVERIFY(isSelected(two, p0) && isSelected(two, layer) && isSelected(two, two));
        QVERIFY(!isSelected(two, PassSelection{DeviceId(0), 1}));
        QVERIFY(withToggled(two, p0) == Selection(layer)); // one is left: no longer several
        QVERIFY(withToggled(p0, p0) == Selection(p0)); // the only one stays
        QVERIFY(withToggled(Selection(), p0) == Selection(p0));
        const RangeSelection range{{{1}, {2}}};
        QVERIFY(withToggled(two, range) == Selection(range)); // has no kernels of its own to add
        QVERIFY(withToggled(range, p0) == Selection(p0));
        const Selection names = withToggled(NameSelection{StringId(1)}, NameSelection{StringId(1), DeviceId(0), 3, 2});
        QVERIFY(partsOf(names).empty()); // the same name, wherever it was chosen
    }

    // A cut pass is no shorter pass.
    void aCutPassSaysWhere()
    {
        const test::BuiltTrace trace("7: gemm@0+5 gemm@6+5 gemm@100+5", {{0, 0}, {0, 1}, {1, 0}});
        for (Pass &pass : trace.segmentation->devices[0].passes) {
            pass.expectedLayers = 2;
            pass.complete = pass.number == 0;
        }
        const Rows rows(TableRequest{}, trace, "1");
        QCOMPARE(rows.value("figure", "cut"), std::string("recorded up to layer 0"));
        QVERIFY(!rows.row("figure", "rank"));
        QVERIFY(!Rows(TableRequest{}, trace, "0").row("figure", "cut"));
    }

    void aCutPassHasNoRank()
    {
        const test::BuiltTrace trace("7: gemm@0+50 gemm@100+10 gemm@200+20", {{0, 0}, {1, 0}, {2, 0}});
        for (Pass &pass : trace.segmentation->devices[0].passes) {
            pass.stage = Stage::Decode;
            pass.complete = pass.number != 0;
        }
        const auto rank = [&trace](const std::string &pass) { return Rows(TableRequest{}, trace, pass).value("figure", "rank"); };
        QCOMPARE(rank("2"), std::string("slowest of 2 whole decode passes"));
        QCOMPARE(rank("1"), std::string("fastest of 2 whole decode passes"));
        QCOMPARE(rank("0"), std::string("partial: it has no rank among the whole ones"));
        trace.segmentation->devices[0].passes[0].complete = true;
        QCOMPARE(rank("2"), std::string("2 of 3 decode passes, from the slowest"));
    }

    void manyAreCutAtTheLimit()
    {
        std::vector<Selection> subjects;
        for (std::uint32_t i = 0; i < SeveralSelection::kMaxParts + 5; ++i)
            subjects.emplace_back(KernelSelection{KernelId(i)});
        QCOMPARE(partsOf(severalOf(subjects)).size(), SeveralSelection::kMaxParts);
        QVERIFY(severalOf({}) == Selection());
        QVERIFY(severalOf(std::span(subjects).first(1)) == subjects.front());
    }

    void eachKernelCountsOnce()
    {
        const test::BuiltTrace trace(kText, kPlaces);
        const Rows rows(trace, {"P0:L1", "P0", "3"}); // the pass holds the layer, which holds the kernel
        QCOMPARE(rows.error(), std::string());
        QCOMPARE(rows.count("sums", "kernels"), 5);
        QCOMPARE(rows.ns("sums", "span"), 50);
        QCOMPARE(rows.ns("sums", "busy"), 2 + 10 + 2 + 27); // gemm 23-43 and copy 30-50 overlap
        QCOMPARE(rows.ns("sums", "sum"), 54);
        QCOMPARE(rows.ns("figure", "sum"), 54);
        QCOMPARE(rows.value("figure", "sum"), std::string("100 % of P0"));
        QVERIFY(!rows.row("sums", "walls")); // of things of different kinds there is no sum of walls
        QCOMPARE(rows.value("common", "pass"), std::string("P0"));
    }

    // Beside something of another pass, a name can stay that of one pass.
    void aNameOfOnePass()
    {
        const test::BuiltTrace trace(kText, kPlaces);
        const std::string name(trace.document->text(trace.document->kernels.name[0]));
        std::int64_t inP0 = 0;
        std::int64_t everywhere = 0;
        for (std::uint32_t k = 0; k < trace.document->kernels.size(); ++k)
            if (trace.document->text(trace.document->kernels.name[k]) == name) {
                ++everywhere;
                inP0 += trace.segmentation->passOf[k] == 0 ? 1 : 0;
            }
        QVERIFY(inP0 > 0 && everywhere > inP0);
        const std::int64_t other = Rows(trace, {"P1:L1", "P1:L0"}).count("sums", "kernels");
        QCOMPARE(Rows(trace, {"P0:name=" + name, "P1:L1", "P1:L0"}).count("sums", "kernels"), inP0 + other);
        QVERIFY(Rows(trace, {"name=" + name, "P0:L1"}).count("sums", "kernels") > inP0);
        QCOMPARE(Rows(trace, {"P7:name=" + name, "P0"}).error(), std::string("there is no pass 7"));
    }

    void layersAddUp()
    {
        const test::BuiltTrace trace(kText, kPlaces);
        const Rows rows(trace, {"P0:L1", "P1:L1", "P0:L0"});
        QCOMPARE(rows.ns("sums", "walls"), 30 + 13 + 13);
        QCOMPARE(rows.ns("spread", "min"), 13);
        QCOMPARE(rows.ns("spread", "median"), 13);
        QCOMPARE(rows.ns("spread", "max"), 30);
        QCOMPARE(rows.ns("selected", "wall"), 30); // in the order in which they were chosen
        QCOMPARE(Rows(trace, {"P0:L1", "P1:L1"}).ns("spread", "median"), 22); // of 30 and 13, halves away from zero
        const auto part = rows.row("selected", "wall");
        QVERIFY(part && rows.table().target(*part) == Selection(LayerSelection{DeviceId(0), 0, 1}));
        QVERIFY(!rows.row("common", "pass"));
        const Rows same(trace, {"P0:L1", "P1:L1"});
        QCOMPARE(same.value("common", "layer"), std::string("L1"));
        std::int64_t byUse = 0;
        for (std::size_t i = 0; i < rows.table().rowCount(); ++i)
            if (rows.table().text(i, rows.table().columnIndex("section")) == "roles")
                byUse += rows.table().integer(i, rows.table().columnIndex("dur_ns"));
        QCOMPARE(byUse, rows.ns("sums", "sum"));
    }

    void kernelsShareWhatTheyHave()
    {
        const test::BuiltTrace trace(kText, kPlaces);
        const Rows gemms(trace, {"1", "3", "6"});
        QCOMPARE(gemms.value("common", "name"), std::string("gemm"));
        QCOMPARE(gemms.value("common", "stream"), std::string("7"));
        const Rows apart(trace, {"0", "8"}); // norm of P0, gemm of P1
        QVERIFY(!apart.row("common", "name"));
        QVERIFY(!apart.row("common", "pass"));
    }

    void aNameCountsInItsPass()
    {
        const test::BuiltTrace trace(kText, kPlaces);
        QCOMPARE(Rows(trace, {"gemm", "norm"}).count("sums", "kernels"), 8);
        QCOMPARE(Rows(trace, {"gemm", "norm"}, "0").count("sums", "kernels"), 4);
    }

    void whatIsNotThereIsSaid_data()
    {
        QTest::addColumn<QString>("first");
        QTest::addColumn<QString>("second");
        QTest::addColumn<QString>("says");
        QTest::newRow("pass") << "P0" << "P7" << "there is no pass 7";
        QTest::newRow("layer") << "P0" << "P1:L9" << "P1 has no such layer";
        QTest::newRow("device") << "P0" << "P1@5" << "there is no device 5";
        QTest::newRow("kernel") << "P0" << "99" << "there is no kernel 99; the last one is 8";
        QTest::newRow("name") << "P0" << "P1:Lx" << "no kernel is called P1:Lx; the table kernels lists the names";
        QTest::newRow("same") << "P0" << "P0" << "to select several takes two that differ; for one use --pass, --layer or --kernel";
    }
    void whatIsNotThereIsSaid()
    {
        QFETCH(QString, first);
        QFETCH(QString, second);
        QFETCH(QString, says);
        const test::BuiltTrace trace(kText, kPlaces);
        const Rows rows(trace, {first.toStdString(), second.toStdString()});
        QVERIFY2(QString::fromStdString(rows.error()).contains(says), rows.error().c_str());
    }
    void aNameThatDoesNotRunInThePassHasNoDurations()
    {
        const test::BuiltTrace trace(kText, kPlaces);
        TableRequest request;
        request.kernel = "copy";
        QCOMPARE(Rows(request, trace, "0").ns("durations", "median"), std::int64_t{20});
        const Rows none(request, trace, "1");
        for (const char *key : {"median", "min", "max"})
            QVERIFY2(!none.row("durations", key), key);
        QCOMPARE(none.value("durations", "none"), std::string("n/a, it does not run in this pass"));
        QCOMPARE(none.count("durations", "count"), std::int64_t{1});
    }
    // By the size of the difference, not by name; they add up to the difference of the sums.
    void usesOfANameBeginWithTheLargestDifference()
    {
        const auto document = openTrace(LAMELLA_SOURCE_DIR "/resources/sample/lamella-sample.trace.json.gz");
        QVERIFY(document);
        const auto session = AnalysisSession::create(*document, {});
        QVERIFY(session);
        TableRequest request;
        request.table = "inspect";
        request.pass = "6"; // an outlier
        request.kernel = "fused_moe_kernel";
        const auto made = (*session)->table(request);
        QVERIFY(made);
        const ReportTable &table = **made;
        const std::size_t delta = table.columnIndex("delta_ns");
        std::vector<std::int64_t> parts;
        std::int64_t sum = 0;
        std::optional<std::int64_t> whole;
        for (std::size_t row = 0; row < table.rowCount(); ++row) {
            if (table.text(row, table.columnIndex("section")) != "why")
                continue;
            if (table.text(row, table.columnIndex("key")) == "wall")
                whole = table.integer(row, delta);
            else
                parts.push_back(table.integer(row, delta));
        }
        QCOMPARE(parts.size(), std::size_t{2}); // gate_up and down
        QVERIFY(std::abs(parts[0]) > std::abs(parts[1]));
        for (const std::int64_t part : parts)
            sum += part;
        QCOMPARE(std::optional(sum), whole);
    }
    void aGapBetweenPassesSaysWhereItIs()
    {
        const test::BuiltTrace trace("7: gemm@0+10 gemm@100+10 gemm@150+10; 8: copy@20+10", {{0, 0}, {0, 0}, {1, 0}, {2, 0}});
        TableRequest request;
        request.gap = "1-2"; // from 30 to 100
        const Rows rows(request, trace, "trace");
        const auto place = rows.row("title", "passes");
        QVERIFY(place.has_value());
        QCOMPARE(rows.text(*place, "what"), std::string_view("P0\u2013P1"));
        QCOMPARE(rows.value("figure", "rank"), std::string("longest of 2 outside of passes"));
        request.gap = "2-3";
        QCOMPARE(
            Rows(request, trace, "trace").value("figure", "rank"), std::string("2 of 2 outside of passes, from the longest"));
        const test::BuiltTrace none("7: gemm@0+10 gemm@100+10", {});
        request.gap = "0-1";
        const Rows without(request, none, "trace");
        QVERIFY(!without.row("title", "passes"));
        QCOMPARE(without.value("figure", "rank"), std::string("longest of 1"));
    }

    void kernelsAreNotCountedAsCopies()
    {
        const test::BuiltTrace trace(kText, kPlaces);
        const auto word = [&trace](const char *pass, const char *layer) {
            TableRequest request;
            request.layer = layer;
            const Rows rows(request, trace, pass);
            const auto row = rows.row("title", "kernels");
            return row ? std::string(rows.text(*row, "what")) : std::string();
        };
        QCOMPARE(word("0", "all"), std::string("kernels"));
        trace.document->kernels.kind[4] = KernelKind::Memcpy; // on stream 9 beside layer 1 of pass 0
        QCOMPARE(word("0", "all"), std::string("kernels and copies"));
        QCOMPARE(word("1", "all"), std::string("kernels"));
    }

    // Both compare a name with its sum in the median pass; the links of its uses lead to a kernel that takes what they state.
    void aNameIsComparedAsInTheTableOfKernels()
    {
        const auto document = openTrace(LAMELLA_SOURCE_DIR "/resources/sample/lamella-sample.trace.json.gz");
        QVERIFY(document);
        const auto session = AnalysisSession::create(*document, {});
        QVERIFY(session);
        TableRequest request;
        request.table = "inspect";
        request.pass = "6";
        request.kernel = "fused_moe_kernel";
        const auto inspected = (*session)->table(request);
        request.table = "kernels";
        request.kernel.clear();
        request.against = "type";
        const auto kernels = (*session)->table(request);
        QVERIFY(inspected && kernels);
        std::optional<std::int64_t> delta;
        for (std::size_t row = 0; row < (*kernels)->rowCount(); ++row)
            if ((*kernels)->text(row, (*kernels)->columnIndex("short_name")) == "fused_moe_kernel")
                delta = (*kernels)->integer(row, (*kernels)->columnIndex("delta_ns"));
        const ReportTable &table = **inspected;
        int uses = 0;
        for (std::size_t row = 0; row < table.rowCount(); ++row) {
            const std::string_view key = table.text(row, table.columnIndex("key"));
            if (key == "reference")
                QCOMPARE(std::optional(table.integer(row, table.columnIndex("delta_ns"))), delta);
            if (key != "use")
                continue;
            ++uses;
            const Selection target = table.target(row);
            const auto *kernel = std::get_if<KernelSelection>(&target);
            QVERIFY(kernel != nullptr);
            const std::int64_t median = table.integer(row, table.columnIndex("dur_ns"));
            QVERIFY(std::abs((*document)->kernels.duration[kernel->kernel.value] - median) <= 1000);
        }
        QCOMPARE(uses, 2);
    }

    // The filter chooses the work of both sides.
    void kernelsUnderAFilterAreComparedWithTheSame()
    {
        const auto document = openTrace(LAMELLA_SOURCE_DIR "/resources/sample/lamella-sample.trace.json.gz");
        QVERIFY(document);
        const auto session = AnalysisSession::create(*document, {});
        QVERIFY(session);
        const auto rowsOf = [&session](const char *pass, const char *layer, const std::string &filter) {
            TableRequest request;
            request.table = "kernels";
            request.pass = pass;
            request.layer = layer;
            request.against = "type";
            request.filter = filter;
            return *(*session)->table(request);
        };
        const auto sumIn = [](const ReportTable &table, std::string_view kernel) -> std::int64_t {
            for (std::size_t row = 0; row < table.rowCount(); ++row)
                if (table.text(row, table.columnIndex("name")) == kernel)
                    return table.integer(row, table.columnIndex("sum_ns"));
            return 0;
        };
        const auto all = rowsOf("7", "all", ""); // the median pass
        std::int64_t compared = 0;
        int without = 0;
        for (const char *filter : {"dur>30us", "dur>100us"}) {
            const auto whole = rowsOf("7", "all", filter);
            const auto table = rowsOf("6", "all", filter);
            const std::size_t reference = table->columnIndex("reference_ns");
            for (std::size_t row = 0; row < table->rowCount(); ++row) {
                const std::string_view kernel = table->text(row, table->columnIndex("name"));
                const std::int64_t there = sumIn(*whole, kernel);
                // Where the filter excludes all calls there, the whole time here is no difference.
                const bool isExcluded = there == 0 && sumIn(*all, kernel) > 0;
                QCOMPARE(table->isMissing(row, reference), isExcluded);
                if (!isExcluded)
                    QCOMPARE(table->integer(row, reference), there);
                without += isExcluded ? 1 : 0;
                compared += there;
            }
        }
        QVERIFY(compared > 0 && without > 0);
        // Terms about the place itself choose no other work.
        for (const auto &[layer, filter] : {std::pair("all", "pass:6"), std::pair("30", "layer:30 pass:6")}) {
            const auto plain = rowsOf("6", layer, "");
            const auto placed = rowsOf("6", layer, filter);
            QCOMPARE(placed->rowCount(), plain->rowCount());
            for (std::size_t row = 0; row < plain->rowCount(); ++row)
                QCOMPARE(
                    placed->integer(row, placed->columnIndex("delta_ns")), plain->integer(row, plain->columnIndex("delta_ns")));
        }
    }

    // The copy of the head that ends the wait is launched by aten::copy_, which had not begun in the middle of it.
    void theOwnerOfAGapIsTheOperatorOfItsLaunch()
    {
        const auto document = openTrace(LAMELLA_SOURCE_DIR "/resources/sample/lamella-sample.trace.json.gz");
        QVERIFY(document);
        const auto session = AnalysisSession::create(*document, {});
        QVERIFY(session);
        TableRequest request;
        request.table = "inspect";
        request.pass = "4";
        request.gap = "1";
        const auto made = (*session)->table(request);
        QVERIFY(made);
        const ReportTable &table = **made;
        std::string owner;
        for (std::size_t row = 0; row < table.rowCount(); ++row)
            if (table.text(row, table.columnIndex("section")) == "origin"
                && table.text(row, table.columnIndex("what")) == "operator")
                owner = table.text(row, table.columnIndex("value"));
        QCOMPARE(owner, std::string("aten::copy_"));
    }

    void theOnlyPassIsNamed()
    {
        const test::BuiltTrace trace("7: gemm@0+10", {{0, 0}});
        QCOMPARE(Rows(TableRequest(), trace, "0").value("figure", "rank"), std::string("the only one of the passes"));
    }

    void aGapInWhichOtherWorkRunsGainsLess()
    {
        const test::BuiltTrace trace("7: gemm@0+10 gemm@100+10; 8: copy@20+70", {});
        TableRequest request;
        request.gap = "0-2";
        const Rows rows(request, trace, "trace");
        QCOMPARE(rows.ns("figure", "idle"), std::int64_t{20});
        QCOMPARE(rows.ns("figure", "other"), std::int64_t{70});
        QCOMPARE(rows.deltaNs("gain", "gain"), std::int64_t{-20});
    }
};

LAMELLA_TEST(TestInspectSeveral)
#include "tst_InspectSeveral.moc"
