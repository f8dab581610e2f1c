// SPDX-License-Identifier: GPL-3.0-or-later
// Runs resources/perfetto/bridge.js with a model of Perfetto's page (v58.2): it answers PING, reads a trace for some seconds and
// loses the jumps that arrive meanwhile, selects what its address says, and may forbid frames or not be there. Usage:
// node test_bridge_page.mjs ROOT
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import vm from 'node:vm';

const SOURCE = fs.readFileSync(path.join(process.argv[2], 'resources/perfetto/bridge.js'), 'utf8');
const ORIGIN = 'https://ui.perfetto.dev';
const OWN = 'http://127.0.0.1:40000';

// Time that passes only when the test lets it.
class Clock {
  constructor() {
    this.now = 1e6;
    this.tasks = [];
    this.id = 0;
  }
  at(delay, run, every) {
    this.tasks.push({id: ++this.id, when: this.now + (delay || 0), run, every});
    return this.id;
  }
  clear(id) { this.tasks = this.tasks.filter(task => task.id !== id); }
  async pass(ms) {
    const end = this.now + ms;
    for (;;) {
      await new Promise(resolve => setImmediate(resolve)); // lets promises settle
      const next = this.tasks.filter(task => task.when <= end).sort((a, b) => a.when - b.when || a.id - b.id)[0];
      if (next === undefined)
        break;
      this.now = Math.max(this.now, next.when);
      if (next.every === undefined)
        this.clear(next.id);
      else
        next.when += next.every;
      next.run();
    }
    this.now = end;
  }
}

class Perfetto {
  constructor(browser, url) {
    this.browser = browser;
    this.url = url;
    this.closed = false;
    this.range = null;
    this.traces = 0;
    this.busyUntil = 0;
    this.life = 0; // counts reloads, with which answers on their way are lost
    this.slowMs = () => 0; // each answer takes this much longer
    this.readyAt = Infinity;
    this.answersAt = browser.clock.now + browser.startMs; // its own code loads
  }
  postMessage(data, origin) {
    const {clock} = this.browser;
    if (this.closed || clock.now < this.answersAt)
      return;
    assert.equal(origin, ORIGIN);
    const {life} = this;
    const answer = () => {
      if (life === this.life)
        this.browser.message({source: this, origin: ORIGIN, data: 'PONG'});
    };
    if (data === 'PING')
      clock.at(Math.max(1, this.busyUntil - clock.now, this.slowMs()), answer);
    else if (data.perfetto.buffer !== undefined)
      this.read(data.perfetto);
    else if (clock.now >= this.readyAt)
      this.range = [data.perfetto.timeStart, data.perfetto.timeEnd];
  }
  read(message) {
    assert.equal(message.keepApiOpen, true); // else later jumps are dead
    assert.equal(message.buffer.byteLength, this.browser.bytes);
    ++this.traces;
    this.readyAt = this.browser.clock.now + this.browser.readMs;
  }
  reload() { // as F5 does: the page starts anew, without a trace
    ++this.life;
    Object.assign(this, {range: null, traces: 0, readyAt: Infinity, answersAt: this.browser.clock.now + 1500});
  }
  focus() {}
}

