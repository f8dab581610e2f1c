// SPDX-License-Identifier: GPL-3.0-or-later
// Contents of the status bar: time under the pointer, length of the selection, contents of the trace, memory; or what the
// workspace says.
#pragma once

#include <QObject>
#include <QStringList>

#include <array>
#include <cstdint>
#include <memory>

class QStatusBar;

namespace lamella::core {
struct Segmentation;
struct TraceDocument;
} // namespace lamella::core

namespace lamella::ui {

class ElidedLabel;
class NavigationBus;
class SessionController;
class StatusField;

class StatusFields : public QObject {
    Q_OBJECT
public:
    StatusFields(SessionController &controller, NavigationBus &bus, QStatusBar &bar);

    void showCursor(qint64 timeNs, bool valid); // on the trace's clock
    // The text of a workspace that replaces cursor and selection: a sentence, a detail, and at the right its source; the user can
    // copy them. Empty: cursor and selection again.
    void showStatement(const QStringList &parts);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void showTrace();
    void showSelection();
    void showBrush();
    void showCounts(const std::shared_ptr<const core::TraceDocument> &document, const core::Segmentation &segmentation);
    void arrange();

    SessionController &m_controller;
    NavigationBus &m_bus;
    QStatusBar &m_bar;
    StatusField *m_cursor = nullptr;
    StatusField *m_selected = nullptr;
    StatusField *m_brush = nullptr;
    StatusField *m_counts = nullptr;
    StatusField *m_diagnostics = nullptr;
    StatusField *m_events = nullptr;
    StatusField *m_memory = nullptr;
    std::array<ElidedLabel *, 3> m_statement{};
    bool m_hasStatement = false;
    std::weak_ptr<const core::TraceDocument> m_countedOf;
    std::int64_t m_kernels = 0; // in it
};

} // namespace lamella::ui
