// SPDX-License-Identifier: GPL-3.0-or-later
// The ranks of the window: opens several files as one job, knows which of them the other views show, and switches.
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

    // Files and folders; ends as SessionController::open does.
    // `own`: choices of single files, by path.
    void open(const QStringList &inputs, const core::SessionOptions &options,
        const std::map<std::string, core::SessionOptions> &own = {});
    // Null unless the trace that is shown is one of at least two ranks.
    [[nodiscard]] std::shared_ptr<core::RankSet> set() const { return m_set; }
    [[nodiscard]] std::size_t current() const { return m_current; } // row of set()->members()
    // What was odd about the files given last (also when only one could be used).
    [[nodiscard]] QStringList notes() const;
    // Within SessionController::sessionChanged(): another rank of the same job takes the place of the one that was shown.
    [[nodiscard]] bool isSwitching() const { return m_switching; }
    // Shows another rank at the same pass and layer, or at `target` (of that rank's trace).
    void show(std::size_t row, const std::optional<core::Selection> &target = {});

signals:
    void ranksChanged(); // set() is another one, or none
    void currentChanged();
    void switching(); // another rank's trace is about to be shown
    void switched(); // it is there, and its place is selected
    void loadsChanged(const std::vector<lamella::core::RankLoad> &loads);

private:
    struct Opening;
    struct Ready;
    void followSession();
    void takeCut();
    void lookForDevices();
    void adopt(std::shared_ptr<core::RankSet> set);
    [[nodiscard]] std::optional<core::Selection> sameplace(std::size_t row) const;

    SessionController &m_controller;
    NavigationBus &m_bus;
    std::unique_ptr<JobSlot> m_job;
    std::shared_ptr<Opening> m_opening; // what the reading thread leaves
    std::shared_ptr<core::RankSet> m_set;
    std::shared_ptr<core::RankSet> m_given; // of the last open(), whatever its size
    std::vector<Ready> m_ready; // parallel to the members
    std::size_t m_current = 0;
    bool m_switching = false;
};

} // namespace lamella::ui
