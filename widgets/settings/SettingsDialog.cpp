// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/settings/SettingsDialog.h"

#include "widgets/commands/CommandRegistry.h"
#include "widgets/common/AppSettings.h"
#include "widgets/common/Icons.h"
#include "widgets/common/PlainText.h"
#include "widgets/settings/ColourButton.h"
#include "widgets/theme/TextPx.h"

#include <QAbstractButton>
#include <QDialogButtonBox>
#include <QDir>
#include <QHBoxLayout>
#include <QLabel>
#include <QListWidget>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace lamella::ui {

namespace {

constexpr TextPx kRowPx{28};

} // namespace

SettingsDialog::SettingsDialog(QWidget *parent)
    : QDialog(parent)
{
    setWindowTitle(tr("Settings"));
    setObjectName(QStringLiteral("settingsDialog"));
    m_list = new QListWidget(this);
    m_list->setObjectName(QStringLiteral("settingsPages"));
    m_list->setAccessibleName(tr("Pages of the settings"));
    m_list->setIconSize(QSize(16, 16));
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_pages = new QStackedWidget(this);
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    auto *row = new QHBoxLayout;
    row->setSpacing(16);
    row->addWidget(m_list);
    row->addWidget(m_pages, 1);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(12, 12, 12, 12);
    layout->setSpacing(12);
    layout->addLayout(row, 1);
    const QSettings &settings = appSettings();
    if (!settings.isWritable()) { // the home folder is read-only or full
        auto *note = plainLabel(tr("These settings cannot be written to %1; changes are lost when the program ends.")
                                    .arg(QDir::toNativeSeparators(settings.fileName())),
            this);
        note->setObjectName(QStringLiteral("settingsNote"));
        note->setWordWrap(true);
        layout->addWidget(note);
    }
    layout->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_list, &QListWidget::currentRowChanged, m_pages, &QStackedWidget::setCurrentIndex);
    resize(820, 560);
}

void SettingsDialog::addPage(const QString &name, const QString &title, const QString &iconName, QWidget *page)
{
    auto *item = new QListWidgetItem(icon(iconName), title, m_list);
    item->setData(Qt::UserRole, name);
    item->setSizeHint({0, qMax<int>(kRowPx, fontMetrics().height() + 12)});
    page->setAccessibleName(title);
    m_pages->addWidget(page);
    int width = 120;
    for (int i = 0; i < m_list->count(); ++i)
        width = qMax(width, m_list->fontMetrics().horizontalAdvance(m_list->item(i)->text()) + 56);
    m_list->setFixedWidth(width);
    if (m_list->currentRow() < 0)
        m_list->setCurrentRow(0);
}

void SettingsDialog::showPage(const QString &name)
{
    for (int i = 0; i < m_list->count(); ++i)
        if (m_list->item(i)->data(Qt::UserRole).toString() == name)
            m_list->setCurrentRow(i);
}

std::vector<std::pair<QString, QWidget *>> SettingsDialog::controlsOf(int page) const
{
    std::vector<std::pair<QString, QWidget *>> controls;
    const auto widgets = m_pages->widget(page)->findChildren<QWidget *>();
    for (QWidget *widget : widgets) {
        if (const auto *label = qobject_cast<const QLabel *>(widget)) {
            QString title = plainTitle(label->text());
            while (title.endsWith(u':') || title.endsWith(u'：'))
                title.chop(1);
            if (label->buddy() != nullptr && qobject_cast<const QLabel *>(label->buddy()) == nullptr) // not a mere fact
                controls.emplace_back(title, label->buddy());
        } else if (const auto *colour = qobject_cast<const ColourButton *>(widget)) {
            controls.emplace_back(colour->title(), widget);
        } else if (const auto *button = qobject_cast<const QAbstractButton *>(widget);
                   button != nullptr && button->isCheckable()) {
            controls.emplace_back(plainTitle(button->text()), widget);
        }
    }
    return controls;
}

std::vector<SettingsDialog::Setting> SettingsDialog::settings() const
{
    std::vector<Setting> settings;
    for (int i = 0; i < m_pages->count(); ++i)
        for (const auto &[title, control] : controlsOf(i))
            settings.push_back({title, m_list->item(i)->data(Qt::UserRole).toString()});
    return settings;
}

void SettingsDialog::showSetting(const Setting &setting)
{
    showPage(setting.page);
    for (const auto &[title, control] : controlsOf(m_pages->currentIndex()))
        if (title == setting.title)
            control->setFocus(Qt::ShortcutFocusReason);
}

QWidget *SettingsDialog::page() const
{
    return m_pages->currentWidget();
}

} // namespace lamella::ui
