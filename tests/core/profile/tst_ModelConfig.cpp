// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/profile/JsonValue.h"
#include "core/profile/ModelConfig.h"
#include "core/profile/ModelProfile.h"
#include "tests/support/TestMain.h"

#include <QtTest>

#include <algorithm>

using namespace lamella::core;

class tst_ModelConfig : public QObject {
    Q_OBJECT

private slots:
    void textsWithEscapes_data();
    void textsWithEscapes();
    void layers_data();
    void layers();
    void types_data();
    void types();
    void ratiosMustFitTheLayers();
    void attention_data();
    void attention();
    void errors_data();
    void errors();
    void anotherFileIsNamed_data();
    void anotherFileIsNamed();
    void modelsWithoutLayersAreRead();
    void pythonNumbersAreRead();
    void hostileListsAreBounded();
    void missingFile();
};

void tst_ModelConfig::layers_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<int>("layers");
    QTest::addColumn<int>("draft");
    const auto row = [](const char *tag, const char *json, int layers, int draft) {
        QTest::newRow(tag) << QByteArray(json) << layers << draft;
    };
    row("plain", R"({"num_hidden_layers":36})", 36, 0);
    row("num_layers", R"({"num_layers":28})", 28, 0);
    row("n_layer", R"({"n_layer":12})", 12, 0);
    row("inner config wins", R"({"num_hidden_layers":2,"text_config":{"num_hidden_layers":48}})", 48, 0);
    row("two levels", R"({"thinker_config":{"text_config":{"num_hidden_layers":40}}})", 40, 0);
    row("inner null does not hide", R"({"num_hidden_layers":7,"text_config":{"num_hidden_layers":null}})", 7, 0);
    row("block types", R"({"layers_block_type":["mamba","moe","attention"]})", 3, 0);
    row("hybrid pattern", R"({"hybrid_override_pattern":"M*-ME"})", 5, 0);
    row("draft layers", R"({"num_hidden_layers":61,"num_nextn_predict_layers":1})", 61, 1);
    row("draft alias", R"({"num_hidden_layers":40,"mtp_num_hidden_layers":1})", 40, 1);
    row("draft switched off", R"({"num_hidden_layers":40,"num_mtp_modules":3,"use_mtp":false})", 40, 0);
}

void tst_ModelConfig::layers()
{
    QFETCH(QByteArray, json);
    QFETCH(int, layers);
    QFETCH(int, draft);
    const auto config = parseModelConfig(json.toStdString(), "x/config.json");
    QVERIFY2(config.has_value(), config ? "" : config.error().message().c_str());
    QCOMPARE(config->layers, layers);
    QCOMPARE(config->draftLayers, draft);
}

