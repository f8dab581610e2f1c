// SPDX-License-Identifier: GPL-3.0-or-later
// What the cards of advice draw, from the table advice: each finding with the kernels of its example, now and after. Made on a
// worker; then immutable.
#pragma once

#include "core/analysis/advice/Advice.h"
#include "core/base/JobControl.h"
#include "core/base/Result.h"
#include "core/model/Selection.h"
#include "core/profile/Category.h"
#include "core/report/ReportTable.h"
#include "core/report/TableRequest.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace lamella::core {
class AnalysisSession;
}

namespace lamella::ui {

struct AdviceBar {
    std::int64_t startNs = 0; // from the begin of the example
    std::int64_t lengthNs = 0;
    core::Category category = core::Category::Other;
    bool changes = false;
    bool operator==(const AdviceBar &) const = default;
};

// One example of a finding: a layer, or a gap with its surroundings.
struct AdviceExample {
    std::vector<AdviceBar> now;
    std::vector<AdviceBar> after; // at best; empty where it is about gaps
    std::vector<AdviceBar> gaps; // that would go
    std::int64_t lengthNs = 0; // of now; 0: there is no picture
    int layer = core::kNoLayer;
};

enum class AdviceAbout : std::uint8_t { Kernels, Idle, Communication, Memory };

struct AdviceKernel { // of the example, that changes
    core::KernelId kernel;
    std::string name; // role, else short name
    core::Category category = core::Category::Other;
    std::int64_t nowNs = 0;
};

struct AdviceCard {
    std::size_t row = 0; // of the table
    std::string rule; // id
    std::string certainty; // id
    AdviceAbout about = AdviceAbout::Kernels;
    // ns; about memory: bytes
    std::int64_t now = 0;
    std::int64_t after = 0;
    std::int64_t gainLow = 0;
    std::int64_t gainHigh = 0;
    core::AdviceBytes bytes = core::AdviceBytes::Saved; // of memory: what these bytes are
    core::Selection target;
    AdviceExample example;
    std::vector<AdviceKernel> kernels; // at most a dozen
    std::int64_t kernelsNs = 0; // of all that change, listed or not
    std::int64_t kernelsLeft = 0; // that are not listed
    core::Selection compared; // the layer or pass of the example, to compare with another
    core::KernelId launched; // a kernel whose source line is known; invalid: none is
    std::string line; // of it: "models/qwen3.py:263 forward"
};

// All findings of the passes together, as advice --by pass; the counts have those about memory too.
struct AdviceTogether {
    std::size_t passes = 0;
    core::Stage stage = core::Stage::Unknown; // of the only pass
    std::int64_t wallNs = 0;
    std::int64_t floorNs = 0; // of the only pass; 0: not known
    std::int64_t gainLowNs = 0;
    std::int64_t gainHighNs = 0;
    std::int64_t certain = 0; // cards, of every pass and about memory
    std::int64_t likely = 0;
    std::int64_t check = 0;
};

struct AdvicePicture {
    std::shared_ptr<const core::ReportTable> table;
    std::shared_ptr<const core::ReportTable> rules; // --by rule: all, those with findings first
    std::vector<AdviceCard> cards; // in the order of the table: highest gain first
    AdviceTogether together;
};

// `request`: of the table advice. Errors: those of the table.
[[nodiscard]] core::Result<AdvicePicture> loadAdvicePicture(
    core::AnalysisSession &session, const core::TableRequest &request, const core::JobControl &control);

} // namespace lamella::ui
