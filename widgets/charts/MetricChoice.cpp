// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/MetricChoice.h"

#include "core/profile/Category.h"
#include "widgets/common/SegmentedControl.h"
#include "widgets/common/UiText.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QMenu>

#include <algorithm>

namespace lamella::ui {

namespace {

constexpr int kMenuSegment = 3; // behind wall, busy and idle, the first entries of the list

} // namespace

MetricChoice::MetricChoice(QWidget *parent)
    : QWidget(parent)
    , m_list(new QComboBox(this))
    , m_switch(new SegmentedControl({tr("wall"), tr("busy"), tr("idle"), tr("category…")}, this))
{
    m_list->addItem(tr("wall"), QStringLiteral("wall"));
    m_list->addItem(tr("busy"), QStringLiteral("busy"));
    m_list->addItem(tr("idle"), QStringLiteral("idle"));
    m_list->addItem(tr("kernel time"), QStringLiteral("sum"));
    m_list->insertSeparator(m_list->count());
    for (const core::CategoryInfo &category : core::categoryInfos())
        m_list->addItem(categoryTitle(category.category), qtext(category.id));
    m_list->setAccessibleName(tr("Metric"));
    m_list->setToolTip(tr("Metric"));
    m_list->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_list->setMinimumContentsLength(4);
    m_switch->setObjectName(QStringLiteral("heatMapMetric"));
    m_switch->setAccessibleName(tr("Metric"));
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(m_list);
    row->addWidget(m_switch);
    setWide(false);
    connect(m_list, &QComboBox::currentIndexChanged, this, [this] {
        present();
        emit changed();
    });
    connect(m_switch, &SegmentedControl::activated, this, [this](int segment) {
        if (segment == kMenuSegment)
            showMenu();
        else
            m_list->setCurrentIndex(segment);
    });
}

std::string MetricChoice::id() const
{
    return m_list->currentData().toString().toStdString();
}

QString MetricChoice::title() const
{
    return m_list->currentText();
}

void MetricChoice::setWide(bool wide)
{
    m_list->setVisible(!wide);
    m_switch->setVisible(wide);
    setSizePolicy(wide ? QSizePolicy::Fixed : QSizePolicy::Preferred, QSizePolicy::Fixed);
}

void MetricChoice::showMenu()
{
    present(); // the segment is checked once something of the menu is chosen
    auto *menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    for (int i = kMenuSegment; i < m_list->count(); ++i) {
        const QString text = m_list->itemText(i);
        if (text.isEmpty()) {
            menu->addSeparator();
            continue;
        }
        QAction *action = menu->addAction(text, this, [this, i] { m_list->setCurrentIndex(i); });
        action->setCheckable(true);
        action->setChecked(i == m_list->currentIndex());
    }
    menu->popup(m_switch->mapToGlobal(QPoint(m_switch->width() / 2, m_switch->height())));
}

void MetricChoice::present()
{
    const int index = m_list->currentIndex();
    m_switch->setCurrent(std::min(index, kMenuSegment));
    m_switch->setLabel(kMenuSegment, index < kMenuSegment ? tr("category…") : m_list->currentText() + QChar(0x2026));
}

} // namespace lamella::ui
