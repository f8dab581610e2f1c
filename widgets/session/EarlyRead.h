// SPDX-License-Identifier: GPL-3.0-or-later
// The file that the program was started with, read while its window is still being built. The window that is asked to open the
// same file with the same choices takes over what was begun.
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
    // Begins nothing for what is not one trace in one file, or where no thread is to be had: then it is read when it is opened.
    static void begin(const QString &path, const core::SessionOptions &options);
    // What was begun, to the first who asks for just that; else null. Both in the thread of the window.
    [[nodiscard]] static std::shared_ptr<EarlyRead> take(const QString &path, const core::SessionOptions &options);

    EarlyRead(const EarlyRead &) = delete;
    EarlyRead &operator=(const EarlyRead &) = delete;
    ~EarlyRead(); // asks the thread to stop and waits for it

    [[nodiscard]] const std::shared_ptr<TraceReading> &reading() const { return m_reading; }
    // For a worker: waits for the end. Once. A stop that is asked of `control` reaches the reading.
    [[nodiscard]] core::Result<std::shared_ptr<core::AnalysisSession>> result(const core::JobControl &control);

private:
    EarlyRead(const QString &path, const core::SessionOptions &options);

    QString m_path;
    core::SessionOptions m_options;
    std::shared_ptr<TraceReading> m_reading;
    std::optional<core::Result<std::shared_ptr<core::AnalysisSession>>> m_result; // of the thread; to be read when it has ended
    std::jthread m_thread; // last: stopped and joined before the rest goes
};

} // namespace lamella::ui
