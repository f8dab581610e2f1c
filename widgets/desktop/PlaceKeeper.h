// SPDX-License-Identifier: GPL-3.0-or-later
// Remembers, for one window, where one was in a trace, and goes there when the trace is opened again or read anew from disk.
// Files are read and written by workers.
#pragma once

#include "widgets/desktop/TracePlace.h"

#include <QObject>
#include <QTimer>

#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace lamella::ui {

class JobSlot;
class NavigationBus;
class SessionController;
class TimeRangeControl;

struct PlaceParts {
    SessionController &controller;
    NavigationBus &bus;
    TimeRangeControl &range;
    std::function<bool()> startedElsewhere; // the trace was opened at a place that somebody asked for
    std::function<bool()> isBusy; // views are being laid out or moving; they end with viewsSettled()
    std::function<std::map<QString, QString>()> orders = {}; // of the tables as they are, see TracePlace
    std::function<void(const std::map<QString, QString> &)> order = {}; // them so; those it does not name as usual
};

class PlaceKeeper : public QObject {
    Q_OBJECT
public:
    // `window` owns this and the parts: what is not written yet is written when it closes, while they are still there.
    PlaceKeeper(const PlaceParts &parts, QObject *window);
    ~PlaceKeeper() override;

    [[nodiscard]] std::optional<TracePlace> now() const; // nothing without a trace
    // To be gone to when the next trace is there, instead of what is remembered for it.
    void goLater(const TracePlace &place) { m_next = place; }
    // A view that got its data, or came to rest, may have moved to what is selected: where one was counts more.
    void viewsSettled();
    void change(); // there is something to be written
    // With what is not written yet; at the end of the session, on this thread.
    void flush();

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    struct Known {
        std::string fingerprint;
        std::optional<TracePlace> place;
    };
    void followSession();
    void go(const TracePlace &place);
    void save();
    [[nodiscard]] std::optional<TracePlace> toKeep() const; // now(), with the model config

    PlaceParts m_parts;
    std::unique_ptr<JobSlot> m_read;
    std::unique_ptr<JobSlot> m_write;
    QTimer m_delay;
    std::shared_ptr<const core::TraceDocument> m_document;
    std::string m_fingerprint; // of m_document, once it is known
    std::optional<TracePlace> m_first; // where the trace was shown first
    std::optional<TracePlace> m_next;
    core::TimeRange m_wanted; // visible once the views have settled; {0,0} = whatever it is
    bool m_unsaved = false;
};

} // namespace lamella::ui
