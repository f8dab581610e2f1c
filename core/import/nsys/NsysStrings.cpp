// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/nsys/NsysStrings.h"

#include "core/import/CleanText.h"

namespace lamella::core {

std::string_view withoutApiVersion(std::string_view name)
{
    std::size_t end = name.size();
    while (end > 0 && name[end - 1] >= '0' && name[end - 1] <= '9')
        --end;
    return end < name.size() && end >= 2 && name.substr(end - 2, 2) == "_v" ? name.substr(0, end - 2) : name;
}

NsysStrings::NsysStrings(const SqliteFile &file, DocumentBuilder &builder)
    : m_builder(builder)
{
    for (SqliteRows rows = file.rows("StringIds", {"id", "value"}); rows.next() && keep(rows.text(1));)
        m_texts.emplace(rows.integer(0), rows.text(1));
    for (SqliteRows rows = file.rows("PROCESSES", {"pid", "name"}); rows.next() && keep(rows.text(1));)
        m_processNames.emplace(rows.integer(0), rows.text(1));
    for (SqliteRows rows = file.rows("ThreadNames", {"globalTid", "nameId"}); rows.next();) {
        const std::string_view name = text(rows.optionalInteger(1));
        if (!keep(name))
            break;
        m_threadNames.emplace(rows.integer(0), name);
    }
    for (SqliteRows rows = file.rows("ENUM_CUDA_MEMCPY_OPER", {"id", "label"}); rows.next();)
        m_copyLabels.emplace(rows.integer(0), rows.text(1));
    // Labels of `nsys stats`, for exports without the label table.
    for (const auto &[kind, label] : {std::pair{1, "Host-to-Device"}, {2, "Device-to-Host"}, {8, "Device-to-Device"},
             {9, "Host-to-Host"}, {10, "Peer-to-Peer"}, {11, "Unified Host-to-Device"}, {12, "Unified Device-to-Host"},
             {13, "Unified Device-to-Device"}})
        m_copyLabels.try_emplace(kind, label);
    readGpus(file);
}

// Counts the memory; false if the limit is exceeded.
bool NsysStrings::keep(std::string_view text)
{
    constexpr std::uint64_t kNode = 112; // nodes of the maps of texts and of their ids
    m_builder.memory().hold(text.size() + kNode);
    return !m_builder.memory().exceeded();
}

void NsysStrings::readGpus(const SqliteFile &file)
{
    for (SqliteRows rows = file.rows("TARGET_INFO_CUDA_DEVICE", {"pid", "cudaId", "gpuId"}); rows.next();) {
        if (const auto gpu = rows.optionalInteger(2))
            m_gpus.try_emplace({rows.integer(0), rows.integer(1)}, *gpu);
    }
    for (SqliteRows rows = file.rows("TARGET_INFO_GPU", {"id", "name"}); rows.next();)
        m_builder.nameDevice(rows.integer(0), std::string(m_builder.document().text(intern(rows.text(1)))));
}

std::string_view NsysStrings::text(std::optional<std::int64_t> id) const
{
    const auto it = id ? m_texts.find(*id) : m_texts.end();
    return it == m_texts.end() ? std::string_view{} : std::string_view(it->second);
}

StringId NsysStrings::find(std::optional<std::int64_t> id)
{
    if (!id)
        return {};
    const auto known = m_ids.find(*id);
    if (known != m_ids.end())
        return known->second;
    const auto it = m_texts.find(*id);
    const StringId interned = it == m_texts.end() ? StringId{} : intern(it->second);
    m_ids.emplace(*id, interned);
    return interned;
}

StringId NsysStrings::intern(std::string_view raw)
{
    return internClean(m_builder, raw);
}

TrackId NsysStrings::thread(std::int64_t globalTid)
{
    const auto known = m_threads.find(globalTid);
    if (known != m_threads.end())
        return known->second;
    const std::int64_t process = nsysProcess(globalTid);
    const TrackId id = m_builder.track(std::to_string(process), std::to_string(nsysThread(globalTid)));
    Track &track = m_builder.at(id);
    track.kind = TrackKind::Cpu;
    if (const auto name = m_processNames.find(process); name != m_processNames.end())
        track.processName = m_builder.document().text(intern(name->second));
    if (const auto name = m_threadNames.find(globalTid); name != m_threadNames.end())
        track.threadName = m_builder.document().text(intern(name->second));
    m_threads.emplace(globalTid, id);
    return id;
}

std::int64_t NsysStrings::gpu(std::uint64_t processKey, std::int64_t cudaDevice) const
{
    const auto it = m_gpus.find({nsysProcess(static_cast<std::int64_t>(processKey)), cudaDevice});
    return it == m_gpus.end() ? cudaDevice : it->second;
}

StringId NsysStrings::copyName(std::int64_t copyKind)
{
    const auto it = m_copyLabels.find(copyKind);
    return intern("[CUDA memcpy " + (it == m_copyLabels.end() ? "kind " + std::to_string(copyKind) : it->second) + "]");
}

} // namespace lamella::core