class Browser {
  constructor(options) {
    Object.assign(this, {bytes: 1000, readMs: 1000, startMs: 500, loadMs: 400, framing: true, reachable: true, popups: true, fetches: 0}, options);
    this.clock = new Clock();
    this.reports = [];
    this.listeners = {};
    this.elements = {};
    this.frames = [];
    this.tabs = [];
    this.run();
  }
  element(id) {
    const browser = this;
    return this.elements[id] ??= {hidden: false, disabled: false, textContent: '', children: [], value: 0, handlers: {},
      classList: {add() {}, remove() {}}, append() {}, prepend(item) { this.children.unshift(item); },
      get lastChild() { const list = this.children; return {remove: () => list.pop()}; },
      addEventListener(name, handler) { this.handlers[name] = handler; browser.listeners[id + '.' + name] = handler; }};
  }
  frame() {
    const browser = this;
    let inside = null;
    const handlers = {};
    let address = '';
    return {addEventListener(name, handler) { handlers[name] = handler; },
      reload() { this.src = address; }, // as the browser's menu does
      set src(url) {
        address = url;
        browser.clock.at(browser.loadMs, () => handlers.load?.());
        inside = browser.framing && browser.reachable ? new Perfetto(browser, url) : {postMessage() {}};
      },
      get contentWindow() { return inside; }, remove() { inside.closed = true; }};
  }
  document() {
    const browser = this;
    return {activeElement: null, visibilityState: 'visible', getElementById: id => browser.element(id),
      querySelector: selector => ({textContent: /data-key="(\w+)"/.exec(selector)[1]}),
      createElement(name) {
        if (name !== 'iframe')
          return browser.element('made' + Math.random());
        const made = browser.frame();
        browser.frames.push(made);
        return made;
      },
      addEventListener(name, handler) { browser.listeners['document.' + name] = handler; },
      body: {classList: {add() {}, remove() {}}, append() {}}};
  }
  async fetch(target, options) {
    if (target.startsWith('report/')) {
      this.reports.push(target.slice(7));
      return {ok: true};
    }
    if (options.mode === 'no-cors') {
      if (!this.reachable)
        throw new TypeError('Failed to fetch');
      return {};
    }
    ++this.fetches;
    const parts = [new Uint8Array(this.bytes)];
    return {ok: true, body: {getReader: () => ({read: async () => (parts.length > 0 ? {done: false, value: parts.pop()} : {done: true})})}};
  }
  run() {
    const {clock} = this;
    const browser = this;
    const context = {console, URL, Uint8Array, Error, Math, JSON, Promise, document: this.document(),
      Date: {now: () => clock.now}, setTimeout: (run, ms) => clock.at(ms, run), clearTimeout: id => clock.clear(id),
      setInterval: (run, ms) => clock.at(ms, run, ms), clearInterval: id => clock.clear(id),
      fetch: (target, options) => this.fetch(target, options),
      EventSource: class {
        constructor() { browser.source = this; this.handlers = {}; }
        addEventListener(name, handler) { this.handlers[name] = handler; }
        close() { browser.source = null; }
      },
      window: {addEventListener: (name, handler) => { this.listeners['window.' + name] = handler; },
        open: url => {
          if (!this.popups)
            return null;
          this.tabs.push(new Perfetto(this, url));
          return this.tabs.at(-1);
        }}};
    vm.runInNewContext(SOURCE, context);
  }
  message(event) { this.listeners['window.message'](event); }
  tell(name, data) { this.source.handlers[name]({data: JSON.stringify(data)}); }
  open(serial = 1, rawBytes = 1e6) {
    this.tell('document', {path: '/t', title: 't', fileName: 't', bytes: this.bytes, rawBytes, origin: ORIGIN, address: ORIGIN,
      tabUrl: ORIGIN + '/#!/?visStart=1', frameUrl: ORIGIN + '/#!/?mode=embedded&ts=' + serial, serial, size: '1 kB'});
    this.jump(serial);
  }
  jump(serial) {
    this.tell('jump', {serial, timeStart: serial, timeEnd: serial + 0.5, label: 'place', range: '',
      frameUrl: ORIGIN + '/#!/?mode=embedded&ts=' + serial});
  }
  click() { this.listeners['open.click'](); }
  get perfetto() { return this.frames.at(-1).contentWindow; }
}

