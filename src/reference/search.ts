/** The index of the documentation's search box: a section of a guide or an operation is one result. */
import MiniSearch, { type Options } from 'minisearch';
import type { Operation } from './document';
import { sectionsOf } from './markdown';
import type { PageLink } from './page';
import type { Rule } from './rules';

/** A section that can be found. */
interface Section {
  /** Where it is, with the anchor of its heading. */
  readonly path: string;
  /** The page it is on. */
  readonly title: string;
  readonly heading: string;
  readonly text: string;
}

const fields = ['title', 'heading', 'text'] as const;

/** How sections are indexed. The browser must read the index with the same options. */
const options = {
  idField: 'path',
  fields: [...fields],
  storeFields: ['path', 'title', 'heading'],
} satisfies Options<Section>;

/** What can be searched. */
interface Searched {
  /** Pages with their markdown. */
  readonly guides: ReadonlyArray<PageLink & { readonly text: string }>;
  readonly chapters: ReadonlyArray<PageLink & { readonly rules: readonly Rule[] }>;
  readonly reference: PageLink;
  readonly operations: readonly Operation[];
}

function* sectionsIn({ guides, chapters, reference, operations }: Searched): Generator<Section> {
  for (const { path, title, text } of guides)
    for (const { heading, anchor, words } of sectionsOf(text))
      yield { path: `${path}#${anchor}`, title, heading, text: words };
  for (const { path, title, rules } of chapters)
    for (const { id, text } of rules) yield { path: `${path}#${id}`, title, heading: id, text };
  for (const { operationId, summary, description, method, path } of operations) {
    const text = [operationId, method, path, description].join(' ');
    yield { path: `${reference.path}#${operationId}`, title: reference.title, heading: summary, text };
  }
}

/** Makes the index that `search-box.js` loads: JSON with the options and MiniSearch's own serialization. */
export function makeSearchIndex(searched: Searched): string {
  const index = new MiniSearch<Section>(options);
  index.addAll([...sectionsIn(searched)]);
  return JSON.stringify({ options, index });
}
