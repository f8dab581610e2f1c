// SPDX-License-Identifier: GPL-3.0-or-later
// Dialog of "Export all tables": asks for the folder, and whether to write workbooks besides CSV and JSON. Both are saved in the
// settings.
#pragma once

#include <QDialog>

class QCheckBox;
class QLineEdit;
class QPushButton;

namespace lamella::ui {

class FolderExportDialog : public QDialog {
    Q_OBJECT
public:
    // `trace`: file that the tables are from; without a saved folder, a new folder beside it is proposed.
    explicit FolderExportDialog(const QString &trace, QWidget *parent = nullptr);

    [[nodiscard]] QString folder() const;
    [[nodiscard]] bool workbooks() const;

    void accept() override; // saves the choices

private:
    void choose();

    QLineEdit *m_folder;
    QCheckBox *m_workbooks;
    QPushButton *m_export;
};

} // namespace lamella::ui
