// SPDX-License-Identifier: GPL-3.0-or-later
// Kernel names shared by several engines (PyTorch's own kernels, FlashAttention, copies).
#pragma once

#include <string_view>

namespace lamella::test::names {

inline constexpr std::string_view kGather =
    "void at::native::vectorized_gather_kernel<16, long>(char*, char*, long*, int, long, long, long, long, bool)";
inline constexpr std::string_view kIndexSelect =
    "void at::native::(anonymous namespace)::indexSelectLargeIndex<c10::BFloat16, long, unsigned int, 2, 2, -2, true>"
    "(at::cuda::detail::TensorInfo<c10::BFloat16, unsigned int>, at::cuda::detail::TensorInfo<c10::BFloat16 const, unsigned "
    "int>, "
    "at::cuda::detail::TensorInfo<long const, unsigned int>, int, int, unsigned int, unsigned int, long)";
inline constexpr std::string_view kIndexRows =
    "void at::native::index_elementwise_kernel<128, 4, at::native::gpu_index_kernel<at::native::index_kernel_impl<"
    "at::native::OpaqueType<2> >(at::TensorIteratorBase&, c10::ArrayRef<long>, c10::ArrayRef<long>)::{lambda(char*, char const*, "
    "long)#1}>(at::TensorIteratorBase&, c10::ArrayRef<long>, c10::ArrayRef<long>, at::native::index_kernel_impl<"
    "at::native::OpaqueType<2> >(at::TensorIteratorBase&, c10::ArrayRef<long>, c10::ArrayRef<long>)::{lambda(char*, char const*, "
    "long)#1} const&, bool)::{lambda(int)#1}>(long, at::native::gpu_index_kernel)";
inline constexpr std::string_view kArange =
    "void (anonymous namespace)::elementwise_kernel_with_index<int, at::native::arange_cuda_out(c10::Scalar const&, c10::Scalar "
    "const&, c10::Scalar const&, at::Tensor&)::{lambda()#1}::operator()() const::{lambda()#4}::operator()() "
    "const::{lambda(long)#1}>(int, at::native::arange_cuda_out, function_traits<long>::result_type*)";
inline constexpr std::string_view kFillInt =
    "void at::native::vectorized_elementwise_kernel<4, at::native::FillFunctor<int>, std::array<char*, 1ul> >(int, "
    "at::native::FillFunctor<int>, std::array<char*, 1ul>)";
inline constexpr std::string_view kAddLong =
    "void at::native::vectorized_elementwise_kernel<4, at::native::CUDAFunctorOnSelf_add<long>, std::array<char*, 2ul> >(int, "
    "at::native::CUDAFunctorOnSelf_add<long>, std::array<char*, 2ul>)";
inline constexpr std::string_view kAddBf16 =
    "void at::native::vectorized_elementwise_kernel<4, at::native::CUDAFunctor_add<c10::BFloat16>, std::array<char*, 3ul> >(int, "
    "at::native::CUDAFunctor_add<c10::BFloat16>, std::array<char*, 3ul>)";
inline constexpr std::string_view kCopyBf16 =
    "void at::native::elementwise_kernel_manual_unroll<128, 8, at::native::gpu_kernel_impl_nocast<at::native::"
    "direct_copy_kernel_cuda(at::TensorIteratorBase&)::{lambda()#3}::operator()() const::{lambda()#12}::operator()() "
    "const::{lambda(c10::BFloat16)#1}>(at::TensorIteratorBase&, at::native::direct_copy_kernel_cuda)::{lambda(int, bool)#1}>"
    "(int, at::native::gpu_kernel_impl_nocast)";
inline constexpr std::string_view kToFloat =
    "void at::native::vectorized_elementwise_kernel<4, at::native::bfloat16tofloat32_copy_kernel_cuda(at::TensorIteratorBase&)"
    "::{lambda(c10::BFloat16)#1}, std::array<char*, 2ul> >(int, at::native::bfloat16tofloat32_copy_kernel_cuda, "
    "std::array<char*, 2ul>)";
inline constexpr std::string_view kConcat =
    "void at::native::(anonymous namespace)::CatArrayBatchedCopy_aligned16_contig<at::native::(anonymous namespace)::"
    "OpaqueType<2u>, unsigned int, 2, 128, 1>(at::native::(anonymous namespace)::OpaqueType<2u>*, at::native::(anonymous "
    "namespace)::CatArrInputTensorMetadata, at::native::(anonymous namespace)::TensorSizeStride<unsigned int, 4u>, int, unsigned "
    "int)";
inline constexpr std::string_view kArgMax =
    "void at::native::reduce_kernel<512, 1, at::native::ReduceOp<float, at::native::ArgMaxOps<float>, unsigned int, long, 4, 4> "
    ">(at::native::ReduceOp<float, at::native::ArgMaxOps<float>, unsigned int, long, 4, 4>)";
inline constexpr std::string_view kSoftmax =
    "void at::native::(anonymous namespace)::cunn_SoftMaxForward<4, float, float, float, at::native::(anonymous namespace)::"
    "SoftMaxForwardEpilogue>(float*, float const*, int)";
inline constexpr std::string_view kDivide =
    "void at::native::elementwise_kernel<128, 2, at::native::gpu_kernel_impl_nocast<at::native::BinaryFunctor<float, float, "
    "float, "
    "at::native::binary_internal::DivFunctor<float> > >(at::TensorIteratorBase&, at::native::BinaryFunctor<float, float, float, "
    "at::native::binary_internal::DivFunctor<float> > const&)::{lambda(int)#1}>(int, at::native::gpu_kernel_impl_nocast)";
inline constexpr std::string_view kFlashAttention3 =
    "void cutlass::device_kernel<flash::enable_sm90_or_later<flash::FlashAttnFwdSm90<flash::CollectiveMainloopFwdSm90<2, "
    "cute::tuple<cute::C<1>, cute::C<1>, cute::C<1> >, cute::tuple<cute::C<128>, cute::C<128>, cute::C<128> >, 128, "
    "cutlass::bfloat16_t, float, cutlass::arch::Sm90, true, false, false, true, true, false> > > >(flash::Params)";
inline constexpr std::string_view kFlashAttention3Split =
    "void cutlass::device_kernel<flash::enable_sm90_or_later<flash::FlashAttnFwdSm90<flash::CollectiveMainloopFwdSm90<2, "
    "cute::tuple<cute::C<1>, cute::C<1>, cute::C<1> >, cute::tuple<cute::C<64>, cute::C<128>, cute::C<128> >, 128, "
    "cutlass::bfloat16_t, float, cutlass::arch::Sm90, false, false, false, true, true, true> > > >(flash::Params)";
inline constexpr std::string_view kFlashCombine =
    "void cutlass::device_kernel<flash::enable_sm80_or_later<flash::FlashAttnFwdCombine<cute::tuple<cute::C<8>, cute::C<64> >, "
    "5, "
    "256, 1, true, cutlass::bfloat16_t, float, cutlass::arch::Sm90> > >(flash::CombineParams)";
inline constexpr std::string_view kHostToDevice = "Memcpy HtoD (Pinned -> Device)";
inline constexpr std::string_view kDeviceToHost = "Memcpy DtoH (Device -> Pinned)";
inline constexpr std::string_view kDeviceToDevice = "Memcpy DtoD (Device -> Device)";
inline constexpr std::string_view kMemset = "Memset (Device)";

} // namespace lamella::test::names
