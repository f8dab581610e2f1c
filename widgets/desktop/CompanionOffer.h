// SPDX-License-Identifier: GPL-3.0-or-later
// Offers to name the work of graph replays by captures and annotations found beside a trace. They are only applied on request,
// and only if they fit; those last used with a trace are applied without asking wherever a trace of the same content is opened.
#pragma once

#include "core/base/Result.h"
#include "core/session/companions/Companions.h"

#include <QObject>

#include <memory>

namespace lamella::core {
struct TraceDocument;
}

namespace lamella::ui {

class JobSlot;
class MainWindow;

class CompanionOffer : public QObject {
    Q_OBJECT
public:
    explicit CompanionOffer(MainWindow &window);
    ~CompanionOffer() override;

private:
    void look();
    void offer(const core::CompanionPaths &paths);
    void use(const core::CompanionPaths &paths);
    void apply(const core::CompanionPaths &paths);
    [[nodiscard]] bool isOpen() const; // whether the trace has no companions yet

    MainWindow &m_window;
    std::unique_ptr<JobSlot> m_job; // on a worker, because captures are read
    std::weak_ptr<const core::TraceDocument> m_asked; // asked once per opened trace
};

} // namespace lamella::ui
