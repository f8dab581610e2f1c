// SPDX-License-Identifier: GPL-3.0-or-later
// Fusion with flat, hairline controls in the theme's colours. No style sheets: they break palette changes and are slow. Dynamic
// properties select the variant of a widget: "primary" (accent button), "segment" (part of a switch), "invalid" (field).
#pragma once

#include <QProxyStyle>

class QStyleOptionToolButton;

namespace lamella::ui {

class LamellaStyle : public QProxyStyle {
    Q_OBJECT
public:
    LamellaStyle();

    [[nodiscard]] int pixelMetric(PixelMetric metric, const QStyleOption *option, const QWidget *widget) const override;
    [[nodiscard]] int styleHint(
        StyleHint hint, const QStyleOption *option, const QWidget *widget, QStyleHintReturn *data) const override;
    QSize sizeFromContents(
        ContentsType type, const QStyleOption *option, const QSize &size, const QWidget *widget) const override;
    [[nodiscard]] QRect subElementRect(SubElement element, const QStyleOption *option, const QWidget *widget) const override;
    QRect subControlRect(
        ComplexControl control, const QStyleOptionComplex *option, SubControl part, const QWidget *widget) const override;
    void drawPrimitive(
        PrimitiveElement element, const QStyleOption *option, QPainter *painter, const QWidget *widget) const override;
    void drawControl(ControlElement element, const QStyleOption *option, QPainter *painter, const QWidget *widget) const override;
    void drawComplexControl(
        ComplexControl control, const QStyleOptionComplex *option, QPainter *painter, const QWidget *widget) const override;
    [[nodiscard]] QIcon standardIcon(StandardPixmap which, const QStyleOption *option, const QWidget *widget) const override;
    void polish(QWidget *widget) override;
    using QProxyStyle::polish;

private:
    void drawButton(const QStyleOption &option, QPainter &painter, const QWidget *widget) const;
    void drawToolButton(const QStyleOption &option, QPainter &painter, const QWidget *widget) const;
    void drawToolButtonLabel(const QStyleOption &option, QPainter &painter, const QWidget *widget) const;
    void drawMenuButton(const QStyleOptionToolButton &option, QPainter &painter, const QWidget *widget) const;
    void drawField(const QStyleOption &option, QPainter &painter, const QWidget *widget) const;
    void drawRow(const QStyleOption &option, QPainter &painter, const QWidget *widget) const;
    void drawTab(const QStyleOption &option, QPainter &painter) const;
    void drawHeaderSection(const QStyleOption &option, QPainter &painter) const;
    void drawHeaderLabel(const QStyleOption &option, QPainter &painter) const;
    void drawCombo(const QStyleOptionComplex &option, QPainter &painter, const QWidget *widget) const;
    void drawCheck(const QStyleOption &option, QPainter &painter) const;
    void drawRadio(const QStyleOption &option, QPainter &painter) const;
    void drawSpinBox(const QStyleOptionComplex &option, QPainter &painter, const QWidget *widget) const;
    void drawComboLabel(const QStyleOption &option, QPainter &painter, const QWidget *widget) const;
    void drawScrollBar(const QStyleOptionComplex &option, QPainter &painter) const;
};

} // namespace lamella::ui
