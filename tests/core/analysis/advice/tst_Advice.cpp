// SPDX-License-Identifier: GPL-3.0-or-later
// Advice on passes with planted patterns: each rule finds what was planted and nothing else, with the gain that was planted.
#include "core/analysis/advice/Advice.h"
#include "core/analysis/advice/PassWork.h"
#include "core/analysis/gaps/HostCalls.h"
#include "core/analysis/whatif/WhatIf.h"
#include "core/profile/ModelProfile.h"
#include "tests/support/HostText.h"
#include "tests/support/TestMain.h"
#include "tests/support/TraceBuilder.h"

#include <QtTest>

#include <map>
#include <random>
#include <set>

using namespace lamella::core;
using namespace lamella::test;

namespace {

constexpr int kLayers = 12;
constexpr int kSlowLayer = 6; // of outlier-layer; experts and collectives are quick there
constexpr int kProcessors = 132;
constexpr int kPasses = 5; // of slow-pass
constexpr int kSlowPass = 3;

// What is planted into a trace, and the wall that it costs.
using Planted = std::map<std::string, double>;

// Writes a pass of layers whose kernels are fused as far as they can be, and plants patterns into it.
class Planter {
public:
    explicit Planter(unsigned seed, const std::set<std::string> &patterns)
        : m_random(seed)
        , m_patterns(patterns)
    {
        int oddLayer = random(2, kLayers - 3);
        oddLayer += oddLayer == kSlowLayer ? 1 : 0;
        for (int layer = 0; layer < kLayers; ++layer) {
            m_slow = layer == kSlowLayer && has("outlier-layer");
            this->layer(layer, layer == oddLayer);
        }
        for (int pass = 1; has("slow-pass") && pass < kPasses; ++pass)
            repeat(pass, pass == kSlowPass ? 2 : 1);
        m_planted["slow-pass"] = has("slow-pass") ? static_cast<double>(m_wallNs) : 0;
    }
    [[nodiscard]] const std::string &text() const { return m_text; }
    // Blocks of the launches of sgemm_down; 0: none are recorded.
    [[nodiscard]] int blocks() const { return m_blocks; }
    [[nodiscard]] const KernelPlaces &places() const { return m_places; }
    [[nodiscard]] const Planted &planted() const { return m_planted; }

private:
    int random(int low, int high) { return std::uniform_int_distribution<int>(low, high)(m_random); }
    // What it takes in this layer.
    int here(int ns)
    {
        if (!m_slow)
            return ns;
        m_planted["outlier-layer"] += 0.6 * ns;
        return ns * 8 / 5;
    }
    [[nodiscard]] bool has(const char *pattern) const { return m_patterns.contains(pattern); }
    void add(int layer, const std::string &name, int ns)
    {
        write(0, layer, name, m_at, ns);
        m_pass.push_back({layer, name, m_at, ns});
        m_at += ns;
        m_wallNs = m_at;
    }
    void write(int pass, int layer, const std::string &name, std::int64_t at, std::int64_t ns)
    {
        m_text += ' ' + name + '@' + std::to_string(at) + '+' + std::to_string(ns);
        m_places.emplace_back(pass, layer);
    }
    // The first pass once more, so many times as slow.
    void repeat(int pass, std::int64_t slower)
    {
        constexpr std::int64_t kApart = 500'000;
        const std::int64_t begin = m_at + kApart;
        for (const Written &one : m_pass)
            write(pass, one.layer, one.name, begin + slower * one.at, slower * one.ns);
        m_at = begin + slower * m_wallNs;
    }
    // Several kernels in place of one: all but the longest is what fusing them brings.
    void split(int layer, const char *rule, std::initializer_list<const char *> names)
    {
        int longest = 0;
        int sum = 0;
        for (const char *name : names) {
            const int ns = here(random(4000, 5000));
            add(layer, name, ns);
            // A residual add fused with a norm writes one tensor more than the three that it moved.
            longest = std::max(longest, std::string_view(rule) == "fuse-add-norm" && sum == 0 ? ns * 4 / 3 : ns);
            sum += ns;
        }
        m_planted[rule] += sum - longest;
    }
    // Only the output projection is in fp32 where that is planted; else all are, which is the model's choice.
    [[nodiscard]] std::string product(const std::string &role) const
    {
        return (has("wide-products") ? "bf16_s16816gemm_" : "sgemm_") + role;
    }
    void layer(int number, bool odd)
    {
        if (has("fuse-add-norm") && number > 0)
            split(number, "fuse-add-norm", {"vectorized_CUDAFunctor_add", "rms_norm_kernel"});
        else if (has("fuse-norm"))
            split(number, "fuse-norm", {"vectorized_rms_norm_square", "vectorized_rms_norm_mean", "vectorized_rms_norm_scale"});
        else
            add(number, "fused_add_rms_norm_kernel", here(4500));
        const bool slow = odd && has("outlier-kernel");
        add(number, product("qkv"), slow ? 160'000 : here(20'000));
        if (slow)
            m_planted["outlier-kernel"] += 140'000;
        if (has("fuse-bias")) {
            const int ns = here(random(4000, 6000));
            add(number, "vectorized_CUDAFunctor_add", ns);
            m_planted["fuse-bias"] += ns;
        }
        if (has("fuse-qk-norm-rope-store"))
            split(number, "fuse-qk-norm-rope-store",
                {"rmsnorm_q", "rmsnorm_k", "rotary_embedding_kernel", "reshape_and_cache_flash"});
        else
            add(number, "fused_qk_norm_rope_kernel", here(5000));
        add(number, "flash_fwd_kernel", here(50'000));
        if (has("copies")) {
            const int ns = here(random(6000, 8000));
            add(number, "elementwise_direct_copy_kernel", ns);
            m_planted["copies"] += ns;
        }
        const int output = here(15'000);
        add(number, has("wide-products") ? "ampere_sgemm_64x64_tn" : "sgemm_o", output);
        if (has("wide-products"))
            m_planted["wide-products"] += output * 0.5; // half the bytes, where the peak rates are not known
        if (has("split-reduce")) {
            const int ns = here(random(4000, 6000));
            add(number, "splitKreduce_kernel", ns);
            m_planted["split-reduce"] += ns;
        }
        if (has("waiting-ranks")) {
            const bool quick = number % 6 == 0;
            const int ns = quick ? 10'000 : random(40'000, 60'000);
            add(number, "ncclDevKernel_AllReduce", ns);
            m_planted["waiting-ranks"] += ns - 10'000;
        }
        if (has("expert-imbalance")) {
            const int ns = number % 6 == 0 ? 10'000 : random(40'000, 60'000);
            add(number, "fused_moe_kernel", ns);
            m_planted["expert-imbalance"] += ns - 10'000;
        }
        if (has("fuse-norm-quantize"))
            split(number, "fuse-norm-quantize", {"fused_add_rms_norm_kernel", "per_token_group_quant_8bit_kernel"});
        else
            add(number, "fused_add_rms_norm_kernel", here(4500));
        add(number, product("up"), here(60'000));
        if (has("fuse-gelu")) { // the product keeps its time
            const int ns = here(random(6000, 8000));
            add(number, "gelu_kernel", ns);
            m_planted["fuse-gelu"] += ns;
        } else if (has("fuse-activation-quantize")) {
            split(number, "fuse-activation-quantize", {"silu_and_mul_kernel", "per_token_group_quant_8bit_kernel"});
        } else if (has("fuse-activation")) {
            split(number, "fuse-activation", {"silu_kernel", "silu_mul_kernel"});
        } else {
            add(number, "silu_and_mul_kernel", here(8000));
        }
        const int down = here(40'000);
        add(number, product("down"), down);
        if (has("last-wave")) {
            m_blocks = m_blocks > 0 ? m_blocks : kProcessors * random(1, 3) + random(1, kProcessors / 5);
            const int waves = m_blocks / kProcessors;
            m_planted["last-wave"] += down - static_cast<double>(down) * waves / (waves + 1);
        }
        if (odd && has("idle-unknown")) {
            m_at += 300'000;
            m_planted["idle-unknown"] += 300'000;
        }
    }

    struct Written {
        int layer = 0;
        std::string name;
        std::int64_t at = 0;
        std::int64_t ns = 0;
    };

    std::mt19937 m_random;
    std::set<std::string> m_patterns;
    std::vector<Written> m_pass; // the first one
    std::int64_t m_wallNs = 0; // of it
    int m_blocks = 0;
    std::string m_text = "7:";
    KernelPlaces m_places;
    Planted m_planted;
    std::int64_t m_at = 0;
    bool m_slow = false; // all of this layer
};

std::shared_ptr<TraceDocument> documentOf(const std::string &kernels, const std::string &host)
{
    std::shared_ptr<TraceDocument> document = documentFromText(kernels);
    if (!host.empty())
        addHost(*document, host);
    return document;
}

struct Case {
    explicit Case(const Planter &planter)
        : Case(planter.text(), planter.places())
    {
        KernelTable &kernels = document->kernels;
        if (planter.blocks() == 0)
            return;
        document->metadata.other.emplace_back("deviceProperties", R"([{"id":0,"numSms":)" + std::to_string(kProcessors) + "}]");
        const ShapeId shape(static_cast<std::uint32_t>(kernels.shapes.size()));
        kernels.shapes.emplace_back().grid = {static_cast<std::uint32_t>(planter.blocks()), 1, 1};
        std::vector<ShapeId> shapes;
        for (std::uint32_t k = 0; k < kernels.size(); ++k)
            shapes.push_back(document->text(kernels.name[k]).ends_with("gemm_down") ? shape : ShapeId());
        kernels.shape.assign(shapes.begin(), shapes.end());
    }
    // host: see HostText.h
    Case(const std::string &kernels, const KernelPlaces &places, const std::string &host = {})
        : document(documentOf(kernels, host))
        , segmentation(segmentationFromPlaces(*document, places))
        , names(*document, builtinProfiles(), nullptr)
        , index(*document, segmentation)
        , roles(kernelRoles({input(), rules, nullptr, nullptr}))
        , roofline(*lamella::core::roofline({input(), nullptr, nullptr, nullptr, {DevicePeaks{}}, nullptr, 0, 0}))
    {
        for (Pass &pass : segmentation.devices[0].passes)
            pass.complete = true;
        scope.devices = {DeviceId{0}};
        scope.passes = {{DeviceId{0}, &segmentation.devices[0].passes[0]}};
        gaps = gapList(input(), HostCalls(*document), scope, false);
    }
    [[nodiscard]] AnalysisInput input() const { return {*document, names, segmentation, index}; }
    [[nodiscard]] Advice found() const
    {
        return advice({input(), roles, roofline, gaps, scope.passes, builtinAdviceRules(), EventTimes(document->events)});
    }

    std::vector<const RoleRule *> rules = roleRules(builtinProfiles(), nullptr);
    std::shared_ptr<TraceDocument> document;
    Segmentation segmentation;
    KernelNames names;
    KernelIndex index;
    KernelRoles roles;
    Roofline roofline;
    KernelScope scope;
    GapList gaps;
};

QString joined(const std::set<std::string> &names)
{
    QStringList all;
    for (const std::string &name : names)
        all << QString::fromStdString(name);
    return all.join(QLatin1Char(' '));
}

const std::vector<std::string> kPatterns{"fuse-add-norm", "fuse-qk-norm-rope-store", "split-reduce", "copies", "outlier-kernel",
    "waiting-ranks", "idle-unknown", "outlier-layer", "expert-imbalance", "fuse-norm-quantize", "fuse-activation",
    "fuse-activation-quantize", "fuse-gelu", "fuse-bias", "fuse-norm", "slow-pass", "wide-products", "last-wave"};

// Experts in the middle of a layer give the work behind them other roles.
const std::vector<std::pair<std::string, std::vector<std::string>>> kExclusive{
    {"expert-imbalance", {"fuse-norm-quantize", "fuse-gelu", "fuse-activation-quantize", "fuse-activation"}},
    {"fuse-gelu", {"fuse-activation-quantize", "fuse-activation"}}, {"fuse-add-norm", {"fuse-norm"}}, {"fuse-activation-quantize", {"fuse-activation"}}};

Hardware ofOneTerabyte()
{
    Hardware device;
    device.name = "by hand";
    device.bytesPerSecond = 1e12; // 1000 bytes a ns
    return device;
}

// Says what kernels of this name cost, as a route would.
void setCost(Case &trace, const std::string &name, const OperatorCost &cost)
{
    for (std::uint32_t k = 0; k < trace.document->kernels.size(); ++k) {
        if (trace.document->text(trace.document->kernels.name[k]) != name)
            continue;
        WorkKind &kind = trace.roofline.kinds[trace.roofline.calls[trace.roofline.callOf[k]].kind];
        kind.cost = cost;
        kind.source = WorkSource::Shapes;
    }
}

OperatorCost moves(double bytes)
{
    OperatorCost cost;
    cost.bytes = bytes;
    return cost;
}

OperatorCost product(double bytes, double n, double k)
{
    OperatorCost cost = moves(bytes);
    cost.batch = 1;
    cost.m = 1;
    cost.n = n;
    cost.k = k;
    cost.input = ElementType::Bf16;
    return cost;
}

const AdviceFinding *findingOf(const Advice &advice, const std::string &rule)
{
    for (const AdviceFinding &finding : advice.findings)
        if (finding.rule->id == rule)
            return &finding;
    return nullptr;
}

// One pass of layers, each with a collective (or all of them before the first layer), of which every fourth is quick.
Advice withCollective(const char *collective, bool inLayers)
{
    std::string kernels = "7:";
    KernelPlaces places;
    std::int64_t at = 0;
    const auto add = [&](int layer, const char *name, int length) {
        kernels += ' ' + std::string(name) + '@' + std::to_string(at) + '+' + std::to_string(length);
        places.emplace_back(0, layer);
        at += length;
    };
    for (int layer = 0; layer < kLayers; ++layer) {
        add(layer, "fused_add_rms_norm_kernel", 5000);
        add(layer, "flash_fwd_kernel", 100'000);
        add(layer, "sgemm_o", 95'000);
        add(inLayers ? layer : kHeadLayer, collective, layer % 4 == 0 ? 10'000 : 50'000);
    }
    return Case(kernels, places).found();
}

} // namespace

class tst_Advice : public QObject {
    Q_OBJECT

private slots:
    void planted_data()
    {
        QTest::addColumn<unsigned>("seed");
        for (unsigned seed = 0; seed < 40; ++seed)
            QTest::addRow("seed %u", seed) << seed;
    }

    void planted()
    {
        QFETCH(unsigned, seed);
        std::mt19937 random(seed);
        std::set<std::string> patterns;
        for (const std::string &pattern : kPatterns)
            if (random() % 3 == 0)
                patterns.insert(pattern);
        // Only one of these can be at its place.
        for (const auto &[first, others] : kExclusive)
            if (patterns.contains(first))
                for (const std::string &other : others)
                    patterns.erase(other);
        const Planter planter(seed, patterns);
        const Case trace(planter);
        const Advice advice = trace.found();
        std::map<std::string, double> gains;
        for (const AdviceFinding &finding : advice.findings) {
            if (finding.rule->kind == AdviceKind::Exposed) // of any collective
                continue;
            gains[finding.rule->id] += static_cast<double>(finding.gainHighNs);
            QVERIFY(finding.gainLowNs <= finding.gainHighNs);
            QVERIFY(finding.gainLowNs >= 0);
            QVERIFY(finding.gainHighNs <= finding.nowNs);
            QVERIFY(!finding.evidence.empty() && !finding.basis.empty() && !finding.where.empty());
        }
        std::set<std::string> found;
        for (const auto &[rule, gain] : gains)
            found.insert(rule);
        QCOMPARE(joined(found), joined(patterns));
        for (const auto &[rule, gain] : planter.planted())
            QVERIFY2(std::abs(gains[rule] - gain) <= 0.05 * gain,
                qPrintable(
                    QStringLiteral("%1: planted %2, found %3").arg(QString::fromStdString(rule)).arg(gain).arg(gains[rule])));
    }

    // What a pass takes longer than the others is in the sum of that pass, and counts once.
    void slowPassIsInItsSum()
    {
        const Planter planter(7, {"slow-pass"});
        Case trace(planter);
        trace.scope.passes = {{DeviceId{0}, &trace.segmentation.devices[0].passes[kSlowPass]}};
        const Advice advice = trace.found();
        QCOMPARE(advice.findings.size(), std::size_t(1));
        QCOMPARE(advice.passes.size(), std::size_t(1));
        QCOMPARE(advice.passes[0].pass, kSlowPass);
        QCOMPARE(qint64(advice.passes[0].gainHighNs), qint64(planter.planted().at("slow-pass")));
    }

    // On each device of which a pass was asked for.
    void slowPassesOfSeveralDevices()
    {
        const Planter planter(7, {"slow-pass"});
        Case trace(planter);
        DeviceSegmentation other = trace.segmentation.devices[0];
        other.device = DeviceId{1};
        trace.segmentation.devices.push_back(std::move(other));
        const auto found = [&trace](const std::vector<std::uint32_t> &devices) {
            std::vector<PassRef> passes;
            for (const std::uint32_t device : devices)
                passes.push_back({DeviceId{device}, &trace.segmentation.devices[device].passes[0]});
            std::set<std::uint32_t> of;
            Findings all;
            for (const AdviceRule &rule : builtinAdviceRules())
                if (rule.kind == AdviceKind::SlowPass)
                    findSlowPasses({trace.input(), trace.roles, trace.roofline, trace.gaps, passes, builtinAdviceRules(),
                                       EventTimes(trace.document->events)},
                        rule, all);
            for (const AdviceFinding &finding : all)
                of.insert(finding.device.value);
            return of;
        };
        QCOMPARE(found({0, 1}), (std::set<std::uint32_t>{0, 1}));
        QCOMPARE(found({1}), (std::set<std::uint32_t>{1}));
        QVERIFY(found({}).empty());
    }

    void fusedHasNone()
    {
        const Planter planter(7, {});
        const Case trace(planter);
        const Advice advice = trace.found();
        QVERIFY(advice.findings.empty());
        QVERIFY(advice.passes.empty());
        QCOMPARE(advice.silent.size(), builtinAdviceRules().size());
    }

    // Where bytes and bandwidth are known, what is fused takes what the roofline says, at the rate of such work in this pass.
    void afterIsByTheRoofline()
    {
        for (unsigned seed = 0; seed < 10; ++seed) {
            const Planter planter(seed, {"fuse-add-norm"});
            Case trace(planter);
            trace.roofline.peaks[0] = {ofOneTerabyte(), true, {}};
            setCost(trace, "vectorized_CUDAFunctor_add", moves(3e6)); // 3 µs
            setCost(trace, "rms_norm_kernel", moves(2e6));
            const Advice advice = trace.found();
            const AdviceFinding *finding = findingOf(advice, "fuse-add-norm");
            QVERIFY(finding);
            QVERIFY(finding->basis.english().starts_with("roofline"));
            // Of 11 pairs, all that moves known bytes: 55 µs of roofline in nowNs.
            const double rate = 11 * 5000.0 / static_cast<double>(finding->nowNs);
            // The next add takes the sum: two tensors of 1 MB are read, and two are written.
            const auto each = static_cast<std::int64_t>(4e6 / (1000 * rate) + 0.5);
            QVERIFY2(std::abs(finding->afterNs - 11 * each) <= 11, qPrintable(QString::number(finding->afterNs)));
            QVERIFY(finding->gainHighNs <= finding->nowNs - finding->afterNs);
            QVERIFY(finding->gainLowNs <= finding->gainHighNs);
        }
    }

    // Behind the norm, which of both is the new residual: the sum, which the next add takes too, or the normalised one.
    void fusedAddsWriteWhatIsNeeded()
    {
        for (const bool postNorm : {false, true}) {
            std::string kernels = "7:";
            KernelPlaces places;
            int at = 0;
            const auto add = [&](int layer, const char *name, int length) {
                kernels += ' ' + std::string(name) + '@' + std::to_string(at) + '+' + std::to_string(length);
                places.emplace_back(0, layer);
                at += length;
            };
            for (int layer = 0; layer < kLayers; ++layer) {
                if (!postNorm)
                    add(layer, "vectorized_layer_norm_kernel", 45'000);
                add(layer, "sgemm_qkv", 600'000);
                add(layer, "flash_fwd_kernel", 150'000);
                add(layer, "sgemm_o", 210'000);
                add(layer, "vectorized_CUDAFunctor_add", 40'000);
                add(layer, "vectorized_layer_norm_kernel", 45'000);
                add(layer, "sgemm_up", 800'000);
                add(layer, "vectorized_gelu_kernel", 100'000);
                add(layer, "sgemm_down", 800'000);
                add(layer, "vectorized_CUDAFunctor_add", 40'000);
                if (postNorm)
                    add(layer, "vectorized_layer_norm_kernel", 45'000);
            }
            Case trace(kernels, places);
            trace.roofline.peaks[0] = {ofOneTerabyte(), true, {}};
            setCost(trace, "vectorized_CUDAFunctor_add", moves(30e6)); // three tensors
            setCost(trace, "vectorized_layer_norm_kernel", moves(20e6));
            const Advice advice = trace.found();
            const AdviceFinding *finding = findingOf(advice, "fuse-add-norm");
            QVERIFY(finding);
            // 24 adds of 30 µs and as many norms of 20 µs by the roofline, in 40 and 45 µs.
            const double each = (postNorm ? 30'000 : 40'000) * 85.0 / 50;
            const std::int64_t count = finding->places;
            QVERIFY2(
                std::abs(static_cast<double>(finding->afterNs) - static_cast<double>(count) * each) <= static_cast<double>(count),
                qPrintable(QString::number(finding->afterNs)));
            QVERIFY(count >= 2 * kLayers - 1);
            QCOMPARE(finding->gainHighNs, finding->nowNs - finding->afterNs);
            QVERIFY(finding->gainLowNs <= finding->gainHighNs);
        }
    }

    // A product that is computed as tf32 becomes no quicker than the roofline of the same product in bf16.
    void wideProductsKeepTheirRoofline_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<double>("flops");
        QTest::addColumn<double>("bytes");
        QTest::addColumn<int>("bestNs"); // of 15 µs
        const QString tf32 = QStringLiteral("sm90_xmma_gemm_f32f32_tf32f32_f32_tn_n_tilesize128x128x32");
        const QString fp32 = QStringLiteral("ampere_sgemm_64x64_tn");
        QTest::newRow("tf32: half") << tf32 << 1e6 << 1e6 << 7500;
        QTest::newRow("tf32: operations") << tf32 << 8e9 << 1e6 << 8000;
        QTest::newRow("tf32: half the bytes") << tf32 << 1e6 << 20e6 << 10'000;
        QTest::newRow("fp32: a tenth") << fp32 << 1e6 << 1e6 << 1500;
        QTest::newRow("fp32: operations") << fp32 << 3e9 << 1e6 << 3000;
    }

    void wideProductsKeepTheirRoofline()
    {
        QFETCH(QString, name);
        QFETCH(double, flops);
        QFETCH(double, bytes);
        QFETCH(int, bestNs);
        std::string text = Planter(1, {"wide-products"}).text();
        const std::string planted = "ampere_sgemm_64x64_tn";
        for (std::size_t at = text.find(planted); at != std::string::npos; at = text.find(planted, at + name.size()))
            text.replace(at, planted.size(), name.toStdString());
        Case trace(text, Planter(1, {"wide-products"}).places());
        Hardware device = ofOneTerabyte();
        device.flopsPerSecond[static_cast<std::size_t>(ElementType::Bf16)] = 1e15; // 10^6 FLOP a ns
        device.flopsPerSecond[static_cast<std::size_t>(ElementType::Tf32)] = 5e14;
        device.flopsPerSecond[static_cast<std::size_t>(ElementType::Fp32)] = 1e14;
        trace.roofline.peaks[0] = {device, true, {}};
        OperatorCost cost = moves(bytes);
        cost.flops = flops;
        setCost(trace, name.toStdString(), cost);
        const Advice advice = trace.found();
        const AdviceFinding *finding = findingOf(advice, "wide-products");
        QVERIFY(finding);
        QCOMPARE(finding->afterNs, std::int64_t{kLayers} * bestNs);
        QVERIFY(finding->gainLowNs <= finding->gainHighNs);
        QVERIFY(finding->gainHighNs <= finding->nowNs - finding->afterNs);
    }

    // What the roofline needs is not saved, whatever the waves are: 39 of 40 us.
    void lastWaveAboveTheRoofline()
    {
        Case trace(Planter(3, {"last-wave"}));
        trace.roofline.peaks[0] = {ofOneTerabyte(), true, {}};
        setCost(trace, "sgemm_down", moves(39e6));
        const Advice advice = trace.found();
        const AdviceFinding *finding = findingOf(advice, "last-wave");
        QVERIFY(!finding || finding->gainHighNs <= kLayers * 1'001);
    }

    // A product whose sizes are no multiples of 16 bytes is held against the best of those whose sizes are.
    void padding_data()
    {
        QTest::addColumn<double>("n");
        QTest::addColumn<double>("nanoseconds"); // its roofline; it takes 15 µs, and the others take twice theirs
        QTest::addColumn<bool>("found");
        QTest::newRow("odd and slower") << 4097.0 << 5800.0 << true;
        QTest::newRow("even and slower") << 4096.0 << 5800.0 << false;
        QTest::newRow("odd and as quick") << 4097.0 << 7500.0 << false;
    }

    void padding()
    {
        QFETCH(double, n);
        QFETCH(double, nanoseconds);
        QFETCH(bool, found);
        for (unsigned seed = 0; seed < 10; ++seed) {
            Case trace(Planter(seed, {}));
            trace.roofline.peaks[0] = {ofOneTerabyte(), true, {}};
            setCost(trace, "sgemm_qkv", product(10e6, 1024, 1024));
            setCost(trace, "sgemm_o", product(nanoseconds * 1000, n, 1024));
            setCost(trace, "sgemm_up", product(30e6, 1024, 1024));
            setCost(trace, "sgemm_down", product(20e6, 1024, 1024));
            const Advice advice = trace.found();
            const AdviceFinding *finding = findingOf(advice, "padding");
            QCOMPARE(finding != nullptr, found);
            QCOMPARE(advice.findings.size(), std::size_t(found ? 1 : 0));
            if (!finding)
                continue;
            QVERIFY(finding->evidence.english().find("is no multiple of 16 bytes") != std::string::npos); // k is one
            const double planted = kLayers * (15'000 - nanoseconds * 2);
            QVERIFY(std::abs(static_cast<double>(finding->gainHighNs) - planted) <= 0.05 * planted);
            QCOMPARE(finding->gainLowNs, std::int64_t(0));
        }
    }

    // GPT-2's vocabulary of 50,257 words: the product after the layers is held against theirs, but is no measure for them.
    void paddingOfTheVocabulary()
    {
        constexpr int kProducts = 8;
        std::string text = "7:";
        KernelPlaces places;
        for (int layer = 0; layer < kProducts; ++layer) {
            text += " sgemm_qkv@" + std::to_string(layer * 20'000) + "+20000";
            places.emplace_back(0, layer);
        }
        text += " sgemm_logits@" + std::to_string(kProducts * 20'000) + "+100000";
        places.emplace_back(0, kTailLayer);
        for (const double words : {50'257.0, 50'304.0}) {
            Case trace(text, places);
            trace.roofline.peaks[0] = {ofOneTerabyte(), true, {}};
            setCost(trace, "sgemm_qkv", product(10e6, words == 50'257 ? 1024 : 1023, 1024)); // half of the limit
            setCost(trace, "sgemm_logits", product(words == 50'257 ? 30e6 : 90e6, words, 1024));
            const Advice advice = trace.found();
            const AdviceFinding *finding = findingOf(advice, "padding");
            QCOMPARE(finding != nullptr, words == 50'257);
            if (finding != nullptr)
                QCOMPARE(finding->gainHighNs, std::int64_t{40'000}); // 100 us at 30 %, at 50 % they would be 60
        }
    }

    // The output projection takes 15 µs where its bytes need `nanoseconds`; the other products take twice what theirs need.
    void slowerThanSisters()
    {
        for (unsigned seed = 0; seed < 40; ++seed) {
            std::mt19937 random(seed);
            const int nanoseconds = 2000 + static_cast<int>(random() % 3000);
            Case trace(Planter(seed, {}));
            trace.roofline.peaks[0] = {ofOneTerabyte(), true, {}};
            setCost(trace, "sgemm_qkv", product(10e6, 1024, 1024));
            setCost(trace, "sgemm_o", product(nanoseconds * 1000.0, 1024, 1024));
            setCost(trace, "sgemm_up", product(30e6, 1024, 1024));
            setCost(trace, "sgemm_down", product(20e6, 1024, 1024));
            const Advice advice = trace.found();
            QCOMPARE(advice.findings.size(), std::size_t(1));
            QCOMPARE(advice.findings[0].rule->id, std::string("slower-than-sisters"));
            const double planted = kLayers * (15'000 - nanoseconds * 2);
            QVERIFY(std::abs(static_cast<double>(advice.findings[0].gainHighNs) - planted) <= 0.05 * planted);
        }
    }

    // Collectives of one length with nothing beside them could be hidden behind the work of the pass, but no more than that
    // takes.
    void exposedCommunication()
    {
        for (unsigned seed = 0; seed < 40; ++seed) {
            std::mt19937 random(seed);
            const int ns = 20'000 + static_cast<int>(random() % 400'000);
            std::string kernels = "7:";
            KernelPlaces places;
            std::int64_t at = 0;
            const auto add = [&](int layer, const char *name, int length) {
                kernels += ' ' + std::string(name) + '@' + std::to_string(at) + '+' + std::to_string(length);
                places.emplace_back(0, layer);
                at += length;
            };
            for (int layer = 0; layer < kLayers; ++layer) {
                add(layer, "fused_add_rms_norm_kernel", 5000);
                add(layer, "flash_fwd_kernel", 100'000);
                add(layer, "sgemm_o", 95'000);
                add(layer, "ncclDevKernel_AllReduce", ns);
            }
            const Advice advice = Case(kernels, places).found();
            const AdviceFinding *finding = findingOf(advice, "exposed-communication");
            QVERIFY(finding);
            QCOMPARE(advice.findings.size(), std::size_t(1));
            const double planted = kLayers * std::min(ns, 200'000);
            QVERIFY(std::abs(static_cast<double>(finding->gainHighNs) - planted) <= 0.05 * planted);
            QCOMPARE(finding->gainLowNs, std::int64_t(0));
        }
    }

    // Compute beside which a collective runs already, or that runs beside other compute, hides no more of them.
    void computeIsBesideOneCollective()
    {
        std::string side = "8:";
        std::string main = "7:";
        KernelPlaces places;
        for (int layer = 0; layer < kLayers; ++layer) {
            const auto at = [layer](int ns) { return std::to_string(layer * 300'000 + ns) + '+'; };
            // 100 us of products, beside which 80 us of a collective and then 20 us of attention run, and 150 us of a collective
            // alone.
            main += " sgemm_o@" + at(0) + "100000";
            side += " ncclDevKernel_AllReduce@" + at(0) + "80000 flash_fwd_kernel@" + at(80'000)
                + "20000 ncclDevKernel_AllReduce@" + at(100'000) + "150000";
        }
        for (int layer = 0; layer < kLayers; ++layer)
            for (int kernel = 0; kernel < 4; ++kernel)
                places.emplace_back(0, layer);
        const Advice advice = Case(main + "\n" + side, places).found();
        const AdviceFinding *finding = findingOf(advice, "exposed-communication");
        QVERIFY(finding);
        QCOMPARE(finding->nowNs, std::int64_t(kLayers) * 150'000);
        QCOMPARE(finding->gainHighNs, std::int64_t(kLayers) * 20'000);
    }

    // A gap that the host spends allocating is that, not one without a cause; the same gap without the call is.
    void allocation()
    {
        for (unsigned seed = 0; seed < 10; ++seed) {
            for (const char *call : {"cudaMalloc", "hipFree", "cuMemCreate", "cudaMemcpyAsync"}) {
                const Planter planter(seed, {"idle-unknown"});
                Case trace(planter);
                TimeRange longest;
                for (const Gap &gap : trace.gaps.gaps)
                    if (gap.lengthNs() > longest.length().value)
                        longest = gap.range;
                const std::int64_t inside = longest.length().value * 3 / 4;
                addHost(*trace.document,
                    "1: " + std::string(call) + '@' + std::to_string(longest.begin.value) + '+' + std::to_string(inside));
                const Advice advice = trace.found();
                QCOMPARE(advice.findings.size(), std::size_t(1));
                const bool allocates = std::string_view(call) != "cudaMemcpyAsync";
                QCOMPARE(QString::fromStdString(advice.findings[0].rule->id),
                    QString::fromLatin1(allocates ? "allocation" : "idle-unknown"));
                QCOMPARE(advice.findings[0].gainHighNs, allocates ? inside : longest.length().value);
            }
        }
    }

    // Gaps before the second product of some layers, whose launch comes late: because the host is busy, synchronises, or copies.
    void idleByCause_data()
    {
        QTest::addColumn<QString>("call"); // that fills the gap up to the launch
        QTest::addColumn<QString>("rule");
        QTest::newRow("late launch") << QString() << QStringLiteral("host-bound");
        QTest::newRow("synchronises") << QStringLiteral("cudaStreamSynchronize") << QStringLiteral("sync");
        QTest::newRow("copies") << QStringLiteral("cudaMemcpyAsync") << QStringLiteral("copy-wait");
    }

    void idleByCause()
    {
        QFETCH(QString, call);
        QFETCH(QString, rule);
        for (unsigned seed = 0; seed < 40; ++seed) {
            std::mt19937 random(seed);
            std::string kernels = "7:";
            std::string host = "1:";
            KernelPlaces places;
            std::int64_t at = 1'000'000;
            std::int64_t planted = 0;
            int number = 0;
            const auto add = [&](int layer, const char *name, std::int64_t ns, std::int64_t launch) {
                kernels += ' ' + std::string(name) + '@' + std::to_string(at) + '+' + std::to_string(ns);
                host += " cudaLaunchKernel>" + std::to_string(number++) + '@' + std::to_string(launch) + "+500";
                places.emplace_back(0, layer);
                at += ns;
            };
            for (int layer = 0; layer < kLayers; ++layer) {
                add(layer, "fused_add_rms_norm_kernel", 4500, at - 300'000);
                add(layer, "sgemm_qkv", 20'000, at - 300'000);
                add(layer, "fused_qk_norm_rope_kernel", 5000, at - 300'000);
                add(layer, "flash_fwd_kernel", 50'000, at - 300'000);
                add(layer, "sgemm_o", 15'000, at - 300'000);
                add(layer, "fused_add_rms_norm_kernel", 4500, at - 300'000);
                std::int64_t launch = at - 300'000;
                if (layer % 3 == static_cast<int>(seed % 3)) {
                    const std::int64_t gap = 60'000 + 1000 * static_cast<std::int64_t>(random() % 60);
                    launch = at + gap - 8000;
                    if (!call.isEmpty())
                        host += ' ' + call.toStdString() + '@' + std::to_string(at - 1000) + '+' + std::to_string(gap - 9000);
                    at += gap;
                    planted += gap;
                }
                add(layer, "sgemm_up", 60'000, launch);
                add(layer, "silu_and_mul_kernel", 8000, at - 300'000);
                add(layer, "sgemm_down", 40'000, at - 300'000);
            }
            const Case trace(kernels, places, host);
            const Advice advice = trace.found();
            QCOMPARE(advice.findings.size(), std::size_t(1));
            const AdviceFinding &finding = advice.findings.front();
            QCOMPARE(QString::fromStdString(finding.rule->id), rule);
            QCOMPARE(finding.places, std::int64_t(4));
            QCOMPARE(finding.nowNs, planted);
            QVERIFY(std::abs(static_cast<double>(finding.gainHighNs - planted)) <= 0.05 * static_cast<double>(planted));
            QVERIFY(finding.gainLowNs > 0 && finding.gainLowNs < finding.gainHighNs);
        }
    }

    // Copies within the device, launched long before: the host waits for none of them.
    void copiesOfTheDevice()
    {
        std::string kernels = "7:";
        std::string host = "1:";
        KernelPlaces places;
        std::int64_t at = 1'000'000;
        for (int number = 0; number < 3 * kLayers; ++number) {
            const bool copy = number % 3 != 0;
            at += number % 3 == 2 ? 6000 : 1500; // the longer ones between two copies
            kernels += (copy ? " __amd_rocclr_copyBuffer@" : " flash_fwd_kernel@") + std::to_string(at) + "+50000";
            host += " cudaLaunchKernel>" + std::to_string(number) + '@' + std::to_string(at - 900'000) + "+500";
            places.emplace_back(0, number / 3);
            at += 50'000;
        }
        const Case trace(kernels, places, host);
        for (const AdviceFinding &finding : trace.found().findings)
            QVERIFY2(finding.rule->id != "copy-wait", finding.evidence.english().c_str());
    }

    // A kernel that starts long after its launch does not wait for the host.
    void launchedEarlyInTheGap()
    {
        std::string kernels = "7:";
        std::string host = "1:";
        KernelPlaces places;
        std::int64_t at = 1'000'000;
        for (int number = 0; number < 3 * kLayers; ++number) {
            const bool waits = number % 3 == 2 && number < 15;
            at += waits ? 190'000 : 0;
            kernels += " flash_fwd_kernel@" + std::to_string(at) + "+50000";
            host += " cudaLaunchKernel>" + std::to_string(number) + '@' + std::to_string(waits ? at - 180'000 : at - 300'000) + "+500";
            places.emplace_back(0, number / 3);
            at += 50'000;
        }
        const Case trace(kernels, places, host);
        const Advice advice = trace.found();
        QVERIFY(!findingOf(advice, "host-bound"));
        const AdviceFinding *finding = findingOf(advice, "idle-unknown");
        QVERIFY(finding);
        QCOMPARE(finding->nowNs, std::int64_t(5 * 190'000));
        QCOMPARE(finding->evidence.english().find("host-late"), std::string::npos);
    }

    // Where another pass keeps the device at work, the gaps of a pass are no idle time.
    void anotherPassRunsInTheGaps()
    {
        for (const bool beside : {false, true}) {
            std::string kernels = "7:";
            std::string others = "; 8:";
            KernelPlaces places; // of kernels by start: those of the two streams take turns
            for (int layer = 0; layer < kLayers; ++layer) {
                kernels += " flash_fwd_kernel@" + std::to_string(layer * 100'000) + "+60000";
                places.emplace_back(0, layer);
                if (beside) {
                    others += " sgemm_up@" + std::to_string(layer * 100'000 + 50'000) + "+60000"; // beyond the gap
                    places.emplace_back(1, layer);
                }
            }
            const Advice advice = Case(beside ? kernels + others : kernels, places).found();
            QCOMPARE(findingOf(advice, "idle-unknown") != nullptr, !beside);
        }
    }

    // Collectives outside of layers may be of any size, unless that is recorded.
    void sizesMustBeKnown()
    {
        for (const bool inLayers : {true, false})
            QCOMPARE(findingOf(withCollective("ncclDevKernel_AllReduce", inLayers), "waiting-ranks") != nullptr, inLayers);
    }

    // What goes to experts is as large as their tokens, which differ from layer to layer.
    void unsizedExchangesAreLeftOut()
    {
        for (const char *name : {"epdispatch_kernel", "a2a_combine_kernel", "ncclDevKernel_AllToAll_dispatch"})
            QVERIFY2(!findingOf(withCollective(name, true), "waiting-ranks"), name);
    }

    // Where no size is recorded, none is claimed.
    void unsizedCallsAreOfOneName()
    {
        const Advice advice = withCollective("ncclDevKernel_AllReduce", true);
        const AdviceFinding *finding = findingOf(advice, "waiting-ranks");
        QVERIFY(finding);
        const std::string &evidence = finding->evidence.english();
        QVERIFY2(evidence.find("of one size") == std::string::npos, evidence.c_str());
        QVERIFY2(evidence.find("their size is not recorded") != std::string::npos, evidence.c_str());
        for (const AdviceRule &rule : builtinAdviceRules())
            QVERIFY2(rule.kind != AdviceKind::Waiting || rule.title.find("size") == std::string::npos, rule.title.c_str());
    }

    // One place where a finding shows: a layer with a change, or the gap with what is around it.
    void examples()
    {
        const Planter planter(5, {"fuse-add-norm", "outlier-kernel", "idle-unknown"});
        const Case trace(planter);
        const Advice advice = trace.found();
        QCOMPARE(advice.findings.size(), std::size_t(3));
        for (const AdviceFinding &finding : advice.findings) {
            QVERIFY(finding.example.length().value > 0);
            if (!finding.gaps.empty()) {
                QCOMPARE(finding.example.length().value, 2 * finding.gaps[0].length().value);
                QVERIFY(finding.example.begin < finding.gaps[0].begin && finding.gaps[0].end < finding.example.end);
                continue;
            }
            QVERIFY(std::any_of(finding.changes.begin(), finding.changes.end(), [&](const AdviceChange &change) {
                return finding.example.contains({trace.document->kernels.start[change.kernel.value]});
            }));
        }
    }

    // Two streams: a kernel that runs beside a longer one brings nothing, whatever it takes.
    void nothingBesideWhatIsLonger()
    {
        std::string text = "7:";
        std::string side = "; 8:";
        KernelPlaces places;
        for (int i = 0; i < 10; ++i) {
            const std::string at = std::to_string(i * 100'000);
            text += " flash_fwd_kernel@" + at + "+90000";
            side += " elementwise_direct_copy_kernel@" + at + "+30000";
            places.insert(places.end(), 2, {0, 0});
        }
        const auto document = documentFromText(text + side);
        Segmentation segmentation = segmentationFromPlaces(*document, places);
        const KernelNames names(*document, builtinProfiles(), nullptr);
        const KernelIndex index(*document, segmentation);
        const AnalysisInput input{*document, names, segmentation, index};
        const std::vector<const RoleRule *> rules = roleRules(builtinProfiles(), nullptr);
        const KernelRoles roles = kernelRoles({input, rules, nullptr, nullptr});
        const Roofline roofline = *lamella::core::roofline({input, nullptr, nullptr, nullptr, {DevicePeaks{}}, nullptr, 0, 0});
        const std::vector<PassRef> passes{{DeviceId{0}, &segmentation.devices[0].passes[0]}};
        const Advice advice =
            lamella::core::advice({input, roles, roofline, {}, passes, builtinAdviceRules(), EventTimes(document->events)});
        for (const AdviceFinding &finding : advice.findings)
            QVERIFY(finding.rule->id != "copies");
    }

    // The median is that of the steady passes, as everywhere; cold passes and outliers do not count.
    void aSlowPassIsComparedWithTheSteadyOnes()
    {
        auto rules = parseAdviceRules(
            R"({"schema_version": 1, "rules": [{"id": "a", "title": "a", "kind": "slow-pass", "factor": 1.5, "min_count": 4,
                "certainty": "check", "change": "c"}]})",
            "one.json");
        QVERIFY(rules);
        Case trace("7: gemm@0+900000 gemm@1000000+100000 gemm@2000000+102000 gemm@3000000+104000 gemm@4000000+106000 "
                   "gemm@5000000+300000",
            {{0, 0}, {1, 0}, {2, 0}, {3, 0}, {4, 0}, {5, 0}});
        std::vector<Pass> &passes = trace.segmentation.devices[0].passes;
        for (Pass &pass : passes) {
            pass.stage = Stage::Decode;
            pass.state = pass.number == 0 ? PassState::Cold : pass.number == 5 ? PassState::Outlier : PassState::Steady;
        }
        const Advice advice = lamella::core::advice({trace.input(), trace.roles, trace.roofline, trace.gaps, trace.scope.passes,
            *rules, EventTimes(trace.document->events)});
        QCOMPARE(advice.findings.size(), std::size_t(1));
        QCOMPARE(advice.findings[0].pass, 5);
        QCOMPARE(advice.findings[0].afterNs, std::int64_t(102'000));
        QCOMPARE(advice.findings[0].gainHighNs, std::int64_t(198'000));
    }

    // What two findings both shorten counts once.
    void overlapsCountOnce()
    {
        auto rules = parseAdviceRules(R"({"schema_version": 1, "rules": [
            {"id": "a", "title": "a", "kind": "outlier", "factor": 3, "min_count": 8, "certainty": "check", "change": "c"},
            {"id": "b", "title": "b", "kind": "outlier", "factor": 4, "min_count": 8, "certainty": "check", "change": "c"}]})",
            "two.json");
        QVERIFY(rules);
        const Planter planter(3, {"outlier-kernel"});
        const Case trace(planter);
        const Advice advice = lamella::core::advice({trace.input(), trace.roles, trace.roofline, trace.gaps, trace.scope.passes,
            *rules, EventTimes(trace.document->events)});
        QCOMPARE(advice.findings.size(), std::size_t(2));
        QCOMPARE(advice.findings[0].gainHighNs, std::int64_t(140'000));
        QCOMPARE(advice.findings[1].gainHighNs, std::int64_t(140'000));
        QCOMPARE(advice.passes.front().gainHighNs, std::int64_t(140'000));
        // A colon between layer and kernel: "%1 %2" joins sentences, in Chinese without a blank.
        const std::string where = advice.findings[0].where.english();
        QVERIFY2(where.starts_with("L") && where.find(": ") != std::string::npos, where.c_str());
    }

    void faults_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("place");
        const QString rule = QStringLiteral(R"({"schema_version":1,"rules":[{"id":"x","title":"t","change":"c",%1}]})");
        QTest::newRow("no JSON") << QStringLiteral("{") << QString();
        QTest::newRow("version") << QStringLiteral(R"({"rules":[]})") << QStringLiteral("/schema_version");
        QTest::newRow("kind") << rule.arg(QStringLiteral(R"("kind":"melt","certainty":"check")"))
                              << QStringLiteral("/rules/0/kind");
        QTest::newRow("no steps") << rule.arg(QStringLiteral(R"("kind":"fuse","certainty":"check")"))
                                  << QStringLiteral("/rules/0/steps");
        QTest::newRow("category") << rule.arg(QStringLiteral(R"("kind":"fuse","certainty":"check","steps":[{"category":"gem"}])"))
                                  << QStringLiteral("/rules/0/steps/0/category");
        QTest::newRow("share") << rule.arg(QStringLiteral(R"("kind":"idle","certainty":"check","min_share":2)"))
                               << QStringLiteral("/rules/0/min_share");
        QTest::newRow("no calls") << rule.arg(QStringLiteral(R"("kind":"allocation","certainty":"check")"))
                                  << QStringLiteral("/rules/0/calls");
        QTest::newRow("member") << rule.arg(QStringLiteral(R"("kind":"idle","certainty":"check","gain":2)"))
                                << QStringLiteral("/rules/0");
    }

    void faults()
    {
        QFETCH(QString, text);
        QFETCH(QString, place);
        const auto rules = parseAdviceRules(text.toStdString(), "x.json");
        QVERIFY(!rules);
        QVERIFY(QString::fromStdString(rules.error().detail.english()).contains(place));
    }
};

LAMELLA_TEST(tst_Advice)
#include "tst_Advice.moc"
