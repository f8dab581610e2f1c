// SPDX-License-Identifier: GPL-3.0-or-later
// Runs the script of `report --interactive` with a model of the browser: the page asks nothing of a network, holds the tables as
// the command line prints them, draws, and answers keys. Usage: node test_timeline_page.mjs ROOT LAMELLA_CLI
import assert from 'node:assert/strict';
import {execFileSync} from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import vm from 'node:vm';
import zlib from 'node:zlib';

const [root, cli] = process.argv.slice(2);
const sample = path.join(root, 'resources/sample/lamella-sample.trace.json.gz');
const run = (...words) => execFileSync(cli, words, {encoding: 'utf8', maxBuffer: 1 << 28});

class Element {
    constructor(id, pen) { this.id = id; this.pen = pen; this.children = []; this.handlers = {}; this.style = {}; this.clientWidth = 1000; this.textContent = ''; this.value = ''; }
    append(child) { this.children.push(child); }
    addEventListener(name, handler) { this.handlers[name] = handler; }
    getContext() { return this.pen; }
    setPointerCapture() { }
    setAttribute(name, value) { this[name] = value; }
}

// The page of a trace as a browser runs it: its script up to the first "</script>", with what it drew.
function open(page) {
    const script = page.match(/<script>\n([^]*?)<\/script>/)[1];
    const boxes = [], words = [], elements = {};
    const calls = {fillRect: (...box) => boxes.push(box), fillText: text => words.push(text)};
    const pen = new Proxy({}, {get: (target, name) => calls[name] ?? target[name] ?? (() => {}),
        set: (target, name, value) => { target[name] = value; return true; }});
    const context = vm.createContext({
        document: {getElementById: id => elements[id] ??= new Element(id, pen), createElement: () => new Element(), body: {}},
        window: {devicePixelRatio: 1, addEventListener() { }}, getComputedStyle: () => ({color: '#000'})});
    vm.runInContext(script + '\nglobalThis.seen = {DATA, kernels, layers, range: () => [from, to], chosen: () => chosen};', context);
    const press = key => elements.view.handlers.keydown({key, preventDefault() { }});
    const find = text => { elements.find.value = text; elements.find.handlers.keydown({key: 'Enter'}); };
    return {seen: context.seen, boxes, words, elements, press, find};
}

const page = run('report', sample, '--interactive', '--pass', '3');

