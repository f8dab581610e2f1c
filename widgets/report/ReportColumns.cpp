// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/report/ReportColumns.h"

#include <algorithm>
#include <cmath>

namespace lamella::ui {

namespace {

// Width limited to `most`, but at least the minimum.
double widthUnder(const ColumnNeed &need, double most)
{
    return std::max(need.least, std::min(need.natural, most));
}

} // namespace

std::vector<double> columnWidths(const std::vector<ColumnNeed> &needs, double available)
{
    const auto sumUnder = [&needs](double most) {
        double sum = 0;
        for (const ColumnNeed &need : needs)
            sum += std::ceil(widthUnder(need, most));
        return sum;
    };
    double most = 0;
    for (const ColumnNeed &need : needs)
        most = std::max({most, need.natural, need.least});
    if (sumUnder(most) > available) {
        // The sum grows with the limit: bisect, to one pixel, for the limit at which the sum reaches the available width.
        double low = 0;
        while (most - low > 1) {
            const double middle = (low + most) / 2;
            (sumUnder(middle) > available ? most : low) = middle;
        }
        most = low;
    }
    std::vector<double> widths;
    widths.reserve(needs.size());
    for (const ColumnNeed &need : needs)
        widths.push_back(std::ceil(widthUnder(need, most)));
    return widths;
}

} // namespace lamella::ui
