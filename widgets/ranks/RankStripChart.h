// SPDX-License-Identifier: GPL-3.0-or-later
// Canvas of the rank strip: one row per rank on the common clock, layers above, collectives below, waiting time hatched.
#pragma once

#include "widgets/charts/TipText.h"
#include "widgets/ranks/RankStripData.h"

#include <QTimer>
#include <QWidget>

#include <optional>

namespace lamella::ui {

class RankStripChart : public QWidget {
    Q_OBJECT
public:
    explicit RankStripChart(QWidget *parent = nullptr);

    void setData(RankStripData strip);
    void setSelection(std::size_t member, int layer); // row of the member shown in other views; kNoLayer = no layer
    [[nodiscard]] const RankStripData &strip() const { return m_data; }
    // Area of a row and position of a time; for tests.
    [[nodiscard]] QRect rowRect(std::size_t row) const;
    [[nodiscard]] int xOf(std::int64_t ns) const;
    void zoomToLayer(int layer);
    void zoomOut();
    [[nodiscard]] QSize minimumSizeHint() const override;

signals:
    void layerPicked(int layer); // click: select the same layer on the rank shown
    void rankOpened(std::size_t member, int layer); // double click or Enter

protected:
    void paintEvent(QPaintEvent *event) override;
    void changeEvent(QEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void leaveEvent(QEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void focusInEvent(QFocusEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;

private:
    struct Place {
        std::size_t row = 0;
        int layer = core::kNoLayer;
        bool operator==(const Place &) const = default;
    };
    [[nodiscard]] std::optional<Place> placeAt(const QPoint &point) const;
    [[nodiscard]] std::int64_t timeAt(int x) const;
    [[nodiscard]] int rowHeight() const;
    [[nodiscard]] TipText tipOf(const Place &place) const;
    void paintAxis(QPainter &painter) const;
    void paintRow(QPainter &painter, std::size_t row) const;
    void paintLabel(QPainter &painter, std::size_t row) const;
    void setRange(std::int64_t from, std::int64_t to);
    void describe();
    void moveLayer(int by);
    void moveRow(int by);

    RankStripData m_data;
    std::int64_t m_from = 0;
    std::int64_t m_to = 0;
    std::size_t m_member = 0;
    std::size_t m_cursorRow = 0;
    int m_layer = core::kNoLayer;
    std::optional<Place> m_hover;
    QTimer m_tipTimer;
    bool m_keyboardFocus = false;
};

} // namespace lamella::ui
