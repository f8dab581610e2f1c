// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/profile/KernelNames.h"
#include "tests/support/TestMain.h"

#include <QtTest>

using namespace lamella::core;

class tst_KernelNames : public QObject {
    Q_OBJECT

private slots:
    void shortNames_data();
    void shortNames();
    void demangles();
    void refusesBombs();
    void staysWithinSixtyCharacters();
    void oddNamesComeBack_data();
    void oddNamesComeBack();
    void differentNamesStayDifferent();
    void marksSayWhatDiffers();
    void copiesAreMemoryWhateverTheirName();
    void rulesOfFilesShortenAndNothingMerges();
};

void tst_KernelNames::shortNames_data()
{
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<QByteArray>("expected");
    const auto row = [](const char *tag, const char *name, const char *expected) {
        QTest::newRow(tag) << QByteArray(name) << QByteArray(expected);
    };
    row("return type, namespace, parameters", "void vllm::rotary_embedding_kernel<c10::BFloat16, true>(long const*, int)",
        "rotary_embedding bf16");
    row("number of an XLA operation", "fusion.123", "fusion");
    row("clone of an XLA operation", "loop_add_fusion.4.remat2", "loop_add_fusion");
    row("number of an Ascend collective", "hcom_allReduce__868_1004_1", "hcom_allReduce");
    row("code object", "store_kvcache_kernel.kd", "store_kvcache_kernel");
    row("version in a namespace", "void rocprim::ROCPRIM_400200_NS::detail::lookback_scan_kernel<int>(int)", "lookback_scan");
    row("namespace that tells", "void deep_ep::intranode::dispatch<8, 768, 8192>(int4*)", "deep_ep_intra_dispatch<8,768,8192>");
    row("anonymous namespace", "void (anonymous namespace)::store_kvcache<2048l, 4, false, long>((anonymous namespace)::P)",
        "store_kvcache<2048,4>");
    row("function argument",
        "void vllm::act_and_mul_kernel<c10::BFloat16, &(vllm::silu_kernel<c10::BFloat16>(c10::BFloat16 const&))>(int)",
        "act_and_mul<silu_kernel> bf16");
    row("hipBLASLt", "Cijk_Alik_Bljk_BBS_BH_Bias_HA_S_SAV_UserArgs_MT256x32x64_MI16x16x1_SN", "Cijk MT256×32×64 tn bf16");
    row("xmma",
        "sm90_xmma_gemm_bf16bf16_bf16f32_f32_tn_n_tilesize128x128x64_warpgroupsize1x1x1_execute_segment_k_off_kernel__5x_cublas",
        "gemm 128x128x64 tn bf16");
    row("xmma, fp32 multiplied as tf32",
        "sm80_xmma_gemm_f32f32_tf32f32_f32_tn_n_tilesize128x128x16_stage4_warpsize2x2x1_ffma_aligna4_alignc4_execute",
        "gemm 128x128x16 tn tf32");
    row("xmma, fp32 multiplied as fp32", "sm80_xmma_gemm_f32f32_f32f32_f32_nn_n_tilesize64x64x8_stage3_warpsize1x4x1_ffma",
        "gemm 64x64x8 nn f32");
    row("cuBLAS", "ampere_fp16_s16816gemm_fp16_128x128_ldg8_f2f_stages_32x5_tn", "gemm 128x128x32 tn f16");
    row("cuBLAS single", "volta_sgemm_128x32_nt", "sgemm 128x32 nt");
    row("CUTLASS 2",
        "void cutlass::Kernel2<cutlass_80_tensorop_f16_s16816gemm_relu_f16_128x128_32x5_tn_align8>(cutlass_80::Params)",
        "gemm 128x128x32 tn f16");
    row("FlashAttention 3",
        "void cutlass::device_kernel<flash::enable_sm90_or_later<flash::FlashAttnFwdSm90<flash::Main<2, 128> > > >(int)",
        "FlashAttnFwdSm90");
    row("ATen copy",
        "void at::native::elementwise_kernel<128, 4, "
        "at::native::gpu_kernel_impl_nocast<at::native::direct_copy_kernel_cuda(at::TensorIteratorBase&)::{lambda()#3}::operator("
        ")() const::{lambda()#12}::operator()() "
        "const::{lambda(c10::BFloat16)#1}>(at::TensorIteratorBase&)::{lambda(int)#1}>(int)",
        "elementwise direct_copy bf16");
    row("ATen functor",
        "void at::native::vectorized_elementwise_kernel<4, at::native::BinaryFunctor<c10::BFloat16, c10::BFloat16, "
        "c10::BFloat16, at::native::binary_internal::MulFunctor<float> >, std::array<char*, 3ul> >(int)",
        "vectorized Mul bf16");
    row("ATen silu",
        "void at::native::vectorized_elementwise_kernel<4, at::native::(anonymous "
        "namespace)::silu_kernel(at::TensorIteratorBase&)::{lambda()#1}::operator()() const::{lambda(c10::BFloat16)#1}, "
        "std::array<char*, 2ul> >(int)",
        "vectorized silu bf16");
    row("ATen reduce",
        "void at::native::reduce_kernel<512, 1, at::native::ReduceOp<float, at::native::ArgMaxOps<float>, unsigned int, long, 4, "
        "4> >(int)",
        "reduce ArgMax f32");
    row("ATen cat",
        "void at::native::(anonymous namespace)::CatArrayBatchedCopy<at::native::(anonymous namespace)::OpaqueType<2u>, unsigned "
        "int, 4, 64, 64>(int)",
        "CatArrayBatchedCopy<4,64,64> 2B");
    row("ATen mask and data",
        "void at::native::vectorized_elementwise_kernel<4, at::native::(anonymous "
        "namespace)::where_kernel_impl(at::TensorIterator&)"
        "::{lambda()#1}::operator()() const::{lambda()#14}::operator()() const::{lambda(bool, float, float)#1}, "
        "at::detail::Array<char*, 4> >(int)",
        "vectorized where f32");
    row("ATen bytes",
        "void at::native::index_elementwise_kernel<128, 4, at::native::gpu_index_kernel<at::native::index_kernel_impl<"
        "at::native::OpaqueType<4> >(at::TensorIteratorBase&, c10::ArrayRef<long>, c10::ArrayRef<long>)::{lambda(char*, char "
        "const*, long)#1}>(at::TensorIteratorBase&)::{lambda(int)#1}>(long)",
        "index 4B");
    row("ATen unsigned bytes",
        "void "
        "at::native::unrolled_elementwise_kernel<at::native::direct_copy_kernel_cuda(at::TensorIteratorBase&)::{lambda()#3}::"
        "operator()() const::{lambda()#1}::operator()() const::{lambda(unsigned char)#1}, at::detail::Array<char*, 2> >(int)",
        "unrolled direct_copy u8");
    row("ATen options are no data",
        "void at::native::vectorized_elementwise_kernel<4, at::native::nan_to_num_kernel_cuda(at::TensorIteratorBase&, "
        "c10::optional<double>)::{lambda()#1}::operator()() const::{lambda()#4}::operator()() const::{lambda(float)#1}, "
        "at::detail::Array<char*, 2> >(int)",
        "vectorized nan_to_num f32");
    row("ATen truth values",
        "void at::native::reduce_kernel<512, 1, at::native::ReduceOp<bool, at::native::func_wrapper_t<bool, "
        "at::native::or_kernel_cuda(at::TensorIterator&)::{lambda()#1}::operator()() const::{lambda(bool, bool)#1}>, unsigned "
        "int, "
        "bool, 4> >(int)",
        "reduce or bool");
    row("ATen scatter",
        "void at::native::_scatter_gather_elementwise_kernel<128, 4, at::native::_cuda_scatter_gather_internal_kernel<true, "
        "float>::operator()<at::native::ReduceAdd>(at::TensorIterator&, long)::{lambda(int)#1}>(int)",
        "scatter_gather ReduceAdd f32");
    row("ATen list and operation",
        "void at::native::(anonymous namespace)::multi_tensor_apply_kernel<at::native::(anonymous "
        "namespace)::TensorListMetadata<2>, at::native::(anonymous namespace)::UnaryOpFunctor<float, 2, 1, 1>, "
        "at::native::Sqrt<float> >(int)",
        "multi_tensor_apply UnaryOp Sqrt f32");
    row("Nsight Systems: casts of literals are no types",
        "void at::native::elementwise_kernel<(int)128, (int)2, void at::native::gpu_kernel_impl_nocast<"
        "at::native::CUDAFunctor_add<float>>(at::TensorIteratorBase &, const T1 &)::[lambda(int) (instance 1)]>(int, T3)",
        "elementwise add f32");
    row("Nsight Systems: lambda",
        "void at::native::vectorized_elementwise_kernel<(int)8, at::native::GeluCUDAKernelImpl(at::TensorIteratorBase &, "
        "at::native::GeluType)::[lambda() (instance 1)]::operator ()() const::[lambda(c10::BFloat16) (instance 1)], "
        "std::array<char *, (unsigned long)2>>(int, T2, T3)",
        "vectorized Gelu bf16");
    row("Nsight Systems: return type of a functor",
        "void at::native::vectorized_elementwise_kernel<(int)4, void at::native::<unnamed>::pow_tensor_scalar_kernel_impl<float, "
        "float>(at::TensorIteratorBase &, T2)::[lambda(float) (instance 2)], std::array<char *, (unsigned long)2>>(int, T2, T3)",
        "vectorized pow_tensor_scalar f32");
    row("Nsight Systems: unnamed namespace",
        "void at::native::<unnamed>::CatArrayBatchedCopy<at::native::<unnamed>::OpaqueType<(unsigned int)4>, unsigned int, "
        "(int)4, "
        "(int)64, (int)64>(T1 *)",
        "CatArrayBatchedCopy<4,64,64> 4B");
    row("Nsight Systems: copy", "[CUDA memcpy Host-to-Device]", "Memcpy HtoD");
    row("Nsight Systems: peers", "[CUDA memcpy Peer-to-Peer]", "Memcpy PtoP");
    row("Nsight Systems: set", "[CUDA memset]", "Memset");
    row("ROCm: copy", "CopyDeviceToHost", "Memcpy DtoH");
    row("Ascend operator that sets memory", "MemSet", "MemSet");
    row("several types", "void paged<__nv_bfloat16, __nv_fp8_e4m3, 128>(int)", "paged<128>");
    row("sort of keys and values", "void cub::DeviceRadixSortOnesweepKernel<cub::Policy<long, float, int>::P, long, float>(int*)",
        "DeviceRadixSortOnesweepKernel");
    row("convolution gradient",
        "sm80_xmma_wgrad_implicit_gemm_indexed_tf32f32_tf32f32_f32_nhwckrsc_nhwc_tilesize128x128x16_stage4_warpsize2x2x1",
        "wgrad 128x128x16 tf32");
    row("attention of cuDNN is no convolution", "cudnn_generated_fort_native_sdpa_sm90_flash_fprop_wgmma_f16_knob_6_64x128x128",
        "cudnn_sdpa_sm90_flash_fprop_wgmma_f16_knob_6_64x128x128");
    row("CUTLASS 3",
        "void cutlass::device_kernel<cutlass::gemm::kernel::GemmUniversal<cute::tuple<int, int, int, int>, "
        "cutlass::gemm::collective::CollectiveMma<cutlass::gemm::MainloopSm90TmaGmmaWarpSpecializedFP8<7, "
        "cute::tuple<cute::C<1>, "
        "cute::C<2>, cute::C<1> > >, cute::tuple<cute::C<64>, cute::C<128>, cute::C<128> >, cutlass::float_e4m3_t, "
        "cute::tuple<long, cute::C<1>, long>, cutlass::float_e4m3_t, float> > >(P)",
        "gemm 64x128x128 fp8");
    row("ck_tile of one architecture",
        "void ck_tile::kentry<ck_tile::gfx950_t, 2, ck_tile::FmhaFwdKernel<ck_tile::Pipeline<ck_tile::Problem> > >(ck_tile::K)",
        "FmhaFwdKernel");
    row("FlashAttention 3 for Ampere",
        "void cutlass::device_kernel<flash::enable_sm80_or_later<flash::FlashAttnFwdSm80<flash::Main<4> > > >(int)",
        "FlashAttnFwdSm80");
    row("NCCL", "ncclDevKernel_AllReduce_Sum_bf16_RING_LL(ncclDevKernelArgsStorage<4096ul>)", "ncclAllReduce bf16 RING_LL");
    row("NCCL before 2.19", "ncclKernel_SendRecv_RING_SIMPLE_Sum_int8_t(ncclWorkElem)", "ncclSendRecv int8_t RING_SIMPLE");
    row("copy", "Memcpy DtoD (Device -> Device)", "Memcpy DtoD (Device -> Device)");
    row("Triton", "triton_red_fused__to_copy_add_mean_mul_pow_rsqrt_0", "triton_red_fused__to_copy_add_mean_mul_pow_rsqrt_0");
    row("launcher that cannot be demangled", "_ZN7ck_tile6kentryILi1ENS_12Rmsnorm2dFwdINS_1TnE", "Rmsnorm2dFwd");
    row("launcher in namespaces that cannot be demangled",
        "_ZN13cutlass_cudnn6KernelINS_4conv6kernel23ImplicitGemmConvolutionINS_1TnE", "ImplicitGemmConvolution");
    row("launcher of one architecture that cannot be demangled", "_ZN7ck_tile6kentryINS_8gfx950_tELi2ENS_13FmhaFwdKernelINS_1TnE",
        "FmhaFwdKernel");
    row("path of what was miscounted", "_ZN5aiter49fmoe_fp8_blockscale_g1u1_novs_subGU_256E.kd",
        "fmoe_fp8_blockscale_g1u1_novs_subGU_256");
    row("path of what cannot be demangled", "_ZN7sgl_hip10activation18act_and_mul_kernelITn", "act_and_mul");
}

