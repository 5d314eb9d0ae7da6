/** For every operation with a body: no content of the body causes an internal error. */
import { gzipSync } from 'node:zlib';
import { bodyBytesMax } from '../../../src/http/read-json-body';
import { startApiWorld, type ApiWorld, type TestCompany } from '../../support/api-world';
import { leafPlacesOf, mutationsOf, withValueAt } from '../../support/operations/body-mutations';
import type { PreparedParts } from '../../support/operations/fixtures';
import { eachOperation, forEachItem, prepare, targetOf } from '../../support/operations/requests';
import { exchange, head, shapeFaults, type RawAnswer } from '../../support/raw-http';
import type { Contract } from '../../../src/api/pipeline/contract';

let world: ApiWorld;
let company: TestCompany;

beforeAll(async () => {
  world = await startApiWorld();
  company = await world.company('acme');
});
afterAll(() => world.close());

const withBody = eachOperation.filter(([, { contract }]) => contract.body !== undefined);

async function post(
  contract: Contract,
  parts: PreparedParts,
  body: string | Buffer,
  lines: readonly string[] = ['Content-Type: application/json'],
  framing: 'length' | 'none' = 'length',
): Promise<RawAnswer | undefined> {
  const bytes = Buffer.from(body);
  const sent = head(contract.method, targetOf(contract, parts), [
    'Host: api',
    `Authorization: Bearer ${company.sandboxKey}`,
    ...lines,
    ...(framing === 'length' ? [`Content-Length: ${bytes.length}`] : []),
  ]);
  return exchange(world.port, Buffer.concat([Buffer.from(sent), bytes]));
}

const json = 'Content-Type: application/json';
const notJson = '`header.Content-Type` must be `application/json`';
const unparsable = "`body` can't be parsed as one JSON value";
const notUtf8 = "`body` isn't encoded in UTF-8";
const tooDeep = '`body` is nested more than 32 levels deep';
const notPlain = "`header.Content-Encoding` must be left out: compressed bodies aren't accepted";
const unreadable: ReadonlyArray<
  readonly [what: string, body: string | Buffer, says: string, lines?: readonly string[]]
> = [
  ['no JSON', '{', unparsable],
  ['a byte order mark', `\ufeff{}`, '`body` starts with a byte order mark; send it without one'],
  ['two values', '{}{}', unparsable],
  ['a comment', '{/* */}', unparsable],
  ['single quotes', "{'name':'x'}", unparsable],
  ['a raw NUL', '{"name":"\0"}', unparsable],
  ["bytes that aren't UTF-8", Buffer.from([0x22, 0xc3, 0x28, 0x22]), notUtf8],
  ['UTF-16', Buffer.from('{"name":"x"}', 'utf16le'), unparsable],
  ['depth 100,000 of arrays', '['.repeat(100_000) + ']'.repeat(100_000), tooDeep],
  ['depth 100,000 of objects', '{"a":'.repeat(100_000) + '1' + '}'.repeat(100_000), tooDeep],
  ['depth hidden behind strings', `["\\"[",${'['.repeat(40)}${']'.repeat(40)}]`, tooDeep],
  ['another content type', '{}', notJson, ['Content-Type: text/plain']],
  ['a form', 'name=x', notJson, ['Content-Type: application/x-www-form-urlencoded']],
  ['multipart', '--x--', notJson, ['Content-Type: multipart/form-data; boundary=x']],
  ['no content type', '{}', '`header.Content-Type` is missing; send `application/json`', []],
  ['no media type', '{}', "`header.Content-Type` isn't a media type", ['Content-Type: json']],
  [
    'another charset',
    '{}',
    '`header.Content-Type` must have no `charset` other than `utf-8`',
    ['Content-Type: application/json; charset=utf-16'],
  ],
  ['a compressed body', gzipSync('{}'), notPlain, [json, 'Content-Encoding: gzip']],
  ['a compression bomb', gzipSync(Buffer.alloc(50_000_000)), notPlain, [json, 'Content-Encoding: gzip']],
  ['two compressions', '{}', notPlain, [json, 'Content-Encoding: gzip, br']],
  ['a key twice', '{"name":1,"name":2}', '`name` appears twice'],
  ['a key twice in a list', '{"a":[{},{"b":[],"\\u0062":1}]}', '`a[1].b` appears twice'],
];

test.each(withBody)(
  "%s answers 400 to a body that isn't JSON in UTF-8, and says what is wrong [API-2] [ERROR-5] [DECISION-89]",
  async (_, { contract }) => {
    const parts = await prepare(world, company, contract);
    const answers = await Promise.all(
      unreadable.map(async ([what, body, says, lines]) => {
        const answer = await post(contract, parts, body, lines);
        return [what, answer?.status, shapeFaults(answer), answer?.body.includes(says)];
      }),
    );
    expect(answers).toEqual(unreadable.map(([what]) => [what, 400, [], true]));
  },
);

