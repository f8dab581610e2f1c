// SPDX-License-Identifier: GPL-3.0-or-later
// libFuzzer on what users write: profile files, model configs and patterns. Each is accepted or refused with a reason.
#include "core/profile/ModelConfig.h"
#include "core/profile/ModelProfile.h"
#include "core/profile/ProfileReader.h"
#include "core/profile/Regex.h"
#include "tests/fuzz/FuzzedFile.h"

#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    using namespace lamella;
    const std::string_view text(reinterpret_cast<const char *>(data), size);
    const auto profile = core::readProfileFile(text, "fuzzed.json");
    fuzz::require(profile || !profile.error().detail.empty());
    const auto config = core::parseModelConfig(text, "config.json");
    fuzz::require(config ? config->layers >= 0 : !config.error().detail.empty());
    if (config)
        static_cast<void>(core::layerTypesFromConfig(*config));

    const std::size_t end = std::min(text.find('\n'), text.size());
    const auto regex = core::Regex::compile(text.substr(0, std::min<std::size_t>(end, 512)));
    if (regex)
        static_cast<void>(regex->search(text.substr(end)));
    else
        fuzz::require(!regex.error().detail.empty());
    return 0;
}
