// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/profile/ModuleNames.h"

#include "core/base/AsciiCase.h"

#include <algorithm>
#include <initializer_list>
#include <string>

namespace lamella::core {

ModuleKind moduleKind(std::string_view frame)
{
    constexpr std::string_view kPrefix = "nn.Module: ";
    if (!frame.starts_with(kPrefix))
        return ModuleKind::Other;
    std::string name = asciiLowered(frame.substr(kPrefix.size()));
    if (const std::size_t bar = name.find_last_not_of("0123456789");
        bar != std::string::npos && bar + 1 < name.size() && name[bar] == '_')
        name.resize(bar); // removes the instance number
    const auto holds = [&name](std::initializer_list<std::string_view> words) {
        return std::any_of(words.begin(), words.end(), [&name](std::string_view w) { return name.find(w) != std::string::npos; });
    };
    const auto ends = [&name](std::initializer_list<std::string_view> words) {
        return std::any_of(words.begin(), words.end(), [&name](std::string_view w) { return name.ends_with(w); });
    };
    // The family name is part of every class name ("Qwen3MoeRMSNorm"), so the end of the name takes precedence.
    if (ends({"norm", "norm1d", "norm2d"}))
        return ModuleKind::Norm;
    if (ends({"decoderlayer", "encoderlayer", "transformerlayer", "transformerblock", "decoderblock", "encoderblock", "model",
            "lm", "generation", "classification", "embedding", "embeddings", "linear", "dropout"}))
        return ModuleKind::Other;
    if (holds({"attention", "attn"}))
        return ModuleKind::Attention;
    if (holds({"mlp", "moe", "feedforward", "ffn", "layerff", "expert", "intermediate", "denseact"}))
        return ModuleKind::FeedForward;
    return ModuleKind::Other;
}

} // namespace lamella::core
