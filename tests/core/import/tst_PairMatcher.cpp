// SPDX-License-Identifier: GPL-3.0-or-later
// Matching of begin and end events, within a track or by id within a process.
#include "tests/support/TestMain.h"
#include "tests/support/TraceText.h"

#include <QTest>

using namespace lamella::core;
using namespace lamella::test;

namespace {

// Durations in µs of the events that begin at these times; -1: no such event.
QList<int> lengths(const TraceDocument &trace, const QList<int> &beginsUs)
{
    QList<int> found(beginsUs.size(), -1);
    for (std::uint32_t i = 0; i < trace.events.size(); ++i) {
        const EventRow row = trace.events.row(EventId{i});
        const auto at = beginsUs.indexOf(static_cast<int>(row.start / 1000));
        if (at >= 0 && row.duration >= 0 && (row.phase == 'B' || row.phase == 'b' || row.phase == 'X'))
            found[at] = static_cast<int>(row.duration / 1000);
    }
    return found;
}

} // namespace

class tst_PairMatcher : public QObject {
    Q_OBJECT
private slots:
    void tracksDoNotCloseEachOther()
    {
        const auto trace = openText(traceObject(quoted("{'ph':'B','name':'a','pid':1,'tid':1,'ts':1},"
                                                       "{'ph':'B','name':'a','pid':1,'tid':2,'ts':2},"
                                                       "{'ph':'E','name':'a','pid':1,'tid':1,'ts':5},"
                                                       "{'ph':'E','name':'a','pid':1,'tid':2,'ts':12}")));
        QCOMPARE(lengths(*trace, {1, 2}), (QList<int>{4, 10}));
    }

    void idsOfOneProcessAreNotThoseOfAnother()
    {
        const auto trace = openText(traceObject(quoted("{'ph':'b','cat':'c','id':7,'name':'a','pid':1,'tid':1,'ts':1},"
                                                       "{'ph':'b','cat':'c','id':7,'name':'a','pid':2,'tid':1,'ts':2},"
                                                       "{'ph':'e','cat':'c','id':7,'name':'a','pid':1,'tid':1,'ts':5},"
                                                       "{'ph':'e','cat':'c','id':7,'name':'a','pid':2,'tid':1,'ts':12}")));
        QCOMPARE(lengths(*trace, {1, 2}), (QList<int>{4, 10}));
    }

    // A begin inside a closed event that was never ended lasts to the end of the trace, and is counted.
    void whatStaysOpenInsideOfAClosedOneIsCounted()
    {
        const auto trace = openText(traceObject(quoted("{'ph':'B','name':'outer','pid':1,'tid':1,'ts':1},"
                                                       "{'ph':'B','name':'inner','pid':1,'tid':1,'ts':2},"
                                                       "{'ph':'E','name':'outer','pid':1,'tid':1,'ts':10},"
                                                       "{'ph':'X','name':'last','pid':1,'tid':1,'ts':20,'dur':12}")));
        QCOMPARE(lengths(*trace, {1, 2}), (QList<int>{9, 30}));
        QCOMPARE(trace->diagnostics.count("unclosed_begin"), std::uint64_t(1));
    }

    // Work that overlaps is closed by its own name, whichever began first; an end without a name closes the one that began last.
    void overlappingSlicesKeepTheirEnds()
    {
        const auto trace = openText(traceObject(quoted("{'ph':'B','name':'a','pid':1,'tid':1,'ts':10},"
                                                       "{'ph':'B','name':'b','pid':1,'tid':1,'ts':14},"
                                                       "{'ph':'E','name':'a','pid':1,'tid':1,'ts':15},"
                                                       "{'ph':'B','name':'c','pid':1,'tid':1,'ts':16},"
                                                       "{'ph':'E','pid':1,'tid':1,'ts':18},"
                                                       "{'ph':'E','name':'b','pid':1,'tid':1,'ts':20}")));
        QCOMPARE(lengths(*trace, {10, 14, 16}), (QList<int>{5, 6, 2}));
        QCOMPARE(trace->diagnostics.count("unclosed_begin"), std::uint64_t(0));
        QCOMPARE(trace->diagnostics.count("unmatched_end"), std::uint64_t(0));
    }
};

LAMELLA_TEST(tst_PairMatcher)
#include "tst_PairMatcher.moc"
