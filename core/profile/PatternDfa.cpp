// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/profile/PatternDfa.h"

#include "core/profile/PatternSyntax.h"

#include <algorithm>
#include <array>
#include <bit>
#include <map>
#include <unordered_set>
#include <utility>

namespace lamella::core {

// Thompson's automaton from the tree, then subset construction over the states that read a byte, end or accept (the others
// only lead there). Both sizes are limited: that bounds time and memory of any pattern. The shipped profiles hold some hundred
// patterns that every start compiles: sets are bits, what each state leads to is worked out once, and a match has one state.
class DfaBuilder {
public:
    explicit DfaBuilder(const PatternTree &tree)
        : m_tree(tree)
    {
    }
    bool build(PatternDfa &out);

private:
    static constexpr std::size_t kMaxNfa = 1500;
    static constexpr std::size_t kMaxDfa = 400;
    static constexpr int kMaxEmitDepth = 256;

    struct State {
        enum class Kind : std::uint8_t { Split, Set, Begin, End, Accept } kind = Kind::Accept;
        const ByteSet *set = nullptr;
        int first = -1;
        int second = -1;
    };
    using Bits = std::vector<std::uint64_t>; // one bit for each state of m_kept

    int add(State state)
    {
        m_states.push_back(state);
        return static_cast<int>(m_states.size()) - 1;
    }
    int emit(int node, int next, int depth);
    int emitRepeat(const PatternNode &node, int next, int depth);
    template <typename Visit> void follow(int state, bool atBegin, bool atEnd, Visit &&visit);
    Bits closure(int state, bool atBegin);
    void keep();
    void classes(PatternDfa &out);
    std::uint8_t flags(Bits &set) const;

    void markDead(PatternDfa &out);
    void findLiteral(PatternDfa &out);

    const PatternTree &m_tree;
    // A state that reads a byte, ends or accepts, with what that leads to.
    struct Kept {
        std::vector<std::uint8_t> classes; // of the bytes that it reads
        Bits leads;
    };

