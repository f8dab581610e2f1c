// SPDX-License-Identifier: GPL-3.0-or-later
// Layers compared kernel by kernel: rows add up, sides can be swapped, streams may shift relative to each other, and known
// changes are found.
#include "core/analysis/diff/DiffRollUp.h"
#include "tests/support/TestMain.h"
#include "tests/support/TraceBuilder.h"

#include <QTest>

#include <map>
#include <random>
#include <set>

using namespace lamella;
using namespace lamella::core;

namespace {

constexpr std::array kViews{
    DiffView::Sequence, DiffView::Kernel, DiffView::Layer, DiffView::Type, DiffView::Category, DiffView::Replaced};

struct Made {
    std::string text;
    test::KernelPlaces places;
};

struct Work {
    std::string name;
    std::int64_t start;
    std::int64_t duration;
    int stream;
    int pass;
    int layer;
};

// Sorted by start, as segmentation requires.
Made made(std::vector<Work> work)
{
    std::stable_sort(work.begin(), work.end(), [](const Work &x, const Work &y) { return x.start < y.start; });
    std::map<int, std::string> streams;
    Made result;
    for (const Work &w : work) {
        streams[w.stream] += " " + w.name + "@" + std::to_string(w.start) + "+" + std::to_string(w.duration);
        result.places.emplace_back(w.pass, w.layer);
    }
    for (const auto &[stream, text] : streams)
        result.text += (result.text.empty() ? "" : "; ") + std::to_string(stream) + ":" + text;
    return result;
}

std::vector<Work> randomPass(std::mt19937 &random, int layers)
{
    static const std::array<std::string, 7> names{"gemm_64x8", "gemm_128x8", "attn", "norm", "moe", "rope", "odd"};
    std::vector<Work> work;
    std::int64_t clock = static_cast<std::int64_t>(random() % 1000);
    for (int layer = -1; layer <= layers; ++layer) {
        const int number = layer == -1 ? kHeadLayer : layer == layers ? kTailLayer : layer;
        const auto count = 1 + random() % 6;
        for (std::size_t i = 0; i < count; ++i) {
            const auto duration = static_cast<std::int64_t>(random() % 50);
            work.push_back({names[random() % names.size()], clock, duration, 7, 0, number});
            if (random() % 3 == 0) // at the same time on another stream
                work.push_back({"nccl", clock + static_cast<std::int64_t>(random() % 9), static_cast<std::int64_t>(random() % 70),
                    random() % 2 == 0 ? 8 : 9, 0, number});
            clock += duration + static_cast<std::int64_t>(random() % 10) - 3; // kernels may overlap
        }
    }
    for (Work &w : work)
        w.start = std::max<std::int64_t>(w.start, 0);
    return work;
}

struct Pair {
    Pair(const Made &a, const Made &b)
        : left(a.text, a.places)
        , right(b.text, b.places)
        , symbols(*left.document, *left.names, *right.document, *right.names)
    {
        // The generated streams differ in load; the main one is 7 in both.
        for (const test::BuiltTrace *trace : {&left, &right})
            for (std::uint32_t s = 0; s < trace->document->streams.size(); ++s)
                if (trace->document->streams[s].number == 7)
                    trace->segmentation->devices[0].mainStream = StreamId(s);
    }
    [[nodiscard]] DiffSide a() const { return {left.input(), nullptr}; }
    [[nodiscard]] DiffSide b() const { return {right.input(), nullptr}; }
    [[nodiscard]] PassPair passes() const
    {
        return {
            {DeviceId(0), &left.segmentation->devices[0].passes[0]}, {DeviceId(0), &right.segmentation->devices[0].passes[0]}};
    }
    [[nodiscard]] std::vector<PassDiff> diff() const { return diffPasses(a(), b(), symbols, {{passes()}, {}}).value(); }
    [[nodiscard]] DiffSummary summary(DiffView view) const { return summarise(diff(), a(), b(), symbols, view); }

