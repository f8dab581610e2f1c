// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/Resources.h"
#include "core/profile/ModelProfile.h"
#include "core/profile/ProfileReader.h"
#include "tests/support/TestMain.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

using namespace lamella::core;

class tst_ModelProfile : public QObject {
    Q_OBJECT

private slots:
    void patterns_data();
    void patterns();
    void badPatterns_data();
    void badPatterns();
    void badPatternSaysWhere_data();
    void badPatternSaysWhere();
    void hostilePatternsEnd();
    void builtinFilesAreValid_data();
    void builtinFilesAreValid();
    void matches_data();
    void matches();
    void aliases();
    void errors_data();
    void errors();
    void userFileOverridesByName();
    void missingFile();
};

void tst_ModelProfile::patterns_data()
{
    QTest::addColumn<QByteArray>("pattern");
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<bool>("hit");
    const auto row = [](const char *tag, const char *pattern, const char *text, bool hit) {
        QTest::newRow(tag) << QByteArray(pattern) << QByteArray(text) << hit;
    };
    row("text within", "GEMM", "a_gemm_b", true);
    row("text absent", "gemm", "gem", false);
    row("one slash is text", "a/b", "xa/by", true);
    row("begin", "/^abc/", "abcd", true);
    row("not at the begin", "/^abc/", "xabc", false);
    row("end", "/abc$/", "xabc", true);
    row("not at the end", "/abc$/", "abcx", false);
    row("capitals in a pattern", "/ABC[D-F]/", "abce", true);
    row("group or", "/(^|[^a-z])mla([^a-z]|$)/", "flash_mla", true);
    row("group or, not", "/(^|[^a-z])mla([^a-z]|$)/", "formlab", false);
    row("star", "/ab*c/", "xacx", true);
    row("plus", "/ab+c/", "ac", false);
    row("option", "/rms_?norm/", "rmsnorm", true);
    row("count", "/a{2,3}b/", "ab", false);
    row("count hit", "/a{2,3}b/", "aaab", true);
    row("count open", "/^a{2,}$/", "aaaaa", true);
    row("exact count", "/^a{3}$/", "aaaa", false);
    row("class", "/x\\d+_\\w/", "x12_y", true);
    row("inverted class", "/^[^0-9]+$/", "ab1", false);
    row("escaped dot", "/a\\.b/", "axb", false);
    row("dot", "/a.b/", "axb", true);
    row("dash in a class", "/[a-]x/", "-x", true);
    row("bytes above 127", "/[^a]/", "\xc3\xa9", true);
    row("lazy is the same", "/a.*?b/", "axxb", true);
    row("no capture", "/(?:ab)+c/", "ababc", true);
    row("begin inside of an alternative", "/x|^y/", "ay", false);
    row("brace as text", "/a{b/", "a{b", true);
    row("edge of a word", "/\\bmla\\b/", "flash mla,4", true);
    row("no edge of a word", "/\\bmla\\b/", "formlab", false);
    row("many repeats", "/^a{999}$/", "aaa", false);
    row("deep groups", "/((((((((((((((((((((((((((a))))))))))))))))))))))))))/", "xa", true);
    row("states without end", "/a.{30}b.{30}c/", "ab", false);
}

void tst_ModelProfile::patterns()
{
    QFETCH(QByteArray, pattern);
    QFETCH(QByteArray, text);
    QFETCH(bool, hit);
    const auto parsed = NamePattern::parse(pattern.toStdString());
    QVERIFY2(parsed.has_value(), parsed ? "" : parsed.error().detail.english().c_str());
    QCOMPARE(parsed->matches(text.toStdString()), hit);
}

