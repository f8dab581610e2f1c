// SPDX-License-Identifier: GPL-3.0-or-later
// Accessibility of painted charts: exposes bars, cells and bands as if they were widgets, each with a name, a rectangle and a
// press action. A chart implements ChartParts and calls the two functions below.
#pragma once

#include <QRect>
#include <QString>

class QWidget;

namespace lamella::ui {

class ChartParts {
public:
    virtual ~ChartParts() = default;
    // Parts are numbered 0 … partCount() - 1 and queried one at a time, so that the cost depends on the parts read even in a map
    // of a million cells.
    [[nodiscard]] virtual int partCount() const = 0;
    [[nodiscard]] virtual QString partName(int part) const = 0; // text of its tooltip, in one line
    [[nodiscard]] virtual QRect partRect(int part) const = 0; // in widget coordinates
    [[nodiscard]] virtual int partAt(QPoint position) const = 0; // -1 = none
    [[nodiscard]] virtual int selectedPart() const = 0; // -1 = none
    [[nodiscard]] virtual bool isPartSelected(int part) const { return part == selectedPart(); } // that one, or one of several
    virtual void pressPart(int part) = 0; // same effect as a click on it
};

// Registers the accessible interface for all widgets that implement ChartParts. Call it in the constructor of each.
void offerChartParts();
// Reports a change of the selected part, so that screen readers speak it if the chart has the focus.
void tellSelectedPart(QWidget &chart);

} // namespace lamella::ui
