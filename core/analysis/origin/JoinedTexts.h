// SPDX-License-Identifier: GPL-3.0-or-later
// Texts of a trace and of its companions with common ids, so that work of both falls into the same groups: texts that the trace
// has keep its ids. Not thread-safe.
#pragma once

#include "core/model/TraceDocument.h"

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>

namespace lamella::core {

class JoinedTexts {
public:
    explicit JoinedTexts(const TraceDocument &document)
        : m_document(document)
    {
    }
    // Of a text of a companion; invalid for an empty one.
    StringId of(std::string_view text)
    {
        if (text.empty())
            return {};
        if (const StringId own = m_document.strings.find(text); own.valid())
            return own;
        const auto found = m_known.find(text);
        if (found != m_known.end())
            return found->second;
        const StringId id(static_cast<std::uint32_t>(m_document.strings.size() + m_texts.size()));
        m_known.emplace(m_texts.emplace_back(text), id);
        return id;
    }
    [[nodiscard]] std::string_view text(StringId id) const
    {
        const std::size_t own = m_document.strings.size();
        return id.value < own ? m_document.text(id) : std::string_view(m_texts[id.value - own]);
    }

private:
    const TraceDocument &m_document;
    std::deque<std::string> m_texts;
    std::unordered_map<std::string_view, StringId> m_known;
};

} // namespace lamella::core
