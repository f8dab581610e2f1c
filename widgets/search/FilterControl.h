// SPDX-License-Identifier: GPL-3.0-or-later
// The single filter of the window: the typed text, and previously kept filters (all must match). Views follow it; a worker finds
// the matching kernels. Kept filters are part of the view history: Back removes the last one.
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

    void setText(const QString &text); // the text being typed
    [[nodiscard]] const QString &text() const { return m_text; }
    bool keep(); // keeps the typed filter; false if it is empty or invalid
    [[nodiscard]] const QStringList &kept() const { return m_kept; }
    void remove(int kept);
    void clear(); // typed text and kept filters

    [[nodiscard]] bool isEmpty() const { return m_filter.empty(); }
    [[nodiscard]] QString error() const { return m_error; } // of the typed text; the previous filter stays in effect
    // In the syntax of `--filter`: kept filters and typed text.
    [[nodiscard]] QString wholeText() const;
    [[nodiscard]] QString keptText() const;
    // Null: no filter, or its kernels are still being found. Meanwhile views keep their contents.
    [[nodiscard]] std::shared_ptr<const core::KernelMatches> matches() const { return m_finding ? nullptr : m_matches; }
    [[nodiscard]] bool isFinding() const { return m_finding; }
    // Index of the selected kernel among the matches, from 0; -1 if it is not one.
    [[nodiscard]] qsizetype position() const;
    // Selects the next (1) or previous (-1) match and wraps around; deferred while matches are being found.
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
    core::KernelFilter m_filter; // kept filters and the last valid typed one
    core::KernelFilter m_keptFilter;
    core::KernelFilter m_typed; // the last valid one
    std::shared_ptr<const core::KernelMatches> m_matches; // of the previous filter while m_finding
    bool m_finding = false;
    int m_pendingStep = 0; // requested while m_finding
};

} // namespace lamella::ui
