// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/session/EarlyRead.h"

#include "core/base/ThreadStart.h"
#include "core/session/SessionFile.h"
#include "widgets/session/CacheSettingsStore.h"
#include "widgets/session/TraceReading.h"
#include "widgets/session/WorkerPriority.h"

#include <QFile>
#include <QFileInfo>

#include <new>
#include <stop_token>
#include <system_error>
#include <utility>

namespace lamella::ui {

namespace {

// Exists until the program ends; a reading that was never taken is then stopped.
std::shared_ptr<EarlyRead> &begun()
{
    static std::shared_ptr<EarlyRead> one;
    return one;
}

} // namespace

void EarlyRead::begin(const QString &path, const core::SessionOptions &options)
{
    if (!QFileInfo(path).isFile() || core::isSessionFile(QFile::encodeName(path).toStdString()))
        return;
    try {
        begun().reset(new EarlyRead(path, options));
    } catch (const std::system_error &) {
    } catch (const std::bad_alloc &) {
    }
}

std::shared_ptr<EarlyRead> EarlyRead::take(const QString &path, const core::SessionOptions &options)
{
    if (!begun() || begun()->m_path != path || begun()->m_options != options)
        return nullptr;
    return std::exchange(begun(), nullptr);
}

EarlyRead::EarlyRead(const QString &path, const core::SessionOptions &options)
    : m_path(path)
    , m_options(options)
    , m_reading(std::make_shared<TraceReading>())
{
    const std::string file = QFile::encodeName(path).toStdString();
    m_thread = std::jthread([this, file, cache = core::TraceCache(cacheSettings())](const std::stop_token &stop) noexcept {
        lowerPriorityOfThisThread();
        try {
            core::startThread();
            m_result = readTrace(m_reading, file, m_options, cache, controlOf(m_reading, {stop, {}}));
        } catch (const std::bad_alloc &) {
            m_result = core::Error{core::ErrorCode::Limit, "not enough memory; close other traces or open a smaller one", {}, -1};
        }
    });
}

EarlyRead::~EarlyRead() = default;

core::Result<std::shared_ptr<core::AnalysisSession>> EarlyRead::result(const core::JobControl &control)
{
    const std::stop_callback stop(control.stop, [this] { m_thread.request_stop(); });
    if (m_thread.joinable())
        m_thread.join();
    if (!m_result)
        return core::Error{core::ErrorCode::Cancelled, "cancelled", {}, -1};
    auto result = std::move(*m_result);
    m_result.reset();
    return result;
}

} // namespace lamella::ui
