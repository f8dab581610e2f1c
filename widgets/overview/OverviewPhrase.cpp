// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/overview/OverviewPhrase.h"

#include <utility>

namespace lamella::ui {

namespace {

// Reads a pattern from its beginning; a run ends where the look changes or a value with its own look stands.
class PhraseReader {
public:
    PhraseReader(const QString &pattern, std::initializer_list<PhraseValue> values, OverviewRun::Look look)
        : m_pattern(pattern)
        , m_values(values)
        , m_look(look)
    {
    }
    std::vector<OverviewRun> runs()
    {
        while (m_at < m_pattern.size())
            readOne();
        endRun();
        return std::move(m_runs);
    }

private:
    void readOne()
    {
        const QChar c = m_pattern.at(m_at);
        if (const auto tag = QStringView(m_pattern).mid(m_at); tag.startsWith(u"<b>"))
            change(m_strong, true, 3);
        else if (tag.startsWith(u"</b>"))
            change(m_strong, false, 4);
        else if (c == u'[' || c == u']')
            change(m_second, c == u'[', 1);
        else if (c == u'{' || c == u'}')
            change(m_detail, c == u'{', 1);
        else if (const int value = valueAt(m_at); value >= 0)
            addValue(m_values.begin()[value]);
        else {
            m_text += c;
            ++m_at;
        }
    }
    [[nodiscard]] int valueAt(qsizetype at) const
    {
        if (m_pattern.at(at) != u'%' || at + 1 >= m_pattern.size())
            return -1;
        const int number = m_pattern.at(at + 1).digitValue() - 1;
        return number < static_cast<int>(m_values.size()) ? number : -1;
    }
    void change(bool &state, bool to, qsizetype letters)
    {
        endRun();
        state = to;
        m_at += letters;
    }
    void addValue(const PhraseValue &value)
    {
        m_at += 2;
        if (!value.hasOwnLook()) {
            m_text += value.run().text;
            return;
        }
        endRun();
        OverviewRun run = value.run();
        run.second = m_second;
        run.detail = m_detail;
        m_runs.push_back(std::move(run));
    }
    void endRun()
    {
        if (m_text.isEmpty())
            return;
        OverviewRun run;
        run.text = std::exchange(m_text, {});
        run.look = m_strong ? OverviewRun::Look::Strong : m_look;
        run.second = m_second;
        run.detail = m_detail;
        m_runs.push_back(std::move(run));
    }

    const QString &m_pattern;
    std::initializer_list<PhraseValue> m_values;
    OverviewRun::Look m_look;
    std::vector<OverviewRun> m_runs;
    QString m_text; // of the run that is read
    qsizetype m_at = 0;
    bool m_strong = false;
    bool m_second = false;
    bool m_detail = false;
};

} // namespace

PhraseValue::PhraseValue(const QString &text)
{
    m_run.text = text;
}

PhraseValue::PhraseValue(int number)
{
    m_run.text = QString::number(number);
}

PhraseValue::PhraseValue(OverviewRun run)
    : m_run(std::move(run))
    , m_ownLook(true)
{
}

std::vector<OverviewRun> phraseRuns(const QString &pattern, std::initializer_list<PhraseValue> values, OverviewRun::Look look)
{
    return PhraseReader(pattern, values, look).runs();
}

void addPhrase(OverviewCell &cell, const QString &pattern, std::initializer_list<PhraseValue> values, OverviewRun::Look look)
{
    for (OverviewRun &run : phraseRuns(pattern, values, look))
        cell.line.push_back(std::move(run));
}

} // namespace lamella::ui