void tst_ModelConfig::types_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<QByteArray>("types");
    const auto row = [](const char *tag, const char *json, const char *types) {
        QTest::newRow(tag) << QByteArray(json) << QByteArray(types);
    };
    row("nothing said", R"({"num_hidden_layers":3})", "");
    row("all alike", R"({"num_hidden_layers":2,"layer_types":["full_attention","full_attention"]})", "");
    row("ratios, hash layers first",
        R"({"num_hidden_layers":4,"num_hash_layers":2,"num_nextn_predict_layers":1,"compress_ratios":[0,4,128,2,0]})",
        "FIRST+SWA_ONLY+HASH CSA_C4+HASH HCA_C128 FINAL+CR2");
    row("layer types", R"({"num_hidden_layers":3,"layer_types":["sliding_attention","full_attention","sliding_attention"]})",
        "FIRST+sliding_attention full_attention FINAL+sliding_attention");
    row("first dense", R"({"num_hidden_layers":4,"n_routed_experts":8,"first_k_dense_replace":2,"moe_layer_freq":1})",
        "FIRST+DENSE DENSE MoE FINAL+MoE");
    row("frequency as list", R"({"num_hidden_layers":3,"num_local_experts":8,"moe_layer_freq":[0,1,1]})",
        "FIRST+DENSE MoE FINAL+MoE");
    row("every other layer", R"({"num_hidden_layers":4,"num_local_experts":8,"interleave_moe_layer_step":2})",
        "FIRST+DENSE MoE DENSE FINAL+MoE");
    row("dense by number", R"({"num_hidden_layers":3,"num_experts":8,"mlp_only_layers":[1,-1,99]})", "FIRST+MoE DENSE FINAL+MoE");
    row("all experts", R"({"num_hidden_layers":2,"num_experts":8})", "");
    row("hybrid pattern", R"({"hybrid_override_pattern":"M*-E"})", "FIRST+mamba attention mlp FINAL+moe");
    row("interval", R"({"num_hidden_layers":4,"full_attention_interval":4})",
        "FIRST+linear_attention linear_attention linear_attention FINAL+full_attention");
    row("kda layers count from one",
        R"({"num_hidden_layers":3,"linear_attn_config":{"full_attn_layers":[2,3],"kda_layers":[1]}})",
        "FIRST+linear_attention full_attention FINAL+full_attention");
    row("sliding pattern of numbers", R"({"num_hidden_layers":3,"hybrid_layer_pattern":[0,1,1]})",
        "FIRST+full_attention sliding_attention FINAL+sliding_attention");
    row("shared indexers", R"({"num_hidden_layers":2,"indexer_types":["full","shared"]})",
        "FIRST+sparse_attention+indexer_full FINAL+sparse_attention+indexer_shared");
    row("one layer", R"({"num_hidden_layers":1,"compress_ratios":[4]})", "FIRST+FINAL+CSA_C4");
}

void tst_ModelConfig::types()
{
    QFETCH(QByteArray, json);
    QFETCH(QByteArray, types);
    const auto config = parseModelConfig(json.toStdString(), "c.json");
    QVERIFY2(config.has_value(), config ? "" : config.error().message().c_str());
    QByteArrayList list;
    for (const std::string &type : layerTypesFromConfig(*config))
        list.append(QByteArray::fromStdString(type));
    QCOMPARE(list.join(' '), types);
}

void tst_ModelConfig::ratiosMustFitTheLayers()
{
    const auto config = parseModelConfig(R"({"num_hidden_layers":4,"compress_ratios":[0,4]})", "c.json");
    QVERIFY(!config.has_value());
    QCOMPARE(config.error().code, ErrorCode::BadProfile);
    QCOMPARE(config.error().byteOffset, 41);
}

void tst_ModelConfig::attention_data()
{
    QTest::addColumn<QByteArray>("fields");
    QTest::addColumn<QByteArray>("type");
    const auto row = [](const char *fields, const char *type) { QTest::newRow(type) << QByteArray(fields) << QByteArray(type); };
    row(R"("num_attention_heads":32,"num_key_value_heads":32)", "MHA");
    row(R"("num_attention_heads":32,"num_key_value_heads":8)", "GQA");
    row(R"("num_attention_heads":32,"num_key_value_heads":1)", "MQA");
    row(R"("num_attention_heads":128,"num_key_value_heads":128,"kv_lora_rank":512)", "MLA");
    row(R"("num_attention_heads":128,"num_key_value_heads":128,"kv_lora_rank":512,"index_topk":2048)", "DSA on MLA");
    row(R"("num_attention_heads":64,"num_key_value_heads":1,"compress_ratios":[0,4])", "CSA+SWA");
    row(R"("num_attention_heads":16,"num_key_value_heads":2,"layer_types":["linear_attention","full_attention"])",
        "hybrid linear + GQA");
    row(R"("num_attention_heads":16,"num_key_value_heads":2,"layer_types":["sliding_attention","full_attention"])",
        "GQA, sliding window");
    row(R"("hidden_size":4)", "unknown");
}

void tst_ModelConfig::attention()
{
    QFETCH(QByteArray, fields);
    QFETCH(QByteArray, type);
    const auto config = parseModelConfig("{\"num_hidden_layers\":2," + fields.toStdString() + "}", "c.json");
    QVERIFY(config.has_value());
    const auto line = std::find_if(
        config->summary.begin(), config->summary.end(), [](const auto &entry) { return entry.first == "attention_type"; });
    QVERIFY(line != config->summary.end());
    QCOMPARE(QByteArray::fromStdString(line->second), type);
}

