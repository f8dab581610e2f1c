// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/SegmentedControl.h"

#include "widgets/theme/StylePaint.h"
#include "widgets/theme/Theme.h"

#include <QAbstractButton>
#include <QButtonGroup>
#include <QEvent>
#include <QHBoxLayout>
#include <QPainter>
#include <QPainterPath>

namespace lamella::ui {

namespace {

class Segment : public QAbstractButton {
public:
    Segment(bool first, bool last, QWidget *parent)
        : QAbstractButton(parent)
        , m_first(first)
        , m_last(last)
    {
        setCheckable(true);
        setAttribute(Qt::WA_Hover);
        setFocusPolicy(Qt::TabFocus);
        setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    }
    [[nodiscard]] QSize sizeHint() const override
    {
        return {fontMetrics().horizontalAdvance(text()) + 18, qMax(22, fontMetrics().height() + 6)};
    }

protected:
    void paintEvent(QPaintEvent *) override
    {
        const Theme &theme = Theme::current();
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        // Rounded only at the outer ends: towards a neighbour, the box extends beyond the widget.
        const QRectF box = QRectF(rect()).adjusted(m_first ? 0.5 : -6, 0.5, m_last ? -0.5 : 6, -0.5);
        QColor fill = theme.field;
        if (isEnabled())
            fill = isDown() ? theme.track : isChecked() ? theme.selection : underMouse() ? theme.hover : fill;
        painter.setPen(theme.separatorStrong);
        painter.setBrush(fill);
        painter.drawRoundedRect(box, kControlRadius, kControlRadius);
        painter.setRenderHint(QPainter::Antialiasing, false);
        if (!m_first)
            painter.fillRect(QRect(0, 1, 1, height() - 2), theme.separatorStrong);
        painter.setPen(!isEnabled() ? theme.disabled : isChecked() ? theme.text : theme.text2);
        painter.drawText(rect(), Qt::AlignCenter, text());
        if (hasFocus())
            drawBox(painter, rect().adjusted(2, 2, -2, -2), {}, theme.accent);
    }
    bool event(QEvent *event) override
    {
        if (event->type() == QEvent::FontChange)
            updateGeometry();
        return QAbstractButton::event(event);
    }

private:
    bool m_first;
    bool m_last;
};

} // namespace

SegmentedControl::SegmentedControl(const QStringList &labels, QWidget *parent)
    : QWidget(parent)
    , m_group(new QButtonGroup(this))
{
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    for (int i = 0; i < labels.size(); ++i) {
        auto *segment = new Segment(i == 0, i == labels.size() - 1, this);
        segment->setText(labels[i]);
        segment->setAccessibleName(labels[i]);
        m_group->addButton(segment, i);
        layout->addWidget(segment);
    }
    m_group->setExclusive(true);
    setCurrent(0);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    connect(m_group, &QButtonGroup::idClicked, this, &SegmentedControl::activated);
}

int SegmentedControl::current() const
{
    return m_group->checkedId();
}

void SegmentedControl::setCurrent(int index)
{
    if (QAbstractButton *button = m_group->button(index))
        button->setChecked(true);
}

void SegmentedControl::setLabel(int index, const QString &label)
{
    QAbstractButton *button = m_group->button(index);
    if (button == nullptr || button->text() == label)
        return;
    button->setText(label);
    button->setAccessibleName(label);
    button->updateGeometry();
}

void SegmentedControl::setSegmentEnabled(int index, bool enabled, const QString &tooltip)
{
    if (QAbstractButton *button = m_group->button(index)) {
        button->setEnabled(enabled);
        button->setToolTip(tooltip);
    }
}

} // namespace lamella::ui
