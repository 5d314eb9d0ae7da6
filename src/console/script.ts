/**
 * The one script of the console. Every page works without it; with it, instants stand in the viewer's own zone, what ends counts
 * down, a secret is copied by a button, and a filter is sent when it is chosen. It loads nothing and writes text alone.
 */
export const script = `'use strict';
const shown = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const exact = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'long' });
for (const time of document.querySelectorAll('time[datetime]')) {
  const at = new Date(time.dateTime);
  time.textContent = shown.format(at);
  time.title = exact.format(at) + ' (' + time.dateTime + ')';
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
for (const all of document.querySelectorAll('input[data-all]')) {
  const boxes = () => [...all.closest('fieldset').querySelectorAll('input[type=checkbox]:not([data-all])')];
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
`;
