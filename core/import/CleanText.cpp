// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/CleanText.h"

#include "core/import/DiagnosticKinds.h"
#include "core/import/JsonText.h"

#include <algorithm>
#include <string>

namespace lamella::core {

namespace {

bool isUtf8(std::string_view text)
{
    while (!text.empty()) {
        const std::size_t length = utf8SequenceLength(text);
        if (length == 0)
            return false;
        text.remove_prefix(length);
    }
    return true;
}

} // namespace

StringId internClean(DocumentBuilder &builder, std::string_view raw)
{
    if (std::all_of(raw.begin(), raw.end(), [](char c) { return c >= ' ' && c < 127; }))
        return builder.intern(raw);
    const std::string clean = cleanSample(raw, raw.size() * 3); // replacing a byte takes at most three
    if (!isUtf8(raw))
        builder.document().diagnostics.add(diagnostics::kInvalidUtf8, -1, clean);
    if (std::any_of(raw.begin(), raw.end(), [](char c) { return (c >= 0 && c < ' ') || c == 127; }))
        builder.document().diagnostics.add(diagnostics::kControlCharacter, -1, clean);
    return builder.intern(clean);
}

} // namespace lamella::core
