// SPDX-License-Identifier: GPL-3.0-or-later
// NVIDIA: SGLang, vLLM (compiled and eager) and TensorRT-LLM.
#include "tests/support/TraceGeneratorNames.h"
#include "tests/support/TraceGeneratorVocabularies.h"

namespace lamella::test {

using namespace names;
using enum When;

namespace {

constexpr std::string_view kRadixSort =
    "void at_cuda_detail::cub::DeviceRadixSortOnesweepKernel<at_cuda_detail::cub::DeviceRadixSortPolicy<float, long, "
    "int>::Policy900, true, float, long, int, int, at_cuda_detail::cub::detail::identity_decomposer_t>(int*, int*, int*, int "
    "const*, "
    "float*, float const*, long*, long const*, int, int, int)";
constexpr std::string_view kTopKTopP =
    "void flashinfer::sampling::TopKTopPSamplingFromProbKernel<1024u, (cub::CUB_200700_900_NS::BlockScanAlgorithm)2, "
    "(cub::CUB_200700_900_NS::BlockReduceAlgorithm)2, 4u, true, float, int>(float*, int*, float*, int*, int*, float, float, "
    "unsigned "
    "int, unsigned long, unsigned long)";
constexpr std::string_view kOneShot =
    "void sglang::cross_device_reduce_1stage<__nv_bfloat16, 2>(sglang::RankData*, sglang::RankSignals, sglang::Signal*, "
    "__nv_bfloat16*, int, int)";
constexpr std::string_view kFlashAttention3 =
    "void cutlass::device_kernel<flash::enable_sm90_or_later<flash::FlashAttnFwdSm90<flash::CollectiveMainloopFwdSm90<2, "
    "cute::tuple<cute::C<1>, cute::C<1>, cute::C<1> >, cute::tuple<cute::C<128>, cute::C<128>, cute::C<128> >, 128, "
    "cutlass::bfloat16_t, float, cutlass::arch::Sm90, true, false, false, true, true, false> > > >(flash::Params)";
constexpr std::string_view kFlashAttention3Split =
    "void cutlass::device_kernel<flash::enable_sm90_or_later<flash::FlashAttnFwdSm90<flash::CollectiveMainloopFwdSm90<2, "
    "cute::tuple<cute::C<1>, cute::C<1>, cute::C<1> >, cute::tuple<cute::C<64>, cute::C<128>, cute::C<128> >, 128, "
    "cutlass::bfloat16_t, float, cutlass::arch::Sm90, false, false, false, true, true, true> > > >(flash::Params)";
constexpr std::string_view kFlashCombine =
    "void cutlass::device_kernel<flash::enable_sm80_or_later<flash::FlashAttnFwdCombine<cute::tuple<cute::C<8>, cute::C<64> >, "
    "5, "
    "256, 1, true, cutlass::bfloat16_t, float, cutlass::arch::Sm90> > >(flash::CombineParams)";
constexpr std::string_view kBatchDecode =
    "void flashinfer::BatchDecodeWithPagedKVCacheKernel<(flashinfer::PosEncodingMode)0, 2u, 4u, 8u, 16u, 4u, 1u, "
    "flashinfer::DefaultAttention<false, false, false, false>, flashinfer::BatchDecodeParams<__nv_bfloat16, __nv_bfloat16, "
    "__nv_bfloat16, int> >(flashinfer::BatchDecodeParams)";
constexpr std::string_view kMergeStates = "void flashinfer::PersistentVariableLengthMergeStatesKernel<8u, 16u, 8u, 4u, float, "
                                          "__nv_bfloat16, int>(float*, float*, int*, "
                                          "__nv_bfloat16*, float*, unsigned int, unsigned int*, unsigned int)";
constexpr std::string_view kBatchPrefill =
    "void flashinfer::BatchPrefillWithPagedKVCacheKernel<flashinfer::KernelTraits<(flashinfer::MaskMode)1, 128u, 2u, 8u, 8u, 8u, "
    "4u, 1u, __nv_bfloat16, __nv_bfloat16, __nv_bfloat16, float, int> >(flashinfer::PagedParams)";

Entries cublasGemms()
{
    return {
        {Role::Gemm, Decode, {"nvjet_tst_64x8_64x16_4x1_v_bz_TNT"}},
        {Role::Gemm, Decode,
            {"nvjet_tst_128x16_64x11_2x1_v_bz_splitK_TNT",
                "void cublasLt::splitKreduce_kernel<32, 16, int, "
                "__nv_bfloat16, __nv_bfloat16, float, __nv_bfloat16, true, false, false>(cublasLt::cublasSplitKParams<float>)"}},
        {Role::Gemm, Decode, {"nvjet_tst_192x8_64x10_1x2_h_bz_TNT"}},
        {Role::Gemm, Decode,
            {"sm90_xmma_gemm_bf16bf16_bf16f32_f32_tn_n_tilesize64x64x64_warpgroupsize1x1x1_execute_segment_k_off_kernel__5x_"
             "cublas"}},
        {Role::Gemm, Decode, {"nvjet_tst_320x32_64x6_2x1_v_bz_TNT"}},
        {Role::Gemm, Prefill, {"nvjet_tst_128x256_64x4_2x1_v_bz_coopA_TNT"}},
        {Role::Gemm, Prefill, {"nvjet_tst_256x128_64x4_1x2_h_bz_coopA_TNT"}},
        {Role::Gemm, Prefill,
            {"sm90_xmma_gemm_bf16bf16_bf16f32_f32_tn_n_tilesize128x128x64_warpgroupsize1x1x1_execute_segment_k_off_kernel__5x_"
             "cublas"}},
    };
}

Entries sglangEntries()
{
    Entries entries = {
        {Role::Prepare, Always,
            {kHostToDevice, kHostToDevice, "_ZN6sglang27resolve_future_token_idsEPlPKlm", kAddLong, kDeviceToDevice,
                "create_flashinfer_kv_indices_triton"}},
        {Role::Prepare, Prefill,
            {kHostToDevice, kHostToDevice, "write_req_to_token_pool_triton", "compute_position_kernel", kArange,
                "create_flashinfer_kv_indices_triton"}},
        {Role::Embedding, Always, {kGather}},
        {Role::FirstNorm, Always,
            {"void flashinfer::norm::RMSNormKernel<8u, __nv_bfloat16>(__nv_bfloat16*, __nv_bfloat16*, __nv_bfloat16*, "
             "unsigned int, unsigned int, unsigned int, float, float)"}},
        {Role::AddNorm, Always,
            {"void flashinfer::norm::FusedAddRMSNormKernel<8u, __nv_bfloat16>(__nv_bfloat16*, __nv_bfloat16*, "
             "__nv_bfloat16*, unsigned int, unsigned int, unsigned int, float, float)"}},
        {Role::ReduceAddNorm, Always,
            {"void flashinfer::trtllm_allreduce_fusion::allreduce_fusion_kernel_oneshot_lamport<"
             "(flashinfer::trtllm_allreduce_fusion::AllReduceFusionPattern)1, __nv_bfloat16, 4, true, true>"
             "(flashinfer::trtllm_allreduce_fusion::AllReduceFusionParams<__nv_bfloat16>)"}},
        {Role::FusedInputNorm, Always, {"_fused_residual_norm_qkv_scale_kernel"}},
        {Role::FusedInputNorm, Always,
            {"void sgl_kernel::mnnvl::twoshot_ar_residual_ln_kernel<__nv_bfloat16, 8>(sgl_kernel::mnnvl::Params)"}},
        {Role::QkNorm, Always, {}},
        {Role::QkNorm, Always,
            {"void flashinfer::norm::QKRMSNormKernel<8u, __nv_bfloat16>(__nv_bfloat16*, __nv_bfloat16*, float, unsigned int)"}},
        {Role::Rope, Always,
            {"void flashinfer::BatchQKApplyRotaryPosIdsCosSinCacheEnhancedKernel<true, 128u, 8u, 16u, __nv_bfloat16, "
             "long>(__nv_bfloat16*, __nv_bfloat16*, float*, long*, unsigned int)"}},
        {Role::KvStore, Always,
            {"void (anonymous namespace)::store_kvcache<2048l, 4, false, long>((anonymous namespace)::StoreKVCacheParams)"}},
        {Role::RopeAndStore, Always,
            {"void sgl_kernel::fused_qk_rope_set_kv_buffer_kernel<128, __nv_bfloat16, long>(sgl_kernel::RopeKvParams)"}},
        {Role::Attention, Decode, {kFlashAttention3Split, kFlashCombine}},
        {Role::Attention, Decode, {kBatchDecode, kMergeStates}},
        {Role::Attention, Decode, {kBatchDecode}},
        {Role::Attention, Prefill, {kFlashAttention3}},
        {Role::Attention, Prefill, {kBatchPrefill}},
        {Role::AllReduce, Always, {kOneShot}},
        {Role::AllReduce, Always, {"ncclDevKernel_AllReduce_Sum_bf16_RING_LL(ncclDevKernelArgsStorage<4096ul>)"}},
        {Role::Activation, Always,
            {"void flashinfer::activation::act_and_mul_kernel<__nv_bfloat16, &(float silu<float>(float const&))>"
             "(__nv_bfloat16*, __nv_bfloat16 const*, int)"}},
        {Role::Router, Always,
            {"void topkGatingSoftmax<__nv_bfloat16, 8, 128, 4, 16>(__nv_bfloat16 const*, bool const*, float*, int, int*, "
             "int, int, int, bool)",
                "void moe_align_block_size_kernel<int>(int const*, int*, int*, int*, int, int, int, unsigned long, int*)",
                "void count_and_sort_expert_tokens_kernel<int>(int const*, int*, int*, unsigned long)"}},
        {Role::Router, Always,
            {"void moe_fused_gate_kernel<cutlass::bfloat16_t, cutlass::AlignedArray<cutlass::bfloat16_t, 32>, 32, 256, 8, "
             "1, 8, 6, 6>(void*, void*, float*, int*, long, long, long, double)",
                "void moe_align_block_size_small_batch_expert_kernel<int>(int const*, int*, int*, int*, int, int, unsigned "
                "long)"}},
        {Role::ExpertGemm, Always, {"fused_moe_kernel"}},
        {Role::ExpertActivation, Always,
            {"void sgl_kernel::activation::act_and_mul_kernel<__nv_bfloat16, silu>(__nv_bfloat16*, "
             "__nv_bfloat16 const*, int)"}},
        {Role::ExpertGemmDown, Always, {"fused_moe_kernel"}},
        {Role::ExpertSum, Always, {"_moe_sum_reduce_kernel"}},
        {Role::Dispatch, Always,
            {"void deep_ep::internode_ll::dispatch<true, 4096>(void*, float*, int*, long*, int*, int*, void*, int, int)"}},
        {Role::Combine, Always,
            {"void deep_ep::internode_ll::combine<4096, 9>(void*, void*, int*, void const*, long const*, float const*, "
             "int const*, int, int)"}},
        {Role::SharedAdd, Always, {kAddBf16}},
        {Role::LastToken, Prefill, {kIndexRows}},
        {Role::Logits, Always, {kToFloat}},
        {Role::Sampling, Always, {kArgMax, kDeviceToDevice, kDeviceToHost}},
        {Role::Sampling, Always, {kDivide, kSoftmax, kTopKTopP, kDeviceToHost}},
    };
    const Entries gemms = cublasGemms();
    entries.insert(entries.end(), gemms.begin(), gemms.end());
    return entries;
}

Entries vllmEntries()
{
    Entries entries = {
        {Role::Prepare, Always, {kHostToDevice, kDeviceToDevice, kHostToDevice, "_compute_slot_mapping_kernel", kFillInt}},
        {Role::Embedding, Always, {"triton_poi_fused_embedding_0"}},
        {Role::Embedding, Always, {kIndexSelect}},
        {Role::FirstNorm, Always, {"triton_red_fused__to_copy_add_mean_mul_pow_rsqrt_0"}},
        {Role::AddNorm, Always,
            {"void vllm::fused_add_rms_norm_kernel<c10::BFloat16, 8>(c10::BFloat16*, c10::BFloat16*, long, c10::BFloat16 "
             "const*, float, int, int)"}},
        {Role::AddNorm, Always, {"triton_red_fused__to_copy_add_mean_mul_pow_rsqrt_2"}},
        {Role::FusedInputNorm, Always, {"triton_red_fused__to_copy_add_clone_mean_mul_pow_rsqrt_slice_split_5"}},
        {Role::FusedInputNorm, Always,
            {"void vllm::rms_norm_static_fp8_quant_kernel<c10::BFloat16, c10::Float8_e4m3fn>(c10::Float8_e4m3fn*, "
             "c10::BFloat16 const*, int, c10::BFloat16 const*, float const*, float, int, int)"}},
        {Role::QkNorm, Always, {}},
        {Role::QkNorm, Always, {"triton_per_fused__to_copy_mean_mul_pow_rsqrt_split_view_1"}},
        {Role::Rope, Always,
            {"void vllm::rotary_embedding_kernel<c10::BFloat16, true>(long const*, c10::BFloat16*, c10::BFloat16*, "
             "c10::BFloat16 const*, int, long, long, long, int, int, int)"}},
        {Role::Rope, Always, {"triton_poi_fused_cat_mul_split_sub_view_3"}},
        {Role::KvStore, Always,
            {"void vllm::reshape_and_cache_flash_kernel<__nv_bfloat16, __nv_bfloat16, (vllm::Fp8KVCacheDataType)0>"
             "(__nv_bfloat16 const*, __nv_bfloat16 const*, __nv_bfloat16*, __nv_bfloat16*, long const*, long, long, int)"}},
        {Role::RopeAndStore, Always,
            {"void vllm::concat_and_cache_rope_fused_kernel<c10::BFloat16, true>(c10::BFloat16*, c10::BFloat16*, int)"}},
        {Role::Attention, Decode, {kFlashAttention3Split, kFlashCombine}},
        {Role::Attention, Decode, {"kernel_unified_attention_3d", "reduce_segments"}},
        {Role::Attention, Prefill, {kFlashAttention3}},
        {Role::Attention, Prefill, {"kernel_unified_attention_2d"}},
        {Role::AllReduce, Always,
            {"void vllm::cross_device_reduce_1stage<__nv_bfloat16, 2>(vllm::RankData*, vllm::RankSignals, "
             "vllm::Signal*, __nv_bfloat16*, int, int)"}},
        {Role::AllReduce, Always, {"multimem_all_reduce_kernel<__nv_bfloat16, 16>"}},
        {Role::Activation, Always,
            {"void vllm::act_and_mul_kernel<c10::BFloat16, &(c10::BFloat16 vllm::silu_kernel<c10::BFloat16>"
             "(c10::BFloat16 const&)), true>(c10::BFloat16*, c10::BFloat16 const*, int)"}},
        {Role::Activation, Always, {"triton_poi_fused_mul_silu_slice_1"}},
        {Role::Router, Always,
            {"void vllm::moe::topkGating<8, 128, 4, 16, 32, int, __nv_bfloat16, (vllm::moe::ScoringFunc)0>(__nv_bfloat16 "
             "const*, bool const*, float*, int, int*, int*, int, int, int, bool)",
                "void vllm::moe::moe_align_block_size_kernel<int>(int const*, int*, int*, int*, int, int, int, int, unsigned "
                "long, int*)",
                "void vllm::moe::count_and_sort_expert_tokens_kernel<int>(int const*, int*, int*, unsigned long, int)"}},
        {Role::ExpertGemm, Always, {"fused_moe_kernel"}},
        {Role::ExpertActivation, Always,
            {"void vllm::act_and_mul_kernel<c10::BFloat16, &(c10::BFloat16 vllm::silu_kernel<c10::BFloat16>"
             "(c10::BFloat16 const&)), true>(c10::BFloat16*, c10::BFloat16 const*, int)"}},
        {Role::ExpertGemmDown, Always, {"fused_moe_kernel"}},
        {Role::ExpertSum, Always,
            {"void vllm::moe::moe_sum_kernel<c10::BFloat16, 8>(c10::BFloat16*, c10::BFloat16 const*, int)"}},
        {Role::Dispatch, Always,
            {"void deep_ep::intranode::dispatch<8, 768, 8192>(int4*, float*, int*, long*, float*, int*, int)"}},
        {Role::Combine, Always, {"void deep_ep::intranode::combine<__nv_bfloat16, 8, 768, 4096>(__nv_bfloat16*, float*, int)"}},
        {Role::SharedAdd, Always, {"triton_poi_fused_add_4"}},
        {Role::LastToken, Prefill, {kIndexRows}},
        {Role::Logits, Always, {kToFloat}},
        {Role::Sampling, Always, {kArgMax, kDeviceToDevice, kDeviceToHost}},
        {Role::Sampling, Always, {kDivide, kRadixSort, kSoftmax, kArgMax, kDeviceToHost}},
    };
    const Entries gemms = cublasGemms();
    entries.insert(entries.end(), gemms.begin(), gemms.end());
    return entries;
}

Entries tensorRtEntries()
{
    constexpr std::string_view kMmha =
        "void tensorrt_llm::kernels::mmha::masked_multihead_attention_kernel<__nv_bfloat16, __nv_bfloat16, "
        "tensorrt_llm::kernels::KVBlockArray, 128u, true, true, false>(tensorrt_llm::kernels::Multihead_attention_params)";
    return {
        {Role::Prepare, Always,
            {kHostToDevice, kHostToDevice, "void tensorrt_llm::kernels::copyBlockOffsets<int>(int*, int const*, int)",
                "void tensorrt_llm::kernels::computeSeqAndPaddingOffsets<float, 256>(int*, int*, int)"}},
        {Role::Embedding, Always,
            {"void tensorrt_llm::kernels::lookup_kernel<__nv_bfloat16, int>(__nv_bfloat16*, int const*, "
             "__nv_bfloat16 const*, long, int, int, int)"}},
        {Role::FirstNorm, Always,
            {"void tensorrt_llm::kernels::generalRmsNorm<__nv_bfloat16, __nv_bfloat16, false>(__nv_bfloat16 const*, "
             "__nv_bfloat16 const*, float, int, int)"}},
        {Role::AddNorm, Always,
            {"void flashinfer::norm::FusedAddRMSNormKernel<8u, __nv_bfloat16>(__nv_bfloat16*, __nv_bfloat16*, "
             "__nv_bfloat16*, unsigned int, unsigned int, unsigned int, float, float)"}},
        {Role::ReduceAddNorm, Always,
            {"void tensorrt_llm::kernels::ar_fusion::allreduce_fusion_kernel_oneshot_lamport<"
             "(tensorrt_llm::kernels::ar_fusion::AllReduceFusionPattern)1, __nv_bfloat16, 2, true>"
             "(tensorrt_llm::kernels::ar_fusion::AllReduceFusionParams)"}},
        {Role::FusedInputNorm, Always,
            {"void tensorrt_llm::kernels::ar_fusion::allreduce_fusion_kernel_twoshot_sync<"
             "(tensorrt_llm::kernels::ar_fusion::AllReduceFusionPattern)2, __nv_bfloat16, 2>"
             "(tensorrt_llm::kernels::ar_fusion::AllReduceFusionParams)"}},
        {Role::QkNorm, Always, {}},
        {Role::Rope, Decode, {}},
        {Role::Rope, Prefill,
            {"void tensorrt_llm::kernels::applyBiasRopeUpdateKVCacheV2<__nv_bfloat16, __nv_bfloat16, true, "
             "tensorrt_llm::kernels::KVBlockArray, (tensorrt_llm::kernels::RotaryPositionEmbeddingType)1, true>"
             "(tensorrt_llm::kernels::QKVPreprocessingParams)"}},
        {Role::KvStore, Always, {}},
        {Role::RopeAndStore, Always,
            {"void tensorrt_llm::kernels::fusedQKNormRopeKernel<128, true>(void*, int, int, int, float, int const*)"}},
        {Role::Attention, Decode, {kMmha}},
        {Role::Attention, Decode,
            {"fmhaSm90Kernel_QkvBfloat16OBfloat16H128PagedKvCausalP64VarSeqQ64Kv128PersistentSwapsAbForGen"}},
        {Role::Attention, Prefill, {"fmha_v2_flash_attention_bf16_64_128_S_q_paged_kv_128_causal_tma_ws_sm90_kernel"}},
        {Role::AllReduce, Always, {"ncclDevKernel_AllReduce_Sum_bf16_RING_LL(ncclDevKernelArgsStorage<4096ul>)"}},
        {Role::Activation, Always,
            {"void tensorrt_llm::kernels::swigluKernel<__nv_bfloat16, __nv_bfloat16>(__nv_bfloat16*, __nv_bfloat16 const*, "
             "int)"}},
        {Role::Router, Always,
            {"void tensorrt_llm::kernels::customMoeRoutingKernel<__nv_bfloat16, float, int, 128, 8, true>(__nv_bfloat16*, "
             "float*, int*, int, int, int)",
                "void tensorrt_llm::kernels::cutlass_kernels::fusedBuildExpertMapsSortFirstTokenKernel<256, 2, 7>(int const*, "
                "int*, "
                "int*, long*, long, int, int, int, int)"}},
        {Role::ExpertGemm, Always,
            {"bmm_Bfloat16_Bfloat16Bfloat16_Fp32_t128x8x128_s6_et64x8_m64x8x16_cga1x1x1_16dp256b_TN_transOut_schedS_bN_"
             "dynBatch_swiGlu_sm90a"}},
        {Role::ExpertActivation, Always, {}},
        {Role::ExpertGemmDown, Always,
            {"bmm_Bfloat16_Bfloat16Bfloat16_Fp32_t128x8x128_s5_et128x8_m64x8x16_cga1x1x1_16dp256b_TN_transOut_schedP_"
             "bN_dynBatch_sm90a"}},
        {Role::ExpertSum, Always,
            {"void moe::dev::finalize::finalizeKernelVecLoad<moe::dev::finalize::KernelParams<cutlass::bfloat16_t, "
             "cutlass::bfloat16_t, true> >(moe::dev::finalize::KernelParams)"}},
        {Role::Dispatch, Always,
            {"void tensorrt_llm::kernels::moe_alltoall::moeA2ADispatchKernel<8>(tensorrt_llm::kernels::DispatchParams)"}},
        {Role::Combine, Always,
            {"void tensorrt_llm::kernels::moe_alltoall::moeA2ACombineKernel<__nv_bfloat16, "
             "8>(tensorrt_llm::kernels::CombineParams)"}},
        {Role::SharedAdd, Always, {kAddBf16}},
        {Role::LastToken, Prefill, {kIndexRows}},
        {Role::Logits, Always, {kToFloat}},
        {Role::Sampling, Always,
            {"void tensorrt_llm::kernels::topKStage1<float, 128, 8>(float const* const*, float*, int*, float*, bool const*, int)",
                "void tensorrt_llm::kernels::topKStage2Sampling<float, 256, 8>(int const*, float*, int**, int*, int)",
                kDeviceToHost}},
        {Role::Gemm, Decode, {"nvjet_tst_64x16_64x15_4x1_v_bz_TNT"}},
        {Role::Gemm, Decode,
            {"void tensorrt_llm::kernels::cuda_core_gemm::cudaCoreGemm<__nv_bfloat16, 1, 2, 128>(tensorrt_llm::Params)"}},
        {Role::Gemm, Decode,
            {"sm90_xmma_gemm_bf16bf16_bf16f32_f32_tn_n_tilesize64x128x64_warpgroupsize1x1x1_bias_execute_kernel_trt"}},
        {Role::Gemm, Decode, {"nvjet_tst_104x16_64x13_2x1_v_bz_TNN"}},
        {Role::Gemm, Prefill,
            {"sm90_xmma_gemm_bf16bf16_bf16f32_f32_tn_n_tilesize256x128x64_warpgroupsize2x1x1_execute_kernel_trt"}},
        {Role::Gemm, Prefill, {"nvjet_tst_160x128_64x5_2x1_v_bz_coopA_TNT"}},
    };
}

} // namespace

Vocabulary sglangNvidia()
{
    return {"sglang-nvidia", Platform::Nvidia, sglangEntries()};
}
Vocabulary vllmNvidia()
{
    return {"vllm-nvidia", Platform::Nvidia, vllmEntries()};
}
Vocabulary tensorRtNvidia()
{
    return {"trtllm-nvidia", Platform::Nvidia, tensorRtEntries()};
}

} // namespace lamella::test
