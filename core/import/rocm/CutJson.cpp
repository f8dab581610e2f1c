// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/rocm/CutJson.h"

#include <simdjson.h>

#include <cstddef>

namespace lamella::core {

namespace {

constexpr std::size_t kMaxDepth = 1024;
constexpr std::size_t kBytesBetweenPolls = std::size_t{1} << 20;

} // namespace

bool closeCut(std::string &text, const JobControl &control)
{
    std::string open; // brackets
    std::string openThen; // behind that entry
    std::size_t kept = 0;
    bool quoted = false;
    std::size_t nextPoll = kBytesBetweenPolls;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (i >= nextPoll) {
            nextPoll = i + kBytesBetweenPolls;
            if (control.stopRequested())
                return false;
        }
        const char c = text[i];
        if (quoted) {
            i += c == '\\' ? 1 : 0;
            quoted = c != '"';
        } else if (c == '"') {
            quoted = true;
        } else if (c == '{' || c == '[') {
            open += c;
            if (open.size() > kMaxDepth)
                return false;
        } else if (c == '}' || c == ']') {
            if (open.empty() || (open.back() == '{') != (c == '}'))
                return false;
            open.pop_back();
            if (c == '}' && !open.empty() && open.back() == '[') {
                kept = i + 1;
                openThen = open;
            }
        }
    }
    if (open.empty() || kept == 0)
        return false;
    text.resize(kept);
    for (; !openThen.empty(); openThen.pop_back())
        text += openThen.back() == '{' ? '}' : ']';
    text.reserve(text.size() + simdjson::SIMDJSON_PADDING);
    return true;
}

} // namespace lamella::core
