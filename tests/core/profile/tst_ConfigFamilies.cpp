// SPDX-License-Identifier: GPL-3.0-or-later
// For each way to write a config: profile, layers, types, architecture. The configs are in tests/data/configs.
#include "core/profile/ModelConfig.h"
#include "core/profile/ModelProfile.h"
#include "tests/support/TestMain.h"

#include <QDir>
#include <QtTest>

using namespace lamella::core;

class tst_ConfigFamilies : public QObject {
    Q_OBJECT

private slots:
    void families_data();
    void families();
};

namespace {

QByteArray valueOf(const ModelConfig &config, const char *key)
{
    for (const auto &[name, value] : config.summary) {
        if (name == key)
            return QByteArray::fromStdString(value);
    }
    return {};
}

QString folder()
{
    return QStringLiteral(LAMELLA_TEST_DATA "/configs");
}

} // namespace

void tst_ConfigFamilies::families_data()
{
    QTest::addColumn<QByteArray>("profile");
    QTest::addColumn<int>("layers");
    QTest::addColumn<QByteArray>("drafts");
    QTest::addColumn<QByteArray>("types");
    QTest::addColumn<QByteArray>("attention");
    QTest::addColumn<QByteArray>("ffn");
    QTest::addColumn<QByteArray>("more");
    const auto row = [](const char *name, const char *profile, int layers, const char *drafts, const char *types,
                         const char *attention, const char *ffn, const char *more) {
        QTest::newRow(name) << QByteArray(profile) << layers << QByteArray(drafts) << QByteArray(types) << QByteArray(attention)
                            << QByteArray(ffn) << QByteArray(more);
    };
    row("alternating_window", "gpt_oss", 4, "", "full_attention: 2, sliding_attention: 2",
        "GQA, sliding window, 64 heads, 8 KV heads, head dim 64", "MoE, 128 experts, 4 per token, expert width 2880",
        "window=128 tokens in 2 of 4 layers; expert_dtype=fp4; quantization=mxfp4");
    row("blocks_of_search", "llama", 4, "",
        "full_attention+ffn_28672: 1, linear_layer+no_ffn: 1, no_attention+ffn_14336: 1, sliding_attention+ffn_linear: 1",
        "GQA, sliding window, 64 heads, 8 KV heads, head dim 128, none in 2 of 4 layers", "dense, widths 14336 to 28672", "");
    row("chunks_without_rope", "llama4", 4, "",
        "chunked_attention+DENSE: 2, chunked_attention+MoE: 1, full_attention+MoE+NOPE: 1",
        "GQA, chunked, 40 heads, 8 KV heads, head dim 128",
        "MoE, 128 experts, 1 per token, expert width 8192, dense in 2 of 4 layers, dense width 16384",
        "window=chunks of 8192 tokens in 3 of 4 layers; no_rope_layers=1 of 4 layers");
    row("compressed_names", "deepseek_v4", 4, "", "CSA_C4: 1, HCA_C128: 1, HCA_C128+HASH: 1, SWA_ONLY: 1",
        "CSA+HCA+SWA, 64 heads, 1 KV head, head dim 512",
        "MoE, 8 experts, 2 per token, expert width 64, hash routing in the first 1", "residual=4 residual streams");
    row("compressed_ratios", "deepseek_v4", 6, "1", "CSA_C4: 1, CSA_C4+HASH: 1, HCA_C128: 2, SWA_ONLY+HASH: 2",
        "CSA+HCA+SWA, 64 heads, 1 KV head, head dim 512, q rank 1024, o rank 1024, 8 output groups, rope dim 64",
        "MoE, 256 experts, 6 per token, 1 shared, expert width 2048, hash routing in the first 3",
        "window=128 tokens in every layer, beside what is compressed; indexer=64 heads of 128, top 512 tokens, in 2 of 6 layers; "
        "residual=4 residual streams, 20 Sinkhorn iterations; expert_dtype=fp4");
    row("cross_attention", "llama", 5, "", "cross_attention: 1, full_attention: 4", "GQA, 32 heads, 8 KV heads, head dim 128",
        "dense, width 14336", "");
    row("delta_layers_from_one", "kimi_k3", 5, "", "full_attention+MoE: 2, linear_attention+DENSE: 1, linear_attention+MoE: 2",
        "hybrid linear + MLA, 96 heads, q rank 1536, kv rank 512, in 2 of 5 layers",
        "MoE, 896 experts, 16 per token, 2 shared, expert width 3072, on a latent of 3584, dense in 1 of 5 layers, dense width "
        "33792",
        "linear_attention=3 of 5 layers, 96 heads of 128, conv 4; residual=attention over residuals in blocks of 12 layers; "
        "no_rope_layers=no rotary positions in full attention");
    row("dense", "qwen3", 4, "", "", "GQA, 32 heads, 8 KV heads, head dim 128", "dense, width 12288", "");
    row("dense_llama", "llama", 2, "", "", "GQA, 32 heads, 8 KV heads, head dim 128", "dense, width 14336", "");
    row("double_and_single", "diffusion_transformer", 5, "", "double_block: 2, single_block: 3", "MHA, 24 heads, head dim 128",
        "not stated", "");
    row("experts_as_text", "step", 4, "", "DENSE: 2, MoE: 2", "MQA, 64 heads, 1 KV head, head dim 256",
        "MoE, 48 experts, 3 per token, expert width 5120, shared width 5120, dense in 2 of 4 layers, dense width 18432", "");
    row("experts_first_and_last", "generic_moe", 5, "", "DENSE: 2, MoE: 3", "GQA, 20 heads, 4 KV heads, head dim 128",
        "MoE, 64 experts, 6 per token, expert width 1536, dense in 2 of 5 layers, dense width 12288", "");
    row("experts_in_group", "mixtral", 3, "", "", "GQA, 48 heads, 8 KV heads, head dim 128",
        "MoE, 16 experts, 4 per token, expert width 10752", "");
    row("experts_period", "nemotron_h", 8, "", "full_attention+DENSE: 1, mamba+DENSE: 3, mamba+MoE: 4",
        "hybrid Mamba + GQA, 32 heads, 8 KV heads, head dim 128, in 1 of 8 layers",
        "MoE, 16 experts, 2 per token, expert width 14336, dense in 4 of 8 layers, dense width 14336",
        "mamba=7 of 8 layers, state 16, conv 4");
    row("experts_switched_off", "gemma", 2, "", "full_attention: 1, sliding_attention: 1",
        "GQA, sliding window, 32 heads, 16 KV heads, head dim 256", "dense, width 21504", "window=1024 tokens in 1 of 2 layers");
    row("hybrid_delta", "qwen3_next", 4, "1", "full_attention: 1, linear_attention: 3",
        "hybrid linear + GQA, 16 heads, 2 KV heads, head dim 256, in 1 of 4 layers",
        "MoE, 256 experts, 8 per token, expert width 512, shared width 512",
        "linear_attention=3 of 4 layers, 16 key heads of 128, 32 value heads of 128, conv 4; modalities=text + vision (27 "
        "layers, width 1152)");
    row("hybrid_interval_only", "qwen3_next", 8, "", "full_attention: 2, linear_attention: 6",
        "hybrid linear + GQA, 16 heads, 2 KV heads, head dim 256, in 2 of 8 layers", "dense, width 64",
        "linear_attention=6 of 8 layers, 32 value heads");
    row("hybrid_letters", "nemotron_h", 7, "1 (*E)", "attention: 1, mamba: 3, mlp: 2, moe: 1",
        "hybrid Mamba + GQA, 32 heads, 2 KV heads, head dim 128, in 1 of 7 layers",
        "MoE, 512 experts, 22 per token, 1 shared, expert width 2688, shared width 5376, on a latent of 1024, in 1 of 7 layers, "
        "dense in 2",
        "mamba=3 of 7 layers, 128 heads of 64, state 128, conv 4, 8 groups");
    row("hybrid_names", "nemotron_h", 4, "1 (attention + moe)", "attention: 1, mamba: 1, moe: 2",
        "hybrid Mamba + GQA, 32 heads, 2 KV heads, head dim 128, in 1 of 4 layers",
        "MoE, 128 experts, 6 per token, expert width 1856, in 2 of 4 layers", "mamba=1 of 4 layers, 64 heads of 64, state 128");
    row("indexer_frequency", "glm_moe_dsa", 8, "", "sparse_attention+indexer_full: 4, sparse_attention+indexer_shared: 4",
        "DSA on MLA, 16 heads, kv rank 512", "MoE, 16 experts, 4 per token, expert width 64",
        "indexer=32 heads of 128, top 2048 tokens, of its own in 4 of 8 layers, the others share");
    row("indexer_list", "glm_moe_dsa", 4, "",
        "sparse_attention+indexer_full+DENSE: 1, sparse_attention+indexer_full+MoE: 1, sparse_attention+indexer_shared+MoE: 2",
        "DSA on MLA, 16 heads, kv rank 512",
        "MoE, 16 experts, 4 per token, expert width 64, dense in 1 of 4 layers, dense width 128",
        "indexer=32 heads of 128, top 2048 tokens, of its own in 2 of 4 layers, the others share");
    row("latent_first_dense", "deepseek_v3", 5, "1", "DENSE: 3, MoE: 2",
        "MLA, 128 heads, q rank 1536, kv rank 512, nope dim 128, rope dim 64, v dim 128",
        "MoE, 256 experts, 8 per token, 1 shared, expert width 2048, dense in 3 of 5 layers, dense width 18432",
        "expert_dtype=fp8; quantization=fp8, e4m3, blocks 128x128, dynamic activations");
    row("latent_sparse", "deepseek_v32", 4, "", "DENSE: 1, MoE: 3", "DSA on MLA, 16 heads, q rank 1536, kv rank 512",
        "MoE, 16 experts, 4 per token, expert width 64, dense in 1 of 4 layers, dense width 256",
        "indexer=64 heads of 128, top 2048 tokens");
    row("layers_and_drafts", "step", 3, "2", "full_attention+DENSE: 1, sliding_attention+MoE: 2",
        "GQA, sliding window, 64 heads, 8 KV heads, head dim 128",
        "MoE, 288 experts, 8 per token, expert width 1280, shared width 1280, dense in 1 of 3 layers, dense width 11264",
        "window=512 tokens in 2 of 3 layers");
    row("lightning_list", "minimax_m2", 4, "", "full_attention: 1, linear_attention: 3",
        "hybrid linear + GQA, 64 heads, 8 KV heads, head dim 128, in 1 of 4 layers",
        "MoE, 32 experts, 2 per token, expert width 9216", "linear_attention=3 of 4 layers");
    row("mixtral", "mixtral", 2, "", "", "GQA, 32 heads, 8 KV heads, head dim 128",
        "MoE, 8 experts, 2 per token, expert width 14336", "");
    row("moe_dense_by_number", "qwen3_moe", 4, "", "DENSE: 3, MoE: 1", "MHA, 16 heads, 16 KV heads, head dim 128",
        "MoE, 60 experts, 4 per token, expert width 1408, shared width 5632, dense in 3 of 4 layers, dense width 5632", "");
    row("moe_every_layer", "qwen3_moe", 3, "", "", "GQA, 32 heads, 4 KV heads, head dim 128",
        "MoE, 128 experts, 8 per token, expert width 768", "");
    row("moe_local_experts", "minimax_m2", 4, "3", "", "GQA, 48 heads, 8 KV heads, head dim 128",
        "MoE, 256 experts, 8 per token, expert width 1536", "");
    row("rope_list", "llama", 4, "", "NOPE: 1, PLAIN: 3", "GQA, 16 heads, 4 KV heads, head dim 128", "dense, width 64",
        "no_rope_layers=1 of 4 layers");
    row("sparse_frequency", "minimax_m3", 4, "", "full_attention+DENSE: 1, sparse_attention+MoE: 3",
        "sparse on GQA, 64 heads, 4 KV heads, head dim 128",
        "MoE, 128 experts, 4 per token, 1 shared, expert width 3072, shared width 3072, dense in 1 of 4 layers, dense width "
        "12288",
        "indexer=4 heads of 128, 16 best blocks of 128, in 3 of 4 layers");
    row("stated_stacks", "encoder_decoder", 36, "", "decoder: 4, encoder: 32", "MHA, 20 heads, head dim 64", "dense, width 5120",
        "stacks=encoder 32, decoder 4");
    row("state_space_only", "nemotron_h", 4, "", "", "none (Mamba)", "not stated",
        "mamba=every layer, 80 heads of 64, state 128, conv 4");
    row("two_stacks", "encoder_decoder", 5, "", "decoder+DENSE: 1, decoder+MoE: 1, encoder+DENSE: 2, encoder+MoE: 1",
        "MHA, 12 heads, head dim 64", "MoE, 8 experts, expert width 3072, dense in 3 of 5 layers, dense width 3072",
        "stacks=encoder 3, decoder 2");
    row("unknown_hybrid", "qwen3_next", 4, "", "full_attention: 2, linear_attention: 2",
        "hybrid linear + GQA, 16 heads, 2 KV heads, head dim 128, in 2 of 4 layers", "dense, width 64",
        "linear_attention=2 of 4 layers");
    row("unknown_latent_experts", "deepseek_v3", 4, "", "", "MLA, 16 heads, kv rank 256",
        "MoE, 32 experts, 4 per token, expert width 64", "unused_fields=strange_layer_map, frobnicate");
    row("unknown_wrapper", "llama", 7, "", "", "GQA, 8 heads, 2 KV heads, head dim 64", "dense, width 2048",
        "modalities=text + vision (50 layers, width 1024)");
    row("vision_wrapper", "qwen3_moe", 2, "", "", "GQA, 32 heads, 4 KV heads, head dim 128",
        "MoE, 128 experts, 8 per token, expert width 768", "modalities=text + vision (99 layers, width 1152)");
    row("width_per_layer", "gemma", 3, "", "full_attention+SHARED_KV: 1, sliding_attention: 2",
        "GQA, sliding window, 8 heads, 2 KV heads, head dim 256", "dense, width 16384",
        "window=512 tokens in 2 of 3 layers; shared_kv_layers=1 of 3 layers");
    row("window_family_default", "gemma", 6, "", "full_attention: 1, sliding_attention: 5",
        "GQA, sliding window, 8 heads, 4 KV heads, head dim 256", "dense, width 64", "window=512 tokens in 5 of 6 layers");
    row("window_last_layers", "qwen3", 4, "", "full_attention: 3, sliding_attention: 1",
        "MHA, sliding window, 8 heads, 8 KV heads, head dim 8", "dense, width 64", "window=4096 tokens in 1 of 4 layers");
    row("window_letters", "llama", 4, "", "full_attention: 1, sliding_attention: 3",
        "GQA, sliding window, 8 heads, 4 KV heads, head dim 128", "dense, width 64", "window=4096 tokens in 3 of 4 layers");
    row("window_pattern_numbers", "mimo", 4, "", "full_attention+DENSE: 1, full_attention+MoE: 1, sliding_attention+MoE: 2",
        "GQA, sliding window, 64 heads, 4 KV heads, head dim 192, v dim 128, sliding window with 64 heads, 8 KV heads, head dim "
        "192",
        "MoE, 256 experts, 8 per token, expert width 2048, dense in 1 of 4 layers, dense width 16384",
        "window=128 tokens in 2 of 4 layers");
    row("window_switched_off", "mimo", 4, "1", "", "GQA, 32 heads, 8 KV heads, head dim 128", "dense, width 11008",
        "window=switched off (32768 tokens)");
    row("window_two_head_sizes", "gemma", 6, "",
        "full_attention+SHARED_KV: 1, sliding_attention: 4, sliding_attention+SHARED_KV: 1",
        "GQA, sliding window, 16 heads, 8 KV heads, head dim 256, full attention with 2 KV heads, head dim 512",
        "MoE, 128 experts, 8 per token, expert width 704, beside a dense FFN of width 2112",
        "window=1024 tokens in 5 of 6 layers; shared_kv_layers=2 of 6 layers; modalities=text + vision (27 layers, width 1152)");
    row("wrapped_latent", "kimi_k2", 3, "", "DENSE: 1, MoE: 2", "MLA, 64 heads, q rank 1536, kv rank 512",
        "MoE, 384 experts, 8 per token, 1 shared, expert width 2048, dense in 1 of 3 layers, dense width 18432",
        "modalities=text + vision (27 layers, width 1152)");
}

