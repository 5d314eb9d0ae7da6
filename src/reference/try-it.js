// @ts-check
/**
 * Sends what a form of the reference says. The key stays in its field: nothing is kept, and nothing goes
 * anywhere but here.
 */

const { document: page } = globalThis;
const key = /** @type {HTMLInputElement} */ (page.getElementById('key'));
const forms = /** @type {NodeListOf<HTMLFormElement>} */ (page.querySelectorAll('form[data-path]'));

/** @param {HTMLFormElement} form @param {string} place @returns {[string, string][]} */
function filled(form, place) {
  const inputs = /** @type {NodeListOf<HTMLInputElement>} */ (form.querySelectorAll(`[data-in="${place}"]`));
  return [...inputs].filter(({ value }) => value !== '').map(({ name, value }) => [name, value]);
}

/** @param {HTMLFormElement} form */
function requestOf(form) {
  const values = new Map(filled(form, 'path'));
  const path = (form.dataset.path ?? '').replace(/\{(\w+)\}/g, (_, /** @type {string} */ name) =>
    encodeURIComponent(values.get(name) ?? ''),
  );
  const query = new URLSearchParams(filled(form, 'query')).toString();
  const body = form.querySelector('textarea')?.value;
  const headers = new Headers(filled(form, 'header'));
  headers.set('Authorization', `Bearer ${key.value.trim()}`);
  if (body !== undefined) headers.set('Content-Type', 'application/json');
  return {
    url: query === '' ? path : `${path}?${query}`,
    init: { method: form.dataset.method, headers, credentials: 'omit', cache: 'no-store', body },
  };
}

/** @param {string} text */
function indented(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/**
 * What of an answer is the parameter of another operation.
 * @typedef {{ requests?: { request?: { id: string } }[], bulkImport?: { id: string }, files?: { fileName:
 *   string }[] }} Answer
 * @type {Record<string, (answer: Answer) => string | undefined>}
 */
const named = {
  recordRequestId: ({ requests }) => requests?.[0]?.request?.id,
  bulkImportId: ({ bulkImport }) => bulkImport?.id,
  filename: ({ files }) => files?.[0]?.fileName,
};

/** Says a value in every form that has it in its path. @param {string} name @param {string} value */
function sayEverywhere(name, value) {
  for (const input of page.querySelectorAll(`input[data-in="path"][name="${name}"]`))
    /** @type {HTMLInputElement} */ (input).value = value;
}

/** Fills in elsewhere what an answer tells, so that the next operation can be tried. @param {string} text */
function fillIn(text) {
  try {
    const answer = /** @type {Answer} */ (JSON.parse(text));
    for (const [name, valueOf] of Object.entries(named)) {
      const value = valueOf(answer);
      if (typeof value === 'string') sayEverywhere(name, value);
    }
  } catch {
    // No JSON, nothing to fill in.
  }
}

/** @param {HTMLFormElement} form */
async function send(form) {
  const said = /** @type {HTMLElement} */ (form.querySelector('output'));
  const shown = /** @type {HTMLElement} */ (form.querySelector('pre'));
  said.textContent = 'Sent …';
  try {
    const { url, init } = requestOf(form);
    const startedAt = performance.now();
    const answer = await fetch(url, /** @type {RequestInit} */ (init));
    const isText = /json|text/.test(answer.headers.get('Content-Type') ?? '');
    const file = await answer.blob();
    const text = isText ? await file.text() : `A file of ${file.size} bytes.`;
    const told = [...answer.headers].map(([name, value]) => `${name}: ${value}`).join('\n');
    const took = Math.round(performance.now() - startedAt);
    said.textContent = `${answer.status} ${answer.statusText} after ${took} ms`;
    shown.textContent = `${told}\n\n${indented(text)}`;
    shown.hidden = false;
    if (answer.ok) fillIn(text);
  } catch {
    said.textContent = 'No answer came. Is the service running?';
    shown.hidden = true;
  }
}

for (const form of forms) {
  form.hidden = false;
  form.addEventListener('submit', event => {
    event.preventDefault();
    if (key.value === '') {
      key.focus();
      key.scrollIntoView({ block: 'center' });
      return;
    }
    void send(form);
  });
  // Whoever works on another patient says so once.
  form.addEventListener('change', ({ target }) => {
    if (target instanceof HTMLInputElement && target.dataset.in === 'path')
      sayEverywhere(target.name, target.value);
  });
}
