// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/models/ReportTableModel.h"

#include "core/analysis/roofline/Roofline.h"
#include "widgets/common/Elide.h"
#include "widgets/common/Translated.h"
#include "widgets/common/TypeText.h"
#include "widgets/common/UiText.h"
#include "widgets/models/Roles.h"
#include "widgets/models/WidestRows.h"
#include "widgets/session/JobSlot.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

namespace lamella::ui {

namespace {

constexpr std::size_t kRowsSortedAtOnce = 10'000; // sorts in less than a frame; more would block the GUI thread
constexpr std::size_t kNone = core::ReportTable::npos;

double numberAt(const core::ReportTable &table, std::size_t row, std::size_t column)
{
    if (table.isMissing(row, column))
        return 0;
    switch (table.columns()[column].kind) {
    case core::CellKind::Text:
        return 0;
    case core::CellKind::Real:
    case core::CellKind::Share:
        return table.real(row, column);
    default:
        return static_cast<double>(table.integer(row, column));
    }
}

// Maximum absolute value of each of these columns, 0 for kNone.
std::vector<double> maximaOf(
    const core::ReportTable &table, const std::vector<std::uint32_t> &rows, const std::vector<std::size_t> &columns)
{
    std::vector<double> maxima(columns.size(), 0);
    for (std::size_t i = 0; i < columns.size(); ++i)
        if (columns[i] != kNone)
            for (const std::uint32_t row : rows)
                maxima[i] = std::max(maxima[i], std::abs(numberAt(table, row, columns[i])));
    return maxima;
}

// A share of the roofline that cannot be: the model is wrong there.
bool cannotBe(const core::ReportTable &table, std::size_t row, std::size_t source)
{
    return table.columns()[source].id == "of_floor" && !table.isMissing(row, source)
        && core::isAboveLimit(table.real(row, source), 1);
}

// Of comparedTexts(): the letters after the role.
std::vector<qsizetype> sharedOf(const QStringList &cells)
{
    std::vector<qsizetype> shared = sharedBeginnings(cells);
    for (std::size_t i = 0; i < shared.size(); ++i)
        shared[i] -= cells[static_cast<qsizetype>(i)].indexOf(QChar::Null) + 1;
    return shared;
}

} // namespace

bool holdsNumbers(ColumnStyle style)
{
    return style == ColumnStyle::RowNumber || style == ColumnStyle::Number || style == ColumnStyle::Bar
        || style == ColumnStyle::Delta;
}

// Result of the job; maxima for columns with bars, the widest rows for columns of numbers.
struct ReportTableModel::Shown {
    FilteredRows found;
    std::vector<double> barMaximum;
    std::vector<std::vector<std::uint32_t>> widest; // empty unless asked for