void tst_ConfigFamilies::families()
{
    QFETCH(QByteArray, profile);
    QFETCH(int, layers);
    QFETCH(QByteArray, drafts);
    QFETCH(QByteArray, types);
    QFETCH(QByteArray, attention);
    QFETCH(QByteArray, ffn);
    QFETCH(QByteArray, more);
    const QString path = folder() + QLatin1Char('/') + QString::fromLatin1(QTest::currentDataTag()) + QStringLiteral(".json");
    const auto config = readModelConfig(path.toStdString());
    QVERIFY2(config.has_value(), config ? "" : config.error().message().c_str());
    QCOMPARE(config->layers, layers);
    QCOMPARE(valueOf(*config, "draft_layers"), drafts);
    QCOMPARE(valueOf(*config, "layer_types"), types);
    QCOMPARE(valueOf(*config, "attention"), attention);
    QCOMPARE(valueOf(*config, "ffn"), ffn);
    QByteArrayList parts;
    for (const char *key : {"linear_attention", "mamba", "window", "indexer", "residual", "no_rope_layers", "shared_kv_layers",
             "modalities", "expert_dtype", "quantization", "stacks", "unused_fields"}) {
        if (const QByteArray value = valueOf(*config, key); !value.isEmpty())
            parts.append(QByteArray(key) + '=' + value);
    }
    QCOMPARE(parts.join("; "), more);
    const ProfileFit fit = builtinProfiles().fit(*config);
    QVERIFY(fit.profile);
    QCOMPARE(QByteArray::fromStdString(fit.profile->name), profile);
    QVERIFY(!fit.why.empty());
    const auto named = layerTypesFromConfig(*config);
    QVERIFY(named.empty() || named.size() == static_cast<std::size_t>(layers));
}

LAMELLA_TEST(tst_ConfigFamilies)
#include "tst_ConfigFamilies.moc"
