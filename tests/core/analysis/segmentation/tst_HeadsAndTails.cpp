// SPDX-License-Identifier: GPL-3.0-or-later
// Who gets the work between two passes: tail of the one, head of the other, or nobody.
#include "core/analysis/segmentation/PassLayout.h"
#include "tests/core/analysis/segmentation/LetterSequence.h"
#include "tests/support/TestMain.h"

#include <QTest>

using namespace lamella;
using namespace lamella::core;

class TestHeadsAndTails : public QObject {
    Q_OBJECT
private slots:
    void cuts_data();
    void cuts();
};

namespace {

// Every A is a layer, every row of them (with a pause allowed inside) a pass.
std::vector<PassLayout> layoutsOf(const MainSequence &sequence)
{
    std::vector<PassLayout> layouts;
    std::uint32_t last = UINT32_MAX;
    for (std::uint32_t i = 0; i < sequence.size(); ++i) {
        if (!sequence.has(i, kTokenMixer))
            continue;
        if (last == UINT32_MAX || last + 1 != i)
            layouts.emplace_back();
        LayerLayout layer;
        layer.span = {i, i + 1};
        layer.core = layer.span;
        layouts.back().layers.push_back(layer);
        last = i;
    }
    return layouts;
}

} // namespace

void TestHeadsAndTails::cuts_data()
{
    QTest::addColumn<QString>("letters");
    QTest::addColumn<QString>("passes"); // "EAAGS HEAAGS": kernels of each pass
    QTest::newRow("lm_head and sampling, then input and embedding") << "EAAGSHEAAGS"
                                                                    << "EAAGS HEAAGS";
    QTest::newRow("the pause parts where no name does") << "AAxy zxAAx"
                                                        << "AAxy zxAAx";
    QTest::newRow("a copy to the host belongs to the result") << "EAAGSD HEAAGSD"
                                                              << "EAAGSD HEAAGSD";
    QTest::newRow("a copy to the host inside of the next input") << "EAAGS jDkEAAGS jDkEAAGS jD kEAAGS jDkEAAGS"
                                                                 << "EAAGS jDkEAAGS jDkEAAGS jDkEAAGS jDkEAAGS";
    QTest::newRow("a pause before lm_head parts nothing") << "EAA GSHEAAGS"
                                                          << "EAAGS HEAAGS";
    QTest::newRow("as at both ends of the capture") << "xAAyzxAAyzxAAyz"
                                                    << "xAAyz xAAyz xAAyz";
    QTest::newRow("the end of a pass that the capture cut") << "GNEAANGEAANG"
                                                            << "EAANG EAANG";
    QTest::newRow("the same before input that is copied") << "GSHkAAGSHkAAGS"
                                                          << "HkAAGS HkAAGS";
    QTest::newRow("a tower that ends otherwise than passes") << "NGQEAANGS"
                                                             << "NGQEAANGS";
    QTest::newRow("rows of the last tokens are looked up before lm_head") << "AAEGHAAEGHAA"
                                                                          << "AAEG HAAEG HAA";
    const QString shortPause(5, QLatin1Char(' '));
    const QString longPause(25, QLatin1Char(' '));
    QTest::newRow("of long pauses the longer one tells no more")
        << QStringLiteral("AA%1S%2HAA").arg(longPause, shortPause) << QStringLiteral("AAS HAA");
    QTest::newRow("a copy to the host long after its pass belongs to none")
        << QStringLiteral("EAAGS%1D    HEAAGS").arg(longPause) << QStringLiteral("EAAGS HEAAGS");
    QTest::newRow("sends of a stage end its pass") << "HEAAPPHEAAPPHEAAPP"
                                                   << "HEAAPP HEAAPP HEAAPP";
    QTest::newRow("receives of the last stage begin one") << "hPPAANGS hPPAANGS hPPAANGS"
                                                          << "hPPAANGS hPPAANGS hPPAANGS";
}

void TestHeadsAndTails::cuts()
{
    QFETCH(QString, letters);
    QFETCH(QString, passes);
    test::LetterSequence trace(letters.toStdString());
    // One device whose stream is the sequence.
    TraceDocument &document = trace.document;
    document.devices.push_back({0, {}});
    document.streams.push_back({DeviceId{0}, 7, {}});
    const std::vector<StreamId> streams(document.kernels.size(), StreamId{0});
    document.kernels.stream.assign(streams.begin(), streams.end());
    const std::vector<LayerCore> cores = trace.coresAt('A');
    std::vector<PassLayout> layouts = layoutsOf(trace.sequence);
    const std::vector<PassRun> runs;
    const StepOfKernel steps;
    assignHeadsAndTails({document, trace.sequence, cores, runs, steps, 2, 0, CoreRole::Mixer, 0}, layouts);
    QString plain = letters;
    plain.remove(QLatin1Char(' '));
    QStringList found;
    for (const PassLayout &layout : layouts)
        found << plain.mid(layout.span.begin, layout.span.size());
    QCOMPARE(found.join(QLatin1Char(' ')), passes);
}

LAMELLA_TEST(TestHeadsAndTails)
#include "tst_HeadsAndTails.moc"