    struct Request {
        std::shared_ptr<const core::ReportTable> table;
        TableOrder order;
        std::string before; // the filter until now
        std::vector<std::size_t> bars; // table columns, kNone for those without bars
        std::vector<std::size_t> numbers; // table columns whose widest rows are wanted, kNone for the others; empty: of none
    };
    static core::Result<Shown> of(const Request &request, const core::JobControl &control = {})
    {
        auto found = filteredRows(*request.table, request.order, request.before, control);
        if (!found)
            return found.error();
        auto maxima = maximaOf(*request.table, found->rows, request.bars);
        std::vector<std::vector<std::uint32_t>> widest;
        for (const std::size_t column : request.numbers)
            widest.push_back(column == kNone ? std::vector<std::uint32_t>() : ui::widestRows(*request.table, column));
        return Shown{std::move(*found), std::move(maxima), std::move(widest)};
    }
};

ReportTableModel::ReportTableModel(std::vector<ViewColumn> columns, QThreadPool &pool, QObject *parent)
    : QAbstractTableModel(parent)
    , m_columns(std::move(columns))
    , m_job(std::make_unique<JobSlot>(pool))
    , m_sharedJob(std::make_unique<JobSlot>(pool))
{
    resolveColumns();
}

ReportTableModel::~ReportTableModel() = default;

void ReportTableModel::resolveColumns()
{
    m_source.assign(m_columns.size(), kNone);
    m_tooltipSource.assign(m_columns.size(), kNone);
    m_barMaximum.assign(m_columns.size(), 0);
    m_widest.assign(m_columns.size(), {});
    if (!m_table)
        return;
    for (std::size_t i = 0; i < m_columns.size(); ++i) {
        if (!m_columns[i].id.empty())
            m_source[i] = m_table->columnIndex(m_columns[i].id);
        if (!m_columns[i].tooltipId.empty())
            m_tooltipSource[i] = m_table->columnIndex(m_columns[i].tooltipId);
    }
    m_order.column = m_sortColumn < 0 ? kNone : m_source[static_cast<std::size_t>(m_sortColumn)];
}

ShownRows ReportTableModel::shownRows() const
{
    if (!m_table)
        return {};
    return {m_table->id(),
        [table = m_table, rows = m_rows](const core::JobControl &) -> core::Result<std::shared_ptr<const core::ReportTable>> {
            return std::make_shared<const core::ReportTable>(table->withRows(rows));
        }};
}

void ReportTableModel::setTable(std::shared_ptr<const core::ReportTable> table)
{
    m_job->cancel();
    m_job->drop(std::exchange(m_next, nullptr));
    beginResetModel();
    m_job->drop(std::exchange(m_table, std::move(table)));
    m_rows.clear();
    forgetShared();
    m_isNew = true;
    m_awaitsTable = false;
    resolveColumns();
    m_isResetting = true; // rows that are sorted at once are part of the same reset
    reorder();
    m_isResetting = false;
    endResetModel();
    if (!m_isNew)
        emit rowsChanged();
}

void ReportTableModel::replaceTable(std::shared_ptr<const core::ReportTable> table)
{
    if (!m_table || !table || table->rowCount() <= kRowsSortedAtOnce)
        return setTable(std::move(table));
    m_job->drop(std::exchange(m_next, std::move(table)));
    reorder();
}

void ReportTableModel::setFilter(const QString &text)
{
    const std::string filter = stdtext(text.trimmed());
    if (filter == m_typed)
        return;
    m_typed = filter;
    reorder();
}

void ReportTableModel::sort(int column, Qt::SortOrder order)
{
    m_sortColumn = column < static_cast<int>(m_columns.size()) ? column : -1;
    m_order.column = m_sortColumn < 0 ? kNone : m_source[static_cast<std::size_t>(m_sortColumn)];
    m_order.descending = order == Qt::DescendingOrder;
    if (!m_awaitsTable)
        reorder();
}

void ReportTableModel::reorder()
{
    const std::shared_ptr<const core::ReportTable> &ordered = m_next ? m_next : m_table;
    if (!ordered) {
        setRows({});
        return;
    }
    const bool isOfNewTable = m_isNew || m_next;
    Shown::Request request{ordered, m_order, isOfNewTable ? std::string() : m_order.filter, m_source, {}};
    request.order.filter = m_typed;
    if (isOfNewTable)
        request.numbers = m_source;
    for (std::size_t i = 0; i < m_columns.size(); ++i) {
        if (m_columns[i].style != ColumnStyle::Bar && m_columns[i].style != ColumnStyle::Delta)
            request.bars[i] = kNone;
        if (isOfNewTable && !holdsNumbers(m_columns[i].style))
            request.numbers[i] = kNone;
    }
    if (ordered->rowCount() <= kRowsSortedAtOnce) {
        m_job->cancel();
        takeRows(Shown::of(request));
        return;
    }
    m_job->start<Shown>([request = std::move(request)](const core::JobControl &control) { return Shown::of(request, control); },
        [this](core::Result<Shown> shown) { takeRows(std::move(shown)); });
}

void ReportTableModel::takeRows(core::Result<Shown> shown)
{
    if (!shown)
        return;
    const std::string why = shown->found.why;
    if (why.empty() && m_filterFails)
        emit filterFailed({});
    m_filterFails = !why.empty();
    m_order.filter = shown->found.filter;
    if (m_isNew || m_next || !m_filterFails || shown->found.rows != m_rows) // otherwise rows stay unchanged while typing
        setRows(std::move(*shown));
    if (!why.empty())
        emit filterFailed(translated(why));
}

void ReportTableModel::setRows(Shown shown)
{
    const bool isOwnReset = !m_isResetting;
    if (isOwnReset)
        beginResetModel();
    if (m_next)
        m_job->drop(std::exchange(m_table, std::exchange(m_next, nullptr)));
    m_rows = std::move(shown.found.rows);
    forgetShared();
    m_isNew = false;
    m_barMaximum = std::move(shown.barMaximum);
    m_barMaximum.resize(m_columns.size(), 0);
    if (!shown.widest.empty())
        m_widest = std::move(shown.widest);
    if (!isOwnReset)
        return;
    endResetModel();
    emit rowsChanged();
}

int ReportTableModel::viewRowOf(const core::Selection &target) const
{
    if (!m_table || std::holds_alternative<std::monostate>(target))
        return -1;
    const auto leads = [&](std::uint32_t row) { // fast for a million rows: most targets already differ in kind
        const core::Selection &own = m_table->target(row);
        return own.index() == target.index() && core::sameSubject(own, target);
    };
    const auto found = std::find_if(m_rows.begin(), m_rows.end(), leads);
    return found == m_rows.end() ? -1 : static_cast<int>(found - m_rows.begin());
}

std::vector<int> ReportTableModel::viewRowsOf(const core::Selection &several) const
{
    std::set<core::SelectedPart> wanted;
    const auto subject = [](core::SelectedPart part) { // a name wherever it was chosen
        if (auto *name = std::get_if<core::NameSelection>(&part))
            *name = core::NameSelection{name->name};
        return part;
    };
    std::uint32_t kinds = 0; // fast for a million rows: most targets already differ in kind
    for (const core::SelectedPart &part : core::partsOf(several)) {
        wanted.insert(subject(part));
        kinds |= std::uint32_t{1} << core::selectionOf(part).index();
    }
    std::vector<int> rows;
    for (std::size_t row = 0; m_table && !wanted.empty() && row < m_rows.size(); ++row) {
        const core::Selection &target = m_table->target(m_rows[row]);
        if (((kinds >> target.index()) & 1U) == 0)
            continue;
        if (const auto part = core::partOf(target); part && wanted.count(subject(*part)) != 0)
            rows.push_back(static_cast<int>(row));
    }
    return rows;
}

std::vector<std::uint32_t> ReportTableModel::tableRows(const QModelIndexList &rows) const
{
    std::vector<std::uint32_t> chosen;
    for (const QModelIndex &index : rows)
        chosen.push_back(tableRow(index.row()));
    return chosen;
}

void ReportTableModel::setTitle(std::string_view id, const QString &title)
{
    const auto column = std::find_if(m_columns.begin(), m_columns.end(), [id](const ViewColumn &one) { return one.id == id; });
    if (column == m_columns.end() || column->title == title)
        return;
    column->title = title;
    const auto at = static_cast<int>(column - m_columns.begin());
    emit headerDataChanged(Qt::Horizontal, at, at);
}

QString ReportTableModel::columnId(int column) const
{
    return column >= 0 && column < static_cast<int>(m_columns.size()) ? qtext(m_columns[static_cast<std::size_t>(column)].id)
                                                                      : QString();
}

QString ReportTableModel::asTsv(const QModelIndexList &rows) const
{
    return m_table ? tsvOf(*m_table, tableRows(rows)) : QString();
}

QString ReportTableModel::asMarkdown(const QModelIndexList &rows) const
{
    return m_table ? markdownOf(*m_table, tableRows(rows)) : QString();
}

int ReportTableModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int ReportTableModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_columns.size());
}

