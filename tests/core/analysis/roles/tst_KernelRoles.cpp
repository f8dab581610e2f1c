// SPDX-License-Identifier: GPL-3.0-or-later
// Roles of kernels: layers whose roles are known by hand, rules of a user, and modules of recorded traces, which tell the same as
// the place of a kernel does.
#include "core/analysis/LaunchChain.h"
#include "core/analysis/roles/KernelRoles.h"
#include "core/import/ImporterRegistry.h"
#include "core/profile/ProfileReader.h"
#include "core/session/AnalysisSession.h"
#include "tests/support/SharedTraces.h"
#include "tests/support/TestMain.h"
#include "tests/support/TraceBuilder.h"

#include <QtTest>

#include <map>
#include <sstream>

using namespace lamella::core;
using namespace lamella::test;

namespace {

// "a b c" as one layer of one pass, each kernel 10 ns after the one before, and its roles by the rules ("-" = none).
// "side:a" runs on a side stream.
std::string rolesOf(const std::string &kernels, const ModelConfig *config = nullptr, Stage stage = Stage::Decode,
    const ModelProfile *profile = nullptr, int layer = 0)
{
    std::string text = "7:";
    std::string side = "; 8:";
    std::vector<std::uint8_t> isSide;
    KernelPlaces places;
    std::istringstream words(kernels);
    for (std::string word; words >> word;) {
        isSide.push_back(word.starts_with("side:") ? 1 : 0);
        const std::string one = (isSide.back() != 0 ? word.substr(5) : word) + '@' + std::to_string(places.size() * 20) + "+10";
        (isSide.back() != 0 ? side : text) += ' ' + one;
        places.emplace_back(0, layer);
    }
    if (std::find(isSide.begin(), isSide.end(), 1) != isSide.end())
        text += side;
    const auto document = documentFromText(text);
    Segmentation segmentation = segmentationFromPlaces(*document, places);
    segmentation.devices[0].passes[0].stage = stage;
    segmentation.side = isSide;
    const KernelNames names(*document, builtinProfiles(), nullptr);
    const KernelIndex index(*document, segmentation);
    const std::vector<const RoleRule *> rules = roleRules(builtinProfiles(), profile);
    const KernelRoles roles = kernelRoles({{*document, names, segmentation, index}, rules, nullptr, config});
    std::string all;
    for (std::uint32_t k = 0; k < document->kernels.size(); ++k)
        all += (k == 0 ? "" : ", ") + (roles.id(KernelId{k}) == 0 ? std::string("-") : std::string(roles.of(KernelId{k})));
    return all;
}

ModelConfig config(const char *text)
{
    return *parseModelConfig(text, "config.json");
}

// What modules tell about a product: by the class of the module around its linear layer, and which of the linear layers of that
// module it is.
class ModuleTruth {
public:
    explicit ModuleTruth(const TraceDocument &document)
        : m_document(document)
    {
    }
    std::string roleOf(const LaunchChain &chain)
    {
        EventId linear;
        for (std::size_t i = chain.stack.size(); i-- > 0;) {
            const std::string_view name = m_document.text(m_document.events.row(chain.stack[i]).name);
            if (!name.starts_with("nn.Module: "))
                continue;
            if (!linear.valid()) {
                if (!name.starts_with("nn.Module: Linear_"))
                    return {};
                linear = chain.stack[i];
                continue;
            }
            std::vector<EventId> &own = m_linears[chain.stack[i].value];
            if (std::find(own.begin(), own.end(), linear) == own.end())
                own.push_back(linear);
            const auto place = static_cast<std::size_t>(std::find(own.begin(), own.end(), linear) - own.begin());
            return named(name, place);
        }
        return {};
    }

private:
    static std::string named(std::string_view parent, std::size_t place)
    {
        const auto of = [&](std::string_view part) { return parent.find(part) != std::string_view::npos; };
        const auto at = [&](std::initializer_list<const char *> roles) {
            return place < roles.size() ? std::string(*(roles.begin() + place)) : std::string();
        };
        if (of("SelfOutput"))
            return "o_proj";
        if (of("SelfAttention"))
            return at({"q", "k", "v"});
        if (of("Qwen2Attention"))
            return at({"q", "k", "v", "o_proj"});
        if (of("Qwen2MLP"))
            return at({"gate", "up", "down"});
        if (of("MultiQueryAttention"))
            return at({"qkv", "o_proj"});
        if (of("Intermediate"))
            return "up";
        if (of("BertOutput") || of("ViTOutput"))
            return "down";
        return {};
    }
    const TraceDocument &m_document;
    std::map<std::uint32_t, std::vector<EventId>> m_linears; // by module
};

} // namespace

