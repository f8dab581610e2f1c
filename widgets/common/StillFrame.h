// SPDX-License-Identifier: GPL-3.0-or-later
// A frame for content that changes many times per second: it stops the propagation of size hints. Otherwise each change would lay
// out the whole window again, hidden pages included.
#pragma once

#include <QWidget>

namespace lamella::ui {

class StillFrame : public QWidget {
    Q_OBJECT
public:
    using QWidget::QWidget;
    // Takes ownership of the content, which fills the frame.
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
