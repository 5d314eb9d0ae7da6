import MiniSearch, { type AsPlainObject, type Options } from 'minisearch';
import { makeSearchIndex } from '../../src/reference/search';

const searched = {
  guides: [
    {
      path: '/docs/webhooks',
      title: 'Webhooks',
      text: [
        '# Webhooks\n\nEvents.\n\n## Verify a `signature`\n',
        'Use the **signing secret**.\n\n```sh\nopenssl dgst\n```\n',
      ].join('\n'),
    },
  ],
  chapters: [
    {
      path: '/docs/rules/auth',
      title: 'Authorization status',
      rules: [
        {
          id: 'AUTH-3',
          chapter: 'AUTH',
          title: 'Authorization status',
          text: 'An upload leads back to review.',
          decidedIn: '',
          provedBy: '',
        },
      ],
    },
  ],
  reference: { path: '/docs/reference', title: 'API reference' },
  operations: [
    {
      operationId: 'createPatient',
      summary: 'Register a patient',
      description: 'Registers a patient.',
      method: 'POST',
      path: '/v0/patients',
      tags: ['Patients'],
      parameters: [],
      responses: {},
    },
  ],
};

interface Loaded {
  readonly options: Options;
  readonly index: AsPlainObject;
}

const { options, index } = JSON.parse(makeSearchIndex(searched)) as Loaded;
const search = MiniSearch.loadJS(index, options);
const pathsOf = (words: string): unknown[] =>
  search.search(words, { prefix: true, fuzzy: 0.2, combineWith: 'AND' }).map(({ id }) => id as unknown);

test.each([
  ['the heading of a section', 'verify signature', '/docs/webhooks#verify-a-signature'],
  ["a section's text without markup", 'signing secret', '/docs/webhooks#verify-a-signature'],
  ["a section's code", 'openssl', '/docs/webhooks#verify-a-signature'],
  ['the beginning of a word', 'webh even', '/docs/webhooks#webhooks'],
  ['a word with a wrong letter', 'registar patient', '/docs/reference#createPatient'],
  ['the ID of an operation', 'createPatient', '/docs/reference#createPatient'],
  ['the ID of a rule', 'AUTH-3', '/docs/rules/auth#AUTH-3'],
  ['the text of a rule', 'upload review', '/docs/rules/auth#AUTH-3'],
])('The search finds a section by %s', (_by, words, path) => {
  expect(pathsOf(words)[0]).toBe(path);
});

test('The search finds nothing for words that never occur together', () => {
  expect(pathsOf('openssl patient')).toEqual([]);
});
