// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/profile/ModuleNames.h"

#include "core/base/AsciiCase.h"

#include <algorithm>
#include <initializer_list>
#include <string>

namespace lamella::core {

std::string_view moduleClass(std::string_view frame)
{
    constexpr std::string_view kPrefix = "nn.Module: ";
    if (!frame.starts_with(kPrefix))
        return {};
    const std::string_view name = frame.substr(kPrefix.size());
    const std::size_t bar = name.find_last_not_of("0123456789");
    const bool numbered = bar != std::string_view::npos && bar > 0 && bar + 1 < name.size() && name[bar] == '_';
    return numbered ? name.substr(0, bar) : name;
}

ModuleKind moduleKind(std::string_view frame)
{
    const std::string name = asciiLowered(moduleClass(frame));
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
