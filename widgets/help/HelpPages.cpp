// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/help/HelpPages.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QRegularExpression>

#include <algorithm>

namespace lamella::ui {

namespace {

constexpr auto kFolder = ":/help";
constexpr auto kIndex = "index.md";
constexpr auto kViews = "views.md";
constexpr qsizetype kBefore = 40; // characters of an excerpt before the word
constexpr qsizetype kExcerpt = 120;

QString plain(QString markdown)
{
    static const QRegularExpression link(QStringLiteral("!?\\[([^\\]]*)\\]\\([^)]*\\)"));
    static const QRegularExpression rule(QStringLiteral("\\|[-|: ]+\\|"));
    static const QRegularExpression marks(QStringLiteral("[`*|]|^#+ |\\\\(?=[|<>])"), QRegularExpression::MultilineOption);
    markdown.replace(link, QStringLiteral("\\1")).replace(rule, QStringLiteral(" ")).remove(marks);
    return markdown.simplified();
}

HelpPage pageFrom(const QString &file, const QString &markdown)
{
    HelpPage page{file, file, {}, false};
    bool code = false;
    const auto lines = markdown.split(u'\n');
    for (const QString &line : lines) {
        if (line.startsWith(QStringLiteral("```")))
            code = !code;
        if (!code && line.startsWith(u'#')) {
            const QString title = plain(line);
            if (page.sections.empty())
                page.title = title;
            page.sections.push_back({title, HelpPages::slug(title), {}});
        } else if (!page.sections.empty()) {
            page.sections.back().text += line + u'\n';
        }
    }
    for (HelpSection &section : page.sections)
        section.text = plain(section.text);
    return page;
}

HelpPage translatedFrom(const HelpPage &english, const QString &markdown)
{
    HelpPage page = pageFrom(english.file, markdown);
    if (page.sections.size() != english.sections.size())
        return english; // a translation of another version of the page: its links could be wrong
    for (std::size_t i = 0; i < page.sections.size(); ++i)
        page.sections[i].anchor = english.sections[i].anchor;
    page.translated = true;
    return page;
}

// Folder of the translated pages for the window's language, below that of the English ones; empty for English.
QString folderOfLanguage()
{
    //: Not shown: the code of this language, which names the folder of its pages of the manual (resources/help/zh_CN)
    const QString code = QCoreApplication::translate("HelpPages", "en");
    return code == QStringLiteral("en") ? QString() : QLatin1String(kFolder) + u'/' + code;
}

HelpTexts textsIn(const QString &path)
{
    HelpTexts files;
    const QDir folder(path);
    const auto names = path.isEmpty() ? QStringList() : folder.entryList({QStringLiteral("*.md")}, QDir::Files, QDir::Name);
    for (const QString &name : names) {
        QFile file(folder.filePath(name));
        if (file.open(QIODevice::ReadOnly))
            files.emplace_back(name, QString::fromUtf8(file.readAll()));
    }
    return files;
}

// Headings of the index are groups, and its links are the pages in them.
std::vector<HelpEntry> contentsFrom(const QString &index)
{
    static const QRegularExpression link(QStringLiteral("\\[([^\\]]+)\\]\\(([\\w-]+\\.md)\\)"));
    std::vector<HelpEntry> entries;
    const auto lines = index.split(u'\n');
    for (const QString &line : lines) {
        if (line.startsWith(QStringLiteral("## ")))
            entries.push_back({plain(line), {}});
        for (auto it = link.globalMatch(line); it.hasNext();) {
            const auto match = it.next();
            entries.push_back({plain(match.captured(1)), match.captured(2)});
        }
    }
    return entries;
}

QString excerptOf(const QString &text, const QString &word)
{
    const qsizetype at = std::max<qsizetype>(0, text.indexOf(word, 0, Qt::CaseInsensitive) - kBefore);
    const qsizetype begin = at == 0 ? 0 : text.indexOf(u' ', at) + 1;
    QString excerpt = text.mid(begin, kExcerpt);
    if (begin > 0)
        excerpt.prepend(QStringLiteral("… "));
    if (begin + kExcerpt < text.size())
        excerpt.append(QStringLiteral(" …"));
    return excerpt;
}

} // namespace

const HelpPages &HelpPages::bundled()
{
    static const HelpPages pages = from(textsIn(QString::fromLatin1(kFolder)), textsIn(folderOfLanguage()));
    return pages;
}

HelpPages HelpPages::from(const HelpTexts &files, const HelpTexts &translations)
{
    HelpPages result;
    for (const auto &[name, markdown] : files) {
        HelpPage page = pageFrom(name, markdown);
        QString text = markdown;
        for (const auto &[translatedName, translation] : translations) {
            if (translatedName != name)
                continue;
            page = translatedFrom(page, translation);
            if (page.translated)
                text = translation;
        }
        if (name == QLatin1String(kIndex))
            result.m_contents = contentsFrom(text);
        result.m_pages.push_back(std::move(page));
    }
    const auto place = [&result](const HelpPage &page) {
        const auto &list = result.m_contents;
        return page.file == QLatin1String(kIndex)
            ? -1
            : std::find_if(list.begin(), list.end(), [&page](const HelpEntry &e) { return e.file == page.file; }) - list.begin();
    };
    std::stable_sort(result.m_pages.begin(), result.m_pages.end(),
        [&place](const HelpPage &a, const HelpPage &b) { return place(a) < place(b); });
    return result;
}

const HelpPage *HelpPages::page(const QString &file) const
{
    const auto it = std::find_if(m_pages.begin(), m_pages.end(), [&file](const HelpPage &page) { return page.file == file; });
    return it == m_pages.end() ? nullptr : &*it;
}

QString HelpPages::sectionTitle(const QString &file, const QString &anchor) const
{
    const HelpPage *found = page(file);
    if (found == nullptr)
        return {};
    const auto &list = found->sections;
    const auto it = std::find_if(
        list.begin(), list.end(), [&anchor](const HelpSection &s) { return s.anchor == anchor || slug(s.title) == anchor; });
    return it == list.end() ? QString() : it->title;
}

QString HelpPages::resource(const HelpPage &page)
{
    return (page.translated ? folderOfLanguage() : QString::fromLatin1(kFolder)) + u'/' + page.file;
}

std::vector<HelpHit> HelpPages::search(const QString &words) const
{
    const QStringList wanted = words.simplified().split(u' ', Qt::SkipEmptyParts);
    std::vector<HelpHit> inTitles;
    std::vector<HelpHit> inTexts;
    if (wanted.isEmpty())
        return inTexts;
    for (const HelpPage &page : m_pages) {
        for (const HelpSection &section : page.sections) {
            const auto holds = [&section](const QString &word) {
                return section.title.contains(word, Qt::CaseInsensitive) || section.text.contains(word, Qt::CaseInsensitive);
            };
            if (!std::all_of(wanted.begin(), wanted.end(), holds))
                continue;
            const bool title = std::any_of(wanted.begin(), wanted.end(),
                [&section](const QString &word) { return section.title.contains(word, Qt::CaseInsensitive); });
            (title ? inTitles : inTexts)
                .push_back({page.file, page.title, section.title, section.anchor, excerptOf(section.text, wanted.front())});
        }
    }
    inTitles.insert(inTitles.end(), inTexts.begin(), inTexts.end());
    return inTitles;
}

QUrl HelpPages::ofView(const QString &name) const
{
    const HelpPage *views = page(QString::fromLatin1(kViews));
    if (!name.isEmpty() && views != nullptr) {
        for (const HelpSection &section : views->sections)
            if (section.text.startsWith(u'(' + name + u')'))
                return url(views->file, section.anchor);
    }
    return url(QString::fromLatin1(kIndex));
}

QString HelpPages::slug(const QString &title)
{
    static const QRegularExpression others(QStringLiteral("[^\\w\\- ]"), QRegularExpression::UseUnicodePropertiesOption);
    QString text = title.trimmed().toLower();
    return text.remove(others).replace(u' ', u'-');
}

QUrl HelpPages::url(const QString &file, const QString &slug)
{
    QUrl url(QStringLiteral("qrc:/help/") + file);
    if (!slug.isEmpty())
        url.setFragment(slug);
    return url;
}

} // namespace lamella::ui