const legalTypes = [
  'application/json',
  'Application/JSON',
  'application/json;charset=UTF-8',
  'application/json; charset="utf-8"',
  'application/json; charset=us-ascii',
  'application/json; profile="https://example.com/a;b"; charset=utf-8',
  'application/vnd.example.v1+json; version=1',
  'text/json',
];

test.each(withBody)('%s accepts any legal media type of JSON [API-2]', async (_, { contract }) => {
  const statuses = await forEachItem(legalTypes, async type => {
    const parts = await prepare(world, company, contract);
    const answer = await post(contract, parts, JSON.stringify(parts.body), [`Content-Type: ${type}`]);
    return [type, answer?.status];
  });
  expect(statuses).toEqual(legalTypes.map(type => [type, contract.example.response.status]));
});

test.each(withBody)(
  '%s answers 413 to more than 1 MiB, with or without Content-Length',
  async (_, { contract }) => {
    const parts = await prepare(world, company, contract);
    const large = JSON.stringify({ name: 'x'.repeat(3 * bodyBytesMax) });
    const chunked = `${large.length.toString(16)}\r\n${large}\r\n0\r\n\r\n`;
    const answers = [
      await post(contract, parts, large),
      await post(contract, parts, chunked, [json, 'Transfer-Encoding: chunked'], 'none'),
      await post(contract, parts, '{', [json, `Content-Length: ${bodyBytesMax + 1}`], 'none'),
    ];
    expect(answers.map(answer => [answer?.status, shapeFaults(answer)])).toEqual(
      answers.map(() => [413, []]),
    );
    const viaFetch = await world.call(contract.method, targetOf(contract, parts), {
      key: company.sandboxKey,
      rawBody: large,
    });
    expect(viaFetch.status).toBe(413);
  },
);

// Replace a value in the body's text.
const traps = [
  '1e400',
  '-1e400',
  '1.5',
  '-1',
  '1e20',
  '9007199254740993',
  '0.1e-400',
  'null',
  'true',
  '[]',
  '{}',

  '"\\u0000"',
  '"\\ud800"',
  '"\\udfff x"',
  '"\\u202e"',
  '"infinity"',
  '"NaN"',
  '"yesterday"',
  '"2024-02-30"',

  '"99999-01-01"',
  '"-1"',
  '"%"',
  '"_\\\\"',
  '"\' or 1=1 --"',
  '"{}"',
  '"null"',
  '"__proto__"',
  '"constructor"',
  '{"__proto__":{"isAdmin":true}}',
  '{"constructor":{"prototype":{"x":1}}}',
  '[[[[[[]]]]]]',
  `"${'x'.repeat(65_536)}"`,
  `"${'é'.repeat(65_536)}"`,
  `[${Array.from({ length: 20_000 }, () => '"x"').join()}]`,
];
const placeholder = 'PLACE-OF-THE-TRAP';

test.each(withBody)(
  '%s never answers 5xx, whatever value is in any field of its body',
  async (_, { contract }) => {
    const parts = await prepare(world, company, contract);
    const places = leafPlacesOf(parts.body);
    const failed: unknown[] = [];
    for (const place of places) {
      const text = JSON.stringify(withValueAt(parts.body, place, placeholder));
      const results = await forEachItem(traps, async trap => {
        const answer = await post(
          contract,
          parts,
          text.replace(`"${placeholder}"`, () => trap),
        );
        return { place, trap: trap.slice(0, 40), faults: shapeFaults(answer) };
      });
      failed.push(...results.filter(({ faults }) => faults.length > 0));
    }
    expect(places.length).toBeGreaterThan(0);
    expect(failed).toEqual([]);
  },
);

test.each(withBody)('%s is unaffected by __proto__ and constructor in its body', async (_, { contract }) => {
  const parts = await prepare(world, company, contract);
  const text = JSON.stringify(parts.body);
  const keys = ['"__proto__":{"name":7}', '"constructor":{"prototype":{"name":7}}', '"toString":null'];
  const bodies = [
    ...keys.map(key => text.replace('{', `{${key},`)),
    ...keys.map(key => `${text.slice(0, -1)},${key}}`),
  ];
  const answers: Array<RawAnswer | undefined> = [];
  for (const body of bodies) {
    const again = await prepare(world, company, contract);
    answers.push(await post(contract, { ...again, query: again.query ?? {} }, body));
  }
  expect(answers.flatMap(shapeFaults)).toEqual([]);
  expect(Object.hasOwn(Object.prototype, 'name')).toBe(false);
  // An inherited property doesn't satisfy a required field.
  if (!mutationsOf(contract, parts.body).some(({ kind }) => kind === 'missing')) return;
  const inherited = await post(contract, parts, `{"__proto__":${text}}`);
  expect([400, 422]).toContain(inherited?.status);
});
