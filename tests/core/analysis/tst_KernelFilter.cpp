// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/KernelMatches.h"
#include "core/report/RowFilter.h"
#include "tests/support/TestMain.h"
#include "tests/support/TraceBuilder.h"

#include <QtTest>

using namespace lamella;
using core::KernelFilter;

namespace {

// In start order: gemm_a(0, 10 ns) attn_x(12, 5) nccl_all(3) norm(…)
test::BuiltTrace trace()
{
    test::BuiltTrace built("7: gemm_a@0+10 attn_x@12+5 norm@20+2000; 8: nccl_all@3+20 gemm_b@30+7",
        {{0, 0}, {0, 0}, {0, 1}, {0, core::kTailLayer}, {core::kNoPass, core::kNoLayer}});
    return built;
}

QString matched(const std::string &text)
{
    test::BuiltTrace built = trace();
    built.segmentation->devices[0].passes[0].stage = core::Stage::Decode;
    const auto filter = KernelFilter::parse(text);
    if (!filter)
        return QString::fromStdString("error: " + filter.error().detail.english());
    const auto found = core::matchingKernels(*filter, *built.document, *built.names, *built.segmentation);
    QStringList names;
    for (const core::KernelId kernel : found->kernels)
        names << QString::fromStdString(std::string(built.document->text(built.document->kernels.name[kernel.value])));
    return names.join(u' ');
}

} // namespace

