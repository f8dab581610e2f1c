// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/profile/KernelNames.h"

#include <cstdlib>
#include <cxxabi.h>

namespace lamella::core {

namespace {

// The runtime's demangler has no limit, and with back references a few bytes can double the text. Names with few of them cannot
// grow beyond a few thousand times their parts; other names stay as recorded.
constexpr std::size_t kMaxMangled = 4096;
constexpr int kMaxReferences = 24;

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

// Number of back references S_ S0_ … T_ T0_ …; look-alikes within identifiers are counted too, to be safe.
int references(std::string_view mangled)
{
    int count = 0;
    for (std::size_t i = 0; i + 1 < mangled.size(); ++i) {
        if (mangled[i] != 'S' && mangled[i] != 'T')
            continue;
        std::size_t k = i + 1;
        while (k < mangled.size() && (isDigit(mangled[k]) || (mangled[k] >= 'A' && mangled[k] <= 'Z')))
            ++k;
        if (k < mangled.size() && mangled[k] == '_')
            ++count;
    }
    return count;
}

std::string replaced(std::string_view text, std::string_view from, std::string_view to)
{
    std::string out;
    for (std::size_t at = 0;;) {
        const std::size_t hit = text.find(from, at);
        if (hit == std::string_view::npos)
            return out.append(text.substr(at));
        out.append(text.substr(at, hit - at)).append(to);
        at = hit + from.size();
    }
}

std::string runtimeDemangled(const std::string &mangled)
{
    int status = 0;
    char *text = abi::__cxa_demangle(mangled.c_str(), nullptr, nullptr, &status);
    std::string out = text && status == 0 ? std::string(text) : std::string();
    std::free(text);
    return out;
}

} // namespace

std::string demangledName(std::string_view recorded)
{
    std::string unchanged(recorded);
    if (recorded.substr(0, 2) != "_Z" || recorded.size() > kMaxMangled || recorded.find('\0') != std::string_view::npos)
        return unchanged;
    // Compilers append ".kd" (AMD code objects) or ".1" (clones) after the mangled part.
    std::string mangled(recorded.substr(0, recorded.find('.')));
    if (references(mangled) > kMaxReferences)
        return unchanged;
    // The type __bf16 ("DF16b") is newer than many runtimes: it is demangled as decimal128 ("De"), which kernels do not use.
    const bool brain = mangled.find("DF16b") != std::string::npos && mangled.find("De") == std::string::npos;
    std::string out = runtimeDemangled(brain ? replaced(mangled, "DF16b", "De") : mangled);
    if (out.empty() || out.size() > 64 * kMaxMangled)
        return unchanged;
    return brain ? replaced(out, "decimal128", "__bf16") : out;
}

} // namespace lamella::core
