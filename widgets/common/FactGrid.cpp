// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/FactGrid.h"

#include "core/profile/Category.h"
#include "widgets/common/Icons.h"
#include "widgets/common/LinkButton.h"
#include "widgets/common/PlainText.h"
#include "widgets/theme/TextSize.h"
#include "widgets/theme/Theme.h"

#include <QApplication>
#include <QClipboard>
#include <QGridLayout>
#include <QLabel>
#include <QPainter>
#include <QToolButton>

namespace lamella::ui {

namespace {

class Chip : public QWidget {
public:
    Chip(core::Category category, QWidget *parent)
        : QWidget(parent)
        , m_category(category)
    {
        fixSize(*this, 10_px, 10_px);
    }

protected:
    void paintEvent(QPaintEvent *) override
    {
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(Qt::NoPen);
        painter.setBrush(Theme::current().brush(m_category, devicePixelRatioF()));
        painter.drawRoundedRect(rect(), 2, 2);
    }

private:
    core::Category m_category;
};

class Line : public QWidget {
public:
    explicit Line(QWidget *parent)
        : QWidget(parent)
    {
        setFixedHeight(1);
    }

protected:
    void paintEvent(QPaintEvent *) override { QPainter(this).fillRect(rect(), Theme::current().separator); }
};

QWidget *valueWidget(const QString &value, const FactOptions &options, QWidget *parent)
{
    if (options.activate) {
        auto *link = new LinkButton(value, parent);
        link->setToolTip(options.tooltip);
        QObject::connect(link, &QToolButton::clicked, parent, options.activate);
        return link;
    }
    if (options.wraps) {
        QLabel *sentence = plainLabel(value, parent);
        sentence->setWordWrap(true);
        return sentence;
    }
    auto *label = new ElidedLabel(value, options.rank, parent);
    label->setDigitGrid(options.rightAligned || options.copyable);
    label->setAlignment(options.rightAligned ? Qt::AlignRight : Qt::AlignLeft);
    if (!options.tooltip.isEmpty())
        label->setToolTip(options.tooltip);
    if (options.category < 0)
        return label;
    auto *box = new QWidget(parent);
    auto *layout = new QHBoxLayout(box);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(6);
    layout->addWidget(new Chip(static_cast<core::Category>(options.category), box));
    layout->addWidget(label, 1);
    return box;
}

} // namespace

FactGrid::FactGrid(int labelWidth, QWidget *parent)
    : QWidget(parent)
    , m_layout(new QGridLayout(this))
    , m_labelWidth(labelWidth)
{
    m_layout->setContentsMargins(0, 0, 0, 0);
    m_layout->setHorizontalSpacing(8);
    m_layout->setVerticalSpacing(4);
    if (labelWidth > 0)
        m_layout->setColumnMinimumWidth(0, TextPx(labelWidth));
    m_layout->setColumnStretch(labelWidth > 0 ? 1 : 0, 1);
}

void FactGrid::clear()
{
    while (QLayoutItem *item = m_layout->takeAt(0)) {
        if (QWidget *widget = item->widget()) {
            widget->hide();
            widget->deleteLater(); // later, because it may be the link that was just clicked
        }
        delete item;
    }
    m_rows = 0;
}

void FactGrid::add(const QString &label, const QString &value, const FactOptions &options)
{
    auto *name = new ElidedLabel(label, ElidedLabel::Rank::Secondary, this);
    if (m_labelWidth > 0)
        fixWidth(*name, TextPx(m_labelWidth));
    else
        name->setElideMode(Qt::ElideRight);
    m_layout->addWidget(name, m_rows, 0, options.wraps ? Qt::AlignTop : Qt::Alignment());
    FactOptions shown = options;
    shown.rightAligned = options.rightAligned || m_labelWidth == 0;
    QWidget *content = valueWidget(value, shown, this);
    content->setAccessibleDescription(label);
    if (m_labelWidth == 0)
        content->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
    m_layout->addWidget(content, m_rows, 1, m_labelWidth == 0 ? Qt::AlignRight : Qt::Alignment());
    if (options.copyable) {
        auto *copy = new QToolButton(this);
        copy->setIcon(icon(QStringLiteral("copy")));
        copy->setAutoRaise(true);
        fixSize(*copy, 20_px, 18_px);
        copy->setToolTip(tr("Copy: %1").arg(label));
        copy->setAccessibleName(copy->toolTip());
        const QString text = options.copyText.isEmpty() ? value : options.copyText;
        connect(copy, &QToolButton::clicked, this, [text] { QApplication::clipboard()->setText(text); });
        m_layout->addWidget(copy, m_rows, 2);
    }
    ++m_rows;
}

void FactGrid::setRow(int row, const QString &label, const QString &value)
{
    QLayoutItem *item = row < m_rows ? m_layout->itemAtPosition(row, 1) : nullptr;
    if (auto *shown = item != nullptr ? qobject_cast<ElidedLabel *>(item->widget()) : nullptr)
        shown->setText(value);
    else
        add(label, value);
}

QWidget *separatorLine(QWidget *parent)
{
    return new Line(parent);
}

ElidedLabel *sectionTitle(const QString &text, QWidget *parent)
{
    auto *label = new ElidedLabel(text, ElidedLabel::Rank::Text, parent);
    setTextFont(*label, &Theme::strongFont);
    return label;
}

} // namespace lamella::ui
