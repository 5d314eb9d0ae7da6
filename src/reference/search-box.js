// @ts-check
/** The search box of the documentation: it loads an index once, so nothing typed leaves the browser. */

/**
 * @typedef {{ path: string, title: string, heading: string }} Found
 * @typedef {{ search: (words: string, options: object) => Found[] }} Index
 * @typedef {{ loadJS: (index: object, options: object) => Index }} Library
 */

const resultsMax = 12;
const page = globalThis.document;
const form = /** @type {HTMLFormElement} */ (page.getElementById('search'));
const field = /** @type {HTMLInputElement} */ (form.querySelector('input'));
const results = /** @type {HTMLUListElement} */ (form.querySelector('ul'));
const status = /** @type {HTMLOutputElement} */ (form.querySelector('output'));

/** @type {Promise<Index> | undefined} */
let loading;

/** @returns {Promise<Index>} */
async function load() {
  const response = await fetch(form.dataset.index ?? '');
  if (!response.ok) throw new Error(`${response.status}`);
  const { options, index } = /** @type {{ options: object, index: object }} */ (await response.json());
  const { MiniSearch } = /** @type {{ MiniSearch: Library }} */ (/** @type {unknown} */ (globalThis));
  return MiniSearch.loadJS(index, options);
}

/** @param {Found} found */
function entryOf({ path, title, heading }) {
  const entry = page.createElement('li');
  const link = page.createElement('a');
  link.href = path;
  link.append(heading);
  if (heading !== title) {
    const where = page.createElement('small');
    where.append(title);
    link.append(where);
  }
  entry.append(link);
  return entry;
}

async function show() {
  const words = field.value.trim();
  if (words === '') {
    results.replaceChildren();
    status.value = '';
    return;
  }
  try {
    loading ??= load();
    const index = await loading;
    // Somebody who types on is answered by the later call.
    if (words !== field.value.trim()) return;
    const found = index
      .search(words, { prefix: true, fuzzy: 0.2, combineWith: 'AND', boost: { heading: 4, title: 3 } })
      .slice(0, resultsMax);
    results.replaceChildren(...found.map(entryOf));
    status.value = found.length === 0 ? 'No results. Try fewer or other words.' : '';
  } catch {
    loading = undefined;
    status.value = "Search isn't available right now. Check your connection and try again.";
  }
}

form.hidden = false;
field.addEventListener('input', () => void show());
form.addEventListener('submit', event => {
  event.preventDefault();
  results.querySelector('a')?.click();
});
