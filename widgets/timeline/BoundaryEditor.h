// SPDX-License-Identifier: GPL-3.0-or-later
// Edit mode of the timeline: handles move the boundaries of passes and layers from kernel start to kernel start, by mouse or
// keyboard. A transparent overlay on the view; it takes only the mouse and key events meant for a handle.
#pragma once

#include "widgets/timeline/BoundaryModel.h"

#include <QPoint>
#include <QWidget>

#include <memory>
#include <optional>

class QKeyEvent;
class QMouseEvent;

namespace lamella::ui {

class ChoiceStack;
class JobSlot;
class NavigationBus;
class SessionController;
class TimelineView;

class BoundaryEditor : public QWidget {
    Q_OBJECT
public:
    BoundaryEditor(SessionController &controller, NavigationBus &bus, ChoiceStack &choices, TimelineView &view);
    ~BoundaryEditor() override;

    void setEditing(bool on);
    [[nodiscard]] bool isEditing() const { return m_editing; }
    [[nodiscard]] const BoundaryModelPtr &model() const { return m_model; } // null until built
    [[nodiscard]] std::optional<std::size_t> selectedRow() const { return m_selected; }
    void selectRow(std::size_t row);
    void selectNext(int step); // starts at the selected boundary, else at the middle of the view
    void moveSelected(int step); // in kernels
    // Centre of the handle of a boundary, in widget coordinates.
    [[nodiscard]] QPoint handleCentre(std::size_t row) const;
    [[nodiscard]] static QString name(const MovableBoundary &boundary); // "start of L5 in P3"
    [[nodiscard]] QString description(const MovableBoundary &boundary, std::uint32_t position) const;

signals:
    void editingChanged(bool on);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    void rebuild();
    void takeModel(BoundaryModelPtr model);
    void commit(const MovableBoundary &boundary, std::uint32_t position);
    void describe();
    bool mousePress(const QMouseEvent &event);
    bool mouseMove(const QMouseEvent &event);
    bool mouseRelease();
    bool keyPress(const QKeyEvent &event);
    void stopDragging();
    [[nodiscard]] static bool isOwnKey(const QKeyEvent &event);
    [[nodiscard]] bool showsLayers() const; // false if they are too close together
    [[nodiscard]] std::optional<std::size_t> rowAt(QPoint point) const;
    [[nodiscard]] int xOf(const MovableBoundary &boundary, std::uint32_t position) const;
    void bringIntoView(std::int64_t timeNs);
    void paintHandles(QPainter &painter) const;
    void paintMoving(QPainter &painter) const;
    void paintFrame(QPainter &painter) const;

    SessionController &m_controller;
    NavigationBus &m_bus;
    ChoiceStack &m_choices;
    TimelineView &m_view;
    std::unique_ptr<JobSlot> m_job;
    BoundaryModelPtr m_model;
    bool m_editing = false;
    std::optional<std::size_t> m_selected;
    std::optional<MovableBoundary> m_wanted; // selected boundary, found again after the next segmentation
    std::optional<std::size_t> m_hover;
    bool m_dragging = false;
    std::uint32_t m_position = 0; // while dragging, and until the new segmentation arrives
    bool m_pending = false;
};

} // namespace lamella::ui
