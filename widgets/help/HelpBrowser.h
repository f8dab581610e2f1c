// SPDX-License-Identifier: GPL-3.0-or-later
// Shows a page of the manual: Markdown with tables that have lines, links to headings, and pictures no wider than the view.
// Links that lead out of the manual are opened by the desktop.
#pragma once

#include <QTextBrowser>

namespace lamella::ui {

class HelpBrowser : public QTextBrowser {
    Q_OBJECT
public:
    explicit HelpBrowser(QWidget *parent = nullptr);

    // Marks the words where they first occur at or after what is shown first.
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
