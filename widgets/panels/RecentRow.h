// SPDX-License-Identifier: GPL-3.0-or-later
// One recent file: name above folder, format, contents, date.
#pragma once

#include "widgets/session/RecentFiles.h"

#include <QAbstractButton>

namespace lamella::ui {

class RecentRow : public QAbstractButton {
    Q_OBJECT
public:
    explicit RecentRow(const RecentFile &file, QWidget *parent = nullptr);
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    QString m_name;
    QString m_folder;
    QString m_format;
    QString m_summary;
    QString m_when;
    bool m_missing = false;
};

} // namespace lamella::ui
