// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/memory/MemoryTexts.h"

#include "core/session/memory/MemoryRows.h"

#include <utility>

namespace lamella::core {

MemoryTexts::MemoryTexts(std::shared_ptr<const MemoryData> data)
    : m_data(std::move(data))
    , m_frames(m_data->log->frames.size())
{
    for (const std::uint32_t frame : m_data->lineOfStack)
        if (frame < m_frames.size() && m_frames[frame].empty())
            m_frames[frame] = m_data->frameText(frame);
    for (const auto &[device, use] : m_data->use.devices)
        m_devices[device] = memoryDeviceText(device);
}

std::string_view MemoryTexts::device(std::int16_t device) const
{
    const auto found = m_devices.find(device);
    return found == m_devices.end() ? std::string_view() : found->second;
}

std::string_view MemoryTexts::frame(std::uint32_t stack) const
{
    const std::uint32_t frame = m_data->lineFrameOf(stack);
    return frame < m_frames.size() ? std::string_view(m_frames[frame]) : std::string_view();
}

std::string_view MemoryTexts::line(std::uint32_t row) const
{
    const std::string_view event = m_data->lineEventOf(row);
    return event.empty() ? frame(m_data->log->stackAt(row)) : event;
}

std::string_view MemoryTexts::line(const MemoryBlock &block) const
{
    return block.allocation != MemoryBlock::kOutside ? line(block.allocation) : frame(block.stack);
}

} // namespace lamella::core
