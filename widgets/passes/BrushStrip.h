// SPDX-License-Identifier: GPL-3.0-or-later
// The passes in the brush of the pass strip, enlarged, above their columns in the map of passes × layers. GUI thread.
#pragma once

#include "widgets/passes/PassBars.h"

namespace lamella::ui {

class BrushStrip : public PassBars {
    Q_OBJECT
public:
    BrushStrip(SessionController &controller, NavigationBus &bus, QWidget *parent = nullptr);

    void setPasses(PassStripData passes); // of the device; none is in the brush yet
    // `rows`: of the passes in the brush, in this order.
    void showRows(std::vector<std::uint32_t> rows, StripOrder order);

protected:
    [[nodiscard]] QRect barArea() const override;
    void paintParts(QPainter &painter, const QRect &dirty) override;
    void keyPressEvent(QKeyEvent *event) override; // Escape clears the brush
};

} // namespace lamella::ui
