// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the file given on the command line while the window is still being created. The window that opens the same file with the
// same choices takes over the reading.
#pragma once

#include "core/base/JobControl.h"
#include "core/base/Result.h"
#include "core/session/AnalysisSession.h"

#include <QString>

#include <memory>
#include <optional>
#include <thread>

namespace lamella::ui {

struct TraceReading;

class EarlyRead {
public:
    // Does nothing unless `path` is a single trace file and a thread is available; the file is then read when it is opened.
    static void begin(const QString &path, const core::SessionOptions &options);
    // The running reading for exactly this file and these choices, for the first caller; else null. Both functions on the GUI
    // thread.
    [[nodiscard]] static std::shared_ptr<EarlyRead> take(const QString &path, const core::SessionOptions &options);

    EarlyRead(const EarlyRead &) = delete;
    EarlyRead &operator=(const EarlyRead &) = delete;
    ~EarlyRead(); // stops the thread and waits for it

    [[nodiscard]] const std::shared_ptr<TraceReading> &reading() const { return m_reading; }
    // Call on a worker, once: waits for the result. A stop request of `control` also stops the reading.
    [[nodiscard]] core::Result<std::shared_ptr<core::AnalysisSession>> result(const core::JobControl &control);

private:
    EarlyRead(const QString &path, const core::SessionOptions &options);

    QString m_path;
    core::SessionOptions m_options;
    std::shared_ptr<TraceReading> m_reading;
    // set by the thread; read only after it has ended
    std::optional<core::Result<std::shared_ptr<core::AnalysisSession>>> m_result;
    std::jthread m_thread; // last: stopped and joined before the other members are destroyed
};

} // namespace lamella::ui
