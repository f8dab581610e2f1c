// SPDX-License-Identifier: GPL-3.0-or-later
// Shows the colour of a category family in the current theme, and lets the user choose another.
#pragma once

#include "core/profile/Category.h"

#include <QPushButton>

namespace lamella::ui {

class ColourButton : public QPushButton {
    Q_OBJECT
public:
    ColourButton(core::CategoryFamily family, const QString &name, QWidget *parent = nullptr);

    [[nodiscard]] QString title() const; // names the setting

protected:
    void changeEvent(QEvent *event) override;

private:
    void choose();
    void showColour();

    core::CategoryFamily m_family;
    QString m_name;
};

} // namespace lamella::ui
