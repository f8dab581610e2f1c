// SPDX-License-Identifier: GPL-3.0-or-later
// Offers to use a model config found beside a trace. It is only applied on request, because it may be for another model. The
// config, peaks, tokens and context last used with a trace are applied without asking wherever a trace of the same content is
// opened.
#pragma once

#include "core/session/AnalysisSession.h"

#include <QObject>
#include <QString>

#include <memory>

namespace lamella::core {
struct TraceDocument;
}

namespace lamella::ui {

class JobSlot;
class MainWindow;

class ConfigOffer : public QObject {
    Q_OBJECT
public:
    explicit ConfigOffer(MainWindow &window);
    ~ConfigOffer() override;

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void look();
    void offer(const QString &config);
    void use(const QString &config, const core::RooflineInputs &roofline);

    MainWindow &m_window;
    std::unique_ptr<JobSlot> m_job; // on a worker, because folders may be on a slow disk
    std::weak_ptr<const core::TraceDocument> m_asked; // asked once per opened trace
    QString m_open; // config that is offered, or will be when the message shown now goes; empty: none
};

} // namespace lamella::ui
