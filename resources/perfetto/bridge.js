// SPDX-License-Identifier: GPL-3.0-or-later
// Hands the trace to Perfetto and moves it wherever Lamella points: in a frame of this page, or in a tab where Perfetto's address
// forbids frames. The trace goes from Lamella to this page and from this page to Perfetto: never to a server.
'use strict';

const PING_MS = 100;
const ANSWER_MS = 15000; // in which the page in the frame must answer once the browser has loaded it
const LOAD_MS = 120000; // in which the browser must have loaded it
const WATCH_MS = 1000;
const LOST_LOOKS = 4; // a page that answers at all takes no longer between two answers
const REPEAT_MS = 500;
const MIN_REPEAT_MS = 4000;
const RAW_BYTES_PER_MS = 10000; // about half of what Perfetto reads in a millisecond
const RELOAD_RAW_BYTES = 64e6; // up to here Perfetto is loaded anew for each place, so that its selection follows
const RELOAD_DELAY_MS = 300; // several places in quick succession load it once
const MAX_PLACES = 200;

const byId = id => document.getElementById(id);
const text = key => document.querySelector(`#texts [data-key="${key}"]`).textContent;
const say = key => { byId('state').textContent = text(key); };

let source = null; // of news from Lamella
let trace = null; // {path, title, fileName, bytes, rawBytes, origin, address, tabUrl, frameUrl, serial, size}
let jump = null; // {serial, timeStart, timeEnd, label, range, frameUrl}
let frame = null; // the element with Perfetto
let tab = null; // the window with Perfetto, where frames are forbidden
let tabMode = false;
let held = null; // {path, buffer}: bytes of the trace
let loaded = ''; // path of the trace that Perfetto was given
let lost = ''; // the same of a tab that does not answer any more
let shown = 0; // serial of the place that Perfetto was loaded for
let run = 0; // counts attempts to hand the trace over; only the last one goes on
let pong = null; // called when Perfetto answers
let frameLoaded = 0; // time; 0: not yet
let watchTimer = 0; // of the tab
let pings = 0; // of the watch
let pongs = 0;
let pongsBefore = 0; // at the last look
let silentLooks = 0; // since an answer, while others are missing; -1: none has come yet
let repeatFrom = 0;
let repeatUntil = 0;
let repeating = false;
let reloadTimer = 0;
const kClosed = 2; // EventSource.CLOSED: the browser does not try again
let errors = 0;

// Tells Lamella, which shows it to the user.
function report(what) {
  fetch('report/' + what, {cache: 'no-store'}).catch(() => {}); // Lamella may be gone
}

function viewer() {
  if (tabMode)
    return tab !== null && !tab.closed ? tab : null;
  return frame === null ? null : frame.contentWindow;
}

function postJump(place) {
  const target = viewer();
  if (target === null || place === null || loaded !== trace.path)
    return;
  const message = {timeStart: place.timeStart, timeEnd: place.timeEnd, viewPercentage: 0.9};
  target.postMessage({perfetto: message}, trace.origin);
}

// Perfetto does not say when it has read the trace, and loses jumps until then: the newest one is repeated for as long as reading
// may take. A jump meanwhile does not shorten that.
function repeatJumps() {
  if (Date.now() > repeatUntil || viewer() === null) {
    repeating = false;
    return;
  }
  repeating = true;
  postJump(jump);
  setTimeout(repeatJumps, REPEAT_MS);
}

function stopRepeating() { // the user has taken over, unless the trace is still being read
  if (Date.now() > (repeatFrom + repeatUntil) / 2)
    repeatUntil = 0;
}

// Resolves when Perfetto answers.
function answered() {
  return new Promise((resolve, reject) => {
    const begin = Date.now();
    const timer = setInterval(() => {
      const target = viewer();
      const late = !tabMode && (frameLoaded > 0 ? Date.now() - frameLoaded > ANSWER_MS : Date.now() - begin > LOAD_MS);
      if (target === null || late) {
        clearInterval(timer);
        reject(new Error(late ? 'silent' : 'closed'));
      } else {
        target.postMessage('PING', trace.origin);
      }
    }, PING_MS);
    pong = () => {
      clearInterval(timer);
      pong = null;
      resolve();
    };
  });
}

function roomFor(bytes) {
  try {
    return new Uint8Array(bytes);
  } catch {
    throw new Error('memory');
  }
}

