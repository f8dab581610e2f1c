// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/models/ShownRequest.h"

#include "widgets/models/ReportTableModel.h"

namespace lamella::ui {

core::TableRequest asShown(core::TableRequest request, const ReportTableModel &model)
{
    const TableOrder &order = model.order();
    if (!order.filter.empty())
        request.filter = (request.filter.empty() ? "" : request.filter + " ") + order.filter;
    if (model.table() && order.column != core::ReportTable::npos)
        request.sort = (order.descending ? "-" : "") + model.table()->columns()[order.column].id;
    return request;
}

} // namespace lamella::ui
