// SPDX-License-Identifier: GPL-3.0-or-later
// The pages of the manual that are compiled in (resources/help, Markdown): their order, titles and headings, and what is found in
// them. Plain values; nothing here draws.
// A page in the language of the window (resources/help/zh_CN) stands in for the English one of its name, page by page. Its
// headings answer to the English anchors, so that links between pages hold in any mixture; hence it counts only with as many
// headings.
#pragma once

#include <QString>
#include <QStringList>
#include <QUrl>

#include <vector>

namespace lamella::ui {

struct HelpSection {
    QString title; // of the heading, without Markdown
    QString anchor; // in links: the slug of the English title
    QString text; // between this heading and the next, plain
};

struct HelpPage {
    QString file; // "layers.md"
    QString title;
    std::vector<HelpSection> sections; // the first one is that of the title
    bool translated = false; // not in English
};

struct HelpHit {
    QString file;
    QString page; // title
    QString section; // title; the same as `page` for the beginning
    QString anchor; // of the section
    QString excerpt; // around the first of the words
};

// An entry of the contents: a group (no file) or a page below it.
struct HelpEntry {
    QString title;
    QString file;
};

// Name of a page and its Markdown.
using HelpTexts = std::vector<std::pair<QString, QString>>;

class HelpPages {
public:
    // Those of the program in the language of the window, read once.
    static const HelpPages &bundled();
    // From Markdown texts, in the order of `index.md`, then by name; `translations` go by the names of `files`. For tests.
    static HelpPages from(const HelpTexts &files, const HelpTexts &translations = {});

    [[nodiscard]] const std::vector<HelpPage> &pages() const { return m_pages; }
    [[nodiscard]] const std::vector<HelpEntry> &contents() const { return m_contents; }
    [[nodiscard]] const HelpPage *page(const QString &file) const;
    // Title of the section that a link means ("layers.md", "confidence"); empty where there is none.
    [[nodiscard]] QString sectionTitle(const QString &file, const QString &anchor) const;
    // Where the text of a page of the program lies: ":/help/layers.md" or ":/help/zh_CN/layers.md".
    [[nodiscard]] static QString resource(const HelpPage &page);
    // Sections that hold every word, in any case; those with a word in their title first, then in the order of the pages.
    [[nodiscard]] std::vector<HelpHit> search(const QString &words) const;
    // The page and section about a view of the window ("gaps" -> "views.md#gaps"): the section of views.md that begins with the
    // name in brackets. The index where there is none.
    [[nodiscard]] QUrl ofView(const QString &name) const;

    // "What is it?" -> "what-is-it": the anchor of an English heading in links.
    [[nodiscard]] static QString slug(const QString &title);
    [[nodiscard]] static QUrl url(const QString &file, const QString &slug = {});

private:
    std::vector<HelpPage> m_pages;
    std::vector<HelpEntry> m_contents;
};

} // namespace lamella::ui