async function bytesOf(what) {
  if (held !== null && held.path === what.path)
    return held.buffer;
  held = null;
  const response = await fetch(what.path, {cache: 'no-store'});
  if (!response.ok)
    throw new Error(response.status === 409 || response.status === 410 ? 'changed' : 'ended');
  const all = roomFor(what.bytes);
  const reader = response.body.getReader();
  const bar = byId('progress');
  let at = 0;
  for (;;) {
    const {done, value} = await reader.read();
    if (done)
      break;
    if (at + value.length > what.bytes)
      throw new Error('changed');
    all.set(value, at);
    at += value.length;
    bar.value = what.bytes > 0 ? at / what.bytes : 1;
  }
  if (at !== what.bytes)
    throw new Error('changed');
  held = {path: what.path, buffer: all.buffer};
  return all.buffer;
}

// The bytes are copied: the next place may need them again.
function send(message, origin) {
  try {
    viewer().postMessage(message, origin);
  } catch {
    throw new Error('memory');
  }
}

async function handOver() {
  const what = trace;
  const own = ++run;
  loaded = lost = '';
  shown = jump === null ? trace.serial : jump.serial;
  say('sending');
  byId('progress').hidden = false;
  try {
    const [buffer] = await Promise.all([bytesOf(what), answered()]);
    if (own !== run)
      return;
    const message = {buffer, title: what.title, fileName: what.fileName, localOnly: true, keepApiOpen: true};
    send({perfetto: message}, what.origin);
    loaded = what.path;
    repeatFrom = Date.now();
    repeatUntil = repeatFrom + Math.max(MIN_REPEAT_MS, what.rawBytes / RAW_BYTES_PER_MS);
    if (!repeating)
      repeatJumps();
    say('following');
    report('opened');
    watchTab();
    byId('open').disabled = !tabMode; // reloaded, a tab has no trace: a click hands it over again
    if (jump !== null && jump.serial !== shown)
      reloadSoon();
  } catch (error) {
    if (own === run)
      await explain(error.message);
  } finally {
    if (own === run)
      byId('progress').hidden = true;
  }
}

// A page answers all pings in turn, however busy or slow it is. Once one answers, no more are sent until the others have come too.
// What then stays unanswered was sent to another page: the user has reloaded the tab, which has no trace now.
function watchTab() {
  clearInterval(watchTimer);
  if (!tabMode)
    return;
  pings = pongs = pongsBefore = 0;
  silentLooks = -1;
  watchTimer = setInterval(() => {
    const target = viewer();
    if (target === null || loaded === '') {
      clearInterval(watchTimer);
      return;
    }
    if (pongs === pings)
      silentLooks = -1;
    else if (pongs > pongsBefore)
      silentLooks = 0;
    else if (silentLooks >= 0)
      ++silentLooks;
    pongsBefore = pongs;
    if (silentLooks === LOST_LOOKS) {
      onTabReloaded();
    } else if (silentLooks < 0) {
      ++pings;
      target.postMessage('PING', trace.origin);
    }
  }, WATCH_MS);
}

function onTabReloaded() {
  clearInterval(watchTimer);
  lost = loaded;
  loaded = '';
  repeatUntil = 0;
  byId('open').disabled = false;
  say('reloaded');
  report('waiting');
}

// Only the page that all pings were sent to can answer all of them: it was slow, and has the trace.
function onTabBack() {
  loaded = lost;
  lost = '';
  byId('open').disabled = true;
  say('following');
  report('opened');
  postJump(jump);
  watchTab();
}

// Why Perfetto did not get the trace.
async function explain(problem) {
  if (problem !== 'silent') {
    say(['changed', 'closed', 'memory'].includes(problem) ? problem : 'ended');
    report(['closed', 'memory'].includes(problem) ? problem : 'ended');
    byId('open').disabled = false;
    return;
  }
  removeFrame();
  try {
    await fetch(trace.address + '/', {mode: 'no-cors', cache: 'no-store'});
  } catch {
    say('unreachable');
    report('unreachable');
    byId('open').hidden = false;
    byId('open').disabled = false;
    return;
  }
  tabMode = true; // the page is there, but not in a frame
  byId('open').hidden = false;
  byId('open').disabled = false;
  say('ready');
  report('waiting');
}

function removeFrame() {
  if (frame !== null)
    frame.remove();
  frame = null;
  document.body.classList.remove('framed');
}