    test::BuiltTrace left;
    test::BuiltTrace right;
    DiffSymbols symbols;
};

// "=gemm:10>12 -norm:3 +copy:2 ~attn>moe:5>6" for each row that changed.
QStringList changes(const Pair &pair, const DiffSummary &summary, bool all = false)
{
    QStringList rows;
    for (const DiffGroup &g : summary.groups) {
        if (!all && g.change == DiffChange::Same && g.deltaNs() == 0)
            continue;
        const auto name = [](const test::BuiltTrace &t, KernelId k) {
            return k.valid() ? QString::fromStdString((*t.names)[t.document->kernels.name[k.value]].full) : QString();
        };
        const QString a = name(pair.left, g.kernelA);
        const QString b = name(pair.right, g.kernelB);
        switch (g.change) {
        case DiffChange::Same:
            rows << QStringLiteral("=%1x%2:%3>%4").arg(a).arg(g.countA).arg(g.aNs).arg(g.bNs);
            break;
        case DiffChange::Replaced:
            rows << QStringLiteral("~%1>%2x%3:%4>%5").arg(a, b).arg(g.countA).arg(g.aNs).arg(g.bNs);
            break;
        case DiffChange::OnlyA:
            rows << QStringLiteral("-%1x%2:%3").arg(a).arg(g.countA).arg(g.aNs);
            break;
        case DiffChange::OnlyB:
            rows << QStringLiteral("+%1x%2:%3").arg(b).arg(g.countB).arg(g.bNs);
            break;
        }
    }
    return rows;
}

// Layers of a model in sequence, each with the kernels of its text ("gemm+10 norm+3").
Made model(const std::vector<std::string> &layers)
{
    std::vector<Work> work;
    std::int64_t clock = 0;
    for (std::size_t layer = 0; layer < layers.size(); ++layer) {
        const QStringList kernels = QString::fromStdString(layers[layer]).split(QLatin1Char(' '));
        for (const QString &kernel : kernels) {
            const std::int64_t duration = kernel.section(QLatin1Char('+'), 1).toLongLong();
            work.push_back(
                {kernel.section(QLatin1Char('+'), 0, 0).toStdString(), clock, duration, 7, 0, static_cast<int>(layer)});
            clock += duration + 1;
        }
    }
    return made(work);
}

} // namespace

class TestTraceDiff : public QObject {
    Q_OBJECT
private slots:
    void rowsAndResidualAddUpToTheWalls()
    {
        std::mt19937 random(17);
        for (int i = 0; i < 300; ++i) {
            const Pair pair(made(randomPass(random, 1 + static_cast<int>(random() % 5))),
                made(randomPass(random, 1 + static_cast<int>(random() % 5))));
            const std::vector<PassDiff> diff = pair.diff();
            const auto wall = [](const test::BuiltTrace &t) {
                std::int64_t end = INT64_MIN;
                for (std::uint32_t k = 0; k < t.document->kernels.size(); ++k)
                    end = std::max(end, t.document->kernels.end(k));
                return end - t.document->kernels.start.front();
            };
            for (const DiffView view : kViews) {
                const DiffSummary summary = summarise(diff, pair.a(), pair.b(), pair.symbols, view);
                std::int64_t delta = 0;
                std::int64_t sumA = 0;
                std::int64_t sumB = 0;
                std::uint64_t kernelsA = 0;
                std::uint64_t kernelsB = 0;
                for (const DiffGroup &g : summary.groups) {
                    delta += g.deltaNs();
                    sumA += g.aNs;
                    sumB += g.bNs;
                    kernelsA += g.countA;
                    kernelsB += g.countB;
                }
                QCOMPARE(kernelsA, pair.left.document->kernels.size());
                QCOMPARE(kernelsB, pair.right.document->kernels.size());
                QCOMPARE(summary.a.wallNs, wall(pair.left));
                QCOMPARE(summary.b.wallNs, wall(pair.right));
                QCOMPARE(sumA + summary.a.residualNs(), summary.a.wallNs);
                QCOMPARE(sumB + summary.b.residualNs(), summary.b.wallNs);
                QCOMPARE(delta + summary.b.residualNs() - summary.a.residualNs(), summary.b.wallNs - summary.a.wallNs);
                if (view != DiffView::Layer && view != DiffView::Type) {
                    QCOMPARE(sumA, summary.a.sumNs);
                    QCOMPARE(sumB, summary.b.sumNs);
                    QCOMPARE(summary.a.residualNs(), summary.a.idleNs() - summary.a.overlapNs());
                }
            }
            for (const LayerDiff &layer : diff.front().layers) {
                std::int64_t sum = 0;
                for (std::uint32_t p = layer.firstPair; p < layer.firstPair + layer.pairs; ++p)
                    if (const KernelId b = diff.front().pairs[p].b; b.valid())
                        sum += pair.right.document->kernels.duration[b.value];
                QCOMPARE(sum, layer.times.b.sumNs);
            }
        }
    }

