// SPDX-License-Identifier: GPL-3.0-or-later
// Asks for what "Export all tables" needs: the folder, and whether workbooks are wanted besides CSV and JSON. Both are
// remembered.
#pragma once

#include <QDialog>

class QCheckBox;
class QLineEdit;
class QPushButton;

namespace lamella::ui {

class FolderExportDialog : public QDialog {
    Q_OBJECT
public:
    // `trace` is the file whose tables they are; where nothing is remembered, a new folder beside it is proposed.
    explicit FolderExportDialog(const QString &trace, QWidget *parent = nullptr);

    [[nodiscard]] QString folder() const;
    [[nodiscard]] bool workbooks() const;

    void accept() override; // remembers the choices

private:
    void choose();

    QLineEdit *m_folder;
    QCheckBox *m_workbooks;
    QPushButton *m_export;
};

} // namespace lamella::ui
