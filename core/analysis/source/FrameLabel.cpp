// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/source/FrameLabel.h"

#include "core/profile/ModuleNames.h"

#include <charconv>

namespace lamella::core {

namespace {

constexpr std::string_view kModule = "nn.Module: ";

bool isHex(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

// "Tensor object at 0x7f12" -> "Tensor object"
std::string withoutAddresses(std::string_view text)
{
    constexpr std::string_view kAt = " at 0x";
    std::string kept;
    while (true) {
        const std::size_t at = text.find(kAt);
        kept += text.substr(0, at);
        if (at == std::string_view::npos)
            return kept;
        text.remove_prefix(at + kAt.size());
        while (!text.empty() && isHex(text.front()))
            text.remove_prefix(1);
    }
}

} // namespace

std::string FrameLabel::place() const
{
    if (file.empty())
        return {};
    const std::string name = file.substr(file.rfind('/') == std::string::npos ? 0 : file.rfind('/') + 1);
    return line > 0 ? name + ":" + std::to_string(line) : name;
}

FrameLabel labelOfFrame(std::string_view name, const SourceRule &rule)
{
    FrameLabel label;
    if (name.starts_with(kModule)) {
        label.kind = FrameKind::Module;
        label.text = moduleClass(name);
        return label;
    }
    const std::size_t close = name.find("): ");
    const std::size_t open = close == std::string_view::npos ? close : name.rfind('(', close);
    if (open != std::string_view::npos && open > 0) {
        std::int64_t line = -1;
        const auto [end, error] = std::from_chars(name.data() + open + 1, name.data() + close, line);
        if (error == std::errc() && end == name.data() + close && line >= 0) {
            label.kind = FrameKind::Line;
            label.file = name.substr(0, open);
            label.line = line;
            label.text = name.substr(close + 3);
            label.yours = rule.isYours(label.file);
            return label;
        }
    }
    label.kind = FrameKind::Builtin;
    label.text = withoutAddresses(name);
    return label;
}

std::uint32_t FrameLabels::of(FrameLabel label)
{
    std::string key = static_cast<char>('0' + static_cast<int>(label.kind)) + label.text;
    if (label.kind == FrameKind::Line)
        key.append(1, '\n').append(label.file).append(1, '\n').append(std::to_string(label.line));
    const auto [found, added] = m_index.try_emplace(std::move(key), static_cast<std::uint32_t>(m_labels.size()));
    if (added)
        m_labels.push_back(std::move(label));
    return found->second;
}

} // namespace lamella::core
