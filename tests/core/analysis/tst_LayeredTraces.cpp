// SPDX-License-Identifier: GPL-3.0-or-later
// Public traces whose passes, layers, kernels per layer and anchors were counted by hand, as listed in the file beside them.
#include "core/import/ImporterRegistry.h"
#include "core/session/AnalysisSession.h"
#include "tests/support/SharedTraces.h"
#include "tests/support/TestMain.h"

#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <QTest>

#include <map>

using namespace lamella;
using namespace lamella::core;

namespace {

const QString kFolder = QStringLiteral(LAMELLA_SHARED_TRACES) + QStringLiteral("/chrome/");

QJsonObject layeredFacts()
{
    QFile file(kFolder + QStringLiteral("truth.json"));
    QJsonObject layered;
    if (!file.open(QIODevice::ReadOnly))
        return layered;
    const QJsonObject all = QJsonDocument::fromJson(file.readAll()).object();
    for (const QString &name : all.keys()) {
        const QJsonObject facts = all[name][QStringLiteral("layered")].toObject();
        if (facts.contains(QStringLiteral("layers")))
            layered[name] = facts;
    }
    return layered;
}

// All integers in a JSON number or text ("81 = 2*40+1").
QList<int> numbersIn(const QJsonValue &value)
{
    if (value.isDouble())
        return {value.toInt()};
    QList<int> numbers;
    static const QRegularExpression kNumber(QStringLiteral("\\d+"));
    for (auto match = kNumber.globalMatch(value.toString()); match.hasNext();)
        numbers << match.next().captured().toInt();
    return numbers;
}

// "_matmul_..._swiglu", "add_rmsnorm ...Li256 (mangled name)"
QRegularExpression patternOf(QString anchor)
{
    anchor.remove(QRegularExpression(QStringLiteral(" \\(.*\\)$")));
    QStringList parts = anchor.split(QRegularExpression(QStringLiteral(" ?\\.\\.\\. ?")));
    for (QString &part : parts)
        part = QRegularExpression::escape(part).replace(QStringLiteral("\\,"), QStringLiteral(", ?"));
    return QRegularExpression(parts.join(QStringLiteral(".*")));
}

struct LayerCount {
    int main = 0;
    int side = 0;
};

struct Analysed {
    std::shared_ptr<const TraceDocument> document;
    std::shared_ptr<const Segmentation> segmentation;

    [[nodiscard]] std::vector<const Pass *> completePasses(int layers) const
    {
        std::vector<const Pass *> found;
        for (const Pass &pass : segmentation->devices[segmentation->mainDevice.value].passes)
            if (pass.complete && pass.layers == layers)
                found.push_back(&pass);
        return found;
    }
    // Number of kernels of each layer of a pass, without copies.
    [[nodiscard]] std::map<int, LayerCount> kernelsByLayer(int pass) const
    {
        std::map<int, LayerCount> counts;
        for (std::uint32_t i = 0; i < document->kernels.size(); ++i) {
            if (document->kernels.kind[i] != KernelKind::Kernel || segmentation->passOf[i] != pass
                || segmentation->layerOf[i] < 0)
                continue;
            LayerCount &count = counts[segmentation->layerOf[i]];
            ++(segmentation->side[i] != 0 ? count.side : count.main);
        }
        return counts;
    }
    // Matches per layer of a pass; `all` counts those in the whole trace.
    [[nodiscard]] std::map<int, int> hitsByLayer(const QRegularExpression &pattern, int pass, int &all) const
    {
        std::map<int, int> hits;
        all = 0;
        for (std::uint32_t i = 0; i < document->kernels.size(); ++i) {
            const std::string_view name = document->strings.view(document->kernels.name[i]);
            if (!pattern.match(QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()))).hasMatch())
                continue;
            ++all;
            if (segmentation->passOf[i] == pass)
                ++hits[segmentation->layerOf[i]];
        }
        return hits;
    }
};

Analysed analysed(const QString &name)
{
    Analysed result;
    const QString path = kFolder + name;
    const auto opened = openTrace(path.toStdString());
    if (!opened)
        return result;
    const auto session = AnalysisSession::create(*opened, {});
    if (!session)
        return result;
    const auto segmentation = (*session)->segmentation();
    if (segmentation) {
        result.document = *opened;
        result.segmentation = *segmentation;
    }
    return result;
}

} // namespace