class tst_KernelRoles : public QObject {
    Q_OBJECT

private slots:
    void layers_data()
    {
        QTest::addColumn<QString>("kernels");
        QTest::addColumn<QString>("roles");
        QTest::newRow("dense, fused")
            << "fused_add_rms_norm_kernel nvjet_tst_gemm rotary_embedding_kernel reshape_and_cache_flash "
               "flash_fwd_kernel nvjet_tst_splitK_gemm splitKreduce_kernel fused_add_rms_norm_kernel "
               "nvjet_tst_gemm act_and_mul_kernel nvjet_tst_gemm"
            << "norm attn, qkv, rope, kv store, attention, o_proj, o_proj, norm mlp, gate_up, "
               "activation, down";
        QTest::newRow("two norms of heads, collectives")
            << "fused_add_rms_norm_kernel sgemm_1 rmsnorm_kernel rmsnorm_kernel flash_fwd_kernel sgemm_2 ncclDevKernel_AllReduce "
               "fused_add_rms_norm_kernel sgemm_3 gelu_kernel sgemm_4 ncclDevKernel_AllReduce"
            << "norm attn, qkv, q norm, k norm, attention, o_proj, all-reduce attn, norm mlp, up, activation, down, all-reduce "
               "mlp";
        QTest::newRow("experts beside a shared one")
            << "fused_add_rms_norm_kernel sgemm_1 flash_fwd_kernel sgemm_2 fused_add_rms_norm_kernel sgemm_3 topkGatingSoftmax "
               "moe_align_block_size sgemm_4 fused_moe_kernel act_and_mul_kernel sgemm_5 act_and_mul_kernel fused_moe_kernel "
               "moe_sum_kernel ncclDevKernel_AllReduce"
            << "norm attn, qkv, attention, o_proj, norm mlp, router, top-k, sort tokens, shared gate_up, experts gate_up, "
               "shared activation, shared down, experts activation, experts down, experts sum, all-reduce MoE";
        QTest::newRow("norms behind") << "sgemm_1 sgemm_2 sgemm_3 flash_fwd_kernel sgemm_4 layer_norm_kernel sgemm_5 gelu_kernel "
                                         "sgemm_6 layer_norm_kernel"
                                      << "q, k, v, attention, o_proj, norm attn, up, activation, down, norm mlp";
        QTest::newRow("more products than a layer has")
            << "rms_norm_kernel sgemm_1 flash_fwd_kernel sgemm_2 sgemm_3 sgemm_4 sgemm_5 sgemm_6"
            << "norm attn, qkv, attention, o_proj, -, -, -, -";
        QTest::newRow("nothing but products") << "sgemm_1 sgemm_2 sgemm_3"
                                              << "-, -, -";
    }

    void layers()
    {
        QFETCH(QString, kernels);
        QFETCH(QString, roles);
        QCOMPARE(QString::fromStdString(rolesOf(kernels.toStdString())), roles);
    }

    // What runs beside a layer without work of its own is no part of it; a stream with products is.
    void sideStreams()
    {
        const std::string before = "rms_norm_kernel sgemm_1 flash_fwd_kernel sgemm_2 rms_norm_kernel sgemm_3 ";
        QCOMPARE(QString::fromStdString(rolesOf(before + "side:neg_kernel act_and_mul_kernel sgemm_4")),
            QStringLiteral("norm attn, qkv, attention, o_proj, norm mlp, gate_up, -, activation, down"));
        QCOMPARE(QString::fromStdString(rolesOf(before + "side:gelu_kernel side:sgemm_4")),
            QStringLiteral("norm attn, qkv, attention, o_proj, norm mlp, up, activation, down"));
    }

