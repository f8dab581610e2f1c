// SPDX-License-Identifier: GPL-3.0-or-later
// The one filter of the window: what is typed, and the filters that were kept before (all of them hold). Views follow it; the
// kernels it means are found on a worker. Kept filters are part of the view history: Back takes the last one away again.
#pragma once

#include "core/analysis/KernelMatches.h"

#include <QObject>
#include <QString>
#include <QStringList>

#include <memory>

namespace lamella::ui {

class JobSlot;
class NavigationBus;
class SessionController;

class FilterControl : public QObject {
    Q_OBJECT
public:
    FilterControl(SessionController &controller, NavigationBus &bus, QObject *parent = nullptr);
    ~FilterControl() override;

    void setText(const QString &text); // what is being typed
    [[nodiscard]] const QString &text() const { return m_text; }
    bool keep(); // what is typed becomes a kept filter; false when it is empty or cannot be read
    [[nodiscard]] const QStringList &kept() const { return m_kept; }
    void remove(int kept);
    void clear(); // all of it

    [[nodiscard]] bool isEmpty() const { return m_filter.empty(); }
    [[nodiscard]] QString error() const { return m_error; } // of what is typed; then the filter before still holds
    // As `--filter` takes it: kept filters and what is typed.
    [[nodiscard]] QString wholeText() const;
    [[nodiscard]] QString keptText() const;
    // Null: there is no filter, or its kernels are still being looked for. Meanwhile views keep what they show.
    [[nodiscard]] std::shared_ptr<const core::KernelMatches> matches() const { return m_finding ? nullptr : m_matches; }
    [[nodiscard]] bool isFinding() const { return m_finding; }
    // Place of the selected kernel among the matches, from 0; -1 when it is none of them.
    [[nodiscard]] qsizetype position() const;
    // Selects the next (1) or previous (-1) match, from the last to the first; once they are found, if they are looked for.
    void step(int by);

signals:
    void filterChanged(); // text, kept filters or error
    void matchesChanged();

private:
    void apply();
    void find();
    void take(std::shared_ptr<const core::KernelMatches> found);
    void restore(const QStringList &kept);

    SessionController &m_controller;
    NavigationBus &m_bus;
    std::unique_ptr<JobSlot> m_job;
    QString m_text;
    QStringList m_kept;
    QString m_error;
    core::KernelFilter m_filter; // what is kept, and what was typed and could be read
    core::KernelFilter m_keptFilter;
    core::KernelFilter m_typed; // the last that could be read
    std::shared_ptr<const core::KernelMatches> m_matches; // of the filter before while m_finding
    bool m_finding = false;
    int m_pendingStep = 0; // asked for while m_finding
};

} // namespace lamella::ui
