// SPDX-License-Identifier: GPL-3.0-or-later
// A link-like button in the accent colour, for messages, empty views and lists.
#pragma once

#include <QToolButton>

namespace lamella::ui {

class LinkButton : public QToolButton {
    Q_OBJECT
public:
    explicit LinkButton(const QString &text, QWidget *parent = nullptr);
    void setIconName(const QString &name); // 16-px icon in the accent colour before the text
    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    QString m_iconName;
};

} // namespace lamella::ui