assert(!/(src|href)\s*=|https?:|url\(|import\s*\(|fetch|XMLHttpRequest/.test(page.replace(/const DATA = .*\n/, '')), 'nothing is loaded');
assert(page.includes("default-src 'none'"));
const {seen, boxes, elements, press, find} = open(page);

assert.equal(seen.DATA.layers, run('layers', sample, '--pass', '3', '--format', 'csv'));
assert.equal(seen.DATA.kernels, run('kernels', sample, '--each', '--pass', '3', '--format', 'csv', '--columns',
    'index,layer,part,stream,category,short_name,start_ns,dur_ns,grid,block,cpu_op,module'));
assert(boxes.length >= seen.layers.length, 'layers and kernels are drawn');
assert.equal(elements.layers.children.length, seen.layers.length);

const [begin, end] = seen.range();
assert(seen.kernels.some(k => k.layer === 'head') && seen.kernels.some(k => k.layer === 'tail'));
assert.equal(begin, Math.min(...seen.kernels.map(k => k.start_ns)), 'the first view begins with the head');
assert(seen.kernels.every(k => k.start_ns + k.dur_ns <= end), 'and ends with the tail');
press('w');
assert(seen.range()[1] - seen.range()[0] < end - begin, 'w zooms in');
press('Home');
assert.deepEqual([...seen.range()], [begin, end]);
press('ArrowRight');
assert.equal(seen.kernels.includes(seen.chosen()), true, 'the next kernel');
assert.match(elements.chosen.textContent, /Duration: \d/);
find(seen.kernels.at(-1).short_name);
assert.equal(seen.chosen().short_name, seen.kernels.at(-1).short_name);

// In another language the page says the same, and its data are the same bytes.
const translated = run('report', sample, '--interactive', '--pass', '3', '--lang', 'zh_CN');
assert(page.includes('<html lang="en">') && translated.includes('<html lang="zh-CN">'));
const chinese = open(translated);
assert.equal(chinese.seen.DATA.layers, seen.DATA.layers);
assert.equal(chinese.seen.DATA.kernels, seen.DATA.kernels);
assert(Object.keys(chinese.seen.DATA.texts).length >= 8);
const own = text => text.replaceAll('%1', '').replaceAll('%2', '').match(/[A-Za-z]{2,}/g)?.filter(word => word !== 'Home' && word !== 'kernel') ?? [];
for (const [id, text] of Object.entries(chinese.seen.DATA.texts)) {
    assert.deepEqual(own(text), [], `${id}: ${text}`);
    assert(id === 'pair' || text !== seen.DATA.texts[id], id);
}
// Columns have the titles of the tables.
const columns = 'index,layer,part,stream,category,short_name,start_ns,dur_ns,grid,block,cpu_op,module';
const heads = run('kernels', sample, '--each', '--pass', '3', '--lang', 'zh_CN', '--format', 'markdown', '--columns', columns)
    .split('\n').find(line => line.startsWith('|')).split('|').slice(1, -1).map(title => title.trim().replace(/（.*$/, ''));
assert.deepEqual(columns.split(',').map(id => chinese.seen.DATA.titles.kernels[id]), heads);
assert.deepEqual(chinese.elements.heads.children.map(head => head.textContent).filter(title => /^[ -~]*$/.test(title)),
    [chinese.seen.DATA.titles.layers.kernels], 'Chinese heads but for the term that stays');
assert(chinese.seen.DATA.facts.includes('纳秒') && chinese.seen.DATA.title.includes('前向 3'));
assert.equal(chinese.elements.find.placeholder, chinese.seen.DATA.texts.findHint);
chinese.press('ArrowRight');
const numbers = open => open.elements.chosen.textContent.match(/\d[\d\u202f]*/g);
const again = open(page);
again.press('ArrowRight');
assert.deepEqual(numbers(chinese), numbers(again));
assert.deepEqual(chinese.elements.layers.children.map(row => row.children.map(cell => cell.textContent)),
    elements.layers.children.map(row => row.children.map(cell => cell.textContent)));
// Every word of the template is data: a text in it would stay English.
const template = fs.readFileSync(path.join(root, 'resources/report/timeline.html'), 'utf8').match(/<body>\n([^]*?)<script>/)[1];
assert(!/>[^<\s][^<]*</.test(template) && !/placeholder|aria-label/.test(template), 'no text in the template');

// Names of kernels stay as they are: one of digits alone, and one that would hide the end of the script.
const digits = '123456789012345678901234', script = '<!--<script>evil';
const trace = JSON.parse(zlib.gunzipSync(fs.readFileSync(sample)));
for (const event of trace.traceEvents) {
    if (event.cat === 'kernel' && event.name.includes('cunn_SoftMaxForward')) event.name = digits;
    if (event.cat === 'kernel' && event.name.includes('resolve_future_token_ids')) event.name = script;
}
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'timeline-page-'));
try {
    const file = path.join(folder, 'named.json');
    fs.writeFileSync(file, JSON.stringify(trace));
    const renamed = run('report', file, '--interactive', '--pass', '3');
    const named = open(renamed);
    named.find(digits);
    assert.equal(named.seen.chosen().short_name, digits);
    assert(named.elements.chosen.textContent.includes(`${named.seen.DATA.titles.kernels.short_name}: ${digits}`));
    named.find(script);
    assert.equal(named.seen.chosen().short_name, script);
    assert(!renamed.match(/const DATA = .*\n/)[0].includes('<'), 'no tag in the data');
} finally {
    fs.rmSync(folder, {recursive: true});
}
console.log(`timeline page: ${seen.kernels.length} kernels, ${seen.layers.length} layers`);
