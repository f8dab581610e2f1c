// SPDX-License-Identifier: GPL-3.0-or-later
// Configs of public models beside the checkout: profile, layers, draft layers and layer types of each.
#include "core/profile/ModelConfig.h"
#include "core/profile/ModelProfile.h"
#include "tests/support/SharedTraces.h"
#include "tests/support/TestMain.h"

#include <QDir>
#include <QtTest>

#include <array>

using namespace lamella::core;

class tst_PublicConfigs : public QObject {
    Q_OBJECT

private slots:
    void models_data();
    void models();
    void everyFileIsExpected();
};

namespace {

struct Model {
    const char *file;
    const char *profile;
    int layers;
    const char *drafts;
    const char *types;
};

constexpr auto kModels = std::to_array<Model>({
    {"MiniMaxAI--MiniMax-M2.5", "minimax_m2", 62, "3", ""},
    {"MiniMaxAI--MiniMax-M2.7", "minimax_m2", 62, "3", ""},
    {"MiniMaxAI--MiniMax-M3", "minimax_m3", 60, "1", "full_attention+DENSE: 3, sparse_attention+MoE: 57"},
    {"Qwen--Qwen3-0.6B", "qwen3", 28, "", ""},
    {"Qwen--Qwen3-1.7B", "qwen3", 28, "", ""},
    {"Qwen--Qwen3-235B-A22B-FP8", "qwen3_moe", 94, "", ""},
    {"Qwen--Qwen3-235B-A22B", "qwen3_moe", 94, "", ""},
    {"Qwen--Qwen3-30B-A3B-FP8", "qwen3_moe", 48, "", ""},
    {"Qwen--Qwen3-30B-A3B", "qwen3_moe", 48, "", ""},
    {"Qwen--Qwen3-32B-FP8-Static-PerTensor", "qwen3", 64, "", ""},
    {"Qwen--Qwen3-32B-FP8", "qwen3", 64, "", ""},
    {"Qwen--Qwen3-32B", "qwen3", 64, "", ""},
    {"Qwen--Qwen3-8B", "qwen3", 36, "", ""},
    {"Qwen--Qwen3-Coder-480B-A35B-Instruct", "qwen3_moe", 62, "", ""},
    {"Qwen--Qwen3-VL-235B-A22B-Instruct", "qwen3_moe", 94, "", ""},
    {"Qwen--Qwen3-VL-2B-Instruct", "qwen3", 28, "", ""},
    {"Qwen--Qwen3-VL-30B-A3B-Instruct", "qwen3_moe", 48, "", ""},
    {"Qwen--Qwen3-VL-32B-Instruct", "qwen3", 64, "", ""},
    {"Qwen--Qwen3-VL-32B-Thinking", "qwen3", 64, "", ""},
    {"Qwen--Qwen3-VL-4B-Instruct", "qwen3", 36, "", ""},
    {"Qwen--Qwen3-VL-8B-Instruct", "qwen3", 36, "", ""},
    {"Qwen--Qwen3.5-122B-A10B", "qwen3_next", 48, "1", "full_attention: 12, linear_attention: 36"},
    {"Qwen--Qwen3.5-27B", "qwen3_next", 64, "1", "full_attention: 16, linear_attention: 48"},
    {"Qwen--Qwen3.5-35B-A3B", "qwen3_next", 40, "1", "full_attention: 10, linear_attention: 30"},
    {"Qwen--Qwen3.5-397B-A17B", "qwen3_next", 60, "1", "full_attention: 15, linear_attention: 45"},
    {"XiaomiMiMo--MiMo-7B-Base", "mimo", 36, "1", ""},
    {"XiaomiMiMo--MiMo-V2-Flash", "mimo", 48, "", "full_attention+DENSE: 1, full_attention+MoE: 8, sliding_attention+MoE: 39"},
    {"deepseek-ai--DeepSeek-R1", "deepseek_v3", 61, "1", "DENSE: 3, MoE: 58"},
    {"deepseek-ai--DeepSeek-V3.2", "deepseek_v32", 61, "1", "DENSE: 3, MoE: 58"},
    {"deepseek-ai--DeepSeek-V3", "deepseek_v3", 61, "1", "DENSE: 3, MoE: 58"},
    {"deepseek-ai--DeepSeek-V4-Flash", "deepseek_v4", 43, "1", "CSA_C4: 20, CSA_C4+HASH: 1, HCA_C128: 20, SWA_ONLY+HASH: 2"},
    {"deepseek-ai--DeepSeek-V4-Pro", "deepseek_v4", 61, "1", "CSA_C4: 29, CSA_C4+HASH: 1, HCA_C128: 29, HCA_C128+HASH: 2"},
    {"google--gemma-4-26B-A4B", "gemma", 30, "", "full_attention: 5, sliding_attention: 25"},
    {"meta-llama--Llama-4-Maverick-17B-128E-Instruct", "llama4", 48, "",
        "chunked_attention+DENSE: 24, chunked_attention+MoE: 12, full_attention+MoE+NOPE: 12"},
    {"meta-llama--Llama-4-Scout-17B-16E-Instruct", "llama4", 48, "", "chunked_attention: 36, full_attention+NOPE: 12"},
    {"meta-llama--Meta-Llama-3.1-405B", "llama", 126, "", ""},
    {"meta-llama--Meta-Llama-3.1-70B", "llama", 80, "", ""},
    {"meta-llama--Meta-Llama-3.1-8B", "llama", 32, "", ""},
    {"mistralai--Mixtral-8x22B-v0.1", "mixtral", 56, "", ""},
    {"mistralai--Mixtral-8x7B-v0.1", "mixtral", 32, "", ""},
    {"moonshotai--Kimi-K2-Instruct", "kimi_k2", 61, "", "DENSE: 1, MoE: 60"},
    {"moonshotai--Kimi-K2.5", "kimi_k2", 61, "", "DENSE: 1, MoE: 60"},
    {"moonshotai--Kimi-K3", "kimi_k3", 93, "", "full_attention+MoE: 24, linear_attention+DENSE: 1, linear_attention+MoE: 68"},
    {"nvidia--DeepSeek-V3.1-NVFP4", "deepseek_v3", 61, "1", "DENSE: 3, MoE: 58"},
    {"nvidia--DeepSeek-V3.2-NVFP4", "deepseek_v32", 61, "1", "DENSE: 3, MoE: 58"},
    {"nvidia--DeepSeek-V4-Flash-NVFP4", "deepseek_v4", 43, "1", "CSA_C4: 20, CSA_C4+HASH: 1, HCA_C128: 20, SWA_ONLY+HASH: 2"},
    {"nvidia--DeepSeek-V4-Pro-NVFP4", "deepseek_v4", 61, "1", "CSA_C4: 29, CSA_C4+HASH: 1, HCA_C128: 29, HCA_C128+HASH: 2"},
    {"nvidia--GLM-5-NVFP4", "glm_moe_dsa", 78, "1", "DENSE: 3, MoE: 75"},
    {"nvidia--GLM-5.1-NVFP4", "glm_moe_dsa", 78, "1", "DENSE: 3, MoE: 75"},
    {"nvidia--GLM-5.2-NVFP4", "glm_moe_dsa", 78, "1",
        "deepseek_sparse_attention+indexer_full+DENSE: 3, deepseek_sparse_attention+indexer_full+MoE: 18, "
        "deepseek_sparse_attention+indexer_shared+MoE: 57"},
    {"nvidia--Gemma-4-26B-A4B-NVFP4", "gemma", 30, "", "full_attention: 5, sliding_attention: 25"},
    {"nvidia--Gemma-4-31B-IT-NVFP4", "gemma", 60, "", "full_attention: 10, sliding_attention: 50"},
    {"nvidia--Kimi-K2.5-NVFP4", "kimi_k2", 61, "", "DENSE: 1, MoE: 60"},
    {"nvidia--Kimi-K2.6-NVFP4", "kimi_k2", 61, "", "DENSE: 1, MoE: 60"},
    {"nvidia--Kimi-K2.7-Code-NVFP4", "kimi_k2", 61, "", "DENSE: 1, MoE: 60"},
    {"nvidia--Llama-3.1-70B-Instruct-FP8", "llama", 80, "", ""},
    {"nvidia--Llama-3_3-Nemotron-Super-49B-v1", "llama", 80, "",
        "full_attention+ffn_14336: 1, full_attention+ffn_28672: 48, no_attention+ffn_14336: 5, no_attention+ffn_17920: 1, "
        "no_attention+ffn_2816: 6, no_attention+ffn_28672: 1, no_attention+ffn_5632: 8, no_attention+ffn_7168: 10"},
    {"nvidia--MiniMax-M2.5-NVFP4", "minimax_m2", 62, "3", ""},
    {"nvidia--MiniMax-M2.7-NVFP4", "minimax_m2", 62, "3", ""},
    {"nvidia--MiniMax-M3-NVFP4", "minimax_m3", 60, "1", "full_attention+DENSE: 3, sparse_attention+MoE: 57"},
    {"nvidia--NVIDIA-Nemotron-3-Nano-30B-A3B-BF16", "nemotron_h", 52, "", "attention: 6, mamba: 23, moe: 23"},
    {"nvidia--NVIDIA-Nemotron-3-Nano-30B-A3B-NVFP4", "nemotron_h", 52, "", "attention: 6, mamba: 23, moe: 23"},
    {"nvidia--NVIDIA-Nemotron-3-Super-120B-A12B-FP8", "nemotron_h", 88, "1 (*E)", "attention: 8, mamba: 40, moe: 40"},
    {"nvidia--NVIDIA-Nemotron-3-Super-120B-A12B-NVFP4", "nemotron_h", 88, "1 (*E)", "attention: 8, mamba: 40, moe: 40"},
    {"nvidia--NVIDIA-Nemotron-3-Ultra-550B-A55B-BF16", "nemotron_h", 108, "1 (attention + moe)",
        "attention: 12, mamba: 48, moe: 48"},
    {"nvidia--NVIDIA-Nemotron-3-Ultra-550B-A55B-FP8", "nemotron_h", 108, "1 (attention + moe)",
        "attention: 12, mamba: 48, moe: 48"},
    {"nvidia--NVIDIA-Nemotron-3-Ultra-550B-A55B-NVFP4", "nemotron_h", 108, "1 (attention + moe)",
        "attention: 12, mamba: 48, moe: 48"},
    {"nvidia--NVIDIA-Nemotron-3.5-Lightning-30B-A3B-NVFP4", "nemotron_h", 52, "1 (attention + moe)",
        "attention: 6, mamba: 23, moe: 23"},
    {"nvidia--Nemotron-H-56B-Base-8K", "nemotron_h", 118, "", "attention: 10, mamba: 54, mlp: 54"},
    {"nvidia--Qwen3-235B-A22B-NVFP4", "qwen3_moe", 94, "", ""},
    {"nvidia--Qwen3.5-122B-A10B-NVFP4", "qwen3_next", 48, "1", "full_attention: 12, linear_attention: 36"},
    {"nvidia--Qwen3.5-397B-A17B-NVFP4", "qwen3_next", 60, "1", "full_attention: 15, linear_attention: 45"},
    {"nvidia--Qwen3.6-27B-NVFP4", "qwen3_next", 64, "1", "full_attention: 16, linear_attention: 48"},
    {"nvidia--Qwen3.6-35B-A3B-NVFP4", "qwen3_next", 40, "1", "full_attention: 10, linear_attention: 30"},
    {"openai--gpt-oss-120b", "gpt_oss", 36, "", "full_attention: 18, sliding_attention: 18"},
    {"openai--gpt-oss-20b", "gpt_oss", 24, "", "full_attention: 12, sliding_attention: 12"},
    {"reduced--deepseek-v4-flash-spark", "deepseek_v4", 43, "1", "CSA_C4: 20, CSA_C4+HASH: 1, HCA_C128: 20, SWA_ONLY+HASH: 2"},
    {"sgl-project--DeepSeek-V4-Flash-FP8", "deepseek_v4", 43, "1", "CSA_C4: 20, CSA_C4+HASH: 1, HCA_C128: 20, SWA_ONLY+HASH: 2"},
    {"sgl-project--DeepSeek-V4-Pro-FP8", "deepseek_v4", 61, "1", "CSA_C4: 29, CSA_C4+HASH: 1, HCA_C128: 29, HCA_C128+HASH: 2"},
    {"stepfun-ai--Step-3.7-Flash-FP8", "step", 45, "3",
        "full_attention+DENSE: 1, full_attention+MoE: 11, sliding_attention+DENSE: 2, sliding_attention+MoE: 31"},
    {"stepfun-ai--Step-3.7-Flash", "step", 45, "3",
        "full_attention+DENSE: 1, full_attention+MoE: 11, sliding_attention+DENSE: 2, sliding_attention+MoE: 31"},
    {"zai-org--GLM-5-FP8", "glm_moe_dsa", 78, "1", "DENSE: 3, MoE: 75"},
    {"zai-org--GLM-5.1-FP8", "glm_moe_dsa", 78, "1", "DENSE: 3, MoE: 75"},
    {"zai-org--GLM-5.1", "glm_moe_dsa", 78, "1", "DENSE: 3, MoE: 75"},
    {"zai-org--GLM-5.2-FP8", "glm_moe_dsa", 78, "1",
        "sparse_attention+indexer_full+DENSE: 3, sparse_attention+indexer_full+MoE: 18, sparse_attention+indexer_shared+MoE: 57"},
    {"zai-org--GLM-5.2", "glm_moe_dsa", 78, "1",
        "sparse_attention+indexer_full+DENSE: 3, sparse_attention+indexer_full+MoE: 18, sparse_attention+indexer_shared+MoE: 57"},
    {"zai-org--GLM-5", "glm_moe_dsa", 78, "1", "DENSE: 3, MoE: 75"},
});

QByteArray valueOf(const ModelConfig &config, const char *key)
{
    for (const auto &[name, value] : config.summary) {
        if (name == key)
            return QByteArray::fromStdString(value);
    }
    return {};
}

} // namespace