    void swappingNegatesEverything()
    {
        std::mt19937 random(23);
        for (int i = 0; i < 200; ++i) {
            const Made a = made(randomPass(random, 3));
            const Made b = made(randomPass(random, 3 + static_cast<int>(random() % 2)));
            const Pair forward(a, b);
            const Pair backward(b, a);
            for (const DiffView view : {DiffView::Kernel, DiffView::Layer, DiffView::Category, DiffView::Replaced}) {
                std::multiset<std::tuple<std::int64_t, std::int64_t, std::uint64_t, std::uint64_t, int>> rows;
                const auto code = [](DiffChange c, bool swapped) {
                    return static_cast<int>(swapped && c == DiffChange::OnlyA ? DiffChange::OnlyB
                            : swapped && c == DiffChange::OnlyB               ? DiffChange::OnlyA
                                                                              : c);
                };
                for (const DiffGroup &g : forward.summary(view).groups)
                    rows.insert({g.aNs, g.bNs, g.countA, g.countB, code(g.change, false)});
                for (const DiffGroup &g : backward.summary(view).groups) {
                    const auto found = rows.find({g.bNs, g.aNs, g.countB, g.countA, code(g.change, true)});
                    QVERIFY(found != rows.end());
                    rows.erase(found);
                }
                QVERIFY(rows.empty());
            }
        }
    }

    void knownChangesAreNamed_data()
    {
        QTest::addColumn<QStringList>("a");
        QTest::addColumn<QStringList>("b");
        QTest::addColumn<QStringList>("found");
        const QString layer = QStringLiteral("norm+4 gemm_qkv+20 attn+30 gemm_out+10 nccl+8");
        const QStringList three{layer, layer, layer};
        const auto changed = [&three, &layer](const char *from, const char *to) {
            QString text = layer;
            text.replace(QLatin1String(from), QLatin1String(to));
            return QStringList{three[0], text, text};
        };
        QTest::newRow("nothing") << three << three << QStringList{};
        QTest::newRow("replaced, same category")
            << three << changed("attn+30", "attn_fast+18") << QStringList{QStringLiteral("~attn>attn_fastx2:60>36")};
        QTest::newRow("replaced, other category")
            << three << changed("attn+30", "odd+18") << QStringList{QStringLiteral("~attn>oddx2:60>36")};
        QTest::newRow("other tile") << QStringList{QStringLiteral("norm+4 gemm_64x8+9"), QStringLiteral("norm+4 gemm_64x8+9")}
                                    << QStringList{QStringLiteral("norm+4 gemm_128x8+7"), QStringLiteral("norm+4 gemm_64x8+9")}
                                    << QStringList{QStringLiteral("~gemm_64x8>gemm_128x8x1:9>7")};
        QTest::newRow("removed") << three << changed("gemm_out+10 ", "") << QStringList{QStringLiteral("-gemm_outx2:20")};
        QTest::newRow("added") << three << changed("nccl+8", "copy+3 nccl+8") << QStringList{QStringLiteral("+copyx2:6")};
        QTest::newRow("two fused into one of the first's category")
            << three << changed("attn+30 gemm_out+10", "attn_out+33")
            << QStringList{QStringLiteral("-gemm_outx2:20"), QStringLiteral("~attn>attn_outx2:60>66")};
        QTest::newRow("two fused into a kernel of no category")
            << three << changed("attn+30 gemm_out+10", "mega+33")
            << QStringList{QStringLiteral("+megax2:66"), QStringLiteral("-attnx2:60"), QStringLiteral("-gemm_outx2:20")};
        QTest::newRow("slower") << three << changed("gemm_qkv+20", "gemm_qkv+22")
                                << QStringList{QStringLiteral("=gemm_qkvx3:60>64")};
        QTest::newRow("one layer more") << three << QStringList{layer, layer, layer, QStringLiteral("norm+1 moe+2")}
                                        << QStringList{QStringLiteral("+moex1:2"), QStringLiteral("+normx1:1")};
    }
    void knownChangesAreNamed()
    {
        QFETCH(QStringList, a);
        QFETCH(QStringList, b);
        QFETCH(QStringList, found);
        const auto layers = [](const QStringList &texts) {
            std::vector<std::string> all;
            for (const QString &text : texts)
                all.push_back(text.toStdString());
            return all;
        };
        const Pair pair(model(layers(a)), model(layers(b)));
        QStringList rows = changes(pair, pair.summary(DiffView::Kernel));
        rows.sort();
        found.sort();
        QCOMPARE(rows, found);
    }

