// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/settings/ColourButton.h"

#include "widgets/theme/Appearance.h"
#include "widgets/theme/TextPx.h"

#include <QColorDialog>
#include <QEvent>
#include <QPainter>
#include <QPixmap>

namespace lamella::ui {

namespace {

constexpr TextPx kSquarePx{16};
constexpr TextPx kChipPx{12};

} // namespace

ColourButton::ColourButton(core::CategoryFamily family, const QString &name, QWidget *parent)
    : QPushButton(name, parent)
    , m_family(family)
    , m_name(name)
{
    setObjectName(QStringLiteral("colour%1").arg(static_cast<int>(family)));
    connect(this, &QPushButton::clicked, this, &ColourButton::choose);
    showColour();
}

void ColourButton::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::PaletteChange)
        showColour();
    QPushButton::changeEvent(event);
}

void ColourButton::showColour()
{
    const QColor fill = Theme::current().family[static_cast<std::size_t>(m_family)];
    const qreal ratio = devicePixelRatioF();
    // Left in its square, to leave a gap before the text.
    QPixmap square(QSize(kSquarePx, kSquarePx) * ratio);
    square.setDevicePixelRatio(ratio);
    square.fill(Qt::transparent);
    QPainter painter(&square);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(fill);
    painter.drawRoundedRect(0, (kSquarePx - kChipPx) / 2, kChipPx, kChipPx, 2, 2);
    painter.end();
    setIcon(QIcon(square));
    setAccessibleName(tr("Colour of %1: %2").arg(m_name, fill.name()));
    setToolTip(fill.name());
}

QString ColourButton::title() const
{
    return tr("Colour of %1").arg(m_name);
}

void ColourButton::choose()
{
    auto *dialog = new QColorDialog(Theme::current().family[static_cast<std::size_t>(m_family)], this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(title());
    connect(dialog, &QColorDialog::colorSelected, this,
        [this](const QColor &colour) { setFamilyColorChoice(Theme::current().kind, m_family, colour); });
    dialog->open();
}

} // namespace lamella::ui
