// SPDX-License-Identifier: GPL-3.0-or-later
// A frame for content whose texts change many times a second: what the content wishes for in room ends here. Without it each new
// figure lays out the whole window again, with every page of it that is not even shown.
#pragma once

#include <QWidget>

namespace lamella::ui {

class StillFrame : public QWidget {
    Q_OBJECT
public:
    using QWidget::QWidget;
    // Takes the content over; it fills the frame.
    void setContent(QWidget *content)
    {
        m_content = content;
        content->setParent(this);
        content->setGeometry(rect());
    }

protected:
    void resizeEvent(QResizeEvent *) override
    {
        if (m_content != nullptr)
            m_content->setGeometry(rect());
    }

private:
    QWidget *m_content = nullptr;
};

} // namespace lamella::ui
