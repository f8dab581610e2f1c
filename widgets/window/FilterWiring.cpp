// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/window/FilterWiring.h"

#include "core/profile/Category.h"
#include "widgets/charts/LayerBarsPanel.h"
#include "widgets/common/SearchField.h"
#include "widgets/common/UiText.h"
#include "widgets/panels/KernelTablePanel.h"
#include "widgets/panels/TableDialog.h"
#include "widgets/search/FilterControl.h"
#include "widgets/search/FilterStrip.h"
#include "widgets/session/SessionController.h"
#include "widgets/timeline/TimelinePanel.h"
#include "widgets/timeline/TimelineView.h"

#include <QAction>
#include <QCoreApplication>
#include <QKeyEvent>
#include <QMainWindow>
#include <QMenu>
#include <QMenuBar>
#include <QVBoxLayout>

#include <vector>

namespace lamella::ui {

namespace {

struct FilterText {
    Q_DECLARE_TR_FUNCTIONS(FilterText)
};

// Handles Return with a modifier in the search field; the field itself handles plain Return.
class SearchKeys : public QObject {
public:
    SearchKeys(FilterControl &filter, SearchField &field)
        : QObject(&field)
        , m_filter(filter)
    {
        field.installEventFilter(this);
    }

protected:
    bool eventFilter(QObject *watched, QEvent *event) override
    {
        if (event->type() != QEvent::KeyPress)
            return QObject::eventFilter(watched, event);
        const auto *key = static_cast<QKeyEvent *>(event);
        if (key->key() != Qt::Key_Return && key->key() != Qt::Key_Enter)
            return false;
        const Qt::KeyboardModifiers modifiers = key->modifiers() & ~Qt::KeypadModifier;
        if (modifiers == Qt::AltModifier)
            m_filter.keep();
        else if (modifiers == Qt::ShiftModifier)
            m_filter.step(-1);
        else
            return false;
        return true;
    }

private:
    FilterControl &m_filter;
};

void showList(const FilterParts &parts, const FilterControl &filter)
{
    core::TableRequest request;
    request.table = "kernels";
    request.each = true;
    request.pass = "trace";
    request.device = "all";
    request.filter = stdtext(filter.wholeText());
    auto *dialog = new TableDialog(parts.controller, parts.bus, request, &parts.window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->show();
}

// One category chosen in the legend is a filter like any other; of several only the bars can tell.
void followLegend(FilterControl &filter, LayerBarsPanel &layers)
{
    const auto isCategory = [&filter] { return filter.text().startsWith(QStringLiteral("cat:")); };
    QObject::connect(&layers, &LayerBarsPanel::categoriesChosen, &filter, [&filter, &layers, isCategory](const QStringList &ids) {
        if (ids.size() != 1 && !isCategory())
            return;
        filter.setText(ids.size() == 1 ? QStringLiteral("cat:") + ids.front() : QString());
        std::vector<core::Category> chosen; // another filter forgets them
        for (const QString &id : ids)
            if (const auto category = core::categoryFromId(stdtext(id)))
                chosen.push_back(*category);
        layers.setChosen(chosen);
    });
    QObject::connect(&filter, &FilterControl::filterChanged, &layers, [&layers, isCategory] {
        if (!isCategory())
            layers.setChosen({});
    });
}

} // namespace

FilterControl *addFilter(const FilterParts &parts)
{
    auto *filter = new FilterControl(parts.controller, parts.bus, &parts.window);
    auto *strip = new FilterStrip(*filter, parts.bus, &parts.window);
    parts.column.insertWidget(parts.column.count() - 1, strip);
    new SearchKeys(*filter, parts.search);
    SearchField &search = parts.search;
    KernelTablePanel &kernels = parts.kernels;
    QObject::connect(&search, &QLineEdit::textChanged, filter, &FilterControl::setText);
    QObject::connect(&kernels, &KernelTablePanel::filterEdited, filter, &FilterControl::setText);
    QObject::connect(filter, &FilterControl::filterChanged, &search, [filter, search = &search, kernels = &kernels] {
        if (search->text() != filter->text())
            search->setText(filter->text());
        search->setProblem(filter->error());
        kernels->setFilters(filter->keptText(), filter->text());
    });
    QObject::connect(
        filter, &FilterControl::matchesChanged, &search, [filter, &search, view = parts.timeline.view(), layers = &parts.layers] {
            const auto found = filter->matches();
            search.setInvalid(found && found->kernels.empty());
            view->setMatches(found);
            layers->setMatches(found);
        });
    followLegend(*filter, parts.layers);
    QObject::connect(strip, &FilterStrip::listRequested, &parts.window, [parts, filter] { showList(parts, *filter); });
    return filter;
}

void addFilterMenu(QMainWindow &window, FilterControl &filter)
{
    const auto command = [&window](const char *id, const QString &text, const QList<QKeySequence> &keys, const QString &tip) {
        auto *action = new QAction(text, &window);
        action->setObjectName(QString::fromLatin1(id));
        action->setShortcuts(keys);
        action->setToolTip(tip);
        window.addAction(action);
        return action;
    };
    QAction *next = command("edit.find-next", FilterText::tr("Find &next"), {QKeySequence(Qt::Key_F3)},
        FilterText::tr("Next kernel that matches the filter"));
    QAction *previous = command("edit.find-previous", FilterText::tr("Find &previous"), {QKeySequence(Qt::SHIFT | Qt::Key_F3)},
        FilterText::tr("Previous kernel that matches the filter"));
    QAction *keep = command("edit.keep-filter", FilterText::tr("&Keep filter"), {QKeySequence(Qt::CTRL | Qt::ALT | Qt::Key_F)},
        FilterText::tr("Keep the filter and type another one that must match too"));
    QAction *clear = command("edit.clear-filter", FilterText::tr("C&lear filter"), {}, FilterText::tr("Show everything again"));
    QObject::connect(next, &QAction::triggered, &filter, [&filter] { filter.step(1); });
    QObject::connect(previous, &QAction::triggered, &filter, [&filter] { filter.step(-1); });
    QObject::connect(keep, &QAction::triggered, &filter, [&filter] { filter.keep(); });
    QObject::connect(clear, &QAction::triggered, &filter, &FilterControl::clear);
    const auto follow = [next, previous, keep, clear, &filter] {
        const bool some = filter.isFinding() || (filter.matches() && !filter.matches()->kernels.empty());
        next->setEnabled(some);
        previous->setEnabled(some);
        keep->setEnabled(!filter.text().trimmed().isEmpty() && filter.error().isEmpty());
        clear->setEnabled(!filter.isEmpty() || !filter.text().isEmpty());
    };
    QObject::connect(&filter, &FilterControl::filterChanged, next, follow);
    QObject::connect(&filter, &FilterControl::matchesChanged, next, follow);
    follow();
    const auto menus = window.menuBar()->actions();
    if (menus.size() > 1 && menus[1]->menu() != nullptr)
        menus[1]->menu()->addActions({next, previous, keep, clear});
}

} // namespace lamella::ui