    void slowerCategoryIsTheOnlyOneThatMoved()
    {
        const Pair pair(model({"norm+40 gemm+200 attn+300", "norm+40 gemm+200 attn+300"}),
            model({"norm+40 gemm+220 attn+300", "norm+40 gemm+220 attn+300"}));
        std::map<Category, std::int64_t> delta;
        for (const DiffGroup &g : pair.summary(DiffView::Category).groups)
            delta[*g.category] = g.deltaNs();
        QCOMPARE(delta.size(), std::size_t{3});
        QCOMPARE(delta[Category::Gemm], 40);
        QCOMPARE(delta[Category::Norm], 0);
        QCOMPARE(delta[Category::Attention], 0);
    }

    void streamsMayDrift()
    {
        // In B the other stream runs its kernels later: the same kernels in another order of starts.
        const Pair pair(
            made({{"gemm", 0, 10, 7, 0, 0}, {"nccl", 5, 10, 8, 0, 0}, {"norm", 12, 3, 7, 0, 0}, {"copy", 16, 3, 8, 0, 0}}),
            made({{"gemm", 0, 10, 7, 0, 0}, {"norm", 12, 3, 7, 0, 0}, {"nccl", 13, 10, 8, 0, 0}, {"copy", 24, 3, 8, 0, 0}}));
        const DiffSummary summary = pair.summary(DiffView::Sequence);
        QCOMPARE(changes(pair, summary), QStringList());
        QCOMPARE(summary.groups.size(), std::size_t{4});
        for (const DiffGroup &g : summary.groups)
            QVERIFY(!g.moved);
    }

    void kernelOnAnotherStreamHasMoved()
    {
        const Pair pair(made({{"gemm", 0, 10, 7, 0, 0}, {"moe", 12, 20, 7, 0, 0}, {"norm", 40, 3, 7, 0, 0}}),
            made({{"gemm", 0, 10, 7, 0, 0}, {"moe", 1, 25, 9, 0, 0}, {"norm", 12, 3, 7, 0, 0}}));
        const DiffSummary summary = pair.summary(DiffView::Sequence);
        QCOMPARE(changes(pair, summary), QStringList{QStringLiteral("=moex1:20>25")});
        QVERIFY(std::any_of(summary.groups.begin(), summary.groups.end(), [](const DiffGroup &g) { return g.moved; }));
    }

