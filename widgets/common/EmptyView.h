// SPDX-License-Identifier: GPL-3.0-or-later
// Placeholder of a view without content: an icon, a sentence with the reason, and a link that helps.
#pragma once

#include <QWidget>

class QLabel;

namespace lamella::ui {

class LinkButton;

class EmptyView : public QWidget {
    Q_OBJECT
public:
    explicit EmptyView(const QString &iconName, QWidget *parent = nullptr);

    void setMessage(const QString &sentence, const QString &reason = {}, const QString &link = {});

signals:
    void linkActivated();

protected:
    void changeEvent(QEvent *event) override;

private:
    void paintIcon();
    QString m_iconName;
    QLabel *m_icon = nullptr;
    QLabel *m_sentence = nullptr;
    QLabel *m_reason = nullptr;
    LinkButton *m_link = nullptr;
};

} // namespace lamella::ui
