// SPDX-License-Identifier: GPL-3.0-or-later
// A made-up trace, loaded through the real controller, with the bus and the time range that views depend on.
#pragma once

#include "tests/support/GeneratedTraces.h"
#include "tests/support/TestFiles.h"
#include "widgets/session/JobSlot.h"
#include "widgets/session/NavigationBus.h"
#include "widgets/session/SessionController.h"
#include "widgets/session/TimeRangeControl.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <QThreadPool>

#include <list>

namespace lamella::test {

inline constexpr int kWaitMs = 60'000;

// Whether every job that a view awaits has come back.
inline bool settled()
{
    return QTest::qWaitFor([] { return ui::JobSlot::awaited() == 0; }, kWaitMs);
}

// Text of a made-up trace; made once in a program.
inline const std::string &traceText(TraceKind kind, const TraceOptions &options)
{
    struct Known {
        TraceKind kind;
        TraceOptions options;
        std::string text;
    };
    static std::list<Known> all;
    for (const Known &known : all)
        if (known.kind == kind && known.options == options)
            return known.text;
    return all.emplace_back(Known{kind, options, generatedTrace(kind, options).json}).text;
}

class LoadedTrace {
public:
    LoadedTrace()
        : controller(pool)
        , bus(controller)
    {
    }
    ~LoadedTrace()
    {
        controller.close();
        pool.waitForDone();
    }

    // False when it could not be loaded; then the reason stands in the log.
    [[nodiscard]] bool load(TraceKind kind, const TraceOptions &options = {}) { return load(traceText(kind, options)); }
    [[nodiscard]] bool loadDense(const TraceOptions &options = {}) { return load(TraceKind::Dense, options); }
    [[nodiscard]] bool load(const std::string &json)
    {
        using State = ui::SessionController::State;
        controller.open(writeFile(folder.filePath(QStringLiteral("trace.json")), json));
        const bool done = QTest::qWaitFor(
            [this] { return controller.state() == State::Ready || controller.state() == State::Failed; }, kWaitMs);
        if (!done || !controller.session()) {
            qWarning("not loaded: %s", controller.error().message().c_str());
            return false;
        }
        const auto &bounds = controller.document()->bounds;
        range.setTraceRange({{bounds.exactBegin}, {bounds.exactEnd}});
        return true;
    }
    [[nodiscard]] const core::DeviceSegmentation &device() const
    {
        const auto segmentation = controller.segmentation();
        return segmentation->devices[segmentation->mainDevice.value];
    }
    [[nodiscard]] int firstPass() const { return device().passes.front().number; }
    // Longest kernel of a layer of the first pass on the main stream.
    [[nodiscard]] core::KernelId kernelInLayer(int layer) const
    {
        const auto segmentation = controller.segmentation();
        const core::KernelTable &kernels = controller.document()->kernels;
        core::KernelId longest;
        for (std::uint32_t i = 0; i < kernels.size(); ++i) {
            if (segmentation->passOf[i] == firstPass() && segmentation->layerOf[i] == layer
                && kernels.stream[i] == device().mainStream
                && (!longest.valid() || kernels.duration[i] > kernels.duration[longest.value]))
                longest = core::KernelId{i};
        }
        return longest;
    }

    QTemporaryDir folder;
    QThreadPool pool;
    ui::SessionController controller;
    ui::NavigationBus bus;
    ui::TimeRangeControl range;
};

} // namespace lamella::test
