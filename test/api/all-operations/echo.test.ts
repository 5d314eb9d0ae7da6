/**
 * For every operation: no value from the caller appears in an error answer or a log line. Every value sent
 * here contains a mark. The name of an unknown field is returned to the caller, but not logged.
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
// Valid ids, an invalid one, and a long one. A valid one may succeed: then only the log is checked.
const marked = [mark, `${mark}-7`, ` ${mark} \u0007'"<>;`, `${mark}${'x'.repeat(5_000)}`];

let world: ApiWorld;
let company: TestCompany;

beforeAll(async () => {
  world = await startApiWorld();
  company = await world.company('acme');
});
afterAll(() => world.close());

/** Returns the places that show a mark: error answers (with the request), and log lines. */
function leaksOf(answers: ReadonlyArray<readonly [string, Answer]>): string[] {
  const answered = answers
    .filter(
      ([, { status, text, headers }]) =>
        status >= 400 && (text + JSON.stringify([...headers])).includes(mark),
    )
    .map(([what, { text }]) => `${what}: ${text}`);
  return [...answered, ...world.logLines.filter(line => line.includes(mark) || line.includes(nameMark))];
}

test.each(eachOperation)(
  '%s repeats no path, query, header, or body value in an error or the log [ERROR-9]',
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
    expect(leaksOf(answers)).toEqual([]);
  },
);
