// SPDX-License-Identifier: GPL-3.0-or-later
// The settings: a list of pages on the left. Changes apply immediately; there is nothing to confirm.
#pragma once

#include <QDialog>

#include <utility>
#include <vector>

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

    struct Setting {
        QString title; // as beside its control
        QString page; // argument of showPage()
    };
    [[nodiscard]] std::vector<Setting> settings() const; // of all pages
    void showSetting(const Setting &setting); // its page, with the focus on its control

private:
    [[nodiscard]] std::vector<std::pair<QString, QWidget *>> controlsOf(int page) const; // with their titles

    QListWidget *m_list = nullptr;
    QStackedWidget *m_pages = nullptr;
};

} // namespace lamella::ui
