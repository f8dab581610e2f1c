// SPDX-License-Identifier: GPL-3.0-or-later
// A trace, what is compared in it, and the view of that.
#pragma once

#include "tests/support/TestFiles.h"
#include "tests/widgets/LoadedTrace.h"
#include "widgets/diff/DiffPanel.h"
#include "widgets/session/CompareController.h"
#include "widgets/session/JobSlot.h"

#include <QTest>

#include <optional>
#include <string>

namespace lamella::test {

struct Compared : LoadedTrace {
    Compared()
        : compare(controller, bus)
        , panel(compare, bus)
    {
        panel.resize(1200, 600);
    }
    [[nodiscard]] bool open() { return load(TraceKind::Dense, kOptions); }
    // Opens it and waits for the comparison of the pass, or of a layer of it.
    [[nodiscard]] bool openAt(int pass, std::optional<int> layer = {})
    {
        panel.show();
        if (!open())
            return false;
        if (layer)
            bus.select(core::LayerSelection{device().device, pass, *layer}, nullptr);
        else
            bus.select(core::PassSelection{device().device, pass}, nullptr);
        return settled();
    }
    [[nodiscard]] bool settled() const
    {
        return QTest::qWaitFor([this] { return ui::JobSlot::awaited() == 0 && panel.shown() != nullptr; }, kWaitMs);
    }
    [[nodiscard]] static std::string text() { return traceText(TraceKind::Dense, kOptions); }
    QString write(const QString &name, const std::string &text) const { return writeFile(folder.filePath(name), text); }
    static inline const TraceOptions kOptions{.passes = 3};
    ui::CompareController compare;
    ui::DiffPanel panel;
};

} // namespace lamella::test
