// SPDX-License-Identifier: GPL-3.0-or-later
// The categories that the built-in rules assign to kernels of known libraries.
#include "core/profile/CategoryMatcher.h"
#include "core/profile/KernelNames.h"
#include "core/profile/NameText.h"
#include "tests/support/TestMain.h"

#include <QtTest>

using namespace lamella::core;

class tst_CategoryRules : public QObject {
    Q_OBJECT

private slots:
    void infosAreInEnumOrder();
    void idsAreUnique();
    void names_data();
    void names();
    void unknownNamesAreNamedByNoRule();
    void firstRuleWins();
    void longNamesAndHostileRules();
    void rulesOfTheProfileComeFirst();
};

void tst_CategoryRules::infosAreInEnumOrder()
{
    for (std::size_t i = 0; i < kCategories; ++i)
        QCOMPARE(static_cast<std::size_t>(categoryInfos()[i].category), i);
}

void tst_CategoryRules::idsAreUnique()
{
    for (const CategoryInfo &entry : categoryInfos())
        QCOMPARE(categoryFromId(entry.id), std::optional(entry.category));
    QCOMPARE(categoryFromId("GEMM"), std::nullopt);
}

void tst_CategoryRules::names_data()
{
    QTest::addColumn<QByteArray>("id");
    QTest::addColumn<QByteArray>("name");
    const auto row = [](const char *tag, const char *id, const char *name) {
        QTest::newRow(tag) << QByteArray(id) << QByteArray(name);
    };
    row("nvjet", "gemm", "nvjet_tst_128x64_64x8_1x2_h_bz_TNT");
    row("xmma", "gemm", "sm80_xmma_gemm_f16f16_f16f32_f32_tn_n_tilesize192x128x32_stage4_warpsize4x2x1_tensor16x8x16_kernel");
    row("cublas volta", "gemm", "volta_sgemm_128x32_nt");
    row("cutlass 2", "gemm", "void cutlass::Kernel2<cutlass_80_tensorop_f16_s16816gemm_relu_f16_128x128_32x5_tn_align8>(int)");
    row("deepgemm", "gemm", "void deep_gemm::sm90_fp8_gemm_1d2d_impl<0u, 7168u, 2048u, 1u, 128u, 128u, 128u>(float*)");
    row("deepgemm grouped", "moe", "void deep_gemm::sm90_m_grouped_fp8_gemm_masked_impl<1u>(float*)");
    row("hipblaslt", "gemm", "Cijk_Alik_Bljk_BBS_BH_Bias_HA_S_SAV_UserArgs_MT256x32x64_MI16x16x1_SN");
    row("ck gemm", "gemm", "_ZN2ck16tensor_operation6device37kernel_batched_gemm_xdlops_bwd_weightINS_1AE");
    row("flash attention 2", "attention",
        "void flash::flash_fwd_splitkv_kernel<Flash_fwd_kernel_traits<128, 64, 128, 4, cutlass::bfloat16_t> >(Params)");
    row("flash attention 3", "attention",
        "void cutlass::device_kernel<flash::enable_sm90_or_later<flash::FlashAttnFwdSm90<flash::Main> > >(Params)");
    row("flashinfer decode", "attention", "void flashinfer::BatchDecodeWithPagedKVCacheKernel<(PosEncodingMode)0, 2u>(P)");
    row("flashmla", "attention", "void sm90::decode::sparse_fp8::flash_fwd_splitkv_mla_fp8_sparse_kernel<Traits>(Params)");
    row("mla metadata", "attention", "void smxx::decode::get_mla_metadata_kernel(Params)");
    row("trt-llm fmha", "attention", "fmhaSm100aKernel_QkvBfloat16OBfloat16H128PagedKvCausalP64VarSeqQ128Kv128Static");
    row("paged attention amd", "attention",
        "void paged_attention_ll4mi_QKV_mfma16_kernel<0, (vllm::Fp8KVCacheDataType)0, 1>(int)");
    row("unified attention", "attention", "kernel_unified_attention_2d");
    row("fused mask and softmax", "attention",
        "void (anonymous namespace)::scaled_upper_triang_masked_softmax_warp_forward<11>(int)");
    row("sglang extend", "attention", "_fwd_kernel");
    row("lmdeploy decode", "attention", "_fwd_grouped_split_kernel");
    row("lmdeploy parts of decode", "attention", "_reduce_split_kernel");
    row("tpu ragged paged attention", "attention", "RPA-bq_32-bkvp_32-p_128-.37");
    row("ascend attention", "attention", "FlashAttentionScore");
    row("ascend decode attention", "attention", "IncreFlashAttention");
    row("nccl", "communication", "ncclDevKernel_AllReduce_Sum_bf16_RING_LL(ncclDevKernelArgsStorage<4096ul>)");
    row("custom all-reduce", "communication", "void vllm::cross_device_reduce_1stage<__nv_bfloat16, 8>(RankData*)");
    row("deepep", "communication", "void deep_ep::internode_ll::dispatch<true, 7168>(void*)");
    row("fused all-reduce and norm", "communication",
        "void flashinfer::trtllm_allreduce_fusion::allreduce_fusion_kernel_oneshot_lamport<8>()");
    row("hccl", "communication", "hcom_allReduce__774_0_1");
    row("ascend dispatch", "communication", "MoeDistributeDispatchV2");
    row("xla collective", "communication", "all-gather-start.3");
    row("indexer logits", "indexer", "void deep_gemm::sm90_fp8_paged_mqa_logits<64u>(int)");
    row("indexer with rope and hadamard", "indexer", "fused_q_indexer_rope_hadamard_kernel");
    row("hadamard", "hadamard", "void fast_hadamard_transform_kernel<Traits>(HadamardParamsBase)");
    row("hyper-connection", "hyper_connection", "mhc_pre_gemm_sqrsum_tilelang_kernel");
    row("hyper-connection post", "hyper_connection", "mhc_post_tilelang_kernel");
    row("mamba", "linear_attention", "_selective_state_update_kernel");
    row("gated delta net", "linear_attention", "chunk_gated_delta_rule_fwd_kernel_h_blockdim64");
    row("kda", "linear_attention", "chunk_kda_fwd_kernel_intra");
    row("convolution of a recurrent layer", "linear_attention", "_causal_conv1d_fwd_kernel");
    row("kv store vllm", "kv_cache", "void vllm::reshape_and_cache_flash_kernel<bf16, (vllm::Fp8KVCacheDataType)0>(int)");
    row("kv store sglang", "kv_cache", "void (anonymous namespace)::store_kvcache<2048l, 4, false, long>(StoreKVCacheParams)");
    row("moe gate", "moe_routing", "void moe_fused_gate_kernel<float>(float*)");
    row("moe align", "moe_routing", "void moe_align_block_size_kernel<int>(int*)");
    row("moe top-k softmax", "moe_routing", "void vllm::moe::topkGatingSoftmax<8, 128>(float const*)");
    row("triton routing", "moe_routing", "_combined_routing_compute");
    row("triton experts", "moe", "fused_moe_kernel");
    row("gpt-oss experts", "moe", "_matmul_ogs_NNT_bf16xbf16xmxfp4_128x128x128x1_swiglu");
    row("ascend experts", "moe", "GroupedMatmul");
    row("rope", "rope", "void rotary_embedding_kernel<c10::BFloat16, true>(long const*)");
    row("a property is no rope", "elementwise", "void at::native::propertyKernel<DeviceProperty>(int)");
    row("norm aiter", "norm",
        "_ZN5aiter24add_rmsnorm_quant_kernelIDF16bDF16bLi256ELi16ELb1ELb0ELb1ELi1EEEvPT0_PT_PfS4_S4_S4_diiiiiiib");
    row("norm flashinfer", "norm", "void flashinfer::norm::FusedAddRMSNormKernel<8u, __nv_bfloat16>(__nv_bfloat16*)");
    row("norm aten", "norm", "void at::native::(anonymous namespace)::vectorized_layer_norm_kernel<float, float>(int)");
    row("norm inductor", "norm", "triton_red_fused__to_copy_add_mean_mul_pow_rsqrt_0");
    row("norm ascend", "norm", "AddRmsNormBias");
    row("quantise", "quantize", "void per_token_group_quant_8bit_kernel<c10::BFloat16>(int)");
    row("activation", "elementwise", "void vllm::act_and_mul_kernel<c10::BFloat16, &(vllm::silu_kernel)>(int)");
    row("aten copy", "elementwise", "void at::native::elementwise_kernel<128, 4, at::native::direct_copy_kernel_cuda>(int)");
    row("inductor pointwise in a MoE block", "elementwise", "triton_poi_fused_constant_pad_nd_moe_forward_0");
    row("ascend activation", "elementwise", "SwiGlu");
    row("ascend op with its compiler's suffix", "elementwise", "aclnnAdd_AddAiCore_Add");
    row("ascend product", "gemm", "MatMulV3");
    row("embedding", "embedding", "void at::native::(anonymous namespace)::indexSelectLargeIndex<c10::Half, long>(int)");
    row("argmax", "sampling",
        "void at::native::reduce_kernel<512, 1, at::native::ReduceOp<float, at::native::ArgMaxOps<float> > >(int)");
    row("top-p", "sampling", "void flashinfer::sampling::TopPSamplingFromProbKernel<1024u>(float*)");
    row("memcpy", "memory", "Memcpy DtoD (Device -> Device)");
    row("memset", "memory", "Memset (Device)");
    row("rocm fill", "memory", "__amd_rocclr_fillBufferAligned.kd");
    row("xla convolution fusion", "gemm", "convolution_bitcast_fusion.63");
    row("xla broadcast", "elementwise", "broadcast.12");
}

