// SPDX-License-Identifier: GPL-3.0-or-later
// Shows a page of the manual: Markdown with table lines, links to headings, and pictures limited to the width of the view. Links
// out of the manual are opened by the desktop.
#pragma once

#include <QTextBrowser>

namespace lamella::ui {

class HelpBrowser : public QTextBrowser {
    Q_OBJECT
public:
    explicit HelpBrowser(QWidget *parent = nullptr);

    // Highlights the first occurrence of the words at or after the top of the view.
    void markWords(const QString &words);

protected:
    void doSetSource(const QUrl &url, QTextDocument::ResourceType type) override;
    QVariant loadResource(int type, const QUrl &url) override;
    void changeEvent(QEvent *event) override;

private:
    void dress();
    void showHeading(const QString &anchor);
    void follow(const QUrl &link);
};

} // namespace lamella::ui
