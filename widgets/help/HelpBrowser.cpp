// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/help/HelpBrowser.h"

#include "widgets/help/HelpPages.h"
#include "widgets/theme/Theme.h"

#include <QDesktopServices>
#include <QEvent>
#include <QImage>
#include <QScrollBar>
#include <QTextBlock>
#include <QTextFrame>
#include <QTextTable>

namespace lamella::ui {

namespace {

constexpr int kMargin = 20;
constexpr int kMaxPictureWidth = 720;
constexpr double kCellPadding = 5;

void dressTable(QTextTable &table, const Theme &theme)
{
    QTextTableFormat format = table.format();
    format.setBorder(1);
    format.setBorderStyle(QTextFrameFormat::BorderStyle_Solid);
    format.setBorderBrush(theme.separator);
    format.setBorderCollapse(true);
    format.setCellPadding(kCellPadding);
    format.setCellSpacing(0);
    format.setTopMargin(6);
    format.setBottomMargin(10);
    table.setFormat(format);
    for (int column = 0; column < table.columns() && table.rows() > 0; ++column) {
        QTextTableCell cell = table.cellAt(0, column);
        QTextCharFormat head = cell.format();
        head.setBackground(theme.header);
        cell.setFormat(head);
    }
}

} // namespace

HelpBrowser::HelpBrowser(QWidget *parent)
    : QTextBrowser(parent)
{
    setOpenLinks(false); // links out of the manual are opened by the desktop
    setAccessibleName(tr("Page of the manual"));
    document()->setDocumentMargin(kMargin);
    connect(this, &QTextBrowser::anchorClicked, this, &HelpBrowser::follow);
    connect(this, &QTextBrowser::sourceChanged, this, &HelpBrowser::dress);
}

void HelpBrowser::follow(const QUrl &link)
{
    const QUrl target = source().resolved(link);
    if (target.scheme() == QStringLiteral("qrc"))
        setSource(target);
    else
        QDesktopServices::openUrl(target);
}

void HelpBrowser::doSetSource(const QUrl &url, QTextDocument::ResourceType type)
{
    QTextBrowser::doSetSource(url, type);
    if (url.hasFragment())
        showHeading(url.fragment());
}

QVariant HelpBrowser::loadResource(int type, const QUrl &url)
{
    // Pages are addressed by their English URLs: links and history are independent of the language.
    const HelpPage *page = type == QTextDocument::MarkdownResource ? HelpPages::bundled().page(url.fileName()) : nullptr;
    if (page != nullptr && page->translated)
        return QTextBrowser::loadResource(type, QUrl(QStringLiteral("qrc") + HelpPages::resource(*page)));
    // Translated pages name the English page's pictures, one folder up.
    const bool isPicture = type == QTextDocument::ImageResource;
    QVariant resource = QTextBrowser::loadResource(type, isPicture ? HelpPages::url(url.fileName()) : url);
    if (!isPicture || resource.typeId() != QMetaType::QByteArray)
        return resource;
    const QImage picture = QImage::fromData(resource.toByteArray());
    return picture.width() > kMaxPictureWidth ? picture.scaledToWidth(kMaxPictureWidth, Qt::SmoothTransformation) : picture;
}

void HelpBrowser::changeEvent(QEvent *event)
{
    QTextBrowser::changeEvent(event);
    if (event->type() != QEvent::PaletteChange || source().isEmpty())
        return;
    const int shown = verticalScrollBar()->value();
    reload(); // link colours are part of the text
    verticalScrollBar()->setValue(shown);
}

void HelpBrowser::dress()
{
    const Theme &theme = Theme::current();
    const auto frames = document()->rootFrame()->childFrames();
    for (QTextFrame *frame : frames)
        if (auto *table = qobject_cast<QTextTable *>(frame))
            dressTable(*table, theme);
    // Code gets a background, headings get space above.
    for (QTextBlock block = document()->begin(); block.isValid(); block = block.next()) {
        QTextCursor cursor(block);
        QTextBlockFormat format = block.blockFormat();
        if (format.hasProperty(QTextFormat::BlockCodeLanguage) || format.hasProperty(QTextFormat::BlockCodeFence))
            format.setBackground(theme.track);
        else if (format.headingLevel() > 0)
            format.setTopMargin(format.headingLevel() == 1 ? 0 : 14);
        else
            continue;
        cursor.setBlockFormat(format);
    }
}

void HelpBrowser::showHeading(const QString &anchor)
{
    const QString title = HelpPages::bundled().sectionTitle(source().fileName(), anchor);
    if (title.isEmpty())
        return;
    for (QTextBlock block = document()->begin(); block.isValid(); block = block.next()) {
        if (block.blockFormat().headingLevel() == 0 || HelpPages::slug(block.text()) != HelpPages::slug(title))
            continue;
        QTextCursor cursor(block);
        setTextCursor(cursor);
        verticalScrollBar()->setValue(verticalScrollBar()->value() + cursorRect(cursor).top() - kMargin / 2);
        return;
    }
}

void HelpBrowser::markWords(const QString &words)
{
    const int shown = verticalScrollBar()->value();
    if (find(words.simplified()))
        return;
    const auto parts = words.simplified().split(u' ', Qt::SkipEmptyParts);
    for (const QString &word : parts)
        if (find(word))
            return;
    verticalScrollBar()->setValue(shown);
}

} // namespace lamella::ui
