// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/Options.h"

#include "core/model/Selection.h"
#include "core/profile/ModelProfile.h"
#include "widgets/settings/Languages.h"

#include <QCommandLineParser>
#include <QFile>
#include <QFileInfo>
#include <QRegularExpression>

#include <algorithm>

namespace lamella {

namespace {

constexpr int kWrongUse = 2;

// The GUI's command line is always English; only the window is translated.
QString english(const char *text)
{
    return QString::fromLatin1(text);
}

// Those that come with the program.
QString profileNames()
{
    QStringList names;
    for (const core::ModelProfile &profile : core::builtinProfiles().profiles)
        names << QString::fromStdString(profile.name);
    return names.join(QStringLiteral(", "));
}

void addOptions(QCommandLineParser &parser)
{
    parser.setApplicationDescription(english("Shows where the time of a model pass goes: pass, layer, kernel."));
    parser.addPositionalArgument(QStringLiteral("files"),
        english("A trace to open, or several files or a folder: the ranks of one job."), QStringLiteral("[FILES...]"));
    parser.addOptions({
        {QStringLiteral("config"), english("Model config (config.json) of the traced model."), QStringLiteral("FILE")},
        {QStringLiteral("profile"), english("Model profile, a file or one of: %1.").arg(profileNames()),
            QStringLiteral("NAME|FILE")},
        {QStringLiteral("pass"), english("Pass to show first."), QStringLiteral("N")},
        {QStringLiteral("layer"), english("Layer to show first: a number, head or tail."), QStringLiteral("N")},
        {QStringLiteral("compare"), english("Second trace, opened beside the first one to compare with."),
            QStringLiteral("FILE")},
        {QStringLiteral("view"),
            english("View or workspace to show first: explore, compare, idle, source, programs, runs, heatmap, types, timeline, "
                    "layers, "
                    "kernels, advice-here, diff, gaps, overlap, whatif, ranks, notes, within, architecture, report, args, "
                    "program-steps, program-regions, steps, regions, findings, advice, matrix, selection, roofline, memory, sql, "
                    "history."),
            QStringLiteral("NAME")},
        {QStringLiteral("theme"), english("light or dark."), QStringLiteral("NAME")},
        {QStringLiteral("lang"),
            english("Language of the window instead of that of the system: %1.")
                .arg(ui::knownLanguages().join(QStringLiteral(", "))),
            QStringLiteral("CODE")},
        {QStringLiteral("screenshot"),
            english(
                "Write a picture of the window to FILE (PNG; of the view alone: SVG, PDF) when everything is drawn, and leave."),
            QStringLiteral("FILE")},
        {QStringLiteral("new-window"), english("Open another window of the program that runs already.")},
        {QStringLiteral("restore"), english("Open what was open last.")},
        {QStringLiteral("watch"),
            english("Watch the folder: open its newest trace, then each that arrives, compared with the pinned baseline or with "
                    "the trace of --compare.")},
        {QStringLiteral("size"), english("Size of the window, for example 1280x800."), QStringLiteral("WxH")},
        {{QStringLiteral("h"), QStringLiteral("help")}, english("Show this help.")},
        {{QStringLiteral("v"), QStringLiteral("version")}, english("Show the version.")},
    });
}

std::optional<int> layerFrom(const QString &text)
{
    if (text == QStringLiteral("head"))
        return core::kHeadLayer;
    if (text == QStringLiteral("tail"))
        return core::kTailLayer;
    bool ok = false;
    const int layer = text.toInt(&ok);
    return ok && layer >= 0 ? std::optional(layer) : std::nullopt;
}

// The first option that is given twice; empty if none is.
QString repeatedOption(const QCommandLineParser &parser)
{
    QStringList names = parser.optionNames();
    names.sort();
    const auto repeated = std::adjacent_find(names.cbegin(), names.cend());
    return repeated == names.cend() ? QString() : *repeated;
}

// Reads all options. Returns an error message for the first invalid one; empty if all are valid.
QString readValues(const QCommandLineParser &parser, GuiOptions &options)
{
    const auto value = [&parser](const char *name) { return parser.value(QString::fromLatin1(name)); };
    if (const QString name = repeatedOption(parser); !name.isEmpty())
        return QStringLiteral("--%1 is given twice; give it once").arg(name);
    options.files = parser.positionalArguments();
    options.session.configPath = QFile::encodeName(value("config")).toStdString();
    options.session.profile = value("profile").toStdString();
    options.view = value("view");
    options.compare = value("compare");
    options.screenshot = value("screenshot");
    options.newWindow = parser.isSet(QStringLiteral("new-window"));
    options.restore = parser.isSet(QStringLiteral("restore"));
    options.watch = parser.isSet(QStringLiteral("watch"));
    if (!options.compare.isEmpty() && !QFileInfo::exists(options.compare))
        return QStringLiteral("--compare: there is no file %1").arg(options.compare);
    if (options.watch && (options.files.size() != 1 || !QFileInfo(options.files.first()).isDir()))
        return QStringLiteral("--watch: give one folder");
    options.theme = value("theme");
    if (!options.theme.isEmpty() && options.theme != QStringLiteral("light") && options.theme != QStringLiteral("dark"))
        return QStringLiteral("--theme: \"%1\" is neither light nor dark").arg(options.theme);
    if (parser.isSet(QStringLiteral("lang"))) {
        options.language = ui::knownLanguage(value("lang"));
        if (options.language.isEmpty())
            return QStringLiteral("--lang: \"%1\" is none of %2")
                .arg(value("lang"), ui::knownLanguages().join(QStringLiteral(", ")));
    }
    if (parser.isSet(QStringLiteral("pass"))) {
        bool ok = false;
        options.pass = value("pass").toInt(&ok);
        if (!ok || *options.pass < 0)
            return QStringLiteral("--pass: \"%1\" is no pass number").arg(value("pass"));
    }
    if (parser.isSet(QStringLiteral("layer"))) {
        options.layer = layerFrom(value("layer"));
        if (!options.layer)
            return QStringLiteral("--layer: \"%1\" is neither a layer number nor head nor tail").arg(value("layer"));
    }
    if (parser.isSet(QStringLiteral("size"))) {
        static const QRegularExpression pattern(QStringLiteral("^(\\d{3,5})x(\\d{3,5})$"));
        const auto match = pattern.match(value("size"));
        if (!match.hasMatch())
            return QStringLiteral("--size: \"%1\" is not like 1280x800").arg(value("size"));
        options.size = {match.captured(1).toInt(), match.captured(2).toInt()};
    }
    return {};
}

QString parseError(const QCommandLineParser &parser)
{
    const QStringList unknown = parser.unknownOptionNames();
    if (!unknown.isEmpty())
        return QStringLiteral("option %1 is not known")
            .arg(QLatin1String(unknown.first().size() > 1 ? "--" : "-") + unknown.first());
    QString text = parser.errorText();
    while (text.endsWith(QLatin1Char('.')))
        text.chop(1);
    return text.left(1).toLower() + text.mid(1);
}

} // namespace

ParsedOptions parseOptions(const QStringList &arguments)
{
    QCommandLineParser parser;
    addOptions(parser);
    ParsedOptions parsed;
    if (!parser.parse(arguments)) {
        parsed.exitCode = kWrongUse;
        parsed.text = QStringLiteral("lamella: %1; see lamella --help\n").arg(parseError(parser));
        return parsed;
    }
    if (parser.isSet(QStringLiteral("help"))) {
        parsed.exitCode = 0;
        parsed.text = parser.helpText();
    } else if (parser.isSet(QStringLiteral("version"))) {
        parsed.exitCode = 0;
        parsed.text =
            QStringLiteral("lamella %1 (Qt %2)\n").arg(QStringLiteral(LAMELLA_VERSION), QString::fromLatin1(qVersion()));
    } else if (const QString wrong = readValues(parser, parsed.options); !wrong.isEmpty()) {
        parsed.exitCode = kWrongUse;
        parsed.text = QStringLiteral("lamella: %1; see lamella --help\n").arg(wrong);
    }
    return parsed;
}

} // namespace lamella