class tst_LayeredTraces : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { LAMELLA_NEED_SHARED(kFolder + QStringLiteral("truth.json")); }
    void countsAreAsStated_data();
    void countsAreAsStated();

private:
    void checkPasses(const Analysed &trace, const QJsonObject &facts) const;
    void checkKernels(const std::map<int, LayerCount> &counts, const QJsonObject &facts) const;
    void checkAnchors(const Analysed &trace, int pass, const QJsonObject &anchors, int perLayer) const;
};

void tst_LayeredTraces::countsAreAsStated_data()
{
    QTest::addColumn<QString>("name");
    const QJsonObject layered = layeredFacts();
    for (const QString &name : layered.keys())
        QTest::newRow(qPrintable(name)) << name;
}

void tst_LayeredTraces::checkPasses(const Analysed &trace, const QJsonObject &facts) const
{
    const int layers = facts[QStringLiteral("layers")].toInt();
    const QJsonValue stated = facts[QStringLiteral("passes")];
    QCOMPARE(static_cast<int>(trace.completePasses(layers).size()), numbersIn(stated).value(0));
    const auto all = static_cast<int>(trace.segmentation->devices[trace.segmentation->mainDevice.value].passes.size());
    // "1 full + 1 truncated"
    QCOMPARE(all, stated.isString() ? numbersIn(stated).value(0) + numbersIn(stated).value(1) : stated.toInt());
}

void tst_LayeredTraces::checkKernels(const std::map<int, LayerCount> &counts, const QJsonObject &facts) const
{
    const QJsonValue stated = facts[QStringLiteral("kernels_per_layer")];
    const QList<int> numbers = numbersIn(stated);
    const bool onSide = stated.toString().contains(QLatin1Char('+')); // "14 on stream 7 + 2 all-reduces on stream 24"
    for (const auto &[layer, count] : counts) {
        const QString about = QStringLiteral("layer %1: %2 and %3 beside").arg(layer).arg(count.main).arg(count.side);
        // The kernel before the first layer may be fused with the embedding.
        const bool right = count.main == numbers.value(0) || (layer == 0 && count.main == numbers.value(0) - 1);
        QVERIFY2(right, qPrintable(about));
        QVERIFY2(!onSide || count.side == numbers.value(2), qPrintable(about));
    }
    QCOMPARE(static_cast<int>(counts.size()), facts[QStringLiteral("layers")].toInt());
}

void tst_LayeredTraces::checkAnchors(const Analysed &trace, int pass, const QJsonObject &anchors, int perLayer) const
{
    for (const QString &anchor : anchors.keys()) {
        int all = 0;
        const std::map<int, int> hits = trace.hitsByLayer(patternOf(anchor), pass, all);
        QVERIFY2(all == numbersIn(anchors[anchor]).value(0), qPrintable(QStringLiteral("%1: %2").arg(anchor).arg(all)));
        const auto tail = hits.find(kTailLayer);
        const int after = tail == hits.end() ? 0 : tail->second;
        // Residual and norm are fused: the first layer has no residual yet, and the final norm is of the same kind.
        for (const auto &[layer, count] : hits)
            QVERIFY2(layer < 0 || count == perLayer || (layer == 0 && count == perLayer - 1 && after == 1),
                qPrintable(QStringLiteral("%1: %2 times in layer %3").arg(anchor).arg(count).arg(layer)));
    }
}

void tst_LayeredTraces::countsAreAsStated()
{
    QFETCH(QString, name);
    const QJsonObject facts = layeredFacts()[name].toObject();
    LAMELLA_NEED_SHARED(kFolder + name);
    const Analysed trace = analysed(name);
    QVERIFY(trace.segmentation != nullptr);
    checkPasses(trace, facts);
    const std::vector<const Pass *> complete = trace.completePasses(facts[QStringLiteral("layers")].toInt());
    QVERIFY(!complete.empty());
    for (const Pass *pass : complete) {
        checkKernels(trace.kernelsByLayer(pass->number), facts);
        checkAnchors(trace, pass->number, facts[QStringLiteral("anchors")].toObject(), 1);
        checkAnchors(trace, pass->number, facts[QStringLiteral("two_per_layer")].toObject(), 2);
    }
}

LAMELLA_TEST(tst_LayeredTraces)
#include "tst_LayeredTraces.moc"
