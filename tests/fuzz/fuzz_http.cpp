// SPDX-License-Identifier: GPL-3.0-or-later
// libFuzzer on the head of an HTTP request as the loopback server reads it: the same however the bytes arrive, and in bounds.
#include "tests/fuzz/FuzzedFile.h"
#include "widgets/loopback/HttpRequest.h"

#include <QByteArray>

using lamella::ui::HttpRequest;
using lamella::ui::HttpRequestParser;

namespace {

void requireSame(const HttpRequest &one, const HttpRequest &other)
{
    lamella::fuzz::require(one.method == other.method && one.target == other.target && one.host == other.host);
    lamella::fuzz::require(one.origin == other.origin && one.fetchSite == other.fetchSite && one.bodyBytes == other.bodyBytes);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    using namespace lamella;
    const QByteArray bytes(reinterpret_cast<const char *>(data), static_cast<qsizetype>(size));
    HttpRequestParser whole;
    const HttpRequestParser::State state = whole.feed(bytes);
    HttpRequestParser slow;
    HttpRequestParser::State slowState = HttpRequestParser::State::More;
    for (qsizetype i = 0; i < bytes.size() && slowState == HttpRequestParser::State::More; ++i)
        slowState = slow.feed(bytes.mid(i, 1));
    // What follows a whole request is nobody's, but no more of it may come at once than a body may have.
    const bool surplus = state == HttpRequestParser::State::Bad && slowState == HttpRequestParser::State::Done;
    fuzz::require(state == slowState || (surplus && whole.status() == 413 && bytes.size() > HttpRequestParser::kMaxBodyBytes));
    fuzz::require(surplus || whole.status() == slow.status());
    if (state == HttpRequestParser::State::Done)
        requireSame(whole.request(), slow.request());
    if (state == HttpRequestParser::State::Bad)
        fuzz::require(whole.status() >= 400 && whole.status() < 600);
    if (state == HttpRequestParser::State::Done) {
        fuzz::require(whole.request().target.startsWith('/') && !whole.request().target.contains('\n'));
        fuzz::require(whole.request().bodyBytes >= 0 && whole.request().bodyBytes <= HttpRequestParser::kMaxBodyBytes);
    }
    return 0;
}
