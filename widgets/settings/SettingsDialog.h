// SPDX-License-Identifier: GPL-3.0-or-later
// The settings: pages at the left, one at a time. What is changed holds at once; there is nothing to confirm.
#pragma once

#include <QDialog>

class QListWidget;
class QStackedWidget;

namespace lamella::ui {

class SettingsDialog : public QDialog {
    Q_OBJECT
public:
    explicit SettingsDialog(QWidget *parent);

    // `name` is what showPage() takes.
    void addPage(const QString &name, const QString &title, const QString &iconName, QWidget *page);
    void showPage(const QString &name); // unknown: the first
    [[nodiscard]] QWidget *page() const;

private:
    QListWidget *m_list = nullptr;
    QStackedWidget *m_pages = nullptr;
};

} // namespace lamella::ui
