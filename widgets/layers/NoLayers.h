// SPDX-License-Identifier: GPL-3.0-or-later
// What a view of layers says where there are none: the reason, and the way to choose what begins a layer where something could.
#pragma once

#include <QString>

namespace lamella::ui {

class EmptyView;
class SessionController;

struct NoLayersMessage {
    QString sentence;
    QString reason;
    QString link; // that chooses a boundary; empty: nothing could begin a layer
};

// `pass`: number of the pass that is shown. `reason`: empty = that of the segmentation.
[[nodiscard]] NoLayersMessage noLayersMessage(const SessionController &controller, int pass, const QString &reason = {});
void sayNoLayers(EmptyView &view, const SessionController &controller, int pass, const QString &reason = {});

// The reason in one sentence, to stand above what is shown instead. `reason`: as for sayNoLayers().
[[nodiscard]] QString noLayersText(const SessionController &controller, const QString &reason);

// Why the command that chooses a boundary cannot be used; empty: it can.
[[nodiscard]] QString whyNoBoundary(const SessionController &controller);

} // namespace lamella::ui