void tst_CategoryRules::names()
{
    QFETCH(QByteArray, id);
    QFETCH(QByteArray, name);
    const CategoryMatcher matcher(builtinProfiles(), nullptr);
    const auto category = matcher.match(lowerCasedText(demangledName(name.toStdString())));
    QVERIFY2(category.has_value(), "no rule names it");
    QCOMPARE(QByteArray(info(*category).id.data()), id);
}

void tst_CategoryRules::unknownNamesAreNamedByNoRule()
{
    const CategoryMatcher matcher(builtinProfiles(), nullptr);
    QVERIFY(!matcher.match("frobnicate"));
    QVERIFY(!matcher.match(""));
    QVERIFY(!matcher.match("fusion.12")); // the name does not say what is fused
}

void tst_CategoryRules::firstRuleWins()
{
    ProfileSet set;
    const auto rule = [](const char *text, Category category) { return CategoryRule{*NamePattern::parse(text), category}; };
    set.universalRules = {rule("/x.z/", Category::Norm), rule("abc", Category::Gemm), rule("bc", Category::Moe),
        rule("/^abd/", Category::Rope), rule("d", Category::Memory)};
    const CategoryMatcher matcher(set, nullptr);
    QCOMPARE(matcher.match("abc"), std::optional(Category::Gemm));
    QCOMPARE(matcher.match("xbc"), std::optional(Category::Moe));
    QCOMPARE(matcher.match("abcxyz"), std::optional(Category::Norm));
    QCOMPARE(matcher.match("abd"), std::optional(Category::Rope));
    QCOMPARE(matcher.match("ab abd"), std::optional(Category::Memory));
    QCOMPARE(matcher.match("ab"), std::nullopt);
}