class tst_KernelFilter : public QObject {
    Q_OBJECT
private slots:
    void matches_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("names");
        const auto row = [](const char *rule, const char *text, const char *names) {
            QTest::newRow(rule) << QString::fromUtf8(text) << QString::fromUtf8(names);
        };
        row("nothing asked: all", "", "gemm_a nccl_all attn_x norm gemm_b");
        row("case-insensitive text", "GEMM", "gemm_a gemm_b");
        row("text in the category's id", "communication", "nccl_all");
        row("words side by side are one text", "gemm _a", "");
        row("quotes part texts", "\"gemm\" \"_b\"", "gemm_b");
        row("expression", "/^gemm_[ab]$/", "gemm_a gemm_b");
        row("expression holds a slash and a blank", "/x\\/ y|nccl/", "nccl_all");
        row("a lone slash is text", "/gemm", "");
        row("category", "cat:attention", "attn_x");
        row("beginning of a category", "cat:comm", "nccl_all");
        row("several categories", "cat:gemm,norm", "gemm_a norm gemm_b");
        row("longer than", "dur>10ns", "nccl_all norm");
        row("at least", "dur>=10ns", "gemm_a nccl_all norm");
        row("shorter than", "dur<7ns", "attn_x");
        row("at most, with a unit", "dur<=2us", "gemm_a nccl_all attn_x norm gemm_b");
        row("exactly", "dur=2us", "norm");
        row("stream", "stream:8", "nccl_all gemm_b");
        row("streams", "stream:7,8 gemm", "gemm_a gemm_b");
        row("device", "device:1", "");
        row("stage", "stage:decode", "gemm_a nccl_all attn_x norm");
        row("no stage outside of passes", "stage:unknown", "gemm_b");
        row("pass", "pass:0-3 gemm", "gemm_a");
        row("layer", "layer:1", "attn_x");
        row("tail", "layer:tail,1", "attn_x norm");
        row("not", "!gemm", "nccl_all attn_x norm");
        row("not a category", "!cat:gemm dur>10ns", "nccl_all norm");
        row("all must hold", "gemm stream:7", "gemm_a");
        row("C++ names are text", "cat::gemm", "");
        row("an exclamation mark alone is text", "!", "");
    }
    void matches()
    {
        QFETCH(QString, text);
        QFETCH(QString, names);
        QCOMPARE(matched(text.toStdString()), names);
    }

    void errors_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("says");
        QTest::newRow("unknown category") << "cat:gem m cat:zzz"
                                          << "category zzz is not known; use gemm";
        QTest::newRow("category not written yet") << "cat:"
                                                  << "cat: wants a category";
        QTest::newRow("unknown stage") << "stage:sleep"
                                       << "use prefill, decode";
        QTest::newRow("no number") << "x stream:main"
                                   << "stream: wants numbers";
        QTest::newRow("backward stretch") << "pass:5-3"
                                          << "pass: wants numbers";
        QTest::newRow("no length of time") << "dur>fast"
                                           << "dur> wants a length of time";
        QTest::newRow("no unit") << "dur>5"
                                 << "dur> wants a length of time with its unit";
        QTest::newRow("unit away from its number") << "dur>=10 us"
                                                   << "dur>= wants a length of time with its unit right behind it";
        QTest::newRow("bad expression") << "/gemm(/"
                                        << "/gemm(/";
        QTest::newRow("look-around") << "/(?=a)/"
                                     << "/(?=a)/";
        QTest::newRow("longer than anybody types") << QString(20'000, u'a') << "longer than";
        QTest::newRow("thousands of terms") << QStringLiteral("cat:gemm ").repeated(100) << "more than 64 terms";
    }
    void errors()
    {
        QFETCH(QString, text);
        QFETCH(QString, says);
        const auto filter = KernelFilter::parse(text.toStdString());
        QVERIFY(!filter);
        QCOMPARE(filter.error().code, core::ErrorCode::BadRequest);
        QVERIFY2(filter.error().detail.english().find(says.toStdString()) != std::string::npos,
            filter.error().detail.english().c_str());
        QCOMPARE(filter.error().byteOffset, std::int64_t{-1}); // a position in no file
    }

    void textReadsBack_data()
    {
        QTest::addColumn<QString>("text");
        for (const char *text : {"flash attn", "gemm cat:moe !/a b/ dur>=1us", "\"a \\\"b\\\" \\\\\" \"c\"", "!x y stream:1,3-5",
                 "!\"cat:gemm\"", "layer:head !layer:3"})
            QTest::newRow(text) << QString::fromUtf8(text);
    }
    void textReadsBack()
    {
        QFETCH(QString, text);
        const auto once = KernelFilter::parse(text.toStdString());
        QVERIFY(once);
        const auto twice = KernelFilter::parse(once->text());
        QVERIFY(twice);
        QCOMPARE(twice->terms().size(), once->terms().size());
        for (std::size_t i = 0; i < once->terms().size(); ++i) {
            QCOMPARE(twice->terms()[i].field, once->terms()[i].field);
            QCOMPARE(twice->terms()[i].negated, once->terms()[i].negated);
            QCOMPARE(twice->terms()[i].needle, once->terms()[i].needle);
        }
    }

    void twoPlainTextsStayTwo()
    {
        const auto both = KernelFilter::parse("gemm")->with(*KernelFilter::parse("_b"));
        QCOMPARE(matched(both.text()), QStringLiteral("gemm_b"));
    }

    void aTextWithASlashStaysAText()
    {
        const auto both = KernelFilter::parse("/a")->with(*KernelFilter::parse("/b/"));
        const auto again = KernelFilter::parse(both.text());
        QVERIFY(again);
        QCOMPARE(again->terms().size(), std::size_t{2});
        QCOMPARE(again->terms()[0].field, KernelFilter::Field::Text);
        QCOMPARE(again->terms()[1].field, KernelFilter::Field::Regex);
    }

    void sumsOfLayersHoldOnlyMatches()
    {
        const test::BuiltTrace built = trace();
        const auto found =
            core::matchingKernels(*KernelFilter::parse("!nccl"), *built.document, *built.names, *built.segmentation);
        const auto sums =
            core::matchedLayerSums(*found, *built.document, *built.names, *built.segmentation, core::DeviceId(0), 0);
        QCOMPARE(sums.size(), std::size_t{2});
        QCOMPARE(sums[0][static_cast<std::size_t>(core::Category::Gemm)], 10);
        QCOMPARE(sums[0][static_cast<std::size_t>(core::Category::Communication)], 0);
        QCOMPARE(sums[1][static_cast<std::size_t>(core::Category::Attention)], 5);
        QVERIFY(found->anyBetween(core::StreamId(1), 2, 4)); // gemm_b
        QVERIFY(!found->anyBetween(core::StreamId(1), 0, 3)); // nccl_all does not match
    }

    void rowsOfTables()
    {
        core::ReportTable table("gaps", "Gaps",
            {{"category", "Category", core::CellKind::Text, {}}, {"name", "Name", core::CellKind::Text, {}},
                {"layer", "Layer", core::CellKind::Layer, {}}, {"dur_ns", "Duration", core::CellKind::DurationNs, {}}});
        const auto add = [&table](const char *category, const char *name, std::int64_t layer, std::int64_t ns) {
            table.appendRow();
            table.setText(0, category);
            table.setText(1, name);
            table.setInteger(std::size_t{2}, layer);
            table.setInteger(std::size_t{3}, ns);
        };
        add("gemm", "a", 0, 10);
        add("norm", "b", core::kHeadLayer, 20);
        table.appendRow();
        const auto rows = [&table](const char *text) {
            auto filter = core::RowFilter::make(table, text);
            QString shown;
            for (std::size_t r = 0; filter && r < table.rowCount(); ++r)
                shown += filter->matches(r) ? QString::number(r) : QString();
            return filter ? shown : QString::fromStdString(filter.error().detail.english());
        };
        QCOMPARE(rows("a"), QStringLiteral("0"));
        QCOMPARE(rows("/^b$/"), QStringLiteral("1"));
        QCOMPARE(rows("cat:norm"), QStringLiteral("1"));
        QCOMPARE(rows("!cat:norm"), QStringLiteral("02"));
        QCOMPARE(rows("layer:head"), QStringLiteral("1"));
        QCOMPARE(rows("dur>10ns"), QStringLiteral("1"));
        QVERIFY(rows("stream:7").contains(QStringLiteral("no column stream")));
    }
};

LAMELLA_CORE_APPLICATION_TEST(tst_KernelFilter)
#include "tst_KernelFilter.moc"
