/**
 * For every operation: whatever a caller supplies is in no error answer and in no log line. Every value sent
 * here carries a mark. The name of a field that is not known is told to who sent it, and not logged.
 */
import { startApiWorld, type Answer, type ApiWorld, type TestCompany } from '../../support/api-world';
import { stringPlacesOf, withValueAt } from '../../support/operations/body-mutations';
import type { PreparedParts } from '../../support/operations/fixtures';
import {
  eachOperation,
  forEachItem,
  pathParametersOf,
  prepare,
  send,
} from '../../support/operations/requests';

const mark = 'ZQXMARK';
const nameMark = 'ZQXNAME';
// Fit for an id, fit for nothing, and long; a value that fits may succeed, and then only the log is looked
// at.
const marked = [mark, `${mark}-7`, ` ${mark} \u0007'"<>;`, `${mark}${'x'.repeat(5_000)}`];

let world: ApiWorld;
let company: TestCompany;

beforeAll(async () => {
  world = await startApiWorld();
  company = await world.company('acme');
});
afterAll(() => world.close());

/** What told a mark: error answers (with the request), and log lines. */
function tellTales(answers: ReadonlyArray<readonly [string, Answer]>): string[] {
  const answered = answers
    .filter(
      ([, { status, text, headers }]) =>
        status >= 400 && (text + JSON.stringify([...headers])).includes(mark),
    )
    .map(([what, { text }]) => `${what}: ${text}`);
  return [...answered, ...world.logLines.filter(line => line.includes(mark) || line.includes(nameMark))];
}

test.each(eachOperation)(
  '%s: no marked path, query, header or body value is told [ERROR-9]',
  async (_, { contract }) => {
    const parts = await prepare(world, company, contract);
    const key = company.sandboxKey;
    const requests: Array<readonly [string, PreparedParts, Readonly<Record<string, string>>?, string?]> = [];
    for (const value of marked) {
      for (const name of pathParametersOf(contract)) {
        if (value.length > 5_000) continue;
        requests.push([`path ${name}`, { ...parts, params: { ...parts.params, [name]: value } }]);
      }
      for (const name of ['unknown', ...Object.keys(contract.query?.shape ?? {})]) {
        requests.push([`query ${name}`, { ...parts, query: { ...parts.query, [name]: value } }]);
      }
      for (const place of stringPlacesOf(parts.body)) {
        requests.push([`body ${place.join('.')}`, { ...parts, body: withValueAt(parts.body, place, value) }]);
      }
    }
    for (const name of [
      'Authorization',
      'If-Match',
      'Idempotency-Key',
      'X-Request-Id',
      'X-Forwarded-For',
      'Accept',
    ]) {
      requests.push([name, parts, { [name]: `${mark}"` }]);
    }
    if (contract.body !== undefined) {
      requests.push(['content type', parts, { 'Content-Type': `text/${mark}` }]);
      for (const rawBody of [`{"name": ${mark}`, `"${mark}"`, `{"${nameMark}": "${mark}"}`, `[${mark}]`]) {
        requests.push([`raw ${rawBody}`, parts, {}, rawBody]);
      }
      const withUnknown = { ...(parts.body as object), [nameMark]: mark, '': mark };
      requests.push(['unknown field', { ...parts, body: withUnknown }]);
    }
    const answers = await forEachItem(requests, async ([what, request, headers = {}, rawBody]) => {
      const raw = rawBody === undefined ? {} : { rawBody };
      const answer = await send(world, contract, request, { key, headers, ...raw });
      return [what, answer] as const;
    });
    expect(answers.filter(([, { status }]) => status >= 500).map(([what]) => what)).toEqual([]);
    expect(tellTales(answers)).toEqual([]);
  },
);
