// SPDX-License-Identifier: GPL-3.0-or-later
// On traces with nn.Module frames, layers found without the frames must match those found with them.
#include "core/import/ImporterRegistry.h"
#include "core/session/AnalysisSession.h"
#include "tests/support/GeneratedTraces.h"
#include "tests/support/Gzip.h"
#include "tests/support/SharedTraces.h"
#include "tests/support/TestFiles.h"
#include "tests/support/TestMain.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace lamella;
using namespace lamella::test;

namespace {

const QString kFolder = QStringLiteral(LAMELLA_SHARED_TRACES) + QStringLiteral("/chrome/");
constexpr double kNeededShare = 0.99;

std::shared_ptr<const core::Segmentation> segmented(const QString &path)
{
    const auto document = core::openTrace(path.toStdString());
    if (!document)
        return nullptr;
    const auto session = core::AnalysisSession::create(*document, {});
    if (!session)
        return nullptr;
    const auto segmentation = (*session)->segmentation();
    return segmentation ? *segmentation : nullptr;
}

// Renames module frames; all other events keep their bytes.
std::string withoutFrames(std::string text)
{
    static constexpr std::string_view kFrame = "nn.Module: ";
    for (std::size_t at = text.find(kFrame); at != std::string::npos; at = text.find(kFrame, at))
        for (; at < text.size() && text[at] != '"'; ++at)
            text[at] = 'x';
    return text;
}

std::string contentOf(const QString &path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return {};
    const std::string bytes = file.readAll().toStdString();
    return path.endsWith(QStringLiteral(".gz")) ? gunzipped(bytes) : bytes;
}

} // namespace

class tst_EvidenceAgreement : public QObject {
    Q_OBJECT

private slots:
    void kernelsAloneAgreeWithFrames();
    void publicTraces_data();
    void publicTraces();

private:
    void compare(const std::string &json) const;
    QTemporaryDir m_folder;
};

void tst_EvidenceAgreement::compare(const std::string &json) const
{
    const auto framed = segmented(writeFile(m_folder.filePath(QStringLiteral("framed.json")), json));
    const auto bare = segmented(writeFile(m_folder.filePath(QStringLiteral("bare.json")), withoutFrames(json)));
    QVERIFY(framed != nullptr && bare != nullptr);
    QCOMPARE(framed->evidence, core::Evidence::Annotation);
    QVERIFY(bare->evidence != core::Evidence::Annotation);
    QCOMPARE(bare->passOf.size(), framed->passOf.size());
    std::size_t same = 0;
    std::ptrdiff_t firstOther = -1;
    for (std::size_t i = 0; i < framed->passOf.size(); ++i) {
        if (framed->passOf[i] == bare->passOf[i] && framed->layerOf[i] == bare->layerOf[i])
            ++same;
        else if (firstOther < 0)
            firstOther = static_cast<std::ptrdiff_t>(i);
    }
    const double share = static_cast<double>(same) / static_cast<double>(framed->passOf.size());
    const QString text = QStringLiteral("%1 % of %2 GPU events agree (frames: %3, kernels: %4)")
                             .arg(QString::number(100 * share, 'f', 2), QString::number(framed->passOf.size()),
                                 QString::fromStdString(framed->anchorText), QString::fromStdString(bare->anchorText).left(60));
    qInfo().noquote() << text;
    QVERIFY2(share >= kNeededShare, qPrintable(text + QStringLiteral("; first other: event %1").arg(firstOther)));
}

void tst_EvidenceAgreement::kernelsAloneAgreeWithFrames()
{
    compare(generatedTrace(TraceKind::EagerFrames).json);
}

void tst_EvidenceAgreement::publicTraces_data()
{
    QTest::addColumn<QString>("name");
    for (const char *name : {"tl_h100_qwen1.5-0.5b.json.gz", "switchtransformers_trace.json"})
        QTest::newRow(name) << QString::fromLatin1(name);
}

void tst_EvidenceAgreement::publicTraces()
{
    QFETCH(QString, name);
    LAMELLA_NEED_SHARED(kFolder + name);
    const std::string json = contentOf(kFolder + name);
    QVERIFY(!json.empty());
    compare(json);
}

LAMELLA_TEST(tst_EvidenceAgreement)
#include "tst_EvidenceAgreement.moc"
