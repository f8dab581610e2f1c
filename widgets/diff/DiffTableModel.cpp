// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/diff/DiffTableModel.h"

#include "core/base/Format.h"
#include "widgets/charts/TipText.h"
#include "widgets/common/TypeText.h"
#include "widgets/common/UiText.h"
#include "widgets/models/Roles.h"
#include "widgets/theme/Theme.h"

#include <algorithm>
#include <utility>

namespace lamella::ui {

namespace {

constexpr int kSumRow = 0;
constexpr int kResidualRow = 1;

QString nameOf(const DiffShown &shown, std::size_t row, bool ofA)
{
    const core::ReportTable &table = *shown.table;
    const std::size_t column = table.columnIndex(ofA ? "name_a" : "name_b");
    const core::DiffGroup &group = shown.rows.groups[row];
    if (table.isMissing(row, column))
        return {};
    if (shown.rows.view == core::DiffView::Category && group.category)
        return categoryTitle(*group.category);
    if (shown.rows.view == core::DiffView::Layer || shown.rows.view == core::DiffView::Type) {
        const int layer = ofA ? group.layer.a : group.layer.b;
        const QString type = layerTypeText(ofA ? group.typeA : group.typeB);
        if (layer < 0)
            return layer == core::kNoLayer ? translatedTerm("outside") : layerText(layer);
        if (shown.rows.view == core::DiffView::Type)
            return type.isEmpty() ? DiffTableModel::tr("layers without a type") : type;
        return type.isEmpty() ? layerText(layer) : layerText(layer) + QStringLiteral(" · ") + type;
    }
    if (!group.kernelA.valid() && !group.kernelB.valid())
        return DiffTableModel::tr("all kernels that stayed the same");
    return qtext(table.text(row, column));
}

bool areAlike(const core::DiffSummary &rows)
{
    return (rows.view == core::DiffView::Sequence || rows.view == core::DiffView::Kernel)
        && std::all_of(rows.groups.begin(), rows.groups.end(), [](const core::DiffGroup &group) {
               return group.change == core::DiffChange::Same && group.countA == group.countB;
           });
}

} // namespace

QString changeText(core::DiffChange change)
{
    switch (change) {
    case core::DiffChange::Same:
        return DiffTableModel::tr("= same");
    case core::DiffChange::Replaced:
        return DiffTableModel::tr("≠ replaced");
    case core::DiffChange::OnlyA:
        return DiffTableModel::tr("− only A");
    case core::DiffChange::OnlyB:
        break;
    }
    return DiffTableModel::tr("+ only B");
}

QString signedDuration(std::int64_t ns)
{
    return (ns > 0 ? QStringLiteral("+") : QString()) + durationText(ns);
}

DiffTableModel::DiffTableModel(Part part, QObject *parent)
    : QAbstractTableModel(parent)
    , m_part(part)
{
}

void DiffTableModel::setShown(std::shared_ptr<const DiffShown> shown)
{
    m_shown = std::move(shown);
    m_alike = m_shown && areAlike(m_shown->rows);
    rebuild();
}

void DiffTableModel::setVisible(core::DiffChange change, bool visible)
{
    m_visible[static_cast<std::size_t>(change)] = visible;
    rebuild();
}

void DiffTableModel::setCompact(bool compact)
{
    if (compact == m_compact)
        return;
    m_compact = compact;
    if (rowCount() > 0)
        emit dataChanged(index(0, kChange), index(rowCount() - 1, kChange));
}

bool DiffTableModel::isAlwaysByDelta() const
{
    return m_shown && (m_shown->rows.view == core::DiffView::Kernel || m_shown->rows.view == core::DiffView::Replaced);
}

void DiffTableModel::sort(int column, Qt::SortOrder order)
{
    m_sortColumn = column == kNumber && order == Qt::AscendingOrder ? -1 : column;
    m_sortOrder = order;
    rebuild();
}

std::int64_t DiffTableModel::deltaSize(std::size_t row) const
{
    const std::int64_t delta = m_shown->rows.groups[row].deltaNs();
    return delta < 0 ? core::addSaturated(0, -std::max(delta, -INT64_MAX)) : delta;
}

void DiffTableModel::rebuild()
{
    beginResetModel();
    m_rows.clear();
    m_largestDelta = 1;
    if (m_shown && m_part == Part::Body) {
        for (std::size_t row = 0; row < m_shown->rows.groups.size(); ++row) {
            m_largestDelta = std::max(m_largestDelta, deltaSize(row));
            if (m_visible[static_cast<std::size_t>(m_shown->rows.groups[row].change)])
                m_rows.push_back(row);
        }
        sortRows();
    }
    endResetModel();
}

void DiffTableModel::sortRows()
{
    const auto by = [this](auto key) {
        std::vector<std::pair<decltype(key(0)), std::size_t>> keyed; // the key of a name is a text that has to be made
        keyed.reserve(m_rows.size());
        for (const std::size_t row : m_rows)
            keyed.emplace_back(key(row), row);
        std::stable_sort(keyed.begin(), keyed.end(), [this](const auto &x, const auto &y) {
            return m_sortOrder == Qt::AscendingOrder ? x.first < y.first : y.first < x.first;
        });
        std::transform(keyed.begin(), keyed.end(), m_rows.begin(), [](const auto &one) { return one.second; });
    };
    const auto &groups = m_shown->rows.groups;
    switch (m_sortColumn) {
    case kNumber:
        return by([](std::size_t row) { return row; });
    case kChange:
        return by([&](std::size_t row) { return static_cast<int>(groups[row].change); });
    case kNameA:
        return by([&](std::size_t row) { return nameOf(*m_shown, row, true); });
    case kTimeA:
        return by([&](std::size_t row) { return groups[row].aNs; });
    case kDelta:
        return by([this](std::size_t row) { return deltaSize(row); });
    case kTimeB:
        return by([&](std::size_t row) { return groups[row].bNs; });
    case kNameB:
        return by([&](std::size_t row) { return nameOf(*m_shown, row, false); });
    default:
        return;
    }
}

QString DiffTableModel::columnId(int column) const
{
    constexpr std::array<const char *, kColumns> kIds{"", "change", "name_a", "a_ns", "delta_ns", "b_ns", "name_b"};
    return column < 0 || column >= kColumns ? QString() : QString::fromLatin1(kIds[static_cast<std::size_t>(column)]);
}

std::vector<std::uint32_t> DiffTableModel::tableRows(const QModelIndexList &rows) const
{
    std::vector<std::uint32_t> chosen;
    for (const QModelIndex &index : rows)
        chosen.push_back(static_cast<std::uint32_t>(tableRow(index.row())));
    return chosen;
}

QString DiffTableModel::asTsv(const QModelIndexList &rows) const
{
    return m_shown ? tsvOf(*m_shown->table, tableRows(rows)) : QString();
}

QString DiffTableModel::asMarkdown(const QModelIndexList &rows) const
{
    return m_shown ? markdownOf(*m_shown->table, tableRows(rows)) : QString();
}

int DiffTableModel::viewRowOf(std::size_t tableRow) const
{
    const auto found = std::find(m_rows.begin(), m_rows.end(), tableRow);
    return found == m_rows.end() ? -1 : static_cast<int>(found - m_rows.begin());
}

int DiffTableModel::rowCount(const QModelIndex &parent) const
{
    if (parent.isValid() || !m_shown)
        return 0;
    return m_part == Part::Totals ? 3 : static_cast<int>(m_rows.size());
}

int DiffTableModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : kColumns;
}

