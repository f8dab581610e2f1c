// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/report/ReportColumns.h"

#include <algorithm>
#include <cmath>

namespace lamella::ui {

namespace {

// Width limited to `max`, but at least the minimum.
double widthUnder(const ColumnNeed &need, double max)
{
    return std::max(need.min, std::min(need.natural, max));
}

} // namespace

std::vector<double> columnWidths(const std::vector<ColumnNeed> &needs, double available)
{
    const auto sumUnder = [&needs](double max) {
        double sum = 0;
        for (const ColumnNeed &need : needs)
            sum += std::ceil(widthUnder(need, max));
        return sum;
    };
    double max = 0;
    for (const ColumnNeed &need : needs)
        max = std::max({max, need.natural, need.min});
    if (sumUnder(max) > available) {
        // The sum grows with the limit: bisect, to one pixel, for the limit at which the sum reaches the available width.
        double low = 0;
        while (max - low > 1) {
            const double middle = (low + max) / 2;
            (sumUnder(middle) > available ? max : low) = middle;
        }
        max = low;
    }
    std::vector<double> widths;
    widths.reserve(needs.size());
    for (const ColumnNeed &need : needs)
        widths.push_back(std::ceil(widthUnder(need, max)));
    return widths;
}

} // namespace lamella::ui
