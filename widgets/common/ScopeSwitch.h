// SPDX-License-Identifier: GPL-3.0-or-later
// Layer, pass or everything: which part of the trace a view is about. Keeps what the user asked for and shows it as far as the
// selection has such a part, else the next wider one.
#pragma once

#include "core/session/AnalysisSession.h"
#include "widgets/common/SegmentedControl.h"
#include "widgets/session/NavigationBus.h"

namespace lamella::ui {

class ScopeSwitch : public SegmentedControl {
    Q_OBJECT
public:
    enum Scope { kLayer, kPass, kAll };

    // `all` names the widest part.
    explicit ScopeSwitch(const QString &all, QWidget *parent = nullptr);

    void follow(const Focus &focus);
    [[nodiscard]] Scope scope() const { return static_cast<Scope>(current()); }
    [[nodiscard]] const Focus &focus() const { return m_focus; }
    // Pass, layer and device of the part; a request for everything is left as it is.
    void narrow(core::TableRequest &request, const core::TraceDocument &document) const;

signals:
    void scopeChanged(); // by the user

private:
    void present();

    Focus m_focus;
    Scope m_wanted = kPass;
};

} // namespace lamella::ui
