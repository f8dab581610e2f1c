// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/ChartParts.h"

#include <QAccessible>
#include <QAccessibleActionInterface>
#include <QAccessibleWidget>
#include <QHash>
#include <QPointer>
#include <QWidget>

namespace lamella::ui {

namespace {

class PartInterface : public QAccessibleInterface, public QAccessibleActionInterface {
public:
    PartInterface(QWidget *chart, int part)
        : m_chart(chart)
        , m_part(part)
    {
    }
    [[nodiscard]] bool isValid() const override { return parts() != nullptr; }
    [[nodiscard]] QObject *object() const override { return nullptr; }
    [[nodiscard]] QAccessibleInterface *parent() const override { return QAccessible::queryAccessibleInterface(m_chart); }
    [[nodiscard]] QAccessibleInterface *child(int) const override { return nullptr; }
    [[nodiscard]] QAccessibleInterface *childAt(int, int) const override { return nullptr; }
    [[nodiscard]] int childCount() const override { return 0; }
    int indexOfChild(const QAccessibleInterface *) const override { return -1; }
    [[nodiscard]] QAccessible::Role role() const override { return QAccessible::ListItem; }
    [[nodiscard]] QString text(QAccessible::Text what) const override
    {
        const ChartParts *chart = parts();
        return what == QAccessible::Name && chart != nullptr ? chart->partName(m_part) : QString();
    }
    void setText(QAccessible::Text, const QString &) override { }
    [[nodiscard]] QRect rect() const override
    {
        const ChartParts *chart = parts();
        if (chart == nullptr)
            return {};
        const QRect inside = chart->partRect(m_part);
        return {m_chart->mapToGlobal(inside.topLeft()), inside.size()};
    }
    [[nodiscard]] QAccessible::State state() const override
    {
        QAccessible::State state;
        const ChartParts *chart = parts();
        if (chart == nullptr) {
            state.invalid = true;
            return state;
        }
        state.selectable = true;
        state.focusable = true;
        state.selected = chart->isPartSelected(m_part);
        state.focused = state.selected && m_chart->hasFocus();
        state.offscreen = !m_chart->visibleRegion().intersects(chart->partRect(m_part));
        state.invisible = !m_chart->isVisible();
        return state;
    }
    void *interface_cast(QAccessible::InterfaceType type) override
    {
        return type == QAccessible::ActionInterface ? static_cast<QAccessibleActionInterface *>(this) : nullptr;
    }
    [[nodiscard]] QStringList actionNames() const override { return {pressAction()}; }
    [[nodiscard]] QStringList keyBindingsForAction(const QString &) const override { return {}; }
    void doAction(const QString &name) override
    {
        if (auto *chart = parts(); chart != nullptr && name == pressAction())
            chart->pressPart(m_part);
    }
    [[nodiscard]] int part() const { return m_part; }

private:
    [[nodiscard]] ChartParts *parts() const
    {
        auto *chart = dynamic_cast<ChartParts *>(m_chart.data());
        return chart != nullptr && m_part < chart->partCount() ? chart : nullptr;
    }

    QPointer<QWidget> m_chart;
    int m_part;
};

class ChartInterface : public QAccessibleWidget {
public:
    explicit ChartInterface(QWidget *chart)
        : QAccessibleWidget(chart, QAccessible::Chart)
    {
    }
    int childCount() const override
    {
        const ChartParts *chart = parts();
        return QAccessibleWidget::childCount() + (chart != nullptr ? chart->partCount() : 0);
    }
    // Child widgets of the chart come before its parts.
    QAccessibleInterface *child(int index) const override
    {
        const int widgets = QAccessibleWidget::childCount();
        return index < widgets ? QAccessibleWidget::child(index) : interfaceOf(index - widgets);
    }
    QAccessibleInterface *childAt(int x, int y) const override
    {
        const ChartParts *chart = parts();
        const int part = chart != nullptr ? chart->partAt(widget()->mapFromGlobal(QPoint(x, y))) : -1;
        return part >= 0 ? interfaceOf(part) : QAccessibleWidget::childAt(x, y);
    }
    int indexOfChild(const QAccessibleInterface *child) const override
    {
        const auto *part = dynamic_cast<const PartInterface *>(child);
        return part != nullptr ? QAccessibleWidget::childCount() + part->part() : QAccessibleWidget::indexOfChild(child);
    }
    QAccessibleInterface *focusChild() const override
    {
        const ChartParts *chart = parts();
        return chart != nullptr && widget()->hasFocus() && chart->selectedPart() >= 0 ? interfaceOf(chart->selectedPart())
                                                                                      : QAccessibleWidget::focusChild();
    }

protected:
    // Protected: QAccessible deletes it together with the widget.
    ~ChartInterface() override
    {
        for (const QAccessible::Id id : std::as_const(m_known))
            QAccessible::deleteAccessibleInterface(id);
    }

private:
    ChartParts *parts() const { return dynamic_cast<ChartParts *>(widget()); }
    QAccessibleInterface *interfaceOf(int part) const
    {
        const ChartParts *chart = parts();
        if (chart == nullptr || part < 0 || part >= chart->partCount())
            return nullptr;
        if (const auto known = m_known.constFind(part); known != m_known.constEnd())
            return QAccessible::accessibleInterface(*known);
        auto *made = new PartInterface(widget(), part);
        m_known.insert(part, QAccessible::registerAccessibleInterface(made));
        return made;
    }

    mutable QHash<int, QAccessible::Id> m_known;
};

QAccessibleInterface *chartInterface(const QString &, QObject *object)
{
    auto *widget = qobject_cast<QWidget *>(object);
    return dynamic_cast<ChartParts *>(widget) != nullptr ? new ChartInterface(widget) : nullptr;
}

} // namespace

void offerChartParts()
{
    static const bool once = [] {
        QAccessible::installFactory(chartInterface);
        return true;
    }();
    Q_UNUSED(once)
}

void tellSelectedPart(QWidget &chart)
{
    const auto *parts = dynamic_cast<ChartParts *>(&chart);
    if (parts == nullptr || !QAccessible::isActive() || !chart.hasFocus() || parts->selectedPart() < 0)
        return;
    QAccessibleInterface *whole = QAccessible::queryAccessibleInterface(&chart);
    QAccessibleInterface *part = whole != nullptr ? whole->focusChild() : nullptr;
    if (part == nullptr)
        return;
    QAccessibleEvent focus(part, QAccessible::Focus);
    QAccessible::updateAccessibility(&focus);
}

} // namespace lamella::ui
