// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/memory/MemoryData.h"

#include "core/base/AsciiCase.h"
#include "core/profile/ModuleNames.h"

#include <array>
#include <string_view>

namespace lamella::core {

namespace {

// Not code of the user: PyTorch, installed packages, Python itself, C++ and what has no file.
bool isForeign(std::string_view file)
{
    static constexpr std::array<std::string_view, 8> kParts{
        "/torch/", "site-packages/", "dist-packages/", "/lib/python", "<frozen", "<built-in", "<string>", "??"};
    static constexpr std::array<std::string_view, 6> kEndings{".cpp", ".cc", ".cu", ".h", ".c", ".so"};
    for (const std::string_view part : kParts)
        if (file.find(part) != std::string_view::npos)
            return true;
    for (const std::string_view ending : kEndings)
        if (file.ends_with(ending))
            return true;
    return file.empty() || file.starts_with("torch/");
}

std::string_view eventText(const TraceDocument &document, EventId event)
{
    return event.valid() ? document.text(document.events.row(event).name) : std::string_view();
}

// Of a module within neither half of a layer; a plain product behind the last layer is the head.
std::string_view partOfClass(std::string_view name, bool behindLayers)
{
    const std::string lowered = asciiLowered(name);
    const auto holds = [&lowered](std::string_view word) { return lowered.find(word) != std::string::npos; };
    if (holds("embed") && !holds("rotary"))
        return "embedding";
    if (holds("lmhead") || holds("lm_head") || holds("logits") || (behindLayers && lowered == "linear"))
        return "head";
    return name;
}

} // namespace

const char *lifetimeName(Lifetime lifetime)
{
    static constexpr std::array<const char *, kLifetimes> kNames{
        "weights", "before", "kv_cache", "gradient", "optimizer", "activation", "temporary", "kept"};
    return kNames[static_cast<std::size_t>(lifetime)];
}

std::vector<std::uint32_t> linesOfStacks(const TraceDocument &document, const MemoryLog &log)
{
    std::vector<std::uint8_t> foreign(log.frames.size());
    for (std::size_t f = 0; f < log.frames.size(); ++f)
        foreign[f] = isForeign(document.text(log.frames[f].file)) ? 1 : 0;
    std::vector<std::uint32_t> lines(log.stackBegin.size() - 1, MemoryData::kNoFrame);
    for (std::uint32_t s = 0; s < lines.size(); ++s) {
        const auto frames = log.framesOf(s);
        for (const std::uint32_t frame : frames) {
            if (foreign[frame] == 0) {
                lines[s] = frame;
                break;
            }
            if (lines[s] == MemoryData::kNoFrame && document.text(log.frames[frame].file).ends_with(".py"))
                lines[s] = frame;
        }
        if (lines[s] == MemoryData::kNoFrame && !frames.empty())
            lines[s] = frames.front();
    }
    return lines;
}

std::string MemoryData::frameText(std::uint32_t frame) const
{
    if (frame >= log->frames.size())
        return {};
    const MemoryFrame &f = log->frames[frame];
    return std::string(text(f.file)) + "(" + std::to_string(f.line) + "): " + std::string(text(f.function));
}

std::string_view MemoryData::opOf(std::uint32_t row) const
{
    if (const MemoryPlace *place = placeOf(row); place != nullptr && place->host.call.valid())
        return eventText(*document, place->host.call);
    return log->name.empty() || log->source == MemorySource::Timeline ? std::string_view() : text(log->name[row]);
}

std::string_view MemoryData::categoryOf(std::uint32_t row) const
{
    if (log->source == MemorySource::Timeline)
        return text(log->name[row]);
    const std::uint32_t block = use.blockOf[row];
    return block != MemoryBlock::kOutside ? lifetimeName(lifetimes[block]) : std::string_view();
}

std::string_view MemoryData::moduleOf(std::uint32_t row) const
{
    const MemoryPlace *place = placeOf(row);
    return place == nullptr ? std::string_view() : eventText(*document, place->host.module);
}

std::string_view MemoryData::partOf(std::uint32_t row) const
{
    const MemoryPlace *place = placeOf(row);
    if (place == nullptr || !place->host.module.valid())
        return {};
    switch (moduleKind(eventText(*document, place->host.part))) {
    case ModuleKind::Attention:
        return "attention";
    case ModuleKind::FeedForward:
        return "mlp";
    case ModuleKind::Norm:
        return "norm";
    case ModuleKind::Other:
        break;
    }
    return partOfClass(moduleClass(moduleOf(row)), place->layer == kTailLayer);
}

std::string_view MemoryData::lineEventOf(std::uint32_t row) const
{
    const MemoryPlace *place = placeOf(row);
    return place == nullptr ? std::string_view() : eventText(*document, place->host.line);
}

std::uint32_t MemoryData::lineFrameOf(std::uint32_t stack) const
{
    return stack < lineOfStack.size() ? lineOfStack[stack] : kNoFrame;
}

std::string MemoryData::lineOf(std::uint32_t row) const
{
    if (const std::string_view line = lineEventOf(row); !line.empty())
        return std::string(line);
    return frameText(lineFrameOf(log->stackAt(row)));
}

std::string MemoryData::lineOf(const MemoryBlock &block) const
{
    return block.allocation != MemoryBlock::kOutside ? lineOf(block.allocation) : frameText(lineFrameOf(block.stack));
}

Selection MemoryData::targetOf(std::uint32_t row) const
{
    if (!log->event.empty())
        return EventSelection{log->event[row]};
    if (log->time[row] == MemoryLog::kNone)
        return {};
    return RangeSelection{{{log->time[row]}, {log->time[row] + 1}}};
}

} // namespace lamella::core