// Names above the length limit of the combined search, and patterns with unbounded automata.
void tst_CategoryRules::longNamesAndHostileRules()
{
    ProfileSet set;
    const auto rule = [](const char *text, Category category) { return CategoryRule{*NamePattern::parse(text), category}; };
    set.universalRules = {
        rule("/a.{30}b.{30}c.{30}d/", Category::Norm), rule("/(x+x+)+y/", Category::Moe), rule("tail", Category::Gemm)};
    const CategoryMatcher matcher(set, nullptr);
    std::string name;
    for (unsigned i = 0; i < 12'000; ++i)
        name += static_cast<char>('a' + (i * 2654435761u >> 13) % 3);
    QCOMPARE(matcher.match(name), std::nullopt);
    QCOMPARE(matcher.match(name + "tail"), std::optional(Category::Gemm));
    QCOMPARE(matcher.match(name + name + "tail"), std::optional(Category::Gemm));
    QCOMPARE(matcher.match(std::string(1'000'000, 'x')), std::nullopt);
    ProfileSet none;
    QCOMPARE(CategoryMatcher(none, nullptr).match("tail"), std::nullopt);
}

void tst_CategoryRules::rulesOfTheProfileComeFirst()
{
    ModelProfile profile;
    profile.categories = {{*NamePattern::parse("special_gemm"), Category::MoeRouting}};
    const CategoryMatcher matcher(builtinProfiles(), &profile);
    QCOMPARE(matcher.match("special_gemm_kernel"), std::optional(Category::MoeRouting));
    QCOMPARE(matcher.match("other_gemm_kernel"), std::optional(Category::Gemm));
}

LAMELLA_TEST(tst_CategoryRules)
#include "tst_CategoryRules.moc"
