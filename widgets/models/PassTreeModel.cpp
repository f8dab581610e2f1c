// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/models/PassTreeModel.h"

#include "core/base/Format.h"
#include "widgets/common/Translated.h"
#include "widgets/common/UiText.h"
#include "widgets/models/Roles.h"

#include <algorithm>
#include <limits>

namespace lamella::ui {

namespace {

// internalId of an index: the pass that contains it and its depth. 0 = a pass itself.
constexpr quintptr kPartBit = quintptr{1} << 60;
constexpr quintptr kLayerBit = quintptr{1} << 61;
constexpr quintptr kPassMask = kPartBit - 1;

struct Cell {
    bool known = false;
    std::int64_t value = 0;
};

Cell integerAt(const core::ReportTable &table, std::size_t row, std::string_view id)
{
    const std::size_t column = table.columnIndex(id);
    if (column == core::ReportTable::npos || table.isMissing(row, column))
        return {};
    return {true, table.integer(row, column)};
}

std::string_view textAt(const core::ReportTable &table, std::size_t row, std::string_view id)
{
    const std::size_t column = table.columnIndex(id);
    return column == core::ReportTable::npos || table.isMissing(row, column) ? std::string_view() : table.text(row, column);
}

// The state if known, else the stage: "steady", "decode".
QString stateText(const core::ReportTable &table, std::size_t row)
{
    const std::string_view known = textAt(table, row, "state");
    return known.empty() || known == "unknown" ? translatedTerm(textAt(table, row, "stage")) : translatedTerm(known);
}

QString stageAndState(const core::ReportTable &table, std::size_t row)
{
    const std::string_view stage = textAt(table, row, "stage");
    const std::string_view state = textAt(table, row, "state");
    QStringList words;
    if (!stage.empty() && stage != "unknown")
        words << translatedTerm(stage);
    if (!state.empty() && state != "unknown")
        words << translatedTerm(state);
    return words.isEmpty() ? translatedTerm("unknown") : words.join(QStringLiteral(" · "));
}

QString noteText(const core::ReportTable &table, std::size_t row)
{
    const std::size_t column = table.columnIndex("note");
    const QString note =
        column == core::ReportTable::npos || table.isMissing(row, column) ? QString() : translatedCell(table, row, column);
    return note.isEmpty() ? stageAndState(table, row) : stageAndState(table, row) + u'\n' + note;
}

} // namespace

void PassTreeModel::setPasses(const std::shared_ptr<const core::ReportTable> &passes)
{
    beginResetModel();
    m_passes.clear();
    m_longestNs = 0;
    m_severalDevices = false;
    m_knowsStates = false;
    for (std::size_t row = 0; passes && row < passes->rowCount(); ++row) {
        const auto *key = std::get_if<core::PassSelection>(&passes->target(row));
        if (key == nullptr)
            continue;
        Pass pass;
        pass.key = *key;
        const Cell wall = integerAt(*passes, row, "wall_ns");
        pass.row = {passText(key->pass), stateText(*passes, row), noteText(*passes, row), wall.value, wall.known,
            integerAt(*passes, row, "kernels").value, passes->target(row)};
        m_longestNs = std::max(m_longestNs, wall.value);
        m_knowsStates = m_knowsStates || pass.row.state != translatedTerm("unknown");
        m_severalDevices = m_severalDevices || (!m_passes.empty() && m_passes.front().key.device != key->device);
        m_passes.push_back(std::move(pass));
    }
    if (m_severalDevices) {
        for (Pass &pass : m_passes)
            pass.row.name = tr("%1 · device %2").arg(pass.row.name).arg(pass.key.device.value);
    }
    endResetModel();
}

void PassTreeModel::setLayers(int passRow, const std::vector<std::shared_ptr<const core::ReportTable>> &tables)
{
    Pass &pass = m_passes[static_cast<std::size_t>(passRow)];
    if (pass.filled)
        return;
    Parts parts;
    for (const auto &table : tables)
        collect(*table, parts);
    pass.filled = true;
    std::vector<Row> rows = std::move(parts.head);
    const int group = parts.layers.empty() ? -1 : static_cast<int>(rows.size());
    if (group >= 0)
        rows.push_back(layersGroup(pass.key, parts));
    rows.insert(rows.end(), parts.tail.begin(), parts.tail.end());
    if (rows.empty())
        return;
    beginInsertRows(index(passRow, 0), 0, static_cast<int>(rows.size()) - 1);
    pass.parts = std::move(rows);
    pass.layers = std::move(parts.layers);
    pass.group = group;
    endInsertRows();
}

void PassTreeModel::collect(const core::ReportTable &table, Parts &parts)
{
    for (std::size_t row = 0; row < table.rowCount(); ++row) {
        const auto *key = std::get_if<core::LayerSelection>(&table.target(row));
        if (key == nullptr)
            continue;
        const Cell wall = integerAt(table, row, "wall_ns");
        Row part{layerText(key->layer), qtext(textAt(table, row, "type")), {}, wall.value, wall.known,
            integerAt(table, row, "kernels").value, table.target(row)};
        if (key->layer >= 0) {
            parts.startNs = std::min(parts.startNs, integerAt(table, row, "start_ns").value);
            parts.endNs = std::max(parts.endNs, integerAt(table, row, "end_ns").value);
            parts.layers.push_back(std::move(part));
        } else {
            (key->layer == core::kHeadLayer ? parts.head : parts.tail).push_back(std::move(part));
        }
    }
}

PassTreeModel::Row PassTreeModel::layersGroup(const core::PassSelection &pass, const Parts &parts)
{
    Row group;
    group.name = parts.layers.size() == 1 ? parts.layers.front().name
                                          : parts.layers.front().name + QStringLiteral(" – ") + parts.layers.back().name;
    group.wallNs = parts.endNs - parts.startNs;
    group.wallKnown = true;
    for (const Row &layer : parts.layers)
        group.kernels += layer.kernels;
    group.target = pass;
    return group;
}

bool PassTreeModel::hasLayers(int passRow) const
{
    return m_passes[static_cast<std::size_t>(passRow)].filled;
}

core::PassSelection PassTreeModel::passAt(int passRow) const
{
    return m_passes[static_cast<std::size_t>(passRow)].key;
}

int PassTreeModel::passRowOf(core::DeviceId device, int pass) const
{
    const auto found = std::find_if(
        m_passes.begin(), m_passes.end(), [&](const Pass &p) { return p.key.device == device && p.key.pass == pass; });
    return found == m_passes.end() ? -1 : static_cast<int>(found - m_passes.begin());
}

QModelIndex PassTreeModel::indexOf(const core::Selection &selection) const
{
    if (const auto *pass = std::get_if<core::PassSelection>(&selection)) {
        const int row = passRowOf(pass->device, pass->pass);
        return row < 0 ? QModelIndex() : index(row, 0);
    }
    const auto *layer = std::get_if<core::LayerSelection>(&selection);
    const int row = layer == nullptr ? -1 : passRowOf(layer->device, layer->pass);
    if (row < 0)
        return {};
    const Pass &pass = m_passes[static_cast<std::size_t>(row)];
    for (std::size_t i = 0; i < pass.parts.size(); ++i) {
        if (pass.parts[i].target == selection)
            return index(static_cast<int>(i), 0, index(row, 0));
    }
    for (std::size_t i = 0; i < pass.layers.size(); ++i) {
        if (pass.layers[i].target == selection)
            return index(static_cast<int>(i), 0, index(pass.group, 0, index(row, 0)));
    }
    return index(row, 0);
}

QModelIndex PassTreeModel::index(int row, int column, const QModelIndex &parent) const
{
    if (!hasIndex(row, column, parent))
        return {};
    if (!parent.isValid())
        return createIndex(row, column, quintptr{0});
    if (parent.internalId() == 0)
        return createIndex(row, column, kPartBit | static_cast<quintptr>(parent.row()));
    return createIndex(row, column, kLayerBit | (parent.internalId() & kPassMask));
}

QModelIndex PassTreeModel::parent(const QModelIndex &index) const
{
    if (!index.isValid() || index.internalId() == 0)
        return {};
    const auto pass = static_cast<int>(index.internalId() & kPassMask);
    if ((index.internalId() & kPartBit) != 0)
        return createIndex(pass, 0, quintptr{0});
    return createIndex(m_passes[static_cast<std::size_t>(pass)].group, 0, kPartBit | static_cast<quintptr>(pass));
}

int PassTreeModel::rowCount(const QModelIndex &parent) const
{
    if (!parent.isValid())
        return static_cast<int>(m_passes.size());
    if (parent.column() != 0)
        return 0;
    const quintptr id = parent.internalId();
    if (id == 0)
        return static_cast<int>(m_passes[static_cast<std::size_t>(parent.row())].parts.size());
    const Pass &pass = m_passes[static_cast<std::size_t>(id & kPassMask)];
    const bool isGroup = (id & kPartBit) != 0 && parent.row() == pass.group;
    return isGroup ? static_cast<int>(pass.layers.size()) : 0;
}

int PassTreeModel::columnCount(const QModelIndex &) const
{
    return kColumns;
}

bool PassTreeModel::hasChildren(const QModelIndex &parent) const
{
    if (parent.isValid() && parent.column() == 0 && parent.internalId() == 0) {
        const Pass &pass = m_passes[static_cast<std::size_t>(parent.row())];
        return !pass.filled || !pass.parts.empty(); // parts not loaded yet may exist
    }
    return rowCount(parent) > 0;
}

const PassTreeModel::Row *PassTreeModel::rowAt(const QModelIndex &index) const
{
    if (!index.isValid())
        return nullptr;
    const auto row = static_cast<std::size_t>(index.row());
    if (index.internalId() == 0)
        return &m_passes[row].row;
    const Pass &pass = m_passes[static_cast<std::size_t>(index.internalId() & kPassMask)];
    return (index.internalId() & kPartBit) != 0 ? &pass.parts[row] : &pass.layers[row];
}

QVariant PassTreeModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const Row *row = rowAt(index);
    const int column = index.column();
    switch (role) {
    case Qt::DisplayRole:
        if (column == kPass)
            return row->name;
        if (column == kState)
            return row->state;
        if (column == kWall)
            return row->wallKnown ? durationText(row->wallNs) : tr("n/a");
        return qtext(core::formatCount(row->kernels));
    case Qt::ToolTipRole:
        if (column == kState && !m_stateRule.isEmpty() && !index.parent().isValid())
            return row->note.isEmpty() ? m_stateRule : row->note + u'\n' + m_stateRule;
        return row->note.isEmpty() ? QVariant() : QVariant(row->note);
    case Qt::TextAlignmentRole:
        return static_cast<int>((column >= kWall ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    case kTargetRole:
        return QVariant::fromValue(row->target);
    case kSecondaryRole:
        return column == kState;
    case kMissingRole:
        return column == kWall && !row->wallKnown;
    case kBarRole:
        if (column == kWall && m_longestNs > 0)
            return static_cast<double>(row->wallNs) / static_cast<double>(m_longestNs);
        return {};
    default:
        return {};
    }
}

QVariant PassTreeModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return static_cast<int>((section >= kWall ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case kPass:
        return tr("Pass");
    case kState:
        return tr("State");
    case kWall:
        return tr("Wall");
    case kKernels:
        return tr("Kernels");
    default:
        return {};
    }
}

} // namespace lamella::ui