void tst_KernelNames::shortNames()
{
    QFETCH(QByteArray, name);
    QFETCH(QByteArray, expected);
    QCOMPARE(QByteArray::fromStdString(shortKernelName(name.toStdString())), expected);
}

void tst_KernelNames::demangles()
{
    const std::string full =
        demangledName("_ZN5aiter24add_rmsnorm_quant_kernelIDF16bDF16bLi256ELi16ELb1ELb0ELb1ELi1EEEvPT0_PT_PfS4_S4_S4_diiiiiiib");
    QVERIFY(full.find("void aiter::add_rmsnorm_quant_kernel<__bf16, __bf16, 256, 16, true, false, true, 1>(") == 0);
    QCOMPARE(shortKernelName(full), std::string("add_rmsnorm_quant<256,16> bf16"));
    QCOMPARE(demangledName("kernel_unified_attention_2d"), std::string("kernel_unified_attention_2d"));
    QCOMPARE(demangledName("_Zbroken"), std::string("_Zbroken"));
    QCOMPARE(demangledName("_ZN1a1bEv.kd"), std::string("a::b()"));
}

void tst_KernelNames::refusesBombs()
{
    // Each pair doubles the text: 2^100 times "a" when expanded.
    std::string bomb = "_Z1fISt4pairI1aS0_E";
    for (int i = 1; i < 100; ++i)
        bomb += "St4pairIS" + std::string(1, static_cast<char>('0' + i % 10)) + "_S"
            + std::string(1, static_cast<char>('0' + i % 10)) + "_E";
    bomb += "Evv";
    QCOMPARE(demangledName(bomb), bomb);
    const std::string longName = "_Z" + std::string(100'000, '1');
    QCOMPARE(demangledName(longName), longName);
}

void tst_KernelNames::staysWithinSixtyCharacters()
{
    const std::string name = shortKernelName(std::string(300, 'a') + "_end");
    QCOMPARE(QString::fromStdString(name).size(), 60);
    QVERIFY(QString::fromStdString(name).contains(QChar(0x2026)));
    QVERIFY(QString::fromStdString(name).endsWith(QStringLiteral("_end")));
    const std::string wide = shortKernelName(QString(200, QChar(0x00E9)).toStdString());
    QCOMPARE(QString::fromStdString(wide).size(), 60);
}

void tst_KernelNames::oddNamesComeBack_data()
{
    QTest::addColumn<QByteArray>("name");
    for (const char *name : {"", "<", ">", "(", ")", "<<<<", "((((", "void ", "::", "a::", "<>", "void <>()", "operator()", "_Z",
             "_ZN", "_ZN9", "Cijk_", "Cijk_MT", "Cijk_x_MT9", "ncclKernel_", "ncclDevKernel_", "gemm", "gemm_", "a<b", "a>b(",
             "f<(1>2)>()", "x->y<", "\xff\xfe<\x80>", "ncclKernel_A::B<char*, 1> >(int, C<char*, 1>)1"})
        QTest::newRow(name) << QByteArray(name);
}

void tst_KernelNames::oddNamesComeBack()
{
    QFETCH(QByteArray, name);
    const std::string text = name.toStdString();
    QCOMPARE(shortKernelName(demangledName(text)).empty(), text.empty());
}

void tst_KernelNames::differentNamesStayDifferent()
{
    TraceDocument document;
    const auto add = [&document](std::string_view text) {
        const StringId id = document.strings.intern(text);
        document.kernels.name.push_back(id);
        return id;
    };
    const StringId a = add("Cijk_Alik_Bljk_BBS_BH_MT64x64x64_MI16");
    const StringId b = add("Cijk_Ailk_Bjlk_BBS_BH_MT64x64x64_MI16");
    const StringId c = add("frobnicate");
    const KernelNames names(document, builtinProfiles(), nullptr);
    QVERIFY(names[a].shortName != names[b].shortName);
    QCOMPARE(names[a].shortName, std::string("Cijk MT64×64×64 tn bf16"));
    QCOMPARE(names[b].shortName, std::string("Cijk MT64×64×64 nt bf16"));
    QCOMPARE(names.category(a), Category::Gemm);
    QVERIFY(names[a].named);
    QCOMPARE(names.category(c), Category::Other);
    QVERIFY(!names[c].named);
    QCOMPARE(names[StringId()].full, std::string());
}

void tst_KernelNames::marksSayWhatDiffers()
{
    TraceDocument document;
    const auto add = [&document](const std::string &text) {
        const StringId id = document.strings.intern(text);
        document.kernels.name.push_back(id);
        return id;
    };
    const auto multiply = [](const std::string &functor, const std::string &operands) {
        return "void at::native::vectorized_elementwise_kernel<4, at::native::" + functor
            + "<float, float, float, at::native::binary_internal::MulFunctor<float> >, at::detail::Array<char*, " + operands
            + "> >(int, at::native::" + functor + "<float, float, float, at::native::binary_internal::MulFunctor<float> >)";
    };
    const StringId scalar = add(multiply("AUnaryFunctor", "2"));
    const StringId tensors = add(multiply("BinaryFunctor", "3"));
    const StringId plain = add("copy-done");
    const StringId numbered = add("copy-done.2");
    const StringId ofReturn = add("ampere_sgemm_128x64_tn");
    const StringId ofTemplate = add("void cutlass::Kernel2<cutlass_80_simt_sgemm_128x64_8x5_tn_align1>(Params)");
    const KernelNames names(document, builtinProfiles(), nullptr);
    QCOMPARE(names[scalar].shortName, std::string("vectorized Mul f32 ·AUnaryFunctor"));
    QCOMPARE(names[tensors].shortName, std::string("vectorized Mul f32 ·BinaryFunctor"));
    QCOMPARE(names[plain].shortName, std::string("copy-done"));
    QCOMPARE(names[numbered].shortName, std::string("copy-done ·.2"));
    QCOMPARE(names[ofReturn].shortName, std::string("sgemm 128x64 tn ·ampere"));
    QVERIFY(names[ofTemplate].shortName != names[ofReturn].shortName);
    QVERIFY(names[ofTemplate].shortName.find("void") == std::string::npos);
}

void tst_KernelNames::copiesAreMemoryWhateverTheirName()
{
    TraceDocument document;
    const auto add = [&document](std::string_view text, KernelKind kind) {
        const StringId id = document.strings.intern(text);
        document.kernels.name.push_back(id);
        document.kernels.kind.push_back(kind);
        return id;
    };
    const StringId copy = add("transfer of the engine", KernelKind::Memcpy);
    const StringId set = add("[CUDA memcpy kind 77]", KernelKind::Memset);
    const StringId work = add("frobnicate", KernelKind::Kernel);
    add("frobnicate", KernelKind::Memcpy);
    const KernelNames names(document, builtinProfiles(), nullptr);
    QCOMPARE(names.category(copy), Category::Memory);
    QVERIFY(names[copy].named);
    QCOMPARE(names.category(set), Category::Memory);
    QVERIFY(!names[work].named);
}

void tst_KernelNames::rulesOfFilesShortenAndNothingMerges()
{
    TraceDocument document;
    const auto add = [&document](std::string_view text) {
        const StringId id = document.strings.intern(text);
        document.kernels.name.push_back(id);
        return id;
    };
    const StringId one = add("fusion.1");
    const StringId two = add("fusion.2");
    const StringId plain = add("loop.7");
    const StringId longer = add("loop.71");
    const StringId own = add("void acme::secret::thing_kernel<3>(int)");
    const StringId ownToo = add("void acme::secret::thing_kernel<3>(long)");
    ModelProfile profile;
    profile.names.replace = {{"acme::secret::thing", "our_thing"}};
    const KernelNames names(document, builtinProfiles(), &profile);
    QVERIFY(names[one].shortName != names[two].shortName);
    QCOMPARE(names[plain].shortName, std::string("loop ·7"));
    QCOMPARE(names[longer].shortName, std::string("loop ·71"));
    QCOMPARE(names[one].shortName.find("fusion"), std::size_t{0});
    QCOMPARE(names[one].full, std::string("fusion.1")); // the full name is always available
    QCOMPARE(names[own].shortName.find("our_thing<3>"), std::size_t{0});
    QVERIFY(names[own].shortName != names[ownToo].shortName);
    QCOMPARE(names[own].full, std::string("void acme::secret::thing_kernel<3>(int)"));
    QVERIFY(shortKernelName("void acme::secret::thing_kernel<3>(int)").find("our_") == std::string::npos);
}

LAMELLA_TEST(tst_KernelNames)
#include "tst_KernelNames.moc"
