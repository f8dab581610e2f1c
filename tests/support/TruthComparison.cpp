// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/TruthComparison.h"

namespace lamella::test {

namespace {

std::string placeText(int pass, int layer, bool side)
{
    std::string text = pass == core::kNoPass ? std::string("no pass") : "pass " + std::to_string(pass);
    if (layer == core::kHeadLayer)
        text += " head";
    else if (layer == core::kTailLayer)
        text += " tail";
    else if (layer != core::kNoLayer)
        text += " layer " + std::to_string(layer);
    return text + (side ? " (side)" : "");
}

std::string wrongText(std::size_t row, const TruthRow &truth, const FoundRow &found)
{
    return "event " + std::to_string(row) + " " + truth.name.substr(0, 60) + " on device " + std::to_string(truth.device) + ": "
        + placeText(found.pass, found.layer, found.side) + " instead of " + placeText(truth.pass, truth.layer, truth.side);
}

} // namespace

void TruthComparison::add(const TruthComparison &other)
{
    rows += other.rows;
    right += other.right;
    rightPass += other.rightPass;
    rightLayer += other.rightLayer;
    rightSide += other.rightSide;
    if (firstWrong.empty())
        firstWrong = other.firstWrong;
    if (problem.empty())
        problem = other.problem;
}

TruthComparison compared(const GeneratedTrace &trace, const std::vector<FoundRow> &found)
{
    TruthComparison result;
    result.rows = trace.truth.size();
    if (found.size() != trace.truth.size()) {
        result.problem = std::to_string(found.size()) + " GPU events instead of " + std::to_string(trace.truth.size());
        return result;
    }
    for (std::size_t i = 0; i < found.size(); ++i) {
        const TruthRow &truth = trace.truth[i];
        if (found[i].startNs - found[0].startNs != truth.startNs - trace.truth[0].startNs) {
            result.problem = "GPU event " + std::to_string(i) + " starts at another time than the one that was written";
            return result;
        }
        const bool rightPass = found[i].pass == truth.pass;
        const bool rightLayer = rightPass && found[i].layer == truth.layer;
        const bool rightSide = found[i].side == truth.side;
        const bool right = rightLayer && rightSide;
        result.rightPass += rightPass ? 1 : 0;
        result.rightLayer += rightLayer ? 1 : 0;
        result.rightSide += rightSide ? 1 : 0;
        result.right += right ? 1 : 0;
        if (!right && result.firstWrong.empty())
            result.firstWrong = wrongText(i, truth, found[i]);
    }
    return result;
}

QString summary(const TruthComparison &comparison)
{
    const double rows = comparison.rows == 0 ? 1 : static_cast<double>(comparison.rows);
    return QStringLiteral("%1 % of %2 events (passes %3 %)")
        .arg(QString::number(100 * comparison.share(), 'f', 2), QString::number(comparison.rows),
            QString::number(100 * static_cast<double>(comparison.rightPass) / rows, 'f', 2));
}

} // namespace lamella::test