    std::vector<State> m_states;
    std::vector<Kept> m_kept;
    std::vector<int> m_place; // of each state in m_kept, -1 for those that only lead on
    std::vector<int> m_mark; // the follow() that saw this state last
    std::vector<int> m_open;
    int m_follows = 0;
    std::vector<unsigned char> m_sample; // one byte of each class
    Bits m_accept;
    Bits m_acceptAtEnd;
    bool m_tooBig = false;
};

int DfaBuilder::emit(int index, int next, int depth)
{
    if (m_states.size() > kMaxNfa || depth > kMaxEmitDepth) {
        m_tooBig = true;
        return next;
    }
    const PatternNode &node = m_tree.nodes[static_cast<std::size_t>(index)];
    using Kind = PatternNode::Kind;
    switch (node.kind) {
    case Kind::Empty:
        return next;
    case Kind::Set:
        return add({State::Kind::Set, &node.set, next, -1});
    case Kind::Begin:
        return add({State::Kind::Begin, nullptr, next, -1});
    case Kind::End:
        return add({State::Kind::End, nullptr, next, -1});
    case Kind::Concat:
        for (std::size_t i = node.children.size(); i-- > 0;)
            next = emit(node.children[i], next, depth + 1);
        return next;
    case Kind::Alternative: {
        int start = emit(node.children.front(), next, depth + 1);
        for (std::size_t i = 1; i < node.children.size(); ++i)
            start = add({State::Kind::Split, nullptr, start, emit(node.children[i], next, depth + 1)});
        return start;
    }
    case Kind::Repeat:
        return emitRepeat(node, next, depth);
    }
    return next;
}

int DfaBuilder::emitRepeat(const PatternNode &node, int next, int depth)
{
    const int child = node.children.front();
    int start = next;
    if (node.max < 0) {
        start = add({State::Kind::Split, nullptr, -1, next});
        const int body = emit(child, start, depth + 1);
        m_states[static_cast<std::size_t>(start)].first = body;
    }
    for (int i = node.min; i < node.max && !m_tooBig; ++i)
        start = add({State::Kind::Split, nullptr, emit(child, start, depth + 1), next});
    for (int i = 0; i < node.min && !m_tooBig; ++i)
        start = emit(child, start, depth + 1);
    return start;
}

// Calls visit for every state reachable without a byte. Explicit stack: a chain of splits can be long.
template <typename Visit> void DfaBuilder::follow(int state, bool atBegin, bool atEnd, Visit &&visit)
{
    ++m_follows;
    m_open.assign(1, state);
    while (!m_open.empty()) {
        const int at = m_open.back();
        m_open.pop_back();
        if (at < 0 || m_mark[static_cast<std::size_t>(at)] == m_follows)
            continue;
        m_mark[static_cast<std::size_t>(at)] = m_follows;
        visit(at);
        const State &s = m_states[static_cast<std::size_t>(at)];
        if (s.kind == State::Kind::Split) {
            m_open.push_back(s.first);
            m_open.push_back(s.second);
        } else if ((s.kind == State::Kind::Begin && atBegin) || (s.kind == State::Kind::End && atEnd)) {
            m_open.push_back(s.first);
        }
    }
}

DfaBuilder::Bits DfaBuilder::closure(int state, bool atBegin)
{
    Bits bits((m_kept.size() + 63) / 64);
    follow(state, atBegin, false, [&](int at) {
        if (const int place = m_place[static_cast<std::size_t>(at)]; place >= 0)
            bits[static_cast<std::size_t>(place) / 64] |= std::uint64_t{1} << (place % 64);
    });
    return bits;
}

// Numbers the states that count and works out what each leads to. Needs the classes.
void DfaBuilder::keep()
{
    m_mark.assign(m_states.size(), 0);
    m_place.assign(m_states.size(), -1);
    for (std::size_t i = 0; i < m_states.size(); ++i) {
        const State::Kind kind = m_states[i].kind;
        if (kind != State::Kind::Split && kind != State::Kind::Begin) {
            m_place[i] = static_cast<int>(m_kept.size());
            m_kept.emplace_back();
        }
    }
    m_accept.assign((m_kept.size() + 63) / 64, 0);
    m_acceptAtEnd = m_accept;
    for (std::size_t i = 0; i < m_states.size(); ++i) {
        if (m_place[i] < 0)
            continue;
        const auto place = static_cast<std::size_t>(m_place[i]);
        const std::uint64_t bit = std::uint64_t{1} << (place % 64);
        const State &state = m_states[i];
        if (state.kind == State::Kind::Accept) {
            m_accept[place / 64] |= bit;
        } else if (state.kind == State::Kind::End) {
            follow(static_cast<int>(i), false, true, [&](int at) {
                if (m_states[static_cast<std::size_t>(at)].kind == State::Kind::Accept)
                    m_acceptAtEnd[place / 64] |= bit;
            });
        } else {
            m_kept[place].leads = closure(state.first, false);
            for (std::size_t c = 0; c < m_sample.size(); ++c) {
                if (state.set->test(m_sample[c]))
                    m_kept[place].classes.push_back(static_cast<std::uint8_t>(c));
            }
        }
    }
}

// Splits the 256 bytes by every set of the pattern in turn.
void DfaBuilder::classes(PatternDfa &out)
{
    std::array<std::size_t, 256> id{};
    std::size_t ids = 1;
    std::unordered_set<ByteSet> done;
    for (const State &state : m_states) {
        if (state.kind != State::Kind::Set || !done.insert(*state.set).second)
            continue;
        std::array<std::array<int, 2>, 256> split{};
        for (auto &sides : split)
            sides.fill(-1);
        int next = 0;
        for (std::size_t c = 0; c < 256; ++c) {
            int &number = split[id[c]][state.set->test(c) ? 1 : 0];
            if (number < 0)
                number = next++;
            id[c] = static_cast<std::size_t>(number);
        }
        ids = static_cast<std::size_t>(next);
    }
    m_sample.resize(ids);
    std::vector<bool> sampled(ids);
    for (std::size_t c = 0; c < 256; ++c) {
        out.m_class[c] = static_cast<std::uint8_t>(id[c]);
        if (!sampled[id[c]]) {
            sampled[id[c]] = true;
            m_sample[id[c]] = static_cast<unsigned char>(c);
        }
    }
    out.m_classes = ids;
}

// Also takes everything else out of a set that accepts: what follows a match does not matter.
std::uint8_t DfaBuilder::flags(Bits &set) const
{
    std::uint8_t flags = PatternDfa::None;
    for (std::size_t i = 0; i < set.size(); ++i) {
        if (set[i] & m_accept[i])
            flags = PatternDfa::Accepts | PatternDfa::AcceptsAtEnd;
        else if (set[i] & m_acceptAtEnd[i])
            flags |= PatternDfa::AcceptsAtEnd;
    }
    if (flags & PatternDfa::Accepts)
        set = m_accept;
    return flags;
}

// A state that can only stay what it is: patterns that begin with ^ need not read on.
void DfaBuilder::markDead(PatternDfa &out)
{
    for (std::size_t state = 0; state < out.m_flags.size(); ++state) {
        const auto row = out.m_next.begin() + static_cast<std::ptrdiff_t>(state * out.m_classes);
        if (out.m_flags[state] == PatternDfa::None
            && std::all_of(row, row + static_cast<std::ptrdiff_t>(out.m_classes), [state](auto to) { return to == state; }))
            out.m_flags[state] = PatternDfa::Dead;
    }
}

// The longest run of plain letters that every match holds. Looking for that first is several times faster than the table.
void DfaBuilder::findLiteral(PatternDfa &out)
{
    const PatternNode &root = m_tree.nodes[static_cast<std::size_t>(m_tree.root)];
    if (root.kind != PatternNode::Kind::Concat)
        return;
    ByteSet capitals;
    for (unsigned c = 'A'; c <= 'Z'; ++c)
        capitals.set(c);
    std::string run;
    for (const int child : root.children) {
        const PatternNode &node = m_tree.nodes[static_cast<std::size_t>(child)];
        const ByteSet set = node.set & ~capitals;
        if (node.kind == PatternNode::Kind::Set && set.count() == 1) {
            for (unsigned c = 0; c < 256; ++c) {
                if (set.test(c))
                    run.push_back(static_cast<char>(c));
            }
        } else {
            run.clear();
        }
        if (run.size() > out.m_literal.size())
            out.m_literal = run;
    }
}

bool DfaBuilder::build(PatternDfa &out)
{
    const int accept = add({});
    const int start = emit(m_tree.root, accept, 0);
    if (m_tooBig || m_states.size() > kMaxNfa)
        return false;
    classes(out);
    keep();

    std::map<Bits, std::uint16_t> known;
    std::vector<Bits> sets;
    const auto number = [&](Bits set) {
        const std::uint8_t flag = flags(set);
        const auto [it, fresh] = known.try_emplace(std::move(set), static_cast<std::uint16_t>(sets.size()));
        if (fresh) {
            sets.push_back(it->first);
            out.m_flags.push_back(flag);
        }
        return it->second;
    };
    number(closure(start, true));
    const Bits anywhere = closure(start, false); // a match may begin at any byte
    std::vector<Bits> to(m_sample.size());
    for (std::size_t i = 0; i < sets.size(); ++i) {
        if (sets.size() > kMaxDfa)
            return false;
        to.assign(m_sample.size(), (out.m_flags[i] & PatternDfa::Accepts) ? m_accept : anywhere);
        for (std::size_t word = 0; word < sets[i].size(); ++word) {
            for (std::uint64_t rest = sets[i][word]; rest != 0; rest &= rest - 1) {
                const Kept &kept = m_kept[word * 64 + static_cast<std::size_t>(std::countr_zero(rest))];
                for (const std::uint8_t c : kept.classes) {
                    for (std::size_t w = 0; w < kept.leads.size(); ++w)
                        to[c][w] |= kept.leads[w];
                }
            }
        }
        for (Bits &set : to)
            out.m_next.push_back(number(std::move(set)));
    }
    markDead(out);
    findLiteral(out);
    return true;
}

Result<PatternDfa> PatternDfa::compile(std::string_view body)
{
    const Result<PatternTree> tree = parsePattern(body);
    if (!tree)
        return tree.error();
    PatternDfa dfa;
    if (!DfaBuilder(*tree).build(dfa))
        return Error{ErrorCode::BadProfile, "the pattern is too complex; use smaller repeats or several rules", {}, -1};
    return dfa;
}

bool PatternDfa::search(std::string_view lowerCased) const
{
    if (!m_literal.empty() && lowerCased.find(m_literal) == std::string_view::npos)
        return false;
    std::size_t state = 0;
    for (const char c : lowerCased) {
        if (m_flags[state] & (Accepts | Dead))
            return (m_flags[state] & Accepts) != 0;
        state = m_next[state * m_classes + m_class[static_cast<unsigned char>(c)]];
    }
    return (m_flags[state] & AcceptsAtEnd) != 0;
}

} // namespace lamella::core