double ReportTableModel::barShare(std::size_t row, std::size_t viewColumn) const
{
    const double maximum = m_barMaximum[viewColumn];
    const double share = maximum > 0 ? numberAt(*m_table, row, m_source[viewColumn]) / maximum : 0;
    return m_columns[viewColumn].style == ColumnStyle::Delta ? share : std::abs(share);
}

QString ReportTableModel::textOf(std::size_t row, std::string_view column) const
{
    const std::size_t source = m_table->columnIndex(column);
    return source == kNone || m_table->isMissing(row, source) ? QString() : qtext(m_table->text(row, source));
}

const std::vector<std::uint32_t> &ReportTableModel::widestRows(int column) const
{
    return m_widest[static_cast<std::size_t>(column)];
}

QVariant ReportTableModel::tooltip(std::size_t row, std::size_t viewColumn) const
{
    const std::size_t source = m_source[viewColumn];
    if (m_table->isMissing(row, source)) {
        const QString reason = translated(m_table->missingReason(row, source));
        return reason.isEmpty() ? tr("not recorded") : tr("n/a: %1").arg(reason);
    }
    if (cannotBe(*m_table, row, source))
        return tr("The model is wrong here: the roofline time is above the duration.");
    const std::size_t behind = m_tooltipSource[viewColumn];
    if (behind != kNone && !m_table->isMissing(row, behind))
        return shortened(qtext(m_table->text(row, behind)));
    return m_table->columns()[source].kind == core::CellKind::Text ? QVariant(shortened(translatedCell(*m_table, row, source)))
                                                                   : QVariant();
}