    void streamsOfOtherNumbersPlayTheSameRole()
    {
        const Pair pair(made({{"gemm", 0, 10, 7, 0, 0}, {"nccl", 5, 10, 21, 0, 0}}),
            made({{"gemm", 0, 10, 7, 0, 0}, {"nccl", 5, 11, 33, 0, 0}}));
        const DiffSummary summary = pair.summary(DiffView::Sequence);
        QCOMPARE(changes(pair, summary), QStringList{QStringLiteral("=ncclx1:10>11")});
        QVERIFY(!summary.groups.back().moved);
    }

    void replacedViewKeepsTheRestInOneRow()
    {
        const Pair pair(model({"norm+4 gemm+20 attn+30", "norm+4 gemm+20 attn+30"}),
            model({"norm+4 gemm+20 attn_fast+10", "norm+4 gemm+21 attn_fast+10"}));
        const DiffSummary summary = pair.summary(DiffView::Replaced);
        QCOMPARE(summary.groups.size(), std::size_t{2});
        QCOMPARE(summary.groups[0].change, DiffChange::Replaced);
        QCOMPARE(summary.groups[0].layers, 2u);
        QCOMPARE(summary.groups[0].deltaNs(), -40);
        QCOMPARE(summary.groups[1].change, DiffChange::Same);
        QCOMPARE(summary.groups[1].countA, std::uint64_t{4});
        QCOMPARE(summary.groups[1].deltaNs(), 1);
    }

    // Two dense layers, one that became sparse, and head and tail, which have no type.
    void layersOfOneTypeAreOneRow()
    {
        const Made lines = made({{"embed", 0, 5, 7, 0, kHeadLayer}, {"gemm", 10, 10, 7, 0, 0}, {"gemm", 30, 10, 7, 0, 1},
            {"gemm", 50, 20, 7, 0, 2}, {"logits", 80, 7, 7, 0, kTailLayer}});
        const Pair pair(lines, lines);
        std::vector<PassDiff> diff = pair.diff();
        QCOMPARE(diff.front().layers.size(), std::size_t{5});
        for (LayerDiff &layer : diff.front().layers) {
            const bool counted = layer.layer.a >= 0;
            layer.typeA = counted ? "dense" : "";
            layer.typeB = layer.layer.a == 2 ? "sparse" : layer.typeA;
        }
        const auto rows = [&](DiffView view) {
            QStringList text;
            for (const DiffGroup &g : summarise(diff, pair.a(), pair.b(), pair.symbols, view).groups)
                text << QStringLiteral("%1 %2>%3 x%4 %5 %6")
                            .arg(g.layer.a)
                            .arg(QString::fromStdString(g.typeA), QString::fromStdString(g.typeB))
                            .arg(g.layers)
                            .arg(g.aNs)
                            .arg(g.change == DiffChange::Replaced ? QStringLiteral("replaced") : QStringLiteral("same"));
            return text;
        };
        const QString head = QStringLiteral("%1 > x1 5 same").arg(kHeadLayer);
        const QString tail = QStringLiteral("%1 > x1 7 same").arg(kTailLayer);
        QCOMPARE(rows(DiffView::Type),
            (QStringList{
                head, QStringLiteral("0 dense>dense x2 20 same"), QStringLiteral("2 dense>sparse x1 20 replaced"), tail}));
        QCOMPARE(rows(DiffView::Layer),
            (QStringList{head, QStringLiteral("0 dense>dense x1 10 same"), QStringLiteral("1 dense>dense x1 10 same"),
                QStringLiteral("2 dense>sparse x1 20 replaced"), tail}));
    }

