// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/Resources.h"
#include "core/profile/Hardware.h"
#include "tests/support/TestMain.h"

#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

#include <set>

using namespace lamella::core;

namespace {

const char *kFile = R"({"devices": [
    {"name": "One", "match": ["Card One"], "tflops": {"bf16": 100, "fp8": 200}, "memory_gb_per_s": 1000, "source": "by hand"},
    {"name": "Two", "compute": "9.9", "multiprocessors": 10, "memory_gb": [9, 11], "tflops": {"fp32": 10},
     "memory_gb_per_s": 500, "source": "by hand"}]})";

} // namespace

class tst_Hardware : public QObject {
    Q_OBJECT

private slots:
    void elementTypes_data()
    {
        QTest::addColumn<QByteArray>("recorded");
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<double>("bytes");
        const auto row = [](const char *recorded, const char *name, double bytes) {
            QTest::addRow("%s", recorded) << QByteArray(recorded) << QByteArray(name) << bytes;
        };
        row("c10::BFloat16", "bf16", 2);
        row("c10::Half", "fp16", 2);
        row("float", "fp32", 4);
        row("double", "fp64", 8);
        row("long int", "int64", 8);
        row("unsigned char", "int8", 1);
        row("bool", "bool", 1);
        row("c10::Float8_e4m3fn", "fp8", 1);
        row("c10::Float8_e5m2fnuz", "fp8", 1);
        row("c10::Float4_e2m1fn_x2", "fp4", 0.5);
        row("DT_BF16", "bf16", 2);
        row("torch.bfloat16", "bf16", 2);
        row("f8e4m3fn", "fp8", 1);
        row("Scalar", "", 0);
        row("", "", 0);
    }
    void elementTypes()
    {
        QFETCH(QByteArray, recorded);
        QFETCH(QByteArray, name);
        const ElementType type = elementTypeFromText(recorded.toStdString());
        QCOMPARE(QByteArray(std::string(elementTypeName(type)).c_str()), name);
        QTEST(elementBytes(type), "bytes");
        QCOMPARE(elementsPacked(recorded.toStdString()), recorded.endsWith("_x2") ? 2 : 1);
    }

    void builtinFilesAreGoodAndHaveSources()
    {
        std::set<std::string> names;
        for (const Resource &file : resourcesIn("hardware/")) {
            const auto read = parseHardware(file.bytes, "built-in");
            QVERIFY2(read, read ? "" : read.error().message().c_str());
        }
        QVERIFY(builtinHardware().size() > 30);
        for (const Hardware &device : builtinHardware()) {
            QVERIFY2(names.insert(device.name).second, device.name.c_str());
            QVERIFY2(device.source.size() > 10, device.name.c_str());
            QVERIFY(device.bytesPerSecond > 1e11 && device.bytesPerSecond < 1e13);
        }
    }

    void recordedNames_data()
    {
        QTest::addColumn<QByteArray>("recorded");
        QTest::addColumn<QByteArray>("name");
        const auto row = [](const char *recorded, const char *name) {
            QTest::addRow("%s", recorded) << QByteArray(recorded) << QByteArray(name);
        };
        row("NVIDIA H100 80GB HBM3", "NVIDIA H100 SXM");
        row("NVIDIA H100 PCIe", "NVIDIA H100 PCIe");
        row("NVIDIA A100-SXM4-80GB", "NVIDIA A100 SXM 80GB");
        row("NVIDIA A100 80GB PCIe", "NVIDIA A100 PCIe 80GB");
        row("NVIDIA A100-SXM-64GB", ""); // no data sheet, and no A10
        row("NVIDIA L40S", "NVIDIA L40S");
        row("NVIDIA L40", "NVIDIA L40");
        row("NVIDIA GeForce RTX 4090", "NVIDIA GeForce RTX 4090");
        row("NVIDIA GeForce RTX 4080 Laptop GPU", "NVIDIA GeForce RTX 4080 Laptop");
        row("AMD Instinct MI300X VF", "AMD Instinct MI300X");
        row("AMD Instinct MI250X", "AMD Instinct MI250X (one die)");
        row("TPU v5 lite", "Google TPU v5e");
        row("Some Card", "");
    }
    void recordedNames()
    {
        QFETCH(QByteArray, recorded);
        QFETCH(QByteArray, name);
        const Hardware *found = recognisedHardware(builtinHardware(), {recorded.toStdString(), "9.0", 132, 85e9});
        QCOMPARE(QByteArray(found ? found->name.c_str() : ""), name);
    }

