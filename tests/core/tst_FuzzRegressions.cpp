// SPDX-License-Identifier: GPL-3.0-or-later
// Runs inputs that fuzzers once found, and their seeds, through the same functions without libFuzzer: a build without clang
// checks that nothing regresses and that the fuzzers compile. A failed check aborts, as in a fuzzer.
#include "tests/support/TestMain.h"

#include <QDir>
#include <QTest>

#include <cstdint>

// The entry functions of tests/fuzz/fuzz_X.cpp, renamed by the build.
#define LAMELLA_TARGETS(entry)                                                                                                   \
    entry(archive) entry(ascend) entry(chain) entry(http) entry(import) entry(nsys) entry(pftrace) entry(profile) entry(rocm) entry(session) entry(snapshot) entry(split) \
        entry(sql) entry(stats) entry(time) entry(xplane)
#define LAMELLA_DECLARE(name) extern "C" int fuzz_##name(const std::uint8_t *data, std::size_t size);
LAMELLA_TARGETS(LAMELLA_DECLARE)

namespace {

struct Target {
    const char *name;
    int (*run)(const std::uint8_t *data, std::size_t size);
};

#define LAMELLA_ROW(name) Target{#name, fuzz_##name},
constexpr Target kTargets[] = {LAMELLA_TARGETS(LAMELLA_ROW)};

const QString kFuzz = QStringLiteral(LAMELLA_SOURCE_DIR "/tests/fuzz/");

QFileInfoList inputsOf(const QString &target)
{
    QString seeds = kFuzz + QStringLiteral("seeds_") + target;
    if (!QFileInfo::exists(seeds)) // the first fuzzer's, for traces in JSON
        seeds = kFuzz + QStringLiteral("seeds");
    return QDir(seeds).entryInfoList(QDir::Files, QDir::Name)
        + QDir(kFuzz + QStringLiteral("regressions/") + target).entryInfoList(QDir::Files, QDir::Name);
}

} // namespace

class tst_FuzzRegressions : public QObject {
    Q_OBJECT
private slots:
    void holds_data()
    {
        QTest::addColumn<int>("target");
        QTest::addColumn<QString>("path");
        for (int i = 0; i < int(std::size(kTargets)); ++i) {
            const QFileInfoList inputs = inputsOf(QString::fromLatin1(kTargets[i].name));
            QVERIFY2(!inputs.isEmpty(), kTargets[i].name);
            for (const QFileInfo &input : inputs)
                QTest::addRow("%s, %s", kTargets[i].name, qPrintable(input.fileName())) << i << input.filePath();
        }
    }
    void holds()
    {
        QFETCH(int, target);
        QFETCH(QString, path);
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray bytes = file.readAll();
        QCOMPARE(kTargets[target].run(reinterpret_cast<const std::uint8_t *>(bytes.constData()), std::size_t(bytes.size())), 0);
    }

    // Every fuzzer is in the list above and has inputs.
    void everyFuzzerIsTried()
    {
        QStringList names;
        for (const Target &target : kTargets)
            names << QString::fromLatin1(target.name);
        QStringList there;
        for (const QString &source : QDir(kFuzz).entryList({QStringLiteral("fuzz_*.cpp")}, QDir::Files, QDir::Name))
            there << source.mid(5).chopped(4);
        QCOMPARE(names, there);
        for (const QString &folder : QDir(kFuzz + QStringLiteral("regressions")).entryList(QDir::Dirs | QDir::NoDotAndDotDot))
            QVERIFY2(names.contains(folder), qPrintable(folder));
    }
};

LAMELLA_TEST(tst_FuzzRegressions)
#include "tst_FuzzRegressions.moc"