QString ReportTableModel::shownText(std::size_t row, std::size_t viewColumn) const
{
    const ColumnStyle style = m_columns[viewColumn].style;
    const std::size_t source = m_source[viewColumn];
    const bool missing = m_table->isMissing(row, source);
    if (style == ColumnStyle::Category && !missing) {
        const auto category = core::categoryFromId(m_table->text(row, source));
        return category ? categoryTitle(*category) : qtext(m_table->text(row, source));
    }
    if (style == ColumnStyle::LayerType && !missing)
        return layerTypeText(m_table->text(row, source));
    if (cannotBe(*m_table, row, source))
        return QStringLiteral("! ") + cellText(*m_table, row, source);
    if (style == ColumnStyle::Delta && !missing && m_table->integer(row, source) > 0)
        return u'+' + cellText(*m_table, row, source);
    return !missing && m_table->columns()[source].kind == core::CellKind::Text ? translatedCell(*m_table, row, source)
                                                                               : cellText(*m_table, row, source);
}

int ReportTableModel::sharedAt(int viewRow, std::size_t viewColumn) const
{
    constexpr std::size_t kMaxRows = 2000; // more are not compared by eye
    constexpr std::size_t kRowsAtOnce = 100; // or the view would paint them twice
    if (m_rows.size() > kMaxRows)
        return 0;
    auto known = m_shared.find(viewColumn);
    if (known == m_shared.end() && m_rows.size() <= kRowsAtOnce)
        known = m_shared.emplace(viewColumn, sharedOf(comparedTexts(viewColumn))).first;
    if (known != m_shared.end())
        return static_cast<int>(std::max<qsizetype>(0, known->second[static_cast<std::size_t>(viewRow)]));
    if (m_sharedAsked.empty()) // a view asks while it paints: not now, and for all of its columns at once
        QMetaObject::invokeMethod(const_cast<ReportTableModel *>(this), &ReportTableModel::findShared, Qt::QueuedConnection);
    m_sharedAsked.insert(viewColumn);
    return 0;
}

// Of kernels, names of the same role only: the role tells the others apart.
QStringList ReportTableModel::comparedTexts(std::size_t viewColumn) const
{
    const bool kernel = m_columns[viewColumn].style == ColumnStyle::Kernel;
    QStringList texts;
    for (const std::uint32_t row : m_rows)
        texts << (kernel ? textOf(row, "role") + QChar::Null : QString()) + shownText(row, viewColumn);
    return texts;
}

void ReportTableModel::findShared()
{
    using Shared = std::map<std::size_t, std::vector<qsizetype>>;
    if (m_sharedAsked.empty())
        return;
    std::map<std::size_t, QStringList> texts;
    for (const std::size_t column : m_sharedAsked)
        texts.emplace(column, comparedTexts(column));
    m_sharedJob->start<Shared>(
        [texts = std::move(texts)](const core::JobControl &) -> core::Result<Shared> {
            Shared all;
            for (const auto &[column, cells] : texts)
                all.emplace(column, sharedOf(cells));
            return all;
        },
        [this](core::Result<Shared> shared) {
            if (!shared)
                return;
            const auto last = static_cast<int>(m_rows.size()) - 1;
            for (auto &[column, letters] : *shared) {
                m_shared.insert_or_assign(column, std::move(letters));
                m_sharedAsked.erase(column);
                emit dataChanged(index(0, static_cast<int>(column)), index(last, static_cast<int>(column)), {kSharedRole});
            }
            if (!m_sharedAsked.empty()) // asked meanwhile
                findShared();
        });
}

