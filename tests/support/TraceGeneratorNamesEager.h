// SPDX-License-Identifier: GPL-3.0-or-later
// PyTorch kernels used where an engine has none of its own: elementwise arithmetic, reductions, multi-tensor lists.
#pragma once

#include <string_view>

namespace lamella::test::names {

inline constexpr std::string_view kPow =
    "void at::native::vectorized_elementwise_kernel<4, at::native::(anonymous namespace)::pow_tensor_scalar_kernel_impl<float, "
    "float>(at::TensorIteratorBase&, float)::{lambda(float)#1}, std::array<char*, 2ul> >(int, at::native::(anonymous "
    "namespace)::pow_tensor_scalar_kernel_impl<float, float>(at::TensorIteratorBase&, float)::{lambda(float)#1}, "
    "std::array<char*, 2ul>)";
inline constexpr std::string_view kMean = "void at::native::reduce_kernel<512, 1, at::native::ReduceOp<float, "
                                          "at::native::MeanOps<float, float, float, float>, unsigned "
                                          "int, float, 4, 4> >(at::native::ReduceOp<float, at::native::MeanOps<float, float, "
                                          "float, float>, unsigned int, float, 4, 4>)";
inline constexpr std::string_view kAddEps =
    "void at::native::vectorized_elementwise_kernel<4, at::native::CUDAFunctorOnSelf_add<float>, std::array<char*, 2ul> >(int, "
    "at::native::CUDAFunctorOnSelf_add<float>, std::array<char*, 2ul>)";
inline constexpr std::string_view kRsqrt =
    "void at::native::vectorized_elementwise_kernel<4, at::native::rsqrt_kernel_cuda(at::TensorIteratorBase&)::{lambda()#2}::"
    "operator()() const::{lambda()#2}::operator()() const::{lambda(float)#1}, std::array<char*, 2ul> >(int, "
    "at::native::rsqrt_kernel_cuda, std::array<char*, 2ul>)";
inline constexpr std::string_view kMulFloat =
    "void at::native::elementwise_kernel<128, 2, at::native::gpu_kernel_impl_nocast<at::native::BinaryFunctor<float, float, "
    "float, at::native::binary_internal::MulFunctor<float> > >(at::TensorIteratorBase&, at::native::BinaryFunctor<float, float, "
    "float, at::native::binary_internal::MulFunctor<float> > const&)::{lambda(int)#1}>(int, at::native::gpu_kernel_impl_nocast)";
inline constexpr std::string_view kMulBf16 =
    "void at::native::elementwise_kernel<128, 4, at::native::gpu_kernel_impl_nocast<at::native::BinaryFunctor<c10::BFloat16, "
    "c10::BFloat16, c10::BFloat16, at::native::binary_internal::MulFunctor<float> > >(at::TensorIteratorBase&, "
    "at::native::BinaryFunctor<c10::BFloat16, c10::BFloat16, c10::BFloat16, at::native::binary_internal::MulFunctor<float> > "
    "const&)::{lambda(int)#1}>(int, at::native::gpu_kernel_impl_nocast)";
inline constexpr std::string_view kMulFlatBf16 =
    "void at::native::vectorized_elementwise_kernel<4, at::native::BinaryFunctor<c10::BFloat16, c10::BFloat16, c10::BFloat16, "
    "at::native::binary_internal::MulFunctor<float> >, std::array<char*, 3ul> >(int, at::native::BinaryFunctor<c10::BFloat16, "
    "c10::BFloat16, c10::BFloat16, at::native::binary_internal::MulFunctor<float> >, std::array<char*, 3ul>)";
inline constexpr std::string_view kMulScalar =
    "void at::native::vectorized_elementwise_kernel<4, at::native::AUnaryFunctor<float, float, float, "
    "at::native::binary_internal::MulFunctor<float> >, std::array<char*, 2ul> >(int, at::native::AUnaryFunctor<float, float, "
    "float, at::native::binary_internal::MulFunctor<float> >, std::array<char*, 2ul>)";
inline constexpr std::string_view kFloatToBf16 =
    "void at::native::unrolled_elementwise_kernel<at::native::direct_copy_kernel_cuda(at::TensorIteratorBase&)::{lambda()#3}::"
    "operator()() const::{lambda()#7}::operator()() const::{lambda(float)#1}, std::array<char*, 2ul>, 4, "
    "TrivialOffsetCalculator<1, unsigned int>, TrivialOffsetCalculator<1, unsigned int>, at::native::memory::LoadWithCast<1>, "
    "at::native::memory::StoreWithCast<1> >(int, at::native::direct_copy_kernel_cuda)";
inline constexpr std::string_view kNeg =
    "void at::native::elementwise_kernel<128, 4, at::native::gpu_kernel_impl_nocast<at::native::neg_kernel_cuda("
    "at::TensorIteratorBase&)::{lambda()#2}::operator()() const::{lambda()#12}::operator()() const::{lambda(c10::BFloat16)#1}>("
    "at::TensorIteratorBase&, at::native::neg_kernel_cuda)::{lambda(int)#1}>(int, at::native::gpu_kernel_impl_nocast)";
inline constexpr std::string_view kAddStrided =
    "void at::native::elementwise_kernel<128, 4, at::native::gpu_kernel_impl_nocast<at::native::CUDAFunctor_add<c10::BFloat16> >("
    "at::TensorIteratorBase&, at::native::CUDAFunctor_add<c10::BFloat16> const&)::{lambda(int)#1}>(int, "
    "at::native::gpu_kernel_impl_nocast)";
inline constexpr std::string_view kSilu =
    "void at::native::vectorized_elementwise_kernel<4, at::native::(anonymous namespace)::silu_kernel(at::TensorIteratorBase&)::"
    "{lambda()#1}::operator()() const::{lambda()#6}::operator()() const::{lambda(c10::BFloat16)#1}, std::array<char*, 2ul> >("
    "int, at::native::(anonymous namespace)::silu_kernel, std::array<char*, 2ul>)";
inline constexpr std::string_view kSiluBackward =
    "void at::native::vectorized_elementwise_kernel<4, at::native::(anonymous namespace)::silu_backward_kernel("
    "at::TensorIteratorBase&)::{lambda()#1}::operator()() const::{lambda()#6}::operator()() const::{lambda(c10::BFloat16, "
    "c10::BFloat16)#1}, std::array<char*, 3ul> >(int, at::native::(anonymous namespace)::silu_backward_kernel)";
inline constexpr std::string_view kGelu =
    "void at::native::vectorized_elementwise_kernel<4, at::native::GeluCUDAKernelImpl(at::TensorIteratorBase&, "
    "at::native::GeluType)::{lambda()#2}::operator()() const::{lambda()#4}::operator()() const::{lambda(c10::BFloat16)#1}, "
    "std::array<char*, 2ul> >(int, at::native::GeluCUDAKernelImpl, std::array<char*, 2ul>)";
inline constexpr std::string_view kGeluBackward =
    "void at::native::vectorized_elementwise_kernel<4, at::native::GeluBackwardCUDAKernelImpl(at::TensorIteratorBase&, "
    "at::native::GeluType)::{lambda()#2}::operator()() const::{lambda()#4}::operator()() const::{lambda(c10::BFloat16, "
    "c10::BFloat16)#1}, std::array<char*, 3ul> >(int, at::native::GeluBackwardCUDAKernelImpl)";
inline constexpr std::string_view kSumFloat =
    "void at::native::reduce_kernel<128, 4, at::native::ReduceOp<float, at::native::func_wrapper_t<float, "
    "at::native::sum_functor<float, float, float>::operator()(at::TensorIterator&)::{lambda(float, float)#1}>, unsigned int, "
    "float, 4, 4> >(at::native::ReduceOp<float, at::native::func_wrapper_t<float, at::native::sum_functor>, unsigned int>)";
inline constexpr std::string_view kSumBf16 =
    "void at::native::reduce_kernel<128, 4, at::native::ReduceOp<c10::BFloat16, at::native::func_wrapper_t<c10::BFloat16, "
    "at::native::sum_functor<c10::BFloat16, float, c10::BFloat16>::operator()(at::TensorIterator&)::{lambda(float, float)#1}>, "
    "unsigned int, c10::BFloat16, 4, 4> >(at::native::ReduceOp<c10::BFloat16, at::native::func_wrapper_t>)";
inline constexpr std::string_view kFillBf16 =
    "void at::native::vectorized_elementwise_kernel<4, at::native::FillFunctor<c10::BFloat16>, std::array<char*, 1ul> >(int, "
    "at::native::FillFunctor<c10::BFloat16>, std::array<char*, 1ul>)";
inline constexpr std::string_view kFillFloat =
    "void at::native::vectorized_elementwise_kernel<4, at::native::FillFunctor<float>, std::array<char*, 1ul> >(int, "
    "at::native::FillFunctor<float>, std::array<char*, 1ul>)";
inline constexpr std::string_view kCos =
    "void at::native::vectorized_elementwise_kernel<4, at::native::cos_kernel_cuda(at::TensorIteratorBase&)::{lambda()#2}::"
    "operator()() const::{lambda()#2}::operator()() const::{lambda(float)#1}, std::array<char*, 2ul> >(int, "
    "at::native::cos_kernel_cuda, std::array<char*, 2ul>)";
inline constexpr std::string_view kSin =
    "void at::native::vectorized_elementwise_kernel<4, at::native::sin_kernel_cuda(at::TensorIteratorBase&)::{lambda()#2}::"
    "operator()() const::{lambda()#2}::operator()() const::{lambda(float)#1}, std::array<char*, 2ul> >(int, "
    "at::native::sin_kernel_cuda, std::array<char*, 2ul>)";
inline constexpr std::string_view kFlash2Forward =
    "void pytorch_flash::flash_fwd_kernel<Flash_fwd_kernel_traits<128, 128, 64, 4, false, false, cutlass::bfloat16_t, "
    "Flash_kernel_traits<128, 128, 64, 4, cutlass::bfloat16_t> >, false, true, false, false, true, true, false, false>("
    "pytorch_flash::Flash_fwd_params)";
inline constexpr std::string_view kFlash2SplitForward =
    "void pytorch_flash::flash_fwd_splitkv_kernel<Flash_fwd_kernel_traits<128, 64, 128, 4, false, false, cutlass::bfloat16_t, "
    "Flash_kernel_traits<128, 64, 128, 4, cutlass::bfloat16_t> >, false, false, false, false, true, false, true, false>("
    "pytorch_flash::Flash_fwd_params)";
inline constexpr std::string_view kFlash2Combine =
    "void pytorch_flash::flash_fwd_splitkv_combine_kernel<Flash_fwd_kernel_traits<128, 64, 128, 4, false, false, "
    "cutlass::bfloat16_t, Flash_kernel_traits<128, 64, 128, 4, cutlass::bfloat16_t> >, 4, 3, true>("
    "pytorch_flash::Flash_fwd_params)";
inline constexpr std::string_view kFlash2DotDo =
    "void pytorch_flash::flash_bwd_dot_do_o_kernel<true, Flash_bwd_kernel_traits<128, 64, 128, 8, 2, 4, 2, false, false, "
    "cutlass::bfloat16_t> >(pytorch_flash::Flash_bwd_params)";
inline constexpr std::string_view kFlash2Backward =
    "void pytorch_flash::flash_bwd_dq_dk_dv_loop_seqk_parallel_kernel<Flash_bwd_kernel_traits<128, 64, 128, 8, 2, 4, 2, false, "
    "false, cutlass::bfloat16_t>, false, true, false, false, true, true, false>(pytorch_flash::Flash_bwd_params)";
inline constexpr std::string_view kFlash2Convert =
    "void pytorch_flash::flash_bwd_convert_dq_kernel<Flash_bwd_kernel_traits<128, 64, 128, 8, 2, 4, 2, false, false, "
    "cutlass::bfloat16_t> >(pytorch_flash::Flash_bwd_params, int)";
inline constexpr std::string_view kLogSoftmax =
    "void at::native::(anonymous namespace)::cunn_SoftMaxForward<4, float, float, float, at::native::(anonymous namespace)::"
    "LogSoftMaxForwardEpilogue>(float*, float const*, int)";
inline constexpr std::string_view kLogSoftmaxBackward =
    "void at::native::(anonymous namespace)::cunn_SoftMaxBackward<4, float, float, float, at::native::(anonymous namespace)::"
    "LogSoftMaxBackwardEpilogue>(float*, float const*, float const*, long)";
inline constexpr std::string_view kNllForward =
    "void at::native::(anonymous namespace)::nll_loss_forward_reduce_cuda_kernel_2d<float, float, long>(float*, float*, float*, "
    "long*, float*, bool, long, long, long, long)";
inline constexpr std::string_view kNllBackward =
    "void at::native::(anonymous namespace)::nll_loss_backward_reduce_cuda_kernel_2d<float, long>(float*, float*, long*, float*, "
    "float*, bool, int, int, long, long)";
inline constexpr std::string_view kEmbeddingGradient =
    "void (anonymous namespace)::embedding_backward_feature_kernel<c10::BFloat16, float, long>(long const*, c10::BFloat16 "
    "const*, c10::BFloat16*, int, long, int)";
inline constexpr std::string_view kEmbeddingSort =
    "void at_cuda_detail::cub::DeviceRadixSortSingleTileKernel<at_cuda_detail::cub::DeviceRadixSortPolicy<long, long, "
    "int>::Policy800, false, long, long, int>(long const*, long*, long const*, long*, int, int, int)";
inline constexpr std::string_view kEmbeddingSegments =
    "void at::native::(anonymous namespace)::compute_grad_weight<c10::BFloat16, long>(long const*, c10::BFloat16 const*, long "
    "const*, long, long, long const*, long const*, float*, long)";
inline constexpr std::string_view kFusedAdam =
    "void at::native::(anonymous namespace)::multi_tensor_apply_kernel<at::native::(anonymous namespace)::"
    "FusedOptimizerTensorListMetadata<4>, at::native::(anonymous namespace)::FusedAdamMathFunctor<float, 4, "
    "(at::native::(anonymous namespace)::ADAM_MODE)1, false>, float const*, double, double, double, double, double, bool, float "
    "const*, float const*>(at::native::(anonymous namespace)::FusedOptimizerTensorListMetadata<4>)";
inline constexpr std::string_view kApexAdam =
    "void multi_tensor_apply_kernel<TensorListMetadata<4>, AdamFunctor<float, float, int>, float, float, float, float, float, "
    "float, adamMode_t, float>(int, int volatile*, TensorListMetadata<4>, AdamFunctor<float, float, int>, float, float, float)";
inline constexpr std::string_view kApexNorm =
    "void multi_tensor_apply_kernel<TensorListMetadata<1>, L2NormFunctor<float>, float*, float*, bool, int>(int, int volatile*, "
    "TensorListMetadata<1>, L2NormFunctor<float>, float*, float*, bool, int)";
inline constexpr std::string_view kApexScale =
    "void multi_tensor_apply_kernel<TensorListMetadata<2>, ScaleFunctor<float, c10::BFloat16>, float>(int, int volatile*, "
    "TensorListMetadata<2>, ScaleFunctor<float, c10::BFloat16>, float)";
inline constexpr std::string_view kForeachNorm =
    "void at::native::(anonymous namespace)::multi_tensor_apply_kernel<at::native::(anonymous namespace)::TensorListMetadata<1>, "
    "at::native::(anonymous namespace)::LpNormFunctor<float, (at::native::NormType)1, float, 1, 1, 0>, float*, int>("
    "at::native::(anonymous namespace)::TensorListMetadata<1>)";
inline constexpr std::string_view kForeachMul =
    "void at::native::(anonymous namespace)::multi_tensor_apply_kernel<at::native::(anonymous namespace)::TensorListMetadata<1>, "
    "at::native::(anonymous namespace)::BinaryOpScalarFunctor<float, 1, 1, 0>, std::multiplies<float>, float>("
    "at::native::(anonymous namespace)::TensorListMetadata<1>)";
inline constexpr std::string_view kForeachLerp =
    "void at::native::(anonymous namespace)::multi_tensor_apply_kernel<at::native::(anonymous namespace)::TensorListMetadata<2>, "
    "at::native::(anonymous namespace)::TernaryOpScalarFunctor<float, 2, 2, 0>, at::native::LerpFunctor<float>, float>("
    "at::native::(anonymous namespace)::TensorListMetadata<2>)";
inline constexpr std::string_view kForeachAddcmul =
    "void at::native::(anonymous namespace)::multi_tensor_apply_kernel<at::native::(anonymous namespace)::TensorListMetadata<3>, "
    "at::native::(anonymous namespace)::PointwiseOpScalarFunctor<float, 3, 3, 0>, std::multiplies<float>, float>("
    "at::native::(anonymous namespace)::TensorListMetadata<3>)";
inline constexpr std::string_view kForeachSqrt =
    "void at::native::(anonymous namespace)::multi_tensor_apply_kernel<at::native::(anonymous namespace)::TensorListMetadata<2>, "
    "at::native::(anonymous namespace)::UnaryOpFunctor<float, 2, 1, 1>, at::native::Sqrt<float> >("
    "at::native::(anonymous namespace)::TensorListMetadata<2>)";
inline constexpr std::string_view kForeachAddcdiv =
    "void at::native::(anonymous namespace)::multi_tensor_apply_kernel<at::native::(anonymous namespace)::TensorListMetadata<3>, "
    "at::native::(anonymous namespace)::PointwiseOpScalarListFunctor<float, 3, 3, 0>, std::divides<float> >("
    "at::native::(anonymous namespace)::TensorListMetadata<3>)";

} // namespace lamella::test::names
