// SPDX-License-Identifier: GPL-3.0-or-later
// Hands the trace to a Perfetto tab and moves that tab wherever Lamella points. The trace goes from Lamella to this page and from
// this page to that tab: never to a server.
'use strict';

const PING_MS = 100;
const REPEAT_MS = 3000;
const BYTES_PER_REPEAT = 20e6; // Perfetto reads about that much while it does not yet take jumps
const MOST_PLACES = 200;

const byId = id => document.getElementById(id);
const text = key => document.querySelector(`#texts [data-key="${key}"]`).textContent;
const say = key => { byId('state').textContent = text(key); };

let source = null; // of news from Lamella
let trace = null; // {path, title, fileName, bytes, origin, open, size}
let jump = null; // {serial, timeStart, timeEnd, label, range}
let viewer = null; // the Perfetto tab
let loaded = ''; // path of the trace that the tab was given
let sending = ''; // path of the one on its way
let pong = null; // called when the tab is ready
let repeats = 0;
let errors = 0;

function viewerOpen() {
  return viewer !== null && !viewer.closed;
}

function postJump(place) {
  if (!viewerOpen() || place === null || loaded !== trace.path)
    return;
  const message = {timeStart: place.timeStart, timeEnd: place.timeEnd, viewPercentage: 0.9};
  viewer.postMessage({perfetto: message}, trace.origin);
}

// Perfetto does not say when it has loaded: the jump is repeated for a while, or until somebody looks at this page again.
function repeatJump() {
  if (repeats <= 0)
    return;
  --repeats;
  postJump(jump);
  setTimeout(repeatJump, REPEAT_MS);
}

function viewerReady() {
  return new Promise((resolve, reject) => {
    const timer = setInterval(() => {
      if (!viewerOpen()) {
        clearInterval(timer);
        reject(new Error('closed'));
      } else {
        viewer.postMessage('PING', trace.origin);
      }
    }, PING_MS);
    pong = () => {
      clearInterval(timer);
      pong = null;
      resolve();
    };
  });
}

async function fetchTrace(path, bytes) {
  const response = await fetch(path, {cache: 'no-store'});
  if (!response.ok)
    throw new Error(response.status === 409 || response.status === 410 ? 'changed' : 'ended');
  const all = new Uint8Array(bytes);
  const reader = response.body.getReader();
  const bar = byId('progress');
  let at = 0;
  for (;;) {
    const {done, value} = await reader.read();
    if (done)
      break;
    if (at + value.length > bytes)
      throw new Error('changed');
    all.set(value, at);
    at += value.length;
    bar.value = bytes > 0 ? at / bytes : 1;
  }
  if (at !== bytes)
    throw new Error('changed');
  return all.buffer;
}

async function send() {
  const what = trace;
  if (sending === what.path)
    return;
  sending = what.path;
  say('sending');
  byId('progress').hidden = false;
  try {
    const [buffer] = await Promise.all([fetchTrace(what.path, what.bytes), viewerReady()]);
    const message = {buffer, title: what.title, fileName: what.fileName, localOnly: true, keepApiOpen: true};
    viewer.postMessage({perfetto: message}, what.origin, [buffer]);
    loaded = what.path;
    say('following');
    const running = repeats > 0;
    repeats = Math.min(40, 2 + Math.ceil(what.bytes / BYTES_PER_REPEAT));
    if (!running)
      setTimeout(repeatJump, REPEAT_MS);
  } catch (error) {
    say(['changed', 'closed'].includes(error.message) ? error.message : 'ended');
    byId('open').disabled = false;
  } finally {
    sending = '';
    byId('progress').hidden = true;
  }
}

function addPlace(place) {
  byId('shown').hidden = false;
  const item = document.createElement('li');
  const button = document.createElement('button');
  button.textContent = place.label;
  button.addEventListener('click', () => {
    postJump(place);
    if (viewerOpen())
      viewer.focus();
  });
  const range = document.createElement('span');
  range.textContent = ' ' + place.range;
  item.append(button, range);
  byId('places').prepend(item);
  while (byId('places').children.length > MOST_PLACES)
    byId('places').lastChild.remove();
}

function onTrace(data) {
  trace = data;
  byId('file').textContent = `${trace.fileName} · ${trace.size}`;
  byId('open').disabled = viewerOpen();
  if (!viewerOpen())
    say('ready');
  else if (loaded !== trace.path) // not when it is told again after a broken connection
    send();
}

function onJump(data) {
  if (jump !== null && jump.serial === data.serial)
    return; // told again after a broken connection
  jump = data;
  addPlace(jump);
  repeats = Math.min(repeats, 1);
  postJump(jump);
}

function listen() {
  if (source !== null)
    return;
  source = new EventSource('events');
  source.addEventListener('open', () => { errors = 0; });
  source.addEventListener('document', event => onTrace(JSON.parse(event.data)));
  source.addEventListener('jump', event => onJump(JSON.parse(event.data)));
  source.addEventListener('error', () => {
    if (++errors < 3)
      return; // the browser tries again by itself
    source.close();
    source = null;
    byId('open').disabled = true;
    say('ended');
  });
}

byId('open').addEventListener('click', () => {
  if (!viewerOpen())
    viewer = window.open(trace.open, '_blank');
  if (viewer === null) {
    say('blocked');
    return;
  }
  loaded = '';
  byId('open').disabled = true;
  listen();
  send();
});

window.addEventListener('message', event => {
  if (event.source === viewer && event.data === 'PONG' && pong !== null)
    pong();
});

document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'visible' && loaded !== '')
    repeats = 0;
});

// Lamella sees by the listener whether a tab follows; one that was closed does not.
setInterval(() => {
  if (viewer === null || !viewer.closed)
    return;
  viewer = null;
  loaded = '';
  if (source !== null)
    source.close();
  source = null;
  byId('open').disabled = trace === null;
  say('closed');
}, 1000);

listen();
