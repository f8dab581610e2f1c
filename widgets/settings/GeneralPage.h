// SPDX-License-Identifier: GPL-3.0-or-later
// Settings page: language, theme, behaviour at start and when a file changes.
#pragma once

#include <QWidget>

class QComboBox;
class QFormLayout;

namespace lamella::ui {

class CommandRegistry;

class GeneralPage : public QWidget {
    Q_OBJECT
public:
    explicit GeneralPage(const CommandRegistry &commands, QWidget *parent = nullptr);

private:
    void addLanguage(QFormLayout &form);
    void addTheme(QFormLayout &form, const CommandRegistry &commands);
    void addStart(QFormLayout &form);
    void addFiles(QFormLayout &form);
    [[nodiscard]] QComboBox *addChoice(
        QFormLayout &form, const QString &label, const char *name, const QStringList &texts, int now);
};

} // namespace lamella::ui
