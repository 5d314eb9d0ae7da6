/**
 * The script of the console and the desk. Every page works without it, except for passkeys. It:
 * - shows instants of pages without a company in the viewer's time zone
 * - counts down to the end of secrets
 * - takes a message's name out of the address, so that reloading the page doesn't show it again
 * - adds copy buttons and print buttons
 * - ignores a second click on the button of a form
 * - creates and uses passkeys, and submits the answers as forms
 * - disables the list of projects while all projects are selected
 * - says of a chosen file that it is too large or empty, before it is sent
 * - reloads pages about running work, unless the viewer is using the page
 * - refreshes counts while the page is visible
 * - adds keyboard shortcuts, which the Help menu lists and turns off
 *
 * It loads nothing else, and only writes text.
 */
export const script = `'use strict';
const clock = { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' };
const thisYear = new Intl.DateTimeFormat(undefined, clock);
const otherYears = new Intl.DateTimeFormat(undefined, { ...clock, year: 'numeric' });
const exact = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'long' });
for (const time of document.querySelectorAll('time[data-local=true]')) {
  const at = new Date(time.dateTime);
  const isThisYear = at.getFullYear() === new Date().getFullYear();
  time.textContent = (isThisYear ? thisYear : otherYears).format(at);
  time.title = exact.format(at) + ' (' + time.dateTime + ')';
}
const address = new URL(location.href);
if (address.searchParams.has('done')) {
  address.searchParams.delete('done');
  history.replaceState(null, '', address);
}
function left(ms) {
  const minutes = Math.max(0, Math.ceil(ms / 60000));
  return '(' + Math.floor(minutes / 60) + ' h ' + (minutes % 60) + ' min left)';
}
const counters = [...document.querySelectorAll('[data-until]')];
function count() {
  for (const counter of counters) counter.textContent = left(Date.parse(counter.dataset.until) - Date.now());
}
if (counters.length > 0) {
  count();
  setInterval(count, 20000);
}
for (const button of document.querySelectorAll('button[data-copies]')) {
  const source = document.getElementById(button.dataset.copies);
  button.hidden = false;
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(source.textContent);
    button.textContent = 'Copied';
  });
}
for (const button of document.querySelectorAll('button[data-print]')) {
  button.hidden = false;
  button.addEventListener('click', () => print());
}
const sentAt = new WeakMap();
document.addEventListener('submit', event => {
  const form = event.target;
  if (form.method !== 'post') return;
  if (Date.now() - (sentAt.get(form) ?? 0) < 2000) event.preventDefault();
  else sentAt.set(form, Date.now());
});
for (const input of document.querySelectorAll('input[data-bytes-max]'))
  input.addEventListener('change', () => {
    const { size } = input.files[0] ?? { size: 1 };
    const empty = size === 0 ? 'This file is empty. Choose another one.' : '';
    input.setCustomValidity(size > Number(input.dataset.bytesMax) ? input.dataset.tooLarge : empty);
    input.reportValidity();
  });
const running = document.querySelector('[data-again]');
if (running !== null) {
  const content = document.querySelector('main');
  const isInUse = () =>
    document.hidden || !getSelection().isCollapsed || content.contains(document.activeElement) ||
    content.querySelector(':is(a, button, summary):hover') !== null;
  setInterval(() => { if (!isInUse()) location.reload(); }, Number(running.dataset.again));
}
const counts = document.querySelector('[data-counts]');
if (counts !== null) {
  let tag = '';
  const isTouched = () =>
    document.hidden || counts.matches(':hover') || counts.contains(document.activeElement);
  const look = async () => {
    if (isTouched()) return;
    const headers = { Accept: 'application/json', 'If-None-Match': tag };
    const answer = await fetch(counts.dataset.counts, { headers, redirect: 'manual' });
    if (answer.status === 304) return;
    if (!answer.ok) return clearInterval(timer);
    tag = answer.headers.get('ETag');
    const texts = Object.entries(await answer.json());
    if (isTouched()) return void (tag = '');
    for (const [name, text] of texts) counts.querySelector('[data-count="' + name + '"]').textContent = text;
  };
  const timer = setInterval(() => look().catch(() => {}), Number(counts.dataset.every));
}
for (const all of document.querySelectorAll('input[data-all]')) {
  const others = 'input[type=checkbox]:not([data-all], [data-alone=true])';
  const boxes = () => [...all.closest('fieldset').querySelectorAll(others)];
  const look = () => {
    const checked = boxes().filter(box => box.checked).length;
    all.checked = checked === boxes().length;
    all.indeterminate = checked > 0 && !all.checked;
  };
  all.closest('.choice').hidden = false;
  all.addEventListener('change', () => { for (const box of boxes()) box.checked = all.checked; });
  for (const box of boxes()) box.addEventListener('change', look);
  look();
}
for (const all of document.querySelectorAll('input[name=projects][value=all]')) {
  const fields = all.closest('fieldset');
  const look = () => {
    for (const box of fields.querySelectorAll('input[name=project]')) box.disabled = all.checked;
  };
  fields.addEventListener('change', look);
  look();
}
for (const part of document.querySelectorAll('[data-needs-passkeys]'))
  part.hidden = !window.PublicKeyCredential;
for (const form of document.querySelectorAll('form[data-passkey]')) {
  const message = form.querySelector('[data-message]');
  const ask = async () => {
    message.textContent = '';
    try {
      const asked = { optionsJSON: JSON.parse(form.dataset.options) };
      const library = window.SimpleWebAuthnBrowser;
      const answer = form.dataset.passkey === 'create'
        ? await library.startRegistration(asked)
        : await library.startAuthentication(asked);
      form.querySelector('input[name=answer]').value = JSON.stringify(answer);
      form.submit();
    } catch {
      message.textContent = 'The passkey prompt failed or was canceled. Try again.';
    }
  };
  form.addEventListener('submit', event => {
    event.preventDefault();
    ask();
  });
}
const keys = document.querySelector('[data-keys]');
if (keys !== null) {
  const name = 'recordwell-shortcuts';
  const stored = (() => { try { return window.localStorage; } catch { return undefined; } })();
  let isOn = stored?.getItem(name) !== 'off';
  const button = keys.querySelector('button');
  const show = () => { button.textContent = (isOn ? 'Turn off' : 'Turn on') + ' keyboard shortcuts'; };
  button.addEventListener('click', () => {
    isOn = !isOn;
    if (isOn) stored?.removeItem(name);
    else stored?.setItem(name, 'off');
    show();
  });
  show();
  keys.hidden = false;
  const rows = () => [...document.querySelectorAll('main .rows tbody tr:not(.turns)')];
  const current = () => rows().find(row => row.contains(document.activeElement));
  const move = by => {
    const all = rows();
    const at = all.indexOf(current());
    const next = at < 0 ? (by > 0 ? 0 : all.length - 1) : Math.max(0, Math.min(all.length - 1, at + by));
    all[next]?.querySelector('a, input')?.focus();
  };
  const help = keys.closest('details');
  let goesUntil = 0;
  const acts = {
    '/': () => document.getElementById('find')?.focus(),
    '?': () => {
      help.open = !help.open;
      help.querySelector('summary').focus();
    },
    g: () => { goesUntil = Date.now() + 2000; },
    j: () => move(1),
    k: () => move(-1),
    x: () => current()?.querySelector('input[type=checkbox]')?.click(),
    c: () => document.querySelector('main .head a.main')?.click(),
  };
  const typing = 'input:not([type=checkbox], [type=radio]), select, textarea';
  document.addEventListener('keydown', event => {
    const { key, target } = event;
    if (!isOn || event.ctrlKey || event.metaKey || event.altKey || target.matches(typing)) return;
    const goes = Date.now() < goesUntil;
    const place = goes ? document.querySelector('[data-key="' + CSS.escape(key) + '"]') : null;
    goesUntil = 0;
    if (place === null && !Object.hasOwn(acts, key)) return;
    event.preventDefault();
    if (place === null) acts[key]();
    else place.click();
  });
}
`;