void tst_ModelProfile::badPatterns_data()
{
    QTest::addColumn<QByteArray>("pattern");
    for (const char *pattern : {"", "//", "/(/", "/)/", "/[/", "/[z-a]/", "/*a/", "/a\\/", "/\\1/", "/(?=a)/", "/a*/", "/a|/",
             "/a{9,2}/", "/a{1001}/", "/(a{100}){100}/", "/a{900}b{900}/", "/[[:x:]]/", "/a**b/", "/\\q/"})
        QTest::newRow(pattern) << QByteArray(pattern);
    QTest::newRow("long text") << QByteArray(20'000, 'a');
    QTest::newRow("long expression") << QByteArray("/" + QByteArray(600, 'a') + "/");
}

void tst_ModelProfile::badPatterns()
{
    QFETCH(QByteArray, pattern);
    const auto parsed = NamePattern::parse(pattern.toStdString());
    QVERIFY(!parsed.has_value());
    QCOMPARE(parsed.error().code, ErrorCode::BadProfile);
}

void tst_ModelProfile::badPatternSaysWhere_data()
{
    QTest::addColumn<QByteArray>("pattern");
    QTest::addColumn<QByteArray>("says");
    QTest::newRow("back reference") << QByteArray("/(a)\\1/") << QByteArray("back references are not supported (at character 5)");
    QTest::newRow("look-around") << QByteArray("/ab(?=c)/") << QByteArray("look-around and named groups are not supported");
    QTest::newRow("repeat") << QByteArray("/*a/") << QByteArray("nothing to repeat before this (at character 2)");
    QTest::newRow("range") << QByteArray("/x[z-a]/") << QByteArray("an invalid range or class in [ ] (at character 4)");
    QTest::newRow("bracket") << QByteArray("/ab[c/") << QByteArray("'[' without ']' (at character 4)");
    QTest::newRow("count") << QByteArray("/xa{9,2}/") << QByteArray("a repeat count above 1000, or backwards (at character 4)");
    QTest::newRow("escape") << QByteArray("/a\\q/") << QByteArray("this escape is not supported");
    QTest::newRow("too large") << QByteArray("/a{900}b{900}/") << QByteArray("the pattern is too complex");
}

void tst_ModelProfile::badPatternSaysWhere()
{
    QFETCH(QByteArray, pattern);
    QFETCH(QByteArray, says);
    const auto parsed = NamePattern::parse(pattern.toStdString());
    QVERIFY(!parsed.has_value());
    QVERIFY2(QByteArray::fromStdString(parsed.error().detail.english()).contains(says), parsed.error().detail.english().c_str());
}

void tst_ModelProfile::hostilePatternsEnd()
{
    // A backtracking matcher would need exponential time, or a stack frame per byte.
    const auto nested = NamePattern::parse("/(a+)+b/");
    QVERIFY(nested.has_value());
    QVERIFY(!nested->matches(std::string(1'000'000, 'a')));
    const auto stars = NamePattern::parse("/x.*x.*x.*x.*y/");
    QVERIFY(stars.has_value());
    QVERIFY(!stars->matches(std::string(1'000'000, 'x')));
    // Its automaton has 2^60 states.
    const auto states = NamePattern::parse("/a.{30}b.{30}c/");
    QVERIFY(states.has_value());
    std::string name(200'000, 'a');
    for (std::size_t i = 0; i < name.size(); ++i)
        name[i] = static_cast<char>('a' + (i * 2654435761u >> 13) % 2);
    QVERIFY(!states->matches(name));
}

void tst_ModelProfile::builtinFilesAreValid_data()
{
    QTest::addColumn<QString>("path");
    for (const Resource &file : resourcesIn("profiles/")) {
        if (file.path != "profiles/profile.schema.json")
            QTest::newRow(std::string(file.path).c_str()) << QString::fromStdString(std::string(file.path));
    }
}

void tst_ModelProfile::builtinFilesAreValid()
{
    QFETCH(QString, path);
    std::vector<ProfileFault> faults;
    const ProfileFile read = readProfileFile(
        std::string(resource(path.toStdString()).value()), path.toStdString(), builtinProfiles().patterns, faults);
    QVERIFY2(faults.empty(), faults.empty() ? "" : faults.front().error().message().c_str());
    for (const ModelProfile &profile : read.profiles) {
        QCOMPARE(QString::fromStdString(profile.name), QFileInfo(path).baseName());
        QVERIFY(!profile.title.empty());
        const ModelProfile *complete = builtinProfiles().find(profile.name);
        QVERIFY(complete && !complete->anchors.empty());
        QVERIFY(!profile.extends.empty() || profile.name == "generic");
    }
    QVERIFY(read.profiles.size() == 1 || read.universalRules.size() > 300);
}

void tst_ModelProfile::matches_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<QByteArray>("profile");
    const auto row = [](const char *tag, const char *json, const char *profile) {
        QTest::newRow(tag) << QByteArray(json) << QByteArray(profile);
    };
    row("by type", R"({"model_type":"qwen3_moe","num_hidden_layers":48})", "qwen3_moe");
    row("inner type", R"({"model_type":"qwen3_5","text_config":{"model_type":"qwen3_5_text","num_hidden_layers":4}})",
        "qwen3_next");
    row("type and keys", R"({"model_type":"deepseek_v32","num_hidden_layers":61,"kv_lora_rank":512,"index_topk":2048})",
        "deepseek_v32");
    row("unknown type, keys of V3", R"({"model_type":"new","num_hidden_layers":61,"kv_lora_rank":512})", "deepseek_v3");
    row("unknown type, keys of V3.2", R"({"model_type":"new","num_hidden_layers":61,"kv_lora_rank":512,"index_topk":1})",
        "deepseek_v32");
    row("unknown type", R"({"model_type":"new","num_hidden_layers":61})", "llama");
    row("unknown type with experts", R"({"model_type":"new","num_hidden_layers":6,"num_experts":8})", "generic_moe");
    row("unknown type with Mamba", R"({"model_type":"new","layers_block_type":["mamba","attention"]})", "nemotron_h");
    row("unknown type with linear attention",
        R"({"model_type":"new","num_hidden_layers":2,"layer_types":["linear_attention","full_attention"]})", "qwen3_next");
    row("product before what its text part derives from",
        R"({"model_type":"kimi_k25","text_config":{"model_type":"deepseek_v3","num_hidden_layers":2,"kv_lora_rank":5}})",
        "kimi_k2");
    row("a type says it without its fields", R"({"model_type":"deepseek_v4","num_hidden_layers":43,"kv_lora_rank":512})",
        "deepseek_v4");
    row("fields of an unknown type", R"({"model_type":"new","num_hidden_layers":43,"hc_mult":4})", "deepseek_v4");
    row("class without a type", R"({"architectures":["DeepseekV4ForCausalLM"],"num_hidden_layers":43})", "deepseek_v4");
    row("class of words", R"({"architectures":["Qwen3MoeForCausalLM"],"num_hidden_layers":48,"num_experts":128})", "qwen3_moe");
    row("a type outranks the class", R"({"model_type":"llama","architectures":["DeepseekV4ForCausalLM"],"num_hidden_layers":4})",
        "llama");
    row("beginning of a type", R"({"model_type":"deepseek_v4_9","num_hidden_layers":2,"hc_mult":4})", "deepseek_v4");
}

void tst_ModelProfile::matches()
{
    QFETCH(QByteArray, json);
    QFETCH(QByteArray, profile);
    const auto config = parseModelConfig(json.toStdString(), "c.json");
    QVERIFY(config.has_value());
    const ModelProfile *found = builtinProfiles().match(*config);
    QVERIFY(found);
    QCOMPARE(QByteArray::fromStdString(found->name), profile);
}

void tst_ModelProfile::aliases()
{
    for (const auto &[alias, name] :
        {std::pair("dsv4_csa_hca", "deepseek_v4"), {"dsv3_mla", "deepseek_v3"}, {"generic", "generic"}}) {
        const ModelProfile *found = builtinProfiles().find(alias);
        QVERIFY2(found, alias);
        QCOMPARE(found->name, std::string(name));
    }
    QVERIFY(!builtinProfiles().find("dsv5"));
    ModelProfile own;
    own.name = "mine";
    own.aliases = {"ours"};
    QVERIFY(profileText(own).find("\"aliases\": [\"ours\"]") != std::string::npos);
}

void tst_ModelProfile::errors_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<QByteArray>("field");
    QTest::addColumn<int>("offset");
    const auto row = [](const char *json, const char *field, int offset) {
        QTest::newRow(field) << QByteArray(json) << QByteArray(field) << offset;
    };
    row("[]", "must be an object", 0);
    row(R"({"name":"x"})", "/schema_version", 0);
    row(R"({"schema_version":1})", "/name", 0);
    row(R"({"schema_version":1,"name":"x","anchor":[]})", "/anchor:", 40);
    row(R"({"schema_version":1,"name":"x","anchors":[{"role":"ends"}]})", "/anchors/0/pattern", 42);
    row(R"({"schema_version":1,"name":"x","anchors":[{"pattern":"a","role":"in"}]})", "/anchors/0/role", 64);
    row(R"({"schema_version":1,"name":"x","anchors":[{"pattern":"a","blocks_per_layer":0}]})", "/anchors/0/blocks_per_layer", 76);
    row(R"({"schema_version":1,"name":"x","categories":[{"pattern":"a","category":"gem"}]})", "/categories/0/category", 71);
    row(R"({"schema_version":1,"profiles":[{"name":"a"},{"name":"b","layers":-1}]})", "/profiles/1/layers", 66);
    row(R"({"schema_version":1,"profiles":[{"name":"a"},{"name":"a"}]})", "/profiles/1/name", 0);
    row(R"({"schema_version":1,"name":"x","match":{"kernels":["/(/"]}})", "/match/kernels/0", 51);
}

void tst_ModelProfile::errors()
{
    QFETCH(QByteArray, json);
    QFETCH(QByteArray, field);
    QFETCH(int, offset);
    const auto read = readProfileFile(json.toStdString(), "p.json");
    QVERIFY(!read.has_value());
    QCOMPARE(read.error().code, ErrorCode::BadProfile);
    QVERIFY2(read.error().detail.english().find(field.toStdString()) == 0, read.error().detail.english().c_str());
    QCOMPARE(static_cast<int>(read.error().byteOffset), offset);
}

void tst_ModelProfile::userFileOverridesByName()
{
    QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("mine.json"));
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(
        R"({"schema_version":1,"profiles":[{"name":"llama","layers":3},{"name":"mine"}],"universal":[{"pattern":"frob","category":"moe"}]})");
    file.close();
    const auto set = profilesWith(path.toStdString());
    QVERIFY2(set.has_value(), set ? "" : set.error().message().c_str());
    QCOMPARE(set->profiles.size(), builtinProfiles().profiles.size() + 1);
    QCOMPARE(set->find("llama")->layers, 3);
    QCOMPARE(QString::fromStdString(set->find("mine")->file), path);
    QCOMPARE(set->universalRules.front().category, Category::Moe);
    QCOMPARE(set->universalRules.size(), builtinProfiles().universalRules.size() + 1);
}

void tst_ModelProfile::missingFile()
{
    const auto set = profilesWith("/nonexistent.json");
    QVERIFY(!set.has_value());
    QCOMPARE(set.error().code, ErrorCode::Io);
}

LAMELLA_TEST(tst_ModelProfile)
#include "tst_ModelProfile.moc"
