// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/help/HelpWindow.h"

#include "widgets/common/Icons.h"
#include "widgets/common/PlainText.h"
#include "widgets/common/SearchField.h"
#include "widgets/help/HelpBrowser.h"
#include "widgets/help/HelpPages.h"
#include "widgets/theme/TextPx.h"

#include <QAction>
#include <QLabel>
#include <QListWidget>
#include <QSplitter>
#include <QStackedWidget>
#include <QToolBar>
#include <QTreeWidget>
#include <QVBoxLayout>

namespace lamella::ui {

namespace {

constexpr TextPx kSideWidth{280};
constexpr int kUrlRole = Qt::UserRole;
constexpr int kHitLines = 4;

} // namespace

HelpWindow::HelpWindow(QWidget *parent)
    : QWidget(parent, Qt::Window)
{
    setWindowTitle(tr("Lamella manual"));
    resize(1080, 760);
    m_browser = new HelpBrowser(this);
    QAction *back = addAction(tr("Back"), "back", {QKeySequence::Back});
    QAction *forward = addAction(tr("Forward"), "forward", {QKeySequence::Forward});
    QAction *home = addAction(tr("Contents"), "table", {QKeySequence(Qt::ALT | Qt::Key_Home)});
    auto *find = new QAction(this);
    find->setShortcut(QKeySequence::Find);
    auto *close = new QAction(this);
    close->setShortcuts({QKeySequence(Qt::Key_Escape), QKeySequence::Close});
    addActions({find, close});
    auto *bar = new QToolBar(this);
    bar->setAccessibleName(tr("Pages"));
    bar->addActions({back, forward, home});

    auto *split = new QSplitter(this);
    split->addWidget(createSide());
    split->addWidget(m_browser);
    split->setStretchFactor(1, 1);
    split->setSizes({kSideWidth, width() - kSideWidth});
    split->setChildrenCollapsible(false);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(bar);
    column->addWidget(split, 1);

    back->setEnabled(false);
    forward->setEnabled(false);
    connect(m_browser, &QTextBrowser::backwardAvailable, back, &QAction::setEnabled);
    connect(m_browser, &QTextBrowser::forwardAvailable, forward, &QAction::setEnabled);
    connect(back, &QAction::triggered, m_browser, &QTextBrowser::backward);
    connect(forward, &QAction::triggered, m_browser, &QTextBrowser::forward);
    connect(home, &QAction::triggered, this, [this] { showPage(HelpPages::bundled().ofView({})); });
    connect(find, &QAction::triggered, m_search, qOverload<>(&QWidget::setFocus));
    connect(close, &QAction::triggered, this, &QWidget::close);
    connect(m_browser, &QTextBrowser::sourceChanged, this, &HelpWindow::markCurrent);
    fillContents();
}

QAction *HelpWindow::addAction(const QString &text, const char *iconName, const QList<QKeySequence> &keys)
{
    auto *action = new QAction(icon(QString::fromLatin1(iconName)), text, this);
    action->setShortcuts(keys);
    action->setToolTip(QStringLiteral("%1 (%2)").arg(text, action->shortcut().toString(QKeySequence::NativeText)));
    QWidget::addAction(action);
    return action;
}

QWidget *HelpWindow::createSide()
{
    auto *side = new QWidget(this);
    m_search = new SearchField(QStringLiteral("search"), tr("Search the manual"), side);
    m_search->setAccessibleName(tr("Search the manual"));
    m_search->setHint(QKeySequence(QKeySequence::Find).toString(QKeySequence::NativeText));
    m_contents = new QTreeWidget(side);
    m_contents->setHeaderHidden(true);
    m_contents->setAccessibleName(tr("Contents"));
    m_contents->setFrameShape(QFrame::NoFrame);
    m_hits = new QListWidget(side);
    m_hits->setAccessibleName(tr("Found in the manual"));
    m_hits->setWordWrap(true);
    m_hits->setFrameShape(QFrame::NoFrame);
    m_hits->setAlternatingRowColors(true);
    m_hits->setTextElideMode(Qt::ElideRight);
    m_count = plainLabel({}, side);
    m_count->setContentsMargins(8, 2, 8, 2);
    m_count->hide();
    m_side = new QStackedWidget(side);
    m_side->addWidget(m_contents);
    m_side->addWidget(m_hits);
    auto *column = new QVBoxLayout(side);
    column->setContentsMargins(8, 8, 0, 8);
    column->addWidget(m_search);
    column->addWidget(m_count);
    column->addWidget(m_side, 1);
    const auto open = [this](const QUrl &url, bool mark) {
        if (!url.isValid())
            return;
        m_browser->setSource(url);
        if (mark)
            m_browser->markWords(m_search->text());
    };
    connect(m_contents, &QTreeWidget::currentItemChanged, this, [open](QTreeWidgetItem *item) {
        if (item != nullptr)
            open(item->data(0, kUrlRole).toUrl(), false);
    });
    connect(m_hits, &QListWidget::currentItemChanged, this, [open](QListWidgetItem *item) {
        if (item != nullptr)
            open(item->data(kUrlRole).toUrl(), true);
    });
    connect(m_search, &QLineEdit::textChanged, this, &HelpWindow::showHits);
    connect(m_search, &SearchField::escaped, m_search, &QLineEdit::clear);
    connect(m_search, &QLineEdit::returnPressed, this, [this] {
        if (m_hits->count() > 0) {
            m_hits->setCurrentRow(0);
            m_hits->setFocus();
        }
    });
    return side;
}

void HelpWindow::fillContents()
{
    const HelpPages &pages = HelpPages::bundled();
    QTreeWidgetItem *group = nullptr;
    for (const HelpEntry &entry : pages.contents()) {
        if (entry.file.isEmpty()) {
            group = new QTreeWidgetItem(m_contents, {entry.title});
            group->setFlags(Qt::ItemIsEnabled);
            continue;
        }
        const HelpPage *page = pages.page(entry.file);
        const QString title = page != nullptr ? page->title : entry.title;
        auto *item = group != nullptr ? new QTreeWidgetItem(group, {title}) : new QTreeWidgetItem(m_contents, {title});
        item->setData(0, kUrlRole, HelpPages::url(entry.file));
        item->setToolTip(0, entry.title);
    }
    m_contents->expandAll();
}

void HelpWindow::showHits(const QString &words)
{
    const bool searching = !words.trimmed().isEmpty();
    m_side->setCurrentWidget(searching ? static_cast<QWidget *>(m_hits) : m_contents);
    m_count->setVisible(searching);
    const QSignalBlocker quiet(m_hits);
    m_hits->clear();
    const std::vector<HelpHit> hits = HelpPages::bundled().search(words);
    for (const HelpHit &hit : hits) {
        const QString place = hit.section == hit.page ? hit.page : QStringLiteral("%1\n%2").arg(hit.section, hit.page);
        auto *item = new QListWidgetItem(place + u'\n' + hit.excerpt, m_hits);
        item->setSizeHint({0, fontMetrics().lineSpacing() * kHitLines + 8}); // the style's default height is one line
        item->setData(kUrlRole, HelpPages::url(hit.file, hit.anchor));
    }
    m_search->setInvalid(searching && hits.empty());
    m_count->setText(hits.empty() ? tr("Nothing in the manual contains these words")
                                  : tr("%n sections", nullptr, static_cast<int>(hits.size())));
}

void HelpWindow::markCurrent(const QUrl &url)
{
    const QUrl page = url.adjusted(QUrl::RemoveFragment);
    const QSignalBlocker quiet(m_contents);
    for (QTreeWidgetItemIterator it(m_contents); *it != nullptr; ++it) {
        if ((*it)->data(0, kUrlRole).toUrl() == page) {
            m_contents->setCurrentItem(*it);
            return;
        }
    }
    m_contents->setCurrentItem(nullptr);
}

void HelpWindow::showPage(const QUrl &url)
{
    show(); // first: scrolling to a heading needs the final line widths
    raise();
    activateWindow();
    m_browser->setSource(url);
}

} // namespace lamella::ui
