// SPDX-License-Identifier: GPL-3.0-or-later
// The ranks of the window: opens several files as one job, knows which rank the other views show, and switches between them.
#pragma once

#include "core/session/RankSet.h"
#include "widgets/session/NavigationBus.h"

#include <QObject>
#include <QStringList>

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lamella::ui {

class JobSlot;
class SessionController;

class RankController : public QObject {
    Q_OBJECT
public:
    RankController(SessionController &controller, NavigationBus &bus, QObject *parent = nullptr);
    ~RankController() override;

    // Opens files and folders; ends as SessionController::open does.
    // `own`: choices of single files, by path.
    void open(const QStringList &inputs, const core::SessionOptions &options,
        const std::map<std::string, core::SessionOptions> &own = {});
    // Null unless the trace shown is one of at least two ranks.
    [[nodiscard]] std::shared_ptr<core::RankSet> set() const { return m_set; }
    [[nodiscard]] std::size_t current() const { return m_current; } // row of set()->members()
    // Diagnostics about the files given last (also if only one of them was usable).
    [[nodiscard]] QStringList notes() const;
    // During SessionController::sessionChanged(): true if another rank of the same job replaces the one shown.
    [[nodiscard]] bool isSwitching() const { return m_switching; }
    // Shows another rank at the same pass and layer, or at `target` (in that rank's trace).
    void show(std::size_t row, const std::optional<core::Selection> &target = {});

signals:
    void ranksChanged(); // set() changed; it may be null
    void currentChanged();
    void switching(); // another rank's trace is about to be shown
    void switched(); // it is shown, and its place is selected
    void loadsChanged(const std::vector<lamella::core::RankLoad> &loads);

private:
    struct Opening;
    struct Ready;
    void followSession();
    void takeSegmentation();
    void lookForDevices();
    void adopt(std::shared_ptr<core::RankSet> set);
    [[nodiscard]] std::optional<core::Selection> sameplace(std::size_t row) const;

    SessionController &m_controller;
    NavigationBus &m_bus;
    std::unique_ptr<JobSlot> m_job;
    std::shared_ptr<Opening> m_opening; // results of the reading thread
    std::shared_ptr<core::RankSet> m_set;
    std::shared_ptr<core::RankSet> m_given; // of the last open(), of any size
    std::vector<Ready> m_ready; // parallel to the members
    std::size_t m_current = 0;
    bool m_switching = false;
};

} // namespace lamella::ui
