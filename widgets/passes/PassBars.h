// SPDX-License-Identifier: GPL-3.0-or-later
// Bars of passes beside one another, right of a caption: what the pass strip and the strip of the passes in the brush have in
// common. Its parts are the passes in the order drawn. GUI thread.
#pragma once

#include "widgets/charts/Chart.h"
#include "widgets/passes/PassStripLayout.h"
#include "widgets/session/NavigationBus.h"
#include "widgets/timeline/TimelineGeometry.h"

#include <QColor>
#include <QFont>

#include <optional>
#include <vector>

namespace lamella::ui {

class SessionController;
struct Theme;

class PassBars : public Chart {
    Q_OBJECT
public:
    PassBars(const QString &name, SessionController &controller, NavigationBus &bus, QWidget *parent);

    [[nodiscard]] const PassStripData &data() const { return m_data; }
    [[nodiscard]] const PassStripLayout *layoutNow() const { return m_layout ? &*m_layout : nullptr; }
    [[nodiscard]] StripOrder order() const { return m_order; }
    // Where bars begin in a widget, and how wide all of them are together; the same for all strips of passes and the map below.
    [[nodiscard]] static int barsLeft() { return kLabelColumnPx + 4_px; }
    [[nodiscard]] static int barsWidth(int widgetPx) { return std::max(1, widgetPx - kLabelColumnPx - 8_px); }
    // A bar that goes on above the scale: a zigzag in the colour of the background across its top.
    static void paintCut(QPainter &painter, const QRect &bar, const QColor &ground);
    // Colour of a pass; state is a mark, never colour alone.
    [[nodiscard]] static QColor stageFill(const Theme &theme, core::Stage stage);

    [[nodiscard]] int partCount() const override;
    [[nodiscard]] QString partName(int part) const override;
    [[nodiscard]] QRect partRect(int part) const override;
    [[nodiscard]] int selectedPart() const override;
    [[nodiscard]] bool isPartSelected(int part) const override;
    [[nodiscard]] int hitAt(QPoint position) const override;
    [[nodiscard]] core::Selection targetOf(int hit) const override;
    void pressPart(int hit) override;

protected:
    [[nodiscard]] TipText tipOf(int hit) const override;
    [[nodiscard]] virtual QString gestures() const; // a sentence for tooltips
    [[nodiscard]] virtual QRect barArea() const = 0; // of the bars at their full height
    [[nodiscard]] virtual bool isLow() const { return false; } // no numbers below the bars
    void layOut() override;
    // The passes that have bars, from left to right: rows of m_data.passes.
    void setRows(std::vector<std::uint32_t> rows);
    [[nodiscard]] int positionOf(int pass) const;
    [[nodiscard]] const StripPass &passOf(std::size_t position) const { return m_data.passes[m_rows[position]]; }
    [[nodiscard]] QString stateText(const StripPass &pass) const; // word of its special state; empty: none
    [[nodiscard]] QString timesText(const StripPass &pass) const; // "1.73", of the median
    void paintPasses(QPainter &painter) const; // bars, median, marks and numbers
    static void paintOutlierMark(QPainter &painter, double x, int bottom, const QColor &colour);

    SessionController &m_controller;
    NavigationBus &m_bus;
    PassStripData m_data;
    std::vector<std::uint32_t> m_rows; // row of m_data.passes by position
    std::vector<int> m_alsoSelected; // positions of the passes among several selected, ascending
    StripOrder m_order = StripOrder::Time;
    StripView m_view;
    std::optional<PassStripLayout> m_layout;

private:
    void findAlsoSelected();
    void paintBars(QPainter &painter) const;
    void paintBar(QPainter &painter, std::size_t position, bool selected) const;
    // How walls are written beside the bars, all alike.
    struct WallForm {
        enum Digits { All, Two, Three }; // as elsewhere; two decimals; three digits
        Digits digits = All;
        QFont font;
        bool isUnitBelow = false;
    };
    [[nodiscard]] static QString wallText(std::int64_t ns, WallForm::Digits digits);
    [[nodiscard]] WallForm wallForm() const;
    [[nodiscard]] int besideLeft() const;
    void paintBesideBar(QPainter &painter, std::size_t position, const WallForm &wall) const;
    void paintNumbers(QPainter &painter) const;
    void paintColumns(QPainter &painter) const;
    void paintOutliers(QPainter &painter) const;
    void paintMedian(QPainter &painter) const;

    std::vector<std::uint32_t> m_positions; // of each row of m_data.passes
};

} // namespace lamella::ui