    // A copy to the host is not one in, whatever its place.
    void copiesHaveDirections()
    {
        QCOMPARE(rolesOf("Memcpy_HtoD Memcpy_DtoH", nullptr, Stage::Decode, nullptr, kHeadLayer), std::string("copy in, -"));
        QCOMPARE(rolesOf("Memcpy_HtoD Memcpy_DtoH", nullptr, Stage::Decode, nullptr, kTailLayer), std::string("-, copy out"));
    }

    void aConfigDecides()
    {
        ModelConfig latent = config(R"({"model_type": "deepseek_v3", "num_hidden_layers": 1, "hidden_size": 8,
            "num_attention_heads": 4, "q_lora_rank": 6, "kv_lora_rank": 5, "qk_nope_head_dim": 2, "qk_rope_head_dim": 1,
            "v_head_dim": 2, "intermediate_size": 16})");
        const char *kernels = "rms_norm_kernel sgemm_1 sgemm_2 sgemm_3 flash_fwd_kernel sgemm_4 sgemm_5 sgemm_6 x_kernel sgemm_7";
        QCOMPARE(
            rolesOf(kernels, &latent), std::string("norm attn, qkv_a, q_b, w_uk, attention, w_uv, o_proj, gate_up, -, down"));
        QCOMPARE(rolesOf("sgemm_1 sgemm_2 sgemm_3 flash_fwd_kernel sgemm_4", &latent, Stage::Prefill),
            std::string("qkv_a, q_b, kv_b, attention, o_proj"));
        latent.layers = 4; // the config of another model, which the roofline refuses
        QCOMPARE(rolesOf(kernels, &latent), rolesOf(kernels));
    }

    void backwardHasNoPlaces()
    {
        QCOMPARE(rolesOf("sgemm_1 sgemm_2 flash_bwd_kernel sgemm_3", nullptr, Stage::Backward),
            std::string("-, -, attention backward, -"));
        QCOMPARE(rolesOf("sgemm_1 adam_kernel", nullptr, Stage::Optimizer), std::string("optimizer, optimizer"));
    }

    void rulesOfAUser()
    {
        const auto read = readProfileFile(R"({"schema_version": 1, "name": "mine", "roles": [
            {"role": "my gate", "category": "gemm", "pattern": "sgemm_3", "after": ["attention", "qkv"], "nth": -1},
            {"role": "first", "pattern": "/^x_/", "previous": "start", "when": ["decode"], "runs": true}]})",
            "mine.json");
        QVERIFY(read);
        const ModelProfile &mine = read->profiles.front();
        // A rule before the universal ones asks for roles that are not given yet, so its second condition never holds.
        QCOMPARE(rolesOf("x_a x_b rms_norm_kernel sgemm_1 flash_fwd_kernel sgemm_3", nullptr, Stage::Decode, &mine),
            std::string("first, first, norm attn, qkv, attention, o_proj"));
        QCOMPARE(rolesOf("x_a rms_norm_kernel", nullptr, Stage::Prefill, &mine), std::string("-, -"));
        // As written, read again: the same text.
        ModelProfile copy = mine;
        const auto again = readProfileFile(profileText(copy), "again.json");
        QVERIFY(again);
        QCOMPARE(profileText(again->profiles.front()), profileText(copy));
        QVERIFY(profileText(copy).find(R"("after": ["attention", "qkv"])") != std::string::npos);
    }

    void faultsOfRules_data()
    {
        QTest::addColumn<QString>("rule");
        QTest::addColumn<QString>("pointer");
        QTest::newRow("no name") << R"({"category": "gemm"})"
                                 << "/roles/0/role";
        QTest::newRow("two names") << R"({"role": "a", "roles": ["b"]})"
                                   << "/roles/0";
        QTest::newRow("category") << R"({"role": "a", "category": ["gemm", "gem"]})"
                                  << "/roles/0/category/1";
        QTest::newRow("trait") << R"({"role": "a", "when": "wet"})"
                               << "/roles/0/when";
        QTest::newRow("section") << R"({"role": "a", "section": "left"})"
                                 << "/roles/0/section";
        QTest::newRow("flag") << R"({"role": "a", "runs": 1})"
                              << "/roles/0/runs";
        QTest::newRow("member") << R"({"role": "a", "where": "here"})"
                                << "/roles/0/where";
        QTest::newRow("nth") << R"({"role": "a", "nth": 0.5})"
                             << "/roles/0/nth";
    }

    void faultsOfRules()
    {
        QFETCH(QString, rule);
        QFETCH(QString, pointer);
        std::vector<ProfileFault> faults;
        const std::string text = R"({"schema_version": 1, "name": "x", "roles": [)" + rule.toStdString() + "]}";
        (void)readProfileFile(text, "x.json", {}, faults);
        QVERIFY(!faults.empty());
        QCOMPARE(QString::fromStdString(faults.front().pointer), pointer);
    }

    // Rules that know no modules, against the modules that the trace records.
    void placesAgreeWithModules_data()
    {
        QTest::addColumn<QString>("file");
        QTest::addColumn<int>("products"); // whose role the modules tell
        QTest::newRow("qwen") << "chrome/tl_h100_qwen1.5-0.5b.json.gz" << 168;
        QTest::newRow("bert") << "roofline/h100/gaunernst_bert-small-uncased__1016001.json.gz" << 24;
        QTest::newRow("bert, amd") << "roofline/mi300/gaunernst_bert-small-uncased__1016001.json.gz" << 24;
        QTest::newRow("vit") << "roofline/h100/Falconsai_nsfw_image_detection__1016002.json.gz" << 72;
        QTest::newRow("vit, amd") << "roofline/mi300/Falconsai_nsfw_image_detection__1016002.json.gz" << 72;
        QTest::newRow("switch") << "chrome/switchtransformers_trace.json" << 20;
    }

    void placesAgreeWithModules()
    {
        QFETCH(QString, file);
        QFETCH(int, products);
        const QString path = QStringLiteral(LAMELLA_SHARED_TRACES "/") + file;
        LAMELLA_NEED_SHARED(path);
        const auto document = openTrace(path.toStdString(), {}, {});
        QVERIFY(document);
        const auto session = AnalysisSession::create(*document, {});
        QVERIFY(session);
        const auto segmentation = (*session)->segmentation();
        QVERIFY(segmentation);
        const auto names = (*session)->kernelNames();
        const auto launches = (*session)->launches();
        const KernelIndex index(**document, **segmentation);
        std::vector<const RoleRule *> rules = roleRules(builtinProfiles(), nullptr);
        std::erase_if(rules, [](const RoleRule *rule) { return rule->module && rule->roles.front() != "attention softmax"; });
        const KernelRoles roles = kernelRoles({{**document, *names, **segmentation, index}, rules, launches.get(), nullptr});
        ModuleTruth truth(**document);
        const KernelsByLaunch byLaunch = kernelsByLaunch(**document);
        const EventTimes times((*document)->events);
        int compared = 0;
        int known = 0;
        for (std::uint32_t k = 0; k < (*document)->kernels.size(); ++k) {
            const KernelId kernel{k};
            if (names->category((*document)->kernels.name[k]) != Category::Gemm || (*segmentation)->layerOf[k] < 0)
                continue;
            const std::string expected = truth.roleOf(launchChain(**document, *launches, byLaunch, times, kernel));
            if (expected.empty())
                continue;
            ++known;
            if (roles.id(kernel) == 0)
                continue;
            ++compared;
            QVERIFY2(expected == roles.of(kernel),
                qPrintable(QStringLiteral("kernel %1: module says %2, place %3")
                               .arg(k)
                               .arg(QString::fromStdString(expected), QString::fromStdString(std::string(roles.of(kernel))))));
        }
        qInfo("%d of %d products have a role by place; all are those of their modules", compared, known);
        QCOMPARE(known, products);
        QCOMPARE(compared, known);
    }
};

LAMELLA_TEST(tst_KernelRoles)
#include "tst_KernelRoles.moc"