QVariant DiffTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return static_cast<int>(
            (section == kTimeA || section == kDelta || section == kTimeB ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    if (role == Qt::ToolTipRole && section == kDelta)
        return tr("B minus A: above zero (to the right) where B takes longer");
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case kNumber:
        return QStringLiteral("#");
    case kChange:
        return m_compact ? QString() : tr("Change");
    case kNameA:
        return m_alike ? tr("Kernel") : tr("A");
    case kTimeA:
        return tr("A time");
    case kDelta:
        return tr("Δ = B − A");
    case kTimeB:
        return tr("B time");
    default:
        return tr("B");
    }
}

QString DiffTableModel::bodyText(std::size_t row, int column) const
{
    const core::DiffGroup &group = m_shown->rows.groups[row];
    const bool hasA = group.change != core::DiffChange::OnlyB;
    const bool hasB = group.change != core::DiffChange::OnlyA;
    const bool many = m_shown->rows.view != core::DiffView::Sequence && m_shown->rows.view != core::DiffView::Layer;
    const auto times = [many](std::uint64_t count) {
        return many && count > 1 ? QStringLiteral(" × %1").arg(qtext(core::formatCount(static_cast<std::int64_t>(count))))
                                 : QString();
    };
    switch (column) {
    case kNumber:
        return QString::number(row + 1);
    case kChange:
        return m_compact ? changeText(group.change).section(u' ', 0, 0) : changeText(group.change);
    case kNameA:
        return hasA ? nameOf(*m_shown, row, true) + times(group.countA) : QString();
    case kTimeA:
        return hasA ? durationText(group.aNs) : QStringLiteral("–");
    case kDelta:
        return signedDuration(group.deltaNs());
    case kTimeB:
        return hasB ? durationText(group.bNs) : QStringLiteral("–");
    default:
        return hasB ? nameOf(*m_shown, row, false) + times(group.countB) : QString();
    }
}