void tst_ModelConfig::errors_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<int>("code");
    QTest::addColumn<int>("offset");
    const auto row = [](const char *tag, const QByteArray &json, ErrorCode code, int offset) {
        QTest::newRow(tag) << json << static_cast<int>(code) << offset;
    };
    row("empty", "", ErrorCode::BadProfile, -1);
    row("not JSON", "hello", ErrorCode::BadProfile, -1);
    row("cut", R"({"num_hidden_layers":)", ErrorCode::Syntax, 21);
    row("comma missing", R"({"a":1 "b":2})", ErrorCode::Syntax, 7);
    row("text behind", R"({"num_hidden_layers":1} x)", ErrorCode::Syntax, 24);
    row("string without end", R"({"a":"b)", ErrorCode::Syntax, 7);
    row("bad escape", R"({"a":"\q"})", ErrorCode::Syntax, 7);
    row("deep", QByteArray("{\"a\":").repeated(100), ErrorCode::Limit, 325);
    row("no object", "[1]", ErrorCode::BadProfile, -1);
    row("nothing of a model", R"({"hello":"world"})", ErrorCode::BadProfile, -1);
    row("a trace", R"({"traceEvents":[{"ph":"X"}]})", ErrorCode::BadProfile, -1);
    row("zero layers", R"({"num_hidden_layers":0})", ErrorCode::BadProfile, -1);
    row("absurd layers", R"({"num_hidden_layers":1e300})", ErrorCode::BadProfile, -1);
}

void tst_ModelConfig::errors()
{
    QFETCH(QByteArray, json);
    QFETCH(int, code);
    QFETCH(int, offset);
    const auto config = parseModelConfig(json.toStdString(), "c.json");
    QVERIFY(!config.has_value());
    QCOMPARE(static_cast<int>(config.error().code), code);
    QCOMPARE(static_cast<int>(config.error().byteOffset), offset);
    QVERIFY(config.error().message().find("c.json") == 0);
}

void tst_ModelConfig::anotherFileIsNamed_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("found");
    QTest::newRow("gzip") << QByteArray("\x1F\x8B\x08\x00\xFF", 5) << QByteArray("a gzip file");
    QTest::newRow("SQLite") << QByteArray("SQLite format 3\0\x10", 17) << QByteArray("an SQLite database");
    QTest::newRow("binary") << QByteArray("a\0b", 3) << QByteArray("binary data");
    QTest::newRow("empty") << QByteArray("\n") << QByteArray("an empty file");
    QTest::newRow("text") << QByteArray("# Lamella\nmore") << QByteArray("text that is not JSON; it begins with '# Lamella'");
    QTest::newRow("trace") << QByteArray(R"({"schemaVersion":1,"traceEvents":[)") << QByteArray("a trace");
    QTest::newRow("array") << QByteArray("[{}]") << QByteArray("a JSON array");
    QTest::newRow("profile") << QByteArray(R"({"name":"x","match":{},"anchors":[]})")
                             << QByteArray("a model profile, which --profile takes");
    QTest::newRow("other JSON") << QByteArray(R"({"a":"b"})") << QByteArray("JSON that has neither a model_type");
}

void tst_ModelConfig::anotherFileIsNamed()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, found);
    const auto config = parseModelConfig(text.toStdString(), "c.json");
    QVERIFY(!config.has_value());
    const QByteArray said = QByteArray::fromStdString(config.error().message());
    QVERIFY2(said.startsWith(QByteArray("c.json: not a model config but " + found)), said);
    QVERIFY2(said.contains("give the config.json of the model"), said);
}