void tst_PublicConfigs::models_data()
{
    QTest::addColumn<int>("index");
    for (std::size_t i = 0; i < kModels.size(); ++i)
        QTest::newRow(kModels[i].file) << static_cast<int>(i);
}

void tst_PublicConfigs::models()
{
    QFETCH(int, index);
    const Model &model = kModels[static_cast<std::size_t>(index)];
    const QString path =
        QStringLiteral(LAMELLA_SHARED_CONFIGS "/") + QString::fromLatin1(model.file) + QStringLiteral("_config.json");
    LAMELLA_NEED_SHARED(path);
    const auto config = readModelConfig(path.toStdString());
    QVERIFY2(config.has_value(), config ? "" : config.error().message().c_str());
    QCOMPARE(config->layers, model.layers);
    QCOMPARE(valueOf(*config, "draft_layers"), QByteArray(model.drafts));
    QCOMPARE(valueOf(*config, "layer_types"), QByteArray(model.types));
    const ModelProfile *profile = builtinProfiles().match(*config);
    QVERIFY(profile);
    QCOMPARE(QByteArray::fromStdString(profile->name), QByteArray(model.profile));
    for (const char *key : {"attention", "ffn", "hidden_size", "num_attention_heads", "vocab_size"})
        QVERIFY2(!valueOf(*config, key).isEmpty(), key);
    QVERIFY(!valueOf(*config, "attention").contains("unknown"));
    QCOMPARE(valueOf(*config, "unused_fields"), QByteArray()); // all structural fields are used
}

void tst_PublicConfigs::everyFileIsExpected()
{
    const QString folder = QStringLiteral(LAMELLA_SHARED_CONFIGS);
    LAMELLA_NEED_SHARED(folder);
    QCOMPARE(QDir(folder).entryList({QStringLiteral("*.json")}).size(), static_cast<qsizetype>(kModels.size()));
}

LAMELLA_TEST(tst_PublicConfigs)
#include "tst_PublicConfigs.moc"
