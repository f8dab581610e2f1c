// SPDX-License-Identifier: GPL-3.0-or-later
// One search through the args of all events of the trace that is shown. The file is read again on workers; what was found so far
// can be looked at meanwhile.
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
    // Of which there are more a list is no help any more; a longer text is.
    static constexpr std::size_t kMaxMatches = 2'000;

    explicit ArgsSearch(SessionController &controller, QObject *parent = nullptr);
    ~ArgsSearch() override;

    void start(const QString &text); // instead of the one that is going on
    void stop(); // what was found stays
    void clear(); // Idle, nothing found

    [[nodiscard]] State state() const { return m_state; }
    [[nodiscard]] const QString &text() const { return m_text; } // what is, or was, looked for
    [[nodiscard]] double share() const; // of the file that was read, 0 to 1
    [[nodiscard]] const core::Error &error() const { return m_error; } // of Failed
    [[nodiscard]] bool isComplete() const { return m_complete; } // of Done: no more than those listed
    [[nodiscard]] std::size_t count() const { return m_matches.size(); }
    // As `lamella-cli search` makes it, of what was found so far; null while nothing was looked for.
    [[nodiscard]] std::shared_ptr<const core::ReportTable> table() const { return m_table; }

signals:
    void stateChanged(); // also another text
    void found(); // table() is another one
    void progressed();

private:
    struct Finds;
    void poll();
    void end(core::Result<core::ArgSearchResult> result);
    bool take(); // what the workers found since; false: nothing
    void makeTable(const core::ArgSearchResult *result = nullptr);
    void setState(State state);

    SessionController &m_controller;
    std::unique_ptr<JobSlot> m_job;
    std::shared_ptr<Finds> m_finds; // owned by both sides: a worker that has not noticed a stop yet still writes there
    std::shared_ptr<const core::TraceDocument> m_document; // that is searched
    std::vector<core::ArgMatch> m_matches;
    std::shared_ptr<const core::ReportTable> m_table;
    QTimer m_poll;
    QString m_text;
    core::Error m_error;
    State m_state = State::Idle;
    bool m_complete = true;
};

} // namespace lamella::ui