void tst_ModelConfig::modelsWithoutLayersAreRead()
{
    const auto unet = parseModelConfig(
        R"({"_class_name":"UNet2DConditionModel","block_out_channels":[320,640],"layers_per_block":2,"cross_attention_dim":768})",
        "unet/config.json");
    QVERIFY2(unet.has_value(), unet ? "" : unet.error().message().c_str());
    QCOMPARE(unet->layers, 0);
    QCOMPARE(unet->architecture, std::string("UNet2DConditionModel"));
    QVERIFY(layerTypesFromConfig(*unet).empty());
    const auto said = [](const ModelConfig &config, std::string_view key) {
        const auto it =
            std::find_if(config.summary.begin(), config.summary.end(), [key](const auto &entry) { return entry.first == key; });
        return it == config.summary.end() ? std::string() : it->second;
    };
    QCOMPARE(said(*unet, "num_layers"), std::string()); // missing fields are not guessed
    QVERIFY(said(*unet, "unused_fields").find("block_out_channels") != std::string::npos);
    QVERIFY(!builtinProfiles().match(*unet)); // not a transformer
    const auto recommender =
        parseModelConfig(R"({"model":"dlrm","embedding_dim":128,"over_arch_layer_sizes":[1024,1]})", "c.json");
    QVERIFY2(recommender.has_value(), recommender ? "" : recommender.error().message().c_str());
    QCOMPARE(recommender->layers, 0);
}

void tst_ModelConfig::pythonNumbersAreRead()
{
    const auto config = parseModelConfig(R"({"num_hidden_layers":3,"limit":[0.0,Infinity,-Infinity,NaN]})", "c.json");
    QVERIFY(config.has_value());
    QCOMPARE(config->layers, 3);
}

void tst_ModelConfig::hostileListsAreBounded()
{
    const std::string pattern = R"({"num_hidden_layers":3,"hybrid_override_pattern":")" + std::string(4'000'000, 'M') + "\"}";
    const auto letters = parseModelConfig(pattern, "c.json");
    QVERIFY(letters.has_value());
    QCOMPARE(letters->layerTypes.size(), std::size_t{3});
    std::string list = R"({"num_hidden_layers":10000,"full_attn_idxs":[0)";
    for (int i = 0; i < 200'000; ++i)
        list += ",7";
    const auto numbers = parseModelConfig(list + "]}", "c.json");
    QVERIFY(numbers.has_value());
    QCOMPARE(numbers->layerTypes.size(), std::size_t{10000});
    QVERIFY(numbers->summary.size() < 60);
}

void tst_ModelConfig::missingFile()
{
    const auto config = readModelConfig("/nonexistent/config.json");
    QVERIFY(!config.has_value());
    QCOMPARE(config.error().code, ErrorCode::Io);
}

// Escapes at each place of a text, and quotes that do not end it.
void tst_ModelConfig::textsWithEscapes_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("none") << QByteArray(R"("plain text")") << QByteArray("plain text");
    QTest::newRow("empty") << QByteArray(R"("")") << QByteArray();
    QTest::newRow("first and last") << QByteArray(R"("\nmiddle\t")") << QByteArray("\nmiddle\t");
    QTest::newRow("quotes") << QByteArray(R"("\"a\" and \"b\"")") << QByteArray("\"a\" and \"b\"");
    QTest::newRow("backslash before the end") << QByteArray(R"("a\\")") << QByteArray("a\\");
    QTest::newRow("backslash before a quote") << QByteArray(R"("\\\"")") << QByteArray("\\\"");
    QTest::newRow("code points") << QByteArray(R"("\u00e9\ud83d\ude00")") << QByteArray("\xc3\xa9\xf0\x9f\x98\x80");
    QTest::newRow("not ended") << QByteArray(R"("a)") << QByteArray("!");
    QTest::newRow("ends in an escape") << QByteArray(R"("a\")") << QByteArray("!");
    QTest::newRow("escape without an end") << QByteArray(R"("a\nb)") << QByteArray("!");
}

void tst_ModelConfig::textsWithEscapes()
{
    QFETCH(QByteArray, json);
    QFETCH(QByteArray, text);
    const auto read = parseJson(R"({"a":)" + json.toStdString() + (text == "!" ? "" : R"(,"b":"x"})"), "x.json");
    QCOMPARE(read.has_value(), text != "!");
    if (!read)
        return;
    QCOMPARE(read->find("a")->text, text.toStdString());
    QCOMPARE(read->find("b")->text, std::string("x"));
}

LAMELLA_TEST(tst_ModelConfig)
#include "tst_ModelConfig.moc"