QString DiffTableModel::tip(std::size_t row) const
{
    const core::ReportTable &table = *m_shown->table;
    const core::DiffGroup &group = m_shown->rows.groups[row];
    QStringList lines{changeText(group.change)};
    for (const auto &[side, name, full] : {std::tuple("A", "name_a", "full_a"), std::tuple("B", "name_b", "full_b")}) {
        const std::size_t longName = table.columnIndex(full);
        const std::size_t column = table.isMissing(row, longName) ? table.columnIndex(name) : longName;
        if (!table.isMissing(row, column))
            lines << QStringLiteral("%1: %2").arg(QString::fromLatin1(side), qtext(table.text(row, column)));
    }
    if (group.moved)
        lines << tr("The same kernel runs on another stream in B.");
    const std::size_t share = table.columnIndex("delta_share");
    if (!table.isMissing(row, share))
        lines << tr("Δ %1, %2 of A").arg(signedDuration(group.deltaNs()), signedShare(table.real(row, share)));
    return lines.join(u'\n');
}

QVariant DiffTableModel::bodyData(std::size_t row, int column, int role) const
{
    const core::DiffGroup &group = m_shown->rows.groups[row];
    const bool nameColumn = column == kNameA || column == kNameB;
    const bool absent = ((column == kNameA || column == kTimeA) && group.change == core::DiffChange::OnlyB)
        || ((column == kNameB || column == kTimeB) && group.change == core::DiffChange::OnlyA);
    switch (role) {
    case Qt::DisplayRole:
    case Qt::AccessibleTextRole:
        return bodyText(row, column);
    case Qt::ToolTipRole:
        return tip(row);
    case kTargetRole:
        return QVariant::fromValue(m_shown->table->target(row));
    case kUseRole: {
        const std::size_t at = m_shown->table->columnIndex(column == kNameA ? "role_a" : "role_b");
        return nameColumn && !absent && !m_shown->table->isMissing(row, at) ? QVariant(qtext(m_shown->table->text(row, at)))
                                                                            : QVariant();
    }
    case kCategoryRole:
        if (!nameColumn || absent)
            return {};
        if (column == kNameB && group.kernelB.valid()) {
            const core::AnalysisInput b = m_shown->session->inputB();
            return static_cast<int>(b.names.category(b.document.kernels.name[group.kernelB.value]));
        }
        return group.category ? QVariant(static_cast<int>(*group.category)) : QVariant();
    case kChangeRole:
        return static_cast<int>(group.change);
    case kAbsentRole:
        return absent;
    case kMissingRole:
        return column == kNumber || absent;
    case kSecondaryRole:
        return column == kChange && group.change == core::DiffChange::Same;
    case kDiffBarRole:
        return static_cast<double>(group.deltaNs()) / static_cast<double>(m_largestDelta);
    default:
        return {};
    }
}

QString DiffTableModel::totalsTitle(int row) const
{
    const bool layers = m_shown->rows.view == core::DiffView::Layer || m_shown->rows.view == core::DiffView::Type;
    if (row == kSumRow)
        return layers ? tr("Sum of layers") : tr("Kernel time");
    if (row == kResidualRow)
        return layers ? tr("Idle between layers, and overlap") : tr("Idle and overlap");
    return m_shown->outcome->oneLayerPair ? tr("Layer wall") : m_shown->outcome->byName ? tr("Trace wall") : tr("Pass wall");
}

QString DiffTableModel::totalsText(int row, int column) const
{
    const core::DiffTotal &a = m_shown->rows.a;
    const core::DiffTotal &b = m_shown->rows.b;
    const auto of = [row](const core::DiffTotal &t) {
        return row == kSumRow ? t.rowsNs : row == kResidualRow ? t.residualNs() : t.wallNs;
    };
    const std::int64_t delta = core::addSaturated(of(b), -of(a));
    const QString share = of(a) == 0
        ? QString()
        : tr("%1 of A").arg(signedShare(static_cast<double>(delta) / std::abs(static_cast<double>(of(a)))));
    switch (column) {
    case kNumber: // spans the columns up to the time
        return m_alike && !share.isEmpty() ? totalsTitle(row) + QStringLiteral(" · ") + share : totalsTitle(row);
    case kTimeA:
        return durationText(of(a));
    case kDelta:
        return signedDuration(delta);
    case kTimeB:
        return durationText(of(b));
    case kNameB:
        return share;
    default:
        return {};
    }
}

QVariant DiffTableModel::totalsData(int row, int column, int role) const
{
    switch (role) {
    case Qt::DisplayRole:
    case Qt::AccessibleTextRole:
        return totalsText(row, column);
    case Qt::FontRole:
        return row == kResidualRow ? QVariant() : QVariant(Theme::strongFont());
    case kChangeRole:
        return -1;
    case kSecondaryRole:
        return column == kNameB;
    default:
        return {};
    }
}

QVariant DiffTableModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid() || !m_shown)
        return {};
    if (role == Qt::TextAlignmentRole) {
        const int c = index.column();
        return static_cast<int>(
            ((c == kNumber && m_part == Part::Body) || c == kTimeA || c == kDelta || c == kTimeB ? Qt::AlignRight : Qt::AlignLeft)
            | Qt::AlignVCenter);
    }
    return m_part == Part::Totals ? totalsData(index.row(), index.column(), role)
                                  : bodyData(m_rows[static_cast<std::size_t>(index.row())], index.column(), role);
}

} // namespace lamella::ui
