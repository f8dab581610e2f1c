// SPDX-License-Identifier: GPL-3.0-or-later
// The cells of the overview strip: their texts for given facts, and their positions in a given width. Pure, except for the fonts.
#pragma once

#include "core/model/Selection.h"
#include "widgets/overview/OverviewFacts.h"

#include <QRect>
#include <QString>

#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace lamella::ui {

// The target of a click on a cell or link.
enum class OverviewAction : std::uint8_t {
    None,
    Select, // OverviewCell::target
    Passes, // focus on the pass strip
    Idle,
    Roofline,
    Outlier, // the next one
    Layers, // what speaks for the layers
    Boundaries, // choose what begins a layer
    Diagnostics,
    Config, // add a model config
    Peaks, // enter the peaks of the device
    Keep, // stop reading, and show what was read
    Cancel, // stop reading
    Panel // what the panel whose cells these are does with its link
};

// A piece of a cell's line.
struct OverviewRun {
    QString text;
    enum class Look : std::uint8_t { Plain, Strong, Muted, Link } look = Look::Plain;
    OverviewAction action = OverviewAction::None; // of a link
    core::Selection target; // of a link that selects
    bool second = false; // left out in a narrow strip
    bool detail = false; // left out of a line that is still too long
};

struct OverviewCell {
    enum class Id : std::uint8_t {
        Warning,
        File,
        Read,
        Step,
        Busy,
        Limit,
        Sentence,
        Outliers,
        Layers,
        Diagnostics,
        // Of workspaces.
        Peak,
        Reserved,
        Kept,
        After,
        Events,
        Source,
        Mbu,
        Mfu,
        Peaks,
        Modelled,
        Named,
        Yours,
        Rule,
        Findings,
        Rules,
        Skew,
        Exposed,
        Clocks,
        Ranks
    };
    Id id = Id::File;
    QString caption; // empty for the sentence, which has two lines
    std::vector<OverviewRun> line;
    std::optional<double> share; // drawn as a bar before the line
    bool accentBar = false;
    QString icon; // before the line
    enum class Tone : std::uint8_t { None, Ok, Warning } tone = Tone::None;
    OverviewAction action = OverviewAction::None;
    core::Selection target;
    QString tip; // how the figure is made

    [[nodiscard]] QString plain(bool narrow = false) const; // caption and line, for screen readers
};

// A cell with its caption and nothing else yet.
[[nodiscard]] OverviewCell captionedCell(OverviewCell::Id id, const QString &caption);
void addFigure(OverviewCell &cell, const QString &figure);
// Adds a reason in place of a figure.
void addReason(OverviewCell &cell, const QString &reason);
void addLink(OverviewCell &cell, const QString &text, OverviewAction action);
// "Decode step", "Forward", "Pass": the caption of the wall of a pass.
[[nodiscard]] QString stepCaption(core::Stage stage);

struct OverviewState {
    QString fileName;
    bool complete = false; // facts have all figures, not only counts
};

// Whole percents, as the strip has them; a share that is not zero is never 0 %, and one that is not whole never 100 %.
[[nodiscard]] QString shownPercent(double share);

[[nodiscard]] std::vector<OverviewCell> overviewCells(const OverviewFacts &facts, const OverviewState &state);

// The position of a cell, and the parts of its line.
struct OverviewPlace {
    QRect rect;
    int insetPx = 0; // of its texts, from its left edge
    struct Piece {
        QRect rect;
        QString text;
        std::size_t run = 0; // row of OverviewCell::line
    };
    std::vector<Piece> pieces;
    QRect bar; // null: none
    QRect icon;
};
inline constexpr int kOverviewNarrowPx = 1360; // below it cells lose their second figure

// Blanks of a line with Chinese words, whose runs are put together from several texts: one between a Chinese character and a Latin
// letter or digit, none between two Chinese characters and none beside full-width punctuation. Other lines stay as they are.
void spaceHan(std::vector<OverviewRun> &line);

// The widest that each cell has been so far, by what is left out for lack of room.
using WidestCells = std::map<std::pair<OverviewCell::Id, int>, int>;

// `widest` is updated, so that values that grow do not move their neighbours.
[[nodiscard]] std::vector<OverviewPlace> layOutOverview(
    const std::vector<OverviewCell> &cells, QSize size, WidestCells &widest);

} // namespace lamella::ui