// Perfetto reads selection and note from its address when it loads.
function load() {
  removeFrame();
  frame = document.createElement('iframe');
  frame.title = 'Perfetto';
  frame.referrerPolicy = 'no-referrer';
  frame.src = jump === null ? trace.frameUrl : jump.frameUrl;
  const made = frame;
  let loads = 0;
  frameLoaded = 0;
  frame.addEventListener('load', () => {
    if (frame === made)
      frameLoaded = Date.now();
    if (++loads > 1 && frame === made && loaded === trace.path)
      handOver(); // the user has reloaded it
  });
  byId('open').hidden = true;
  document.body.classList.add('framed');
  document.body.append(frame);
  handOver();
}

function reloadSoon() {
  if (tabMode || trace.rawBytes > RELOAD_RAW_BYTES)
    return;
  clearTimeout(reloadTimer);
  reloadTimer = setTimeout(() => {
    if (loaded === trace.path && jump.serial !== shown)
      load();
  }, RELOAD_DELAY_MS);
}

function addPlace(place) {
  byId('shown').hidden = false;
  const item = document.createElement('li');
  const button = document.createElement('button');
  button.textContent = place.label;
  button.addEventListener('click', () => {
    postJump(place);
    if (tabMode && viewer() !== null)
      tab.focus();
  });
  const range = document.createElement('span');
  range.textContent = ' ' + place.range;
  item.append(button, range);
  byId('places').prepend(item);
  while (byId('places').children.length > MAX_PLACES)
    byId('places').lastChild.remove();
}

function onTrace(data) {
  const other = trace === null || trace.path !== data.path; // not when it is told again after a broken connection
  trace = data;
  byId('file').textContent = `${trace.fileName} · ${trace.size}`;
  if (!other)
    return;
  if (tabMode && viewer() === null) {
    byId('open').disabled = false;
    say('ready');
    report('waiting');
  } else if (tabMode) {
    handOver();
  } else {
    load();
  }
}

function onJump(data) {
  if (jump !== null && jump.serial === data.serial)
    return; // told again after a broken connection
  jump = data;
  addPlace(jump);
  if (trace === null || loaded !== trace.path)
    return; // the trace is on its way; this place follows it
  postJump(jump);
  if (tabMode)
    reportWhenAnswered(jump.serial);
  else
    report('opened');
  reloadSoon();
}

// A tab may have been reloaded a moment ago: what answers behind the jump has it.
function reportWhenAnswered(serial) {
  const before = pings;
  const timer = setInterval(() => {
    if (loaded === '' || jump.serial !== serial) {
      clearInterval(timer);
    } else if (pongs > before && pings === pongs) {
      clearInterval(timer);
      report('opened');
    }
  }, PING_MS);
}

function listen() {
  if (source !== null)
    return;
  source = new EventSource('events');
  source.addEventListener('open', () => { errors = 0; });
  source.addEventListener('jump', event => onJump(JSON.parse(event.data)));
  source.addEventListener('document', event => onTrace(JSON.parse(event.data)));
  source.addEventListener('error', () => {
    if (++errors < 3 && source.readyState !== kClosed)
      return; // the browser tries again by itself
    source.close();
    source = null;
    byId('open').disabled = true;
    say('ended');
  });
}

byId('open').addEventListener('click', () => {
  if (!tabMode) {
    load();
    return;
  }
  if (viewer() === null)
    tab = window.open(trace.tabUrl, '_blank');
  if (tab === null) {
    say('blocked');
    report('blocked');
    return;
  }
  byId('open').disabled = true;
  listen();
  handOver();
});

window.addEventListener('message', event => {
  if (event.source !== viewer() || event.origin !== trace.origin || event.data !== 'PONG')
    return;
  if (pong !== null)
    pong();
  else if (pongs < pings && ++pongs === pings && lost !== '')
    onTabBack();
});

window.addEventListener('blur', () => {
  if (frame !== null && document.activeElement === frame)
    stopRepeating();
});
document.addEventListener('visibilitychange', () => {
  if (tabMode && document.visibilityState === 'visible')
    stopRepeating();
});

// Lamella sees by the listener whether a tab follows; one that was closed does not.
setInterval(() => {
  if (tab === null || !tab.closed)
    return;
  tab = null;
  loaded = lost = '';
  clearInterval(watchTimer);
  report('closed');
  if (source !== null)
    source.close();
  source = null;
  byId('open').disabled = trace === null;
  say('closed');
}, 1000);

listen();