void ReportTableModel::forgetShared()
{
    m_sharedJob->cancel();
    m_shared.clear();
    m_sharedAsked.clear();
}

QVariant ReportTableModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid) || !m_table)
        return {};
    const auto viewColumn = static_cast<std::size_t>(index.column());
    const ViewColumn &view = m_columns[viewColumn];
    const std::size_t row = tableRow(index.row());
    if (role == kTargetRole)
        return QVariant::fromValue(m_table->target(row));
    if (role == Qt::TextAlignmentRole)
        return static_cast<int>((holdsNumbers(view.style) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    if (view.style == ColumnStyle::RowNumber)
        return role == Qt::DisplayRole ? QVariant(QString::number(index.row() + 1))
            : role == kMissingRole     ? QVariant(true)
                                       : QVariant();
    const std::size_t source = m_source[viewColumn];
    if (source == kNone && !view.id.empty()) // a column that this file cannot have
        return role == Qt::DisplayRole ? QVariant(QStringLiteral("n/a"))
            : role == Qt::ToolTipRole  ? QVariant(tr("n/a: the file does not have it"))
            : role == kMissingRole     ? QVariant(true)
                                       : QVariant();
    if (source == kNone)
        return {};
    const bool missing = m_table->isMissing(row, source);
    switch (role) {
    case Qt::DisplayRole:
        return shownText(row, viewColumn);
    case Qt::ToolTipRole:
        return tooltip(row, viewColumn);
    case kMissingRole:
        return missing;
    case kSecondaryRole:
        return view.style == ColumnStyle::Secondary || view.style == ColumnStyle::Category;
    case kBarRole:
        return view.style == ColumnStyle::Bar || (view.style == ColumnStyle::Delta && !missing)
            ? QVariant(barShare(row, viewColumn))
            : QVariant();
    case kSharedRole:
        return holdsNumbers(view.style) || missing ? 0 : sharedAt(index.row(), viewColumn);
    case kUseRole:
        if (const QString use = view.style == ColumnStyle::Kernel ? textOf(row, "role") : QString();
            !use.isEmpty() && use != textOf(row, view.id)) // a name that is the role is not written twice
            return use;
        return {};
    case kCategoryRole:
        if (view.style == ColumnStyle::Kernel) {
            const auto category = core::categoryFromId(stdtext(textOf(row, "category")));
            return category ? QVariant(static_cast<int>(*category)) : QVariant();
        }
        if (view.style == ColumnStyle::Category && !missing) {
            if (const auto category = core::categoryFromId(m_table->text(row, source)))
                return static_cast<int>(*category);
        }
        return {};
    default:
        return {};
    }
}

QVariant ReportTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= static_cast<int>(m_columns.size()))
        return {};
    const auto column = static_cast<std::size_t>(section);
    const ViewColumn &view = m_columns[column];
    const std::size_t source = m_source[column];
    if (role == Qt::TextAlignmentRole)
        return static_cast<int>((holdsNumbers(view.style) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    if (role == Qt::DisplayRole) {
        if (!view.title.isEmpty() || source == kNone)
            return view.title;
        return columnTitle(m_table->columns()[source]);
    }
    if (role == Qt::ToolTipRole && source != kNone) {
        const QString help = translated(m_table->columns()[source].help);
        const QString reason = reasonOfAll(source);
        return reason.isEmpty() ? help : help + u'\n' + tr("n/a in all rows: %1").arg(reason);
    }
    return {};
}

// Why a column is empty; nothing if it has a value somewhere.
QString ReportTableModel::reasonOfAll(std::size_t source) const
{
    constexpr qsizetype kMaxReasons = 2;
    QStringList reasons;
    for (const std::uint32_t row : m_rows) {
        if (!m_table->isMissing(row, source))
            return {};
        const QString reason = reasons.size() < kMaxReasons ? translated(m_table->missingReason(row, source)) : QString();
        if (!reason.isEmpty() && !reasons.contains(reason))
            reasons << reason;
    }
    return reasons.join(QStringLiteral("; "));
}

} // namespace lamella::ui
