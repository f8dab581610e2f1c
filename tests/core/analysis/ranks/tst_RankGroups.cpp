// SPDX-License-Identifier: GPL-3.0-or-later
// Groups of ranks from the collectives at which they meet.
#include "core/analysis/ranks/RankGroups.h"
#include "core/report/tables/RankTables.h"
#include "tests/support/TestMain.h"

#include <QtTest>

#include <functional>
#include <string>
#include <vector>

using namespace lamella::core;

namespace {

// A job of `ranks`; each call of meet() is a collective of some of them.
class Job {
public:
    explicit Job(std::size_t ranks)
    {
        facts.resize(ranks);
        for (std::size_t rank = 0; rank < ranks; ++rank)
            labels.emplace_back().rank = static_cast<int>(rank);
    }
    // `group`: as each rank states it; 0: not stated.
    Job &meet(
        const std::function<bool(std::uint32_t)> &isIn, int times = 1,
        const std::function<std::uint32_t(std::uint32_t)> &group = [](std::uint32_t) { return 0U; })
    {
        MatchedCollective made;
        for (std::uint32_t rank = 0; rank < facts.size(); ++rank) {
            if (!isIn(rank))
                continue;
            made.on.push_back({rank, static_cast<std::uint32_t>(facts[rank].collectives.size())});
            facts[rank].collectives.emplace_back().group = group(rank);
        }
        for (int i = 0; i < times; ++i)
            alignment.collectives.push_back(made);
        return *this;
    }
    // "0-3 4-7 | 0,4 1,5 2,6 3,7"
    [[nodiscard]] std::string text() const
    {
        std::string all;
        for (const RankDivision &division : divisionsOf(facts, alignment)) {
            all += all.empty() ? "" : " |";
            for (const RankGroup &group : division.groups)
                all += (all.empty() ? "" : " ") + groupRanksText(group, labels);
        }
        return all;
    }

    std::vector<RankFacts> facts; // row = rank
    RankAlignment alignment;
    std::vector<RankLabel> labels;
};

Job mesh()
{
    Job job(8);
    for (std::uint32_t first : {0U, 4U})
        job.meet([first](std::uint32_t rank) { return rank >= first && rank < first + 4; }, 10);
    for (std::uint32_t first = 0; first < 4; ++first)
        job.meet([first](std::uint32_t rank) { return rank % 4 == first; }, 3);
    job.meet([](std::uint32_t) { return true; }, 2);
    return job;
}

} // namespace

class tst_RankGroups : public QObject {
    Q_OBJECT
private slots:
    void groupsOfAMesh();
    void groupsOfOneSize();
    void groupsInsideOfGroups();
    void ranksThatAreMissing();
    void statedGroupsDoNotMeet();
    void groupsWithANameOnEachRank();
    void oneGroupIsNone();
    void texts();
};

// All ranks together are no division; the smaller groups come first.
void tst_RankGroups::groupsOfAMesh()
{
    QCOMPARE(mesh().text(), std::string("0,4 1,5 2,6 3,7 | 0-3 4-7"));
    const Job job = mesh();
    const std::vector<RankDivision> divisions = divisionsOf(job.facts, job.alignment);
    QCOMPARE(divisions[0].size(), std::size_t(2));
    QCOMPARE(divisions[1].groups[1].collectives, std::uint64_t(10));
}

// Rows and columns of a square have one size; the division with more collectives comes first.
void tst_RankGroups::groupsOfOneSize()
{
    Job job(4);
    job.meet([](std::uint32_t rank) { return rank < 2; }, 2).meet([](std::uint32_t rank) { return rank >= 2; }, 2);
    job.meet([](std::uint32_t rank) { return rank % 2 == 0; }, 5).meet([](std::uint32_t rank) { return rank % 2 == 1; }, 5);
    QCOMPARE(job.text(), std::string("0,2 1,3 | 0,1 2,3"));
}

// The whole job meets most often (FSDP), or the groups of groups do (experts over tensor parallelism).
void tst_RankGroups::groupsInsideOfGroups()
{
    const auto halves = [](Job &job, int times) {
        for (std::uint32_t first : {0U, 4U})
            job.meet([first](std::uint32_t rank) { return rank >= first && rank < first + 4; }, times);
    };
    const auto pairs = [](Job &job, int times) {
        for (std::uint32_t first = 0; first < 8; first += 2)
            job.meet([first](std::uint32_t rank) { return rank == first || rank == first + 1; }, times);
    };
    Job world(8);
    world.meet([](std::uint32_t) { return true; }, 20);
    halves(world, 10);
    QCOMPARE(world.text(), std::string("0-3 4-7"));
    for (const int times : {200, 50}) {
        Job nested(8);
        halves(nested, times);
        pairs(nested, 100);
        QCOMPARE(nested.text(), std::string("0,1 2,3 4,5 6,7 | 0-3 4-7"));
    }
    // A rank that was recorded late joins its group.
    Job late(16);
    for (std::uint32_t first : {0U, 8U}) {
        late.meet([first](std::uint32_t rank) { return rank >= first && rank < first + 7; }, 10);
        late.meet([first](std::uint32_t rank) { return rank >= first && rank < first + 8; }, 5);
    }
    QCOMPARE(late.text(), std::string("0-7 8-15"));
}

// A collective that is not recorded on every rank of its group makes no group of its own.
void tst_RankGroups::ranksThatAreMissing()
{
    Job job = mesh();
    job.meet([](std::uint32_t rank) { return rank < 3; }).meet([](std::uint32_t rank) { return rank == 5 || rank == 6; });
    QCOMPARE(job.text(), std::string("0,4 1,5 2,6 3,7 | 0-3 4-7"));
}

// Two groups that work in step are matched by time, but say that they are two.
void tst_RankGroups::statedGroupsDoNotMeet()
{
    Job job(8);
    job.meet([](std::uint32_t) { return true; }, 5, [](std::uint32_t rank) { return 1 + rank / 4; });
    QCOMPARE(job.text(), std::string("0-3 4-7"));
}

void tst_RankGroups::groupsWithANameOnEachRank()
{
    Job job(4);
    job.meet([](std::uint32_t rank) { return rank < 2; }, 5, [](std::uint32_t rank) { return 1 + rank; });
    job.meet([](std::uint32_t rank) { return rank >= 2; }, 5, [](std::uint32_t rank) { return 1 + rank; });
    QCOMPARE(job.text(), std::string("0,1 2,3"));
}

void tst_RankGroups::oneGroupIsNone()
{
    Job job(6);
    job.meet([](std::uint32_t) { return true; }, 7);
    QCOMPARE(job.text(), std::string());
    QCOMPARE(Job(0).text(), std::string());
}

void tst_RankGroups::texts()
{
    const Job job(64);
    const auto text = [&](const std::function<bool(std::uint32_t)> &isIn) {
        RankGroup group;
        for (std::uint32_t rank = 0; rank < 64; ++rank)
            if (isIn(rank))
                group.ranks.push_back(rank);
        return groupRanksText(group, job.labels);
    };
    QCOMPARE(text([](std::uint32_t rank) { return rank < 8; }), std::string("0-7"));
    QCOMPARE(text([](std::uint32_t rank) { return rank % 16 == 3; }), std::string("3,19,35,51"));
    QCOMPARE(text([](std::uint32_t rank) { return rank % 8 == 0; }), std::string("0,8,16,24, …, 56"));
    QCOMPARE(text([](std::uint32_t rank) { return rank % 8 < 2; }), std::string("0,1,8,9,16,17,24,25, …, 56,57"));
}

LAMELLA_TEST(tst_RankGroups)
#include "tst_RankGroups.moc"
