// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/settings/ColourButton.h"

#include "widgets/theme/Appearance.h"

#include <QColorDialog>
#include <QEvent>
#include <QPainter>
#include <QPixmap>

namespace lamella::ui {

namespace {

constexpr int kChipPx = 14;

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
    QPixmap chip(QSize(kChipPx, kChipPx) * ratio);
    chip.setDevicePixelRatio(ratio);
    chip.fill(fill);
    setIcon(QIcon(chip));
    setAccessibleName(tr("Colour of %1: %2").arg(m_name, fill.name()));
    setToolTip(fill.name());
}

void ColourButton::choose()
{
    auto *dialog = new QColorDialog(Theme::current().family[static_cast<std::size_t>(m_family)], this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("Colour of %1").arg(m_name));
    connect(dialog, &QColorDialog::colorSelected, this,
        [this](const QColor &colour) { setFamilyColorChoice(Theme::current().kind, m_family, colour); });
    dialog->open();
}

} // namespace lamella::ui
