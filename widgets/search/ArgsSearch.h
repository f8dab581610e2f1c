// SPDX-License-Identifier: GPL-3.0-or-later
// One search through the args of all events of the trace shown. Workers read the file again; matches found so far are available
// meanwhile.
#pragma once

#include "core/base/Error.h"
#include "core/base/Result.h"
#include "core/import/chrome/ArgSearch.h"
#include "core/report/ReportTable.h"

#include <QObject>
#include <QString>
#include <QTimer>

#include <cstddef>
#include <memory>
#include <vector>

namespace lamella::ui {

class JobSlot;
class SessionController;

class ArgsSearch : public QObject {
    Q_OBJECT
public:
    enum class State { Idle, Running, Done, Stopped, Failed };
    // Beyond this many, a list does not help; a more specific text does.
    static constexpr std::size_t kMaxMatches = 2'000;

    explicit ArgsSearch(SessionController &controller, QObject *parent = nullptr);
    ~ArgsSearch() override;

    void start(const QString &text); // cancels a running search
    void stop(); // keeps the matches found
    void clear(); // Idle, without matches

    [[nodiscard]] State state() const { return m_state; }
    [[nodiscard]] const QString &text() const { return m_text; } // text of the current or last search
    [[nodiscard]] double share() const; // of the file, 0 to 1
    [[nodiscard]] const core::Error &error() const { return m_error; } // in state Failed
    [[nodiscard]] bool isComplete() const { return m_complete; } // in state Done: all matches are listed
    [[nodiscard]] std::size_t count() const { return m_matches.size(); }
    // The table of `lamella-cli search` with the matches so far; null before the first search.
    [[nodiscard]] std::shared_ptr<const core::ReportTable> table() const { return m_table; }

signals:
    void stateChanged(); // also for a new text
    void found(); // table() has changed
    void progressed();

private:
    struct Finds;
    void poll();
    void end(core::Result<core::ArgSearchResult> result);
    bool take(); // collects new matches from the workers; false: none
    void makeTable(const core::ArgSearchResult *result = nullptr);
    void setState(State state);

    SessionController &m_controller;
    std::unique_ptr<JobSlot> m_job;
    std::shared_ptr<Finds> m_finds; // shared ownership: a worker that has not noticed a stop yet still writes to it
    std::shared_ptr<const core::TraceDocument> m_document; // the trace searched
    std::vector<core::ArgMatch> m_matches;
    std::shared_ptr<const core::ReportTable> m_table;
    QTimer m_poll;
    QString m_text;
    core::Error m_error;
    State m_state = State::Idle;
    bool m_complete = true;
};

} // namespace lamella::ui
