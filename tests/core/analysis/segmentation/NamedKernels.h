// SPDX-License-Identifier: GPL-3.0-or-later
// Kernels one after the other on one stream, given by their names or by letters that stand for names.
#pragma once

#include "core/analysis/Segmentation.h"
#include "core/profile/KernelNames.h"
#include "core/profile/ModelProfile.h"
#include "tests/support/TraceBuilder.h"

#include <QString>

#include <string>

namespace lamella::test {

class Kernels {
public:
    Kernels &add(const QString &names, int times = 1)
    {
        for (int t = 0; t < times; ++t)
            for (const QString &name : names.split(QLatin1Char(' '), Qt::SkipEmptyParts))
                append(name);
        return *this;
    }
    // One kernel a letter; spaces mean nothing. PyTorch's names of what models run eagerly.
    Kernels &letters(const QString &text, int times = 1)
    {
        for (int t = 0; t < times; ++t)
            for (const QChar letter : text)
                if (!letter.isSpace())
                    append(nameOf(letter));
        return *this;
    }
    Kernels &pause(std::int64_t ns)
    {
        m_now += ns;
        return *this;
    }
    [[nodiscard]] core::Segmentation segmented(const core::ModelConfig *config = nullptr) const
    {
        const auto document = documentFromText(m_text);
        core::SegmentationOptions options;
        options.profiles = &core::builtinProfiles();
        options.config = config;
        return core::segmentTrace(*document, core::KernelNames(*document, *options.profiles, nullptr), options).value();
    }
    [[nodiscard]] double confidence() const { return segmented().confidence; }

private:
    [[nodiscard]] static QString nameOf(QChar letter)
    {
        const auto elementwise = [](const char *functor) {
            return QStringLiteral("at::native::vectorized_elementwise_kernel<4,at::native::%1>").arg(QLatin1String(functor));
        };
        switch (letter.toLatin1()) {
        case 'a':
            return elementwise("CUDAFunctor_add<float>");
        case 'm':
            return elementwise("BinaryFunctor<MulFunctor>");
        case 's':
            return elementwise("silu_kernel");
        case 'G':
            return elementwise("GeluCUDAKernelImpl");
        case 'c':
            return elementwise("cos_kernel_cuda");
        case 'k':
            return QStringLiteral("at::native::CatArrayBatchedCopy<float>");
        case 'g':
            return QStringLiteral("ampere_bf16_s16816gemm_bf16_128x64_ldg8_f2f_stages_64x3_tn");
        case 'n': // gradient of the input of a product, and of its weight
            return QStringLiteral("ampere_bf16_s16816gemm_bf16_128x64_ldg8_f2f_stages_64x3_nn");
        case 'w':
            return QStringLiteral("ampere_bf16_s16816gemm_bf16_128x64_ldg8_f2f_stages_64x3_nt");
        case 'L':
            return QStringLiteral("at::native::vectorized_layer_norm_kernel<float>");
        case 'F':
            return QStringLiteral("flash_fwd_kernel");
        case 'C':
            return QStringLiteral("sm80_xmma_fprop_implicit_gemm_bf16_tilesize128x128x32");
        case 'x':
            return QStringLiteral("softmax_warp_forward<float,float,float,10,false,false>");
        case 'h':
            return QStringLiteral("Memcpy_HtoD");
        case 'd':
            return QStringLiteral("Memcpy_DtoH");
        default:
            return QStringLiteral("at::native::vectorized_gather_kernel<16,long>"); // e
        }
    }
    void append(const QString &name)
    {
        m_text += (m_text.empty() ? "7: " : " ") + name.toStdString() + "@" + std::to_string(m_now) + "+9000";
        m_now += 10'000;
    }

    std::string m_text;
    std::int64_t m_now = 0;
};

} // namespace lamella::test
