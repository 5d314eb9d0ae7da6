/**
 * For every operation: `expiresIn` says how long the object store accepts the URLs next to it.
 */
import { presentFileResponse } from '../../../src/api/resources/present-file-response';
import { downloadLifeSeconds, uploadLifeSeconds } from '../../../src/files/object-store';
import { startApiWorld, type ApiWorld, type TestCompany } from '../../support/api-world';
import { patientOf } from '../../support/operations/records';
import { eachOperation, prepare, send } from '../../support/operations/requests';

// A whole second, because signatures have no finer time.
const now = new Date(Math.floor(Date.now() / 1000) * 1000);
let world: ApiWorld;
let company: TestCompany;
beforeAll(async () => {
  world = await startApiWorld({ clock: { now: () => now } });
  company = await world.company('acme');
});
afterAll(() => world.close());

/** Returns for how many seconds from now the object store accepts a URL. */
function lifeOf(url: string): number {
  const { searchParams } = new URL(url);
  const [, ...parts] =
    /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(searchParams.get('X-Amz-Date') ?? '') ?? [];
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts.map(Number);
  const signedAt = Date.UTC(year, month - 1, day, hour, minute, second);
  return (signedAt - now.getTime()) / 1000 + Number(searchParams.get('X-Amz-Expires'));
}

interface Expiry {
  readonly expiresIn: unknown;
  readonly lives: readonly number[];
}

/** Returns every `expiresIn` in an answer, with the lifetimes of the URLs next to it. */
function expiriesIn(value: unknown): Expiry[] {
  if (typeof value !== 'object' || value === null) return [];
  const entries: ReadonlyArray<readonly [string, unknown]> = Object.entries(value);
  const below = entries.flatMap(([, item]) => expiriesIn(item));
  const expiresIn = entries.find(([name]) => name === 'expiresIn')?.[1];
  if (expiresIn === undefined) return below;
  const lives = entries.flatMap(([name, item]) =>
    name.endsWith('Url') && typeof item === 'string' ? [lifeOf(item)] : [],
  );
  return [{ expiresIn, lives }, ...below];
}

function assertAccurate(expiries: readonly Expiry[]): void {
  for (const { expiresIn, lives } of expiries)
    expect(expiresIn).toBe(lives.length === 0 ? 0 : Math.min(...lives));
}

test.each(eachOperation)(
  '%s returns an `expiresIn` that is accurate for every URL next to it [FILE-12]',
  async (_, { contract }) => {
    const answer = await send(world, contract, await prepare(world, company, contract), {
      key: company.sandboxKey,
    });
    expect(answer.status).toBe(contract.example.response.status);
    assertAccurate(expiriesIn(answer.json));
  },
);

test('`expiresIn` is the shorter lifetime of two URLs, and the lifetime of a single URL [FILE-12]', async () => {
  const params = await patientOf({ world, company, fresh: () => 'with-a-document' });
  const project = `/v0/companies/acme/projects/${params['projectId'] ?? ''}`;
  const path = `${project}/patients/with-a-document/authorization`;
  const read = async () => (await world.call('GET', path, { key: company.sandboxKey })).json;
  const put = await fetch(String((await read())['uploadUrl']), { method: 'PUT', body: '%PDF-1.7' });
  expect(put.status).toBe(200);
  const [both] = expiriesIn(await read());
  expect(both).toEqual({ expiresIn: uploadLifeSeconds, lives: [uploadLifeSeconds, downloadLifeSeconds] });

  const url = (expiresInSeconds: number) => ({ url: 'https://files.example.com/x', expiresInSeconds });
  const expiresIn = (upload: number | undefined, download: number | undefined): number =>
    presentFileResponse({
      ...(upload === undefined ? {} : { upload: url(upload) }),
      ...(download === undefined ? {} : { download: url(download) }),
    }).expiresIn;
  expect([
    expiresIn(900, 60),
    expiresIn(60, 900),
    expiresIn(undefined, 60),
    expiresIn(60, undefined),
  ]).toEqual([60, 60, 60, 60]);
  expect(expiresIn(undefined, undefined)).toBe(0);
});
