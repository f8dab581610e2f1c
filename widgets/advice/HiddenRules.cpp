// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/advice/HiddenRules.h"

#include "widgets/common/AppSettings.h"
#include "widgets/session/SessionController.h"

#include <QUndoCommand>

namespace lamella::ui {

namespace {

const QString kKey = QStringLiteral("advice/hidden");

} // namespace

class HiddenRules::Change : public QUndoCommand {
public:
    Change(HiddenRules &rules, QStringList after, const QString &text)
        : QUndoCommand(text)
        , m_rules(rules)
        , m_before(rules.ids())
        , m_after(std::move(after))
    {
    }
    void undo() override { m_rules.set(m_before); }
    void redo() override { m_rules.set(m_after); }

private:
    HiddenRules &m_rules;
    QStringList m_before;
    QStringList m_after;
};

HiddenRules &HiddenRules::of(SessionController &controller)
{
    auto *rules = controller.findChild<HiddenRules *>(QString(), Qt::FindDirectChildrenOnly);
    return rules != nullptr ? *rules : *new HiddenRules(&controller);
}

HiddenRules::HiddenRules(QObject *parent)
    : QObject(parent)
    , m_ids(appSettings().value(kKey).toStringList())
{
}

void HiddenRules::hide(const QString &id, const QString &title)
{
    QStringList after = m_ids;
    if (after.contains(id))
        return;
    after << id;
    after.sort();
    m_undo.push(new Change(*this, after, tr("Hide rule “%1”").arg(title)));
}

void HiddenRules::show(const QString &id, const QString &title)
{
    QStringList after = m_ids;
    if (after.removeAll(id) > 0)
        m_undo.push(new Change(*this, after, tr("Show rule “%1”").arg(title)));
}

void HiddenRules::set(const QStringList &ids)
{
    m_ids = ids;
    if (ids.isEmpty())
        appSettings().remove(kKey);
    else
        appSettings().setValue(kKey, ids);
    emit changed();
}

} // namespace lamella::ui