    void propertiesTellWhereNoNameIsRecorded()
    {
        const auto nameOf = [](const DeviceFacts &facts) {
            const Hardware *found = recognisedHardware(builtinHardware(), facts);
            return found ? QByteArray(found->name.c_str()) : QByteArray();
        };
        QCOMPARE(nameOf({"", "9.4", 304, 206141652992.0}), QByteArray("AMD Instinct MI300X"));
        QCOMPARE(nameOf({"", "9.4", 304, 274e9}), QByteArray("AMD Instinct MI325X"));
        QCOMPARE(nameOf({"", "9.0", 132, 85018279936.0}), QByteArray("NVIDIA H100 SXM"));
        QCOMPARE(nameOf({"", "9.0", 132, 150.7e9}), QByteArray("NVIDIA H200"));
        QCOMPARE(nameOf({"", "9.0", 7, 85e9}), QByteArray());
        QCOMPARE(nameOf({"", "", 0, 0}), QByteArray());
    }

    void peaksOfTypesThatAreNotStated()
    {
        Hardware device;
        device.flopsPerSecond[static_cast<std::size_t>(ElementType::Bf16)] = 100;
        device.flopsPerSecond[static_cast<std::size_t>(ElementType::Fp32)] = 10;
        QCOMPARE(device.peakOf(ElementType::Bf16), 100.0);
        QCOMPARE(device.peakOf(ElementType::Fp4), 100.0); // as fp8, as bf16
        QCOMPARE(device.peakOf(ElementType::Fp16), 100.0);
        QCOMPARE(device.peakOf(ElementType::Tf32), 10.0);
        QCOMPARE(device.peakOf(ElementType::Int64), 0.0);
        QCOMPARE(device.peakOf(ElementType::Unknown), 0.0);
        QCOMPARE(Hardware().peakOf(ElementType::Fp16), 0.0);
    }

    void askedFor()
    {
        QCOMPARE(hardwareFor("nvidia h200", {})->name, std::string("NVIDIA H200"));
        QCOMPARE(hardwareFor("MI355X", {})->name, std::string("AMD Instinct MI355X"));
        const auto none = hardwareFor("H9000", {});
        QVERIFY(!none);
        QCOMPARE(none.error().code, ErrorCode::BadRequest);
        QVERIFY(none.error().message().find("NVIDIA H200") != std::string::npos);
        const auto several = hardwareFor("h100", {});
        QVERIFY(!several);
        QCOMPARE(several.error().message(),
            std::string("h100 can be one of several devices: NVIDIA H100 SXM, NVIDIA H100 PCIe, NVIDIA H100 NVL"));
        // The device of the trace decides between them, never against the name.
        QCOMPARE(hardwareFor("h100", {"NVIDIA H100 PCIe", "", 0, 0})->name, std::string("NVIDIA H100 PCIe"));
        QVERIFY(!hardwareFor("h100", {"NVIDIA B200", "", 0, 0}));
        QTemporaryDir folder;
        const std::string path = folder.filePath(QStringLiteral("cards.json")).toStdString();
        QCOMPARE(hardwareFor(path, {}).error().code, ErrorCode::Io);
        QFile file(QString::fromStdString(path));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(kFile);
        file.close();
        QCOMPARE(hardwareFor(path, {"Card One", "", 0, 0})->name, std::string("One"));
        QCOMPARE(hardwareFor(path, {"", "9.9", 10, 10e9})->name, std::string("Two"));
        QCOMPARE(hardwareFor(path, {"Card Three", "", 0, 0}).error().code, ErrorCode::BadRequest);
    }

    void badFiles_data()
    {
        QTest::addColumn<QByteArray>("json");
        QTest::addRow("no JSON") << QByteArray("{");
        QTest::addRow("no list") << QByteArray("{}");
        QTest::addRow("empty list") << QByteArray(R"({"devices": []})");
        QTest::addRow("no object") << QByteArray(R"({"devices": [1]})");
        const auto device = [](const char *name, const char *fields) {
            QTest::addRow("%s", name) << QByteArray(R"({"devices": [{"name": "X", "source": "s")") + fields + "}]}";
        };
        device("no rates", R"(, "memory_gb_per_s": 1)");
        device("no bandwidth", R"(, "tflops": {"bf16": 1})");
        device("unknown type", R"(, "tflops": {"bf17": 1}, "memory_gb_per_s": 1)");
        device("rate of 0", R"(, "tflops": {"bf16": 0}, "memory_gb_per_s": 1)");
        device("text for a rate", R"(, "tflops": {"bf16": "1"}, "memory_gb_per_s": 1)");
        device("unknown field", R"(, "tflops": {"bf16": 1}, "memory_gb_per_s": 1, "colour": "red")");
        device("memory is no pair", R"(, "tflops": {"bf16": 1}, "memory_gb_per_s": 1, "memory_gb": [1])");
    }
    void badFiles()
    {
        QFETCH(QByteArray, json);
        QVERIFY(!parseHardware(json.toStdString(), "file"));
    }
};

LAMELLA_TEST(tst_Hardware)
#include "tst_Hardware.moc"
