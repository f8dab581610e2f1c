// SPDX-License-Identifier: GPL-3.0-or-later
// The pages of the manual compiled into the program (resources/help, Markdown): order, titles, headings and search. Plain values;
// nothing here draws.
// A translated page (resources/help/zh_CN) replaces the English page of the same name. Its headings have two anchors: that of the
// English heading, by which the program opens a section in any language, and that of their own title, which links between
// translated pages use so that they also work outside of the program. It is only used if it has the same number of headings.
#pragma once

#include <QString>
#include <QStringList>
#include <QUrl>

#include <vector>

namespace lamella::ui {

struct HelpSection {
    QString title; // of the heading, without Markdown
    QString anchor; // the slug of the English title
    QString text; // plain text between this heading and the next
};

struct HelpPage {
    QString file; // "layers.md"
    QString title;
    std::vector<HelpSection> sections; // the first is that of the title
    bool translated = false; // not in English
};

struct HelpHit {
    QString file;
    QString page; // title
    QString section; // title; equals `page` for the beginning of the page
    QString anchor; // of the section
    QString excerpt; // around the first matching word
};

// An entry of the contents: a group (no file) or a page below it.
struct HelpEntry {
    QString title;
    QString file;
};

// Name and Markdown of a page.
using HelpTexts = std::vector<std::pair<QString, QString>>;

class HelpPages {
public:
    // The program's pages in the window's language, read once.
    static const HelpPages &bundled();
    // From Markdown texts, in the order of `index.md`, then by name; `translations` have the names of `files`. For tests.
    static HelpPages from(const HelpTexts &files, const HelpTexts &translations = {});

    [[nodiscard]] const std::vector<HelpPage> &pages() const { return m_pages; }
    [[nodiscard]] const std::vector<HelpEntry> &contents() const { return m_contents; }
    [[nodiscard]] const HelpPage *page(const QString &file) const;
    // Title of the section that a link refers to ("layers.md", "confidence"; in translated pages also the slug of their own
    // title); empty if there is none.
    [[nodiscard]] QString sectionTitle(const QString &file, const QString &anchor) const;
    // Resource path of a page: ":/help/layers.md" or ":/help/zh_CN/layers.md".
    [[nodiscard]] static QString resource(const HelpPage &page);
    // Sections that contain all the words, case-insensitive; title matches first, then in page order.
    [[nodiscard]] std::vector<HelpHit> search(const QString &words) const;
    // The page and section about a view of the window ("gaps" -> "views.md#gaps"): the section of views.md that begins with its
    // name in parentheses. The index if there is none.
    [[nodiscard]] QUrl ofView(const QString &name) const;

    // "What is it?" -> "what-is-it": the anchor of a heading in links, as forges make it.
    [[nodiscard]] static QString slug(const QString &title);
    [[nodiscard]] static QUrl url(const QString &file, const QString &slug = {});

private:
    std::vector<HelpPage> m_pages;
    std::vector<HelpEntry> m_contents;
};

} // namespace lamella::ui
