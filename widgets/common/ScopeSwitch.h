// SPDX-License-Identifier: GPL-3.0-or-later
// Selects the part of the trace that a view covers: layer, pass or everything, which can be the passes that are brushed in the pass
// strip. Remembers the user's choice; if the selection has no such part, shows the next wider one.
#pragma once

#include "core/session/AnalysisSession.h"
#include "widgets/common/SegmentedControl.h"
#include "widgets/session/NavigationBus.h"

namespace lamella::ui {

class ScopeSwitch : public SegmentedControl {
    Q_OBJECT
public:
    enum Scope { kLayer, kPass, kAll };

    // `all`: label of the widest part.
    explicit ScopeSwitch(const QString &all, QWidget *parent = nullptr);

    // From now on, "everything" means the brushed passes while there is a brush.
    void followBrush(NavigationBus &bus);

    void want(Scope scope); // as if the user had chosen it; no signal
    void follow(const Focus &focus);
    // The selection has moved, but the view keeps what it covers: names the new place where that stays true.
    void keep(const Focus &focus);
    [[nodiscard]] Scope scope() const { return static_cast<Scope>(current()); }
    [[nodiscard]] const Focus &focus() const { return m_focus; }
    // Sets pass, layer and device of the part; does not change a request for everything without a brush.
    void narrow(core::TableRequest &request, const core::TraceDocument &document) const;

signals:
    void scopeChanged(); // by the user: here, or by the brush while everything is covered

private:
    void present();

    QString m_all;
    PassBrush m_brush;
    Focus m_focus;
    Scope m_wanted = kPass;
};

} // namespace lamella::ui