const tests = {
  async aPlaceIsShownInTheFrame() {
    const browser = new Browser();
    browser.open();
    await browser.clock.pass(5000);
    assert.deepEqual(browser.perfetto.range, [1, 1.5]);
    assert.equal(browser.frames.length, 1);
    assert.deepEqual(browser.reports, ['opened']);
  },
  async aSecondPlaceIsSelectedToo() { // selection and note are in the address, which Perfetto reads when it loads
    const browser = new Browser();
    browser.open();
    await browser.clock.pass(5000);
    browser.jump(2);
    await browser.clock.pass(5000);
    assert.equal(browser.perfetto.url, ORIGIN + '/#!/?mode=embedded&ts=2');
    assert.deepEqual(browser.perfetto.range, [2, 2.5]);
    assert.equal(browser.fetches, 1); // the bytes were kept
  },
  async aLargeTraceIsReadOnce() {
    const browser = new Browser({readMs: 25000});
    browser.open(1, 440e6);
    await browser.clock.pass(60000);
    browser.jump(2);
    await browser.clock.pass(1000);
    assert.equal(browser.frames.length, 1);
    assert.equal(browser.perfetto.traces, 1);
    assert.deepEqual(browser.perfetto.range, [2, 2.5]);
  },
  async theLastOfAHundredPlacesWins() {
    const browser = new Browser({readMs: 30000});
    browser.open(1, 500e6);
    for (let serial = 2; serial <= 101; ++serial) {
      await browser.clock.pass(250);
      browser.jump(serial);
    }
    await browser.clock.pass(30000);
    assert.deepEqual(browser.perfetto.range, [101, 101.5]);
    assert.equal(browser.perfetto.traces, 1);
  },
  async manyPlacesOfASmallTraceLoadItOnceMore() {
    const browser = new Browser();
    browser.open();
    await browser.clock.pass(5000);
    for (let serial = 2; serial <= 21; ++serial) {
      browser.jump(serial);
      await browser.clock.pass(50);
    }
    await browser.clock.pass(5000);
    assert.equal(browser.frames.length, 2);
    assert.deepEqual(browser.perfetto.range, [21, 21.5]);
    assert.equal(browser.perfetto.url, ORIGIN + '/#!/?mode=embedded&ts=21');
  },
  async theUserKeepsTheViewOnceTheTraceIsRead() {
    const browser = new Browser();
    browser.open();
    await browser.clock.pass(3000);
    browser.perfetto.range = 'elsewhere';
    await browser.clock.pass(10000);
    assert.equal(browser.perfetto.range[0], 1); // repeated for four seconds
    browser.perfetto.range = 'elsewhere';
    await browser.clock.pass(10000);
    assert.equal(browser.perfetto.range, 'elsewhere');
  },
  async withoutFramesATabIsOpened() {
    const browser = new Browser({framing: false});
    browser.open();
    await browser.clock.pass(20000);
    assert.deepEqual(browser.reports, ['waiting']);
    browser.click();
    await browser.clock.pass(5000);
    assert.equal(browser.tabs[0].url, ORIGIN + '/#!/?visStart=1');
    assert.deepEqual(browser.tabs[0].range, [1, 1.5]);
    browser.tabs[0].closed = true;
    await browser.clock.pass(2000);
    assert.deepEqual(browser.reports, ['waiting', 'opened', 'closed']);
    assert.equal(browser.source, null); // so that Lamella opens the page anew
  },
  async blockedPopupsAreReported() {
    const browser = new Browser({framing: false, popups: false});
    browser.open();
    await browser.clock.pass(20000);
    browser.click();
    assert.deepEqual(browser.reports, ['waiting', 'blocked']);
  },
  async aReloadedFrameGetsTheTraceAgain() {
    const browser = new Browser();
    browser.open();
    await browser.clock.pass(10000);
    assert.equal(browser.fetches, 1);
    browser.frames[0].reload();
    await browser.clock.pass(10000);
    assert.equal(browser.perfetto.traces, 1); // of the new page
    assert.deepEqual(browser.perfetto.range, [1, 1.5]);
    assert.equal(browser.fetches, 1);
  },
  async aReloadedTabGetsTheTraceByAClick() {
    const browser = new Browser({framing: false});
    browser.open();
    await browser.clock.pass(20000);
    assert.equal(browser.element('open').disabled, false);
    browser.click();
    await browser.clock.pass(5000);
    assert.equal(browser.element('open').disabled, false);
    browser.tabs[0].reload();
    browser.jump(2);
    await browser.clock.pass(9000);
    assert.equal(browser.tabs[0].range, null); // it has no trace
    assert.deepEqual(browser.reports, ['waiting', 'opened', 'waiting']); // and nobody says that it has
    assert.equal(browser.element('state').textContent, 'reloaded');
    browser.click();
    await browser.clock.pass(5000);
    assert.equal(browser.tabs.length, 1);
    assert.deepEqual(browser.tabs[0].range, [2, 2.5]);
    assert.equal(browser.reports.at(-1), 'opened');
  },
  async aReloadedTabIsNoticedWithoutAJump() {
    const browser = new Browser({framing: false});
    browser.open();
    await browser.clock.pass(20000);
    browser.click();
    await browser.clock.pass(10000);
    browser.tabs[0].reload();
    await browser.clock.pass(9000);
    assert.deepEqual(browser.reports, ['waiting', 'opened', 'waiting']);
    browser.jump(2);
    await browser.clock.pass(5000);
    assert.equal(browser.reports.length, 3);
  },
  async aBusyTabIsNotTakenForAReloadedOne() { // it answers late, and all at once
    const browser = new Browser({framing: false, readMs: 20000});
    browser.open(1, 440e6);
    await browser.clock.pass(20000);
    browser.click();
    await browser.clock.pass(3000);
    browser.tabs[0].busyUntil = browser.clock.now + 15000;
    await browser.clock.pass(2000);
    browser.jump(2);
    await browser.clock.pass(60000);
    assert.deepEqual(browser.reports, ['waiting', 'opened', 'opened']);
    assert.deepEqual(browser.tabs[0].range, [2, 2.5]);
  },
  async aTabThatAnswersAfterAllIsFollowedAgain() { // it took longer for one answer than any that was reloaded
    const browser = new Browser({framing: false});
    browser.open();
    await browser.clock.pass(20000);
    browser.click();
    await browser.clock.pass(5000);
    const slow = [2000, 2000, 15000];
    browser.tabs[0].slowMs = () => slow.shift() ?? 0;
    await browser.clock.pass(9000);
    assert.deepEqual(browser.reports, ['waiting', 'opened', 'waiting']);
    assert.equal(browser.element('open').disabled, false);
    browser.jump(2);
    await browser.clock.pass(20000);
    assert.deepEqual(browser.reports, ['waiting', 'opened', 'waiting', 'opened']);
    assert.equal(browser.element('state').textContent, 'following');
    assert.equal(browser.element('open').disabled, true);
    assert.deepEqual(browser.tabs[0].range, [2, 2.5]);
    assert.equal(browser.fetches, 1);
    browser.tabs[0].reload(); // which is noticed all the same
    await browser.clock.pass(20000);
    assert.equal(browser.reports.at(-1), 'waiting');
  },
  async aSlowTabIsNotTakenForAReloadedOne() { // one that takes a second or two for each answer
    for (const slow of [[1500], [1000, 2000], [2500], [0, 1900, 700, 2000, 0, 0]]) {
      const browser = new Browser({framing: false});
      browser.open();
      await browser.clock.pass(20000);
      browser.click();
      await browser.clock.pass(5000);
      let answers = 0;
      browser.tabs[0].slowMs = () => slow[answers++ % slow.length];
      await browser.clock.pass(60000);
      browser.jump(2);
      await browser.clock.pass(20000);
      assert.deepEqual(browser.reports, ['waiting', 'opened', 'opened']);
      browser.tabs[0].reload(); // which is noticed all the same
      await browser.clock.pass(20000);
      assert.deepEqual(browser.reports, ['waiting', 'opened', 'opened', 'waiting']);
    }
  },
  async aPageThatLoadsForAMinuteIsWaitedFor() { // the time to answer begins when the browser has loaded the page
    const browser = new Browser({loadMs: 60000, startMs: 70000});
    browser.open();
    await browser.clock.pass(80000);
    assert.deepEqual(browser.reports, ['opened']);
    assert.deepEqual(browser.perfetto.range, [1, 1.5]);
  },
  async aTraceThatTheBrowserHasNoRoomForIsReported() {
    const browser = new Browser();
    browser.tell('document', {path: '/t', title: 't', fileName: 't', bytes: 2 ** 50, rawBytes: 2 ** 50, origin: ORIGIN, address: ORIGIN,
      tabUrl: ORIGIN, frameUrl: ORIGIN, serial: 1, size: '1 PB'});
    await browser.clock.pass(5000);
    assert.deepEqual(browser.reports, ['memory']);
    assert.equal(browser.element('state').textContent, 'memory');
  },
  async aReloadedPageShowsTheLastPlace() { // the server tells it the newest news
    const browser = new Browser();
    browser.open();
    await browser.clock.pass(5000);
    browser.jump(2);
    await browser.clock.pass(5000);
    const again = new Browser();
    again.open(1);
    again.jump(2);
    await again.clock.pass(5000);
    assert.deepEqual(again.perfetto.range, [2, 2.5]);
    assert.deepEqual(again.reports.at(-1), 'opened');
  },
  async anotherTraceReplacesTheFirst() {
    const browser = new Browser();
    browser.open();
    await browser.clock.pass(5000);
    browser.tell('document', {path: '/other', title: 'o', fileName: 'o', bytes: browser.bytes, rawBytes: 1e6, origin: ORIGIN,
      address: ORIGIN, tabUrl: ORIGIN, frameUrl: ORIGIN + '/#!/?mode=embedded&ts=2', serial: 2, size: '1 kB'});
    browser.jump(2);
    await browser.clock.pass(5000);
    assert.equal(browser.fetches, 2);
    assert.deepEqual(browser.perfetto.range, [2, 2.5]);
  },
  async aMinuteWithoutNewsChangesNothing() {
    const browser = new Browser();
    browser.open();
    await browser.clock.pass(65000);
    browser.jump(2);
    await browser.clock.pass(5000);
    assert.deepEqual(browser.perfetto.range, [2, 2.5]);
    assert.equal(browser.fetches, 1);
  },
  async aPageThatAnswersAfterTenSecondsIsWaitedFor() {
    const browser = new Browser({startMs: 10000});
    browser.open();
    await browser.clock.pass(20000);
    assert.deepEqual(browser.reports, ['opened']);
    assert.deepEqual(browser.perfetto.range, [1, 1.5]);
  },
  async anUnreachablePageIsReported() {
    const browser = new Browser({reachable: false});
    browser.open();
    await browser.clock.pass(20000);
    assert.deepEqual(browser.reports, ['unreachable']);
    browser.reachable = true; // the network is back
    browser.click();
    await browser.clock.pass(5000);
    assert.deepEqual(browser.perfetto.range, [1, 1.5]);
  },
  async repeatedNewsChangeNothing() { // after a broken connection
    const browser = new Browser();
    browser.open();
    await browser.clock.pass(10000);
    browser.perfetto.range = 'elsewhere';
    browser.open();
    await browser.clock.pass(10000);
    assert.equal(browser.frames.length, 1);
    assert.equal(browser.perfetto.range, 'elsewhere');
  },
};

let failed = 0;
for (const [name, test] of Object.entries(tests)) {
  try {
    await test();
  } catch (error) {
    ++failed;
    console.log(`${name}: ${error.stack}`);
  }
}
console.log(`${Object.keys(tests).length - failed} of ${Object.keys(tests).length} passed`);
process.exit(failed > 0 ? 1 : 0);
