// SPDX-License-Identifier: GPL-3.0-or-later
// The settings: a list of pages on the left. Changes apply immediately; there is nothing to confirm.
#pragma once

#include <QDialog>

class QListWidget;
class QStackedWidget;

namespace lamella::ui {

class SettingsDialog : public QDialog {
    Q_OBJECT
public:
    explicit SettingsDialog(QWidget *parent);

    // `name`: argument of showPage().
    void addPage(const QString &name, const QString &title, const QString &iconName, QWidget *page);
    void showPage(const QString &name); // unknown name: the first page
    [[nodiscard]] QWidget *page() const;

private:
    QListWidget *m_list = nullptr;
    QStackedWidget *m_pages = nullptr;
};

} // namespace lamella::ui
