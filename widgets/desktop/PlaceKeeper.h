// SPDX-License-Identifier: GPL-3.0-or-later
// Remembers the place in a trace for one window, and restores it when the trace is opened again or reloaded. Files are read and
// written by workers.
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
    std::function<bool()> startedElsewhere; // the trace was opened at an explicitly requested place
    std::function<bool()> isBusy; // views are being laid out or animated; viewsSettled() follows
    std::function<std::map<QString, QString>()> orders = {}; // current sort orders of the tables, see TracePlace
    // applies sort orders; others get their usual order
    std::function<void(const std::map<QString, QString> &)> order = {};
};

class PlaceKeeper : public QObject {
    Q_OBJECT
public:
    // `window` owns this object and the parts. Unsaved changes are written when it closes, while the parts still exist.
    PlaceKeeper(const PlaceParts &parts, QObject *window);
    ~PlaceKeeper() override;

    [[nodiscard]] std::optional<TracePlace> now() const; // nothing without a trace
    // Sets a place to restore for the next trace, instead of the remembered one.
    void goLater(const TracePlace &place) { m_next = place; }
    // A view that got its data or finished moving may have scrolled to the selection; restores the remembered visible range.
    void viewsSettled();
    void change(); // marks the place as changed
    // Writes unsaved changes on this thread, at the end of the session.
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
    [[nodiscard]] std::optional<TracePlace> toKeep() const; // now() plus the model config

    PlaceParts m_parts;
    std::unique_ptr<JobSlot> m_read;
    std::unique_ptr<JobSlot> m_write;
    QTimer m_delay;
    std::shared_ptr<const core::TraceDocument> m_document;
    std::string m_fingerprint; // of m_document, once known
    std::optional<TracePlace> m_first; // where the trace was shown initially
    std::optional<TracePlace> m_next;
    core::TimeRange m_wanted; // to restore once the views have settled; {0,0} = none
    bool m_unsaved = false;
};

} // namespace lamella::ui
