// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/rocm/RocprofRecords.h"

#include "core/base/Saturate.h"
#include "core/import/DiagnosticKinds.h"
#include "core/import/rocm/RocmNames.h"

#include <algorithm>

namespace lamella::core {

namespace {
constexpr std::size_t kMaxGpus = 4096;
} // namespace

void RocprofRecords::addGpu(std::int64_t agent, std::int64_t number, std::string_view name)
{
    if (m_gpus.size() >= kMaxGpus || !m_gpus.emplace(std::pair(m_process, agent), number).second)
        return;
    if (!name.empty())
        m_builder.nameDevice(number, std::string(m_builder.document().text(m_strings.intern(name))));
}

std::int64_t RocprofRecords::duration(std::int64_t start, std::int64_t end)
{
    const std::int64_t length = subtractSaturated(end, start);
    if (length < 0)
        m_builder.document().diagnostics.add(diagnostics::kNegativeDuration);
    return std::max<std::int64_t>(length, 0);
}

void RocprofRecords::add(const RocprofWork &work)
{
    const auto gpu = m_gpus.find({m_process, work.agent});
    const std::int64_t device = gpu == m_gpus.end() ? work.agent : gpu->second;
    const TrackId track = m_builder.track("GPU " + std::to_string(device), "Stream " + std::to_string(work.stream));
    m_builder.at(track).sortIndex = work.stream;
    const std::string_view name = work.name.empty() ? std::string_view("(kernel without a name)") : work.name;
    const EventId event = m_builder.add({work.start, duration(work.start, work.end), m_strings.intern(name),
        m_builder.intern(rocm::categoryOfWork(work.kind)), track, 'X'});
    if (work.correlation != 0)
        m_builder.setValue(SparseKey::Correlation, work.correlation);
    if (work.bytes >= 0)
        m_builder.setValue(SparseKey::Bytes, work.bytes);
    m_builder.addWork({event, device, work.stream, track, work.kind, work.shape, m_process, work.correlation, {}});
}

void RocprofRecords::add(const RocprofCall &call)
{
    const EventId event = m_builder.add({call.start, duration(call.start, call.end), m_strings.intern(call.name),
        m_strings.intern(rocm::categoryOfDomain(call.domain)), m_strings.thread(call.process, call.thread), 'X'});
    if (call.correlation == 0 || rocm::isMarkerDomain(call.domain))
        return;
    m_builder.setValue(SparseKey::Correlation, call.correlation);
    m_builder.addLaunch(m_process, call.correlation, event);
}

} // namespace lamella::core
