// SPDX-License-Identifier: GPL-3.0-or-later
// libFuzzer on the head of an HTTP request as the loopback server reads it: the same however the bytes arrive, and in bounds.
#include "tests/fuzz/FuzzedFile.h"
#include "widgets/loopback/HttpRequest.h"

#include <QByteArray>

using lamella::ui::HttpRequestParser;

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
    if (state == HttpRequestParser::State::Done && slowState == HttpRequestParser::State::Done)
        fuzz::require(whole.request().target == slow.request().target && whole.request().host == slow.request().host);
    if (state == HttpRequestParser::State::Bad)
        fuzz::require(whole.status() >= 400 && whole.status() < 600);
    if (state == HttpRequestParser::State::Done) {
        fuzz::require(whole.request().target.startsWith('/') && !whole.request().target.contains('\n'));
        fuzz::require(whole.request().bodyBytes >= 0 && whole.request().bodyBytes <= HttpRequestParser::kMostBodyBytes);
    }
    return 0;
}
