// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/WorkbookText.h"

#include <zlib.h>

#include <QRegularExpression>
#include <QXmlStreamReader>
#include <QtEndian>

namespace lamella::test {

namespace {

quint32 number32(const QByteArray &bytes, qsizetype at)
{
    return qFromLittleEndian<quint32>(bytes.constData() + at);
}
quint16 number16(const QByteArray &bytes, qsizetype at)
{
    return qFromLittleEndian<quint16>(bytes.constData() + at);
}

QByteArray inflated(const QByteArray &packed, quint32 size)
{
    QByteArray out(static_cast<qsizetype>(size), '\0');
    z_stream stream{};
    if (inflateInit2(&stream, -MAX_WBITS) != Z_OK)
        return {};
    stream.next_in = reinterpret_cast<Bytef *>(const_cast<char *>(packed.constData()));
    stream.avail_in = static_cast<uInt>(packed.size());
    stream.next_out = reinterpret_cast<Bytef *>(out.data());
    stream.avail_out = size;
    const int result = inflate(&stream, Z_FINISH);
    inflateEnd(&stream);
    return result == Z_STREAM_END ? out : QByteArray();
}

// "_x000D_" stands for a character that XML cannot say.
QString unescaped(QString text)
{
    static const QRegularExpression escape(QStringLiteral("_x([0-9A-Fa-f]{4})_"));
    QString out;
    qsizetype from = 0;
    for (auto it = escape.globalMatch(text); it.hasNext();) {
        const auto match = it.next();
        out += text.mid(from, match.capturedStart() - from);
        out += QChar(static_cast<ushort>(match.captured(1).toUShort(nullptr, 16)));
        from = match.capturedEnd();
    }
    return out + text.mid(from);
}

qsizetype columnOf(QStringView reference)
{
    qsizetype column = 0;
    for (const QChar c : reference) {
        if (!c.isLetter())
            break;
        column = column * 26 + (c.unicode() - u'A' + 1);
    }
    return column - 1;
}

QStringList sharedStrings(const QByteArray &xml)
{
    QStringList all;
    QXmlStreamReader reader(xml);
    while (!reader.atEnd()) {
        reader.readNext();
        if (reader.isStartElement() && reader.name() == u"si")
            all.append(QString());
        else if (reader.isStartElement() && reader.name() == u"t")
            all.last() += unescaped(reader.readElementText());
    }
    return all;
}

WorkbookSheet sheetOf(const QByteArray &xml, const QStringList &shared)
{
    WorkbookSheet sheet;
    QXmlStreamReader reader(xml);
    qsizetype column = 0;
    QString type;
    while (!reader.atEnd()) {
        reader.readNext();
        if (!reader.isStartElement())
            continue;
        const QStringView name = reader.name();
        const QXmlStreamAttributes attributes = reader.attributes();
        if (name == u"pane") {
            sheet.frozen =
                attributes.value(QStringLiteral("state")) == u"frozen" && attributes.value(QStringLiteral("ySplit")) == u"1";
        } else if (name == u"autoFilter") {
            sheet.filter = attributes.value(QStringLiteral("ref")).toString();
        } else if (name == u"f") {
            ++sheet.formulas;
        } else if (name == u"hyperlink") {
            ++sheet.links;
        } else if (name == u"row") {
            while (sheet.rows.size() < attributes.value(QStringLiteral("r")).toInt())
                sheet.rows.append(QList<WorkbookCell>());
        } else if (name == u"c") {
            column = columnOf(attributes.value(QStringLiteral("r")));
            type = attributes.value(QStringLiteral("t")).toString();
            while (sheet.rows.last().size() <= column)
                sheet.rows.last().append(WorkbookCell());
        } else if (name == u"v") {
            const QString text = reader.readElementText();
            sheet.rows.last()[column] = type == u"s" ? WorkbookCell{shared.value(text.toInt()), false} : WorkbookCell{text, true};
        } else if (name == u"t") {
            sheet.rows.last()[column] = {unescaped(reader.readElementText()), false};
        }
    }
    return sheet;
}

} // namespace

QMap<QString, QByteArray> zipEntries(const QByteArray &archive)
{
    QMap<QString, QByteArray> all;
    const qsizetype end = archive.lastIndexOf(QByteArray("PK\5\6", 4));
    if (end < 0 || end + 22 > archive.size())
        return all;
    qsizetype at = number32(archive, end + 16);
    for (int i = 0; i < number16(archive, end + 10); ++i) {
        if (at + 46 > archive.size() || number32(archive, at) != 0x02014b50)
            return {};
        const quint16 method = number16(archive, at + 10);
        const quint32 packed = number32(archive, at + 20);
        const quint32 size = number32(archive, at + 24);
        const quint16 nameLength = number16(archive, at + 28);
        const qsizetype local = number32(archive, at + 42);
        const qsizetype data = local + 30 + number16(archive, local + 26) + number16(archive, local + 28);
        const QByteArray bytes = archive.mid(data, packed);
        all.insert(QString::fromUtf8(archive.mid(at + 46, nameLength)), method == 0 ? bytes : inflated(bytes, size));
        at += 46 + nameLength + number16(archive, at + 30) + number16(archive, at + 32);
    }
    return all;
}

QList<WorkbookSheet> workbookSheets(const QByteArray &archive)
{
    const QMap<QString, QByteArray> parts = zipEntries(archive);
    const QStringList shared = sharedStrings(parts.value(QStringLiteral("xl/sharedStrings.xml")));
    QList<WorkbookSheet> sheets;
    QXmlStreamReader reader(parts.value(QStringLiteral("xl/workbook.xml")));
    while (!reader.atEnd()) {
        reader.readNext();
        if (!reader.isStartElement() || reader.name() != u"sheet")
            continue;
        const QString part = QStringLiteral("xl/worksheets/sheet%1.xml").arg(sheets.size() + 1);
        sheets.append(sheetOf(parts.value(part), shared));
        sheets.last().name = reader.attributes().value(QStringLiteral("name")).toString();
    }
    return sheets;
}

QList<QStringList> csvRows(const QByteArray &csv)
{
    QList<QStringList> rows;
    const QString text = QString::fromUtf8(csv);
    QString cell;
    QStringList row;
    bool quoted = false;
    for (qsizetype i = 0; i < text.size(); ++i) {
        const QChar c = text[i];
        if (quoted && c == u'"' && i + 1 < text.size() && text[i + 1] == u'"') {
            cell += text[++i];
        } else if (c == u'"') {
            quoted = !quoted;
        } else if (!quoted && (c == u',' || c == u'\n')) {
            row.append(cell);
            cell.clear();
            if (c == u'\n') {
                rows.append(row);
                row.clear();
            }
        } else {
            cell += c;
        }
    }
    return rows;
}

} // namespace lamella::test