    void withoutPassesKernelsAreComparedByName()
    {
        const Pair pair(made({{"gemm_64x8", 0, 10, 7, kNoPass, kNoLayer}, {"norm", 12, 3, 7, kNoPass, kNoLayer},
                            {"copy", 20, 2, 8, kNoPass, kNoLayer}}),
            made({{"norm", 0, 4, 7, kNoPass, kNoLayer}, {"gemm_128x8", 5, 8, 7, kNoPass, kNoLayer},
                {"norm", 20, 4, 7, kNoPass, kNoLayer}}));
        const auto all = [](const test::BuiltTrace &t) { return t.index->ofDevice(DeviceId(0)); };
        const DiffSummary summary = summariseByName(
            all(pair.left), all(pair.right), pair.left.input(), pair.right.input(), pair.symbols, DiffView::Sequence);
        QCOMPARE(summary.view, DiffView::Kernel);
        QCOMPARE(changes(pair, summary, true),
            (QStringList{
                QStringLiteral("=normx1:3>8"), QStringLiteral("-copyx1:2"), QStringLiteral("~gemm_64x8>gemm_128x8x1:10>8")}));
        QCOMPARE(summary.a.wallNs, 22);
        QCOMPARE(summary.b.wallNs, 24);
        QCOMPARE(summary.a.rowsNs + summary.a.residualNs(), summary.a.wallNs);
        for (const DiffView view : {DiffView::Category, DiffView::Replaced}) {
            const DiffSummary other =
                summariseByName(all(pair.left), all(pair.right), pair.left.input(), pair.right.input(), pair.symbols, view);
            QCOMPARE(other.view, view);
            QCOMPARE(other.a.rowsNs, summary.a.rowsNs);
            QCOMPARE(other.b.rowsNs, summary.b.rowsNs);
        }
    }

    // The same kernel may be a part of a norm in one of the traces only.
    void withoutPassesEachSideHasItsOwnCategories()
    {
        Pair pair(made({{"gemm", 0, 10, 7, kNoPass, kNoLayer}, {"norm", 12, 3, 7, kNoPass, kNoLayer}}),
            made({{"gemm", 0, 10, 7, kNoPass, kNoLayer}, {"norm", 12, 5, 7, kNoPass, kNoLayer}}));
        ModelProfile other;
        other.categories.push_back({NamePattern::parse("norm").value(), Category::Elementwise});
        pair.right.names = std::make_shared<KernelNames>(*pair.right.document, test::testProfiles(), &other);
        const DiffSymbols symbols(*pair.left.document, *pair.left.names, *pair.right.document, *pair.right.names);
        const DiffSymbols swapped(*pair.right.document, *pair.right.names, *pair.left.document, *pair.left.names);
        const auto rows = [](const test::BuiltTrace &a, const test::BuiltTrace &b, const DiffSymbols &both) {
            const auto all = [](const test::BuiltTrace &t) { return t.index->ofDevice(DeviceId(0)); };
            std::map<Category, std::pair<std::int64_t, std::int64_t>> found;
            for (const DiffGroup &g : summariseByName(all(a), all(b), a.input(), b.input(), both, DiffView::Category).groups)
                found[*g.category] = {g.aNs, g.bNs};
            return found;
        };
        const auto there = rows(pair.left, pair.right, symbols);
        QCOMPARE(there,
            (decltype(there){{Category::Gemm, {10, 10}}, {Category::Norm, {3, 0}}, {Category::Elementwise, {0, 5}}}));
        const auto back = rows(pair.right, pair.left, swapped);
        QCOMPARE(back, (decltype(back){{Category::Gemm, {10, 10}}, {Category::Norm, {0, 3}}, {Category::Elementwise, {5, 0}}}));
    }

    void stopsWhenAsked()
    {
        const Pair pair(model({"gemm+1"}), model({"gemm+1"}));
        std::stop_source source;
        source.request_stop();
        JobControl control;
        control.stop = source.get_token();
        const auto diff = diffPasses(pair.a(), pair.b(), pair.symbols, {{pair.passes()}, {}}, control);
        QVERIFY(!diff);
        QCOMPARE(diff.error().code, ErrorCode::Cancelled);
    }
};

LAMELLA_CORE_APPLICATION_TEST(TestTraceDiff)
#include "tst_TraceDiff.moc"
