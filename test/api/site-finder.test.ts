import { randomUUID } from 'node:crypto';
import { stubFacilities } from '../../src/sandbox/stub-facilities';
import { importStubFacilities } from '../../src/usecases/sites/directory-imports';
import { defineRole } from '../../src/usecases/tenants/companies';
import { addMember, assignRole, deleteUser } from '../../src/usecases/tenants/members';
import { systemClock } from '../../src/platform/clock';
import {
  approvedOrigin,
  startApiWorld,
  type Answer,
  type ApiWorld,
  type TestCompany,
} from '../support/api-world';
import { jane, patientsPath, putPatient } from '../support/patients';

const page = '/ui/site-finder/embed';
const [facility] = stubFacilities();
if (facility === undefined) throw new Error('the sandbox has no facility');
const { name, addressLine1, city, state, zip } = facility;

let world: ApiWorld;
let company: TestCompany;
/** How far the service's clock is ahead. */
let aheadMs = 0;
beforeAll(async () => {
  world = await startApiWorld({ clock: { now: () => new Date(systemClock.now().getTime() + aheadMs) } });
  company = await world.company('acme');
  await world.change(change => importStubFacilities(change, stubFacilities()));
});
beforeEach(() => {
  aheadMs = 0;
});
afterAll(() => world.close());

async function minted(key = company.sandboxKey, parentOrigin?: string): Promise<string> {
  const body = { parentOrigin };
  const { json } = await world.call('POST', '/v0/site-finder/embed-token', { key, body });
  return String(json['token']);
}

const html = { Accept: 'text/html' };

function open(token: string, query: Readonly<Record<string, string>> = {}): Promise<Answer> {
  return world.call('GET', `${page}?${new URLSearchParams({ token, ...query }).toString()}`, {
    headers: html,
  });
}

function post(token: string, form: Readonly<Record<string, string>>): Promise<Answer> {
  return world.call('POST', `${page}?${new URLSearchParams({ token }).toString()}`, {
    headers: { ...html, 'Content-Type': 'application/x-www-form-urlencoded' },
    rawBody: new URLSearchParams(form).toString(),
  });
}

function facilityIn({ text }: Answer): string {
  return /name="facility" value="([^"]+)"/.exec(text)?.[1] ?? '';
}

function messageOf({ text }: Answer): Record<string, unknown> {
  const message = /data-message="([^"]+)"/.exec(text)?.[1]?.replaceAll('&quot;', '"') ?? '{}';
  return JSON.parse(message) as Record<string, unknown>;
}

/** Adds a member whose custom role may use the site finder. */
async function finder(): Promise<{ email: string; key: string }> {
  const email = `${randomUUID()}@acme.example`;
  const role = `Finders ${email}`;
  const [companyId, permissions] = ['acme', ['UseSiteFinder'] as const];
  await world.change(change => defineRole(change, { companyId, name: role, permissions }));
  await world.change(change =>
    addMember(change, { companyId, email, name: 'Ana', role, seesAllProjects: true }),
  );
  return { email, key: await world.keyFor(companyId, email, 'sandbox') };
}

describe('Site finder frame', () => {
  test("can be framed only by its token's page [EMBED-11]", async () => {
    const answer = await open(await minted(company.sandboxKey, approvedOrigin));
    expect(answer.status).toBe(200);
    const policy = answer.headers.get('content-security-policy') ?? '';
    expect(policy.split('; ')).toContain(`frame-ancestors ${approvedOrigin}`);
    expect(policy).not.toContain('unsafe');
    expect(policy).not.toContain('http:');
    expect(answer.headers.get('x-frame-options')).toBeNull();
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('set-cookie')).toBeNull();
    expect(answer.text).not.toMatch(/<script(?![^>]* src=)|<style|\son\w+=|style="/);
  });

  test('can be framed by any page if the token names none [EMBED-12]', async () => {
    const answer = await open(await minted());
    expect(answer.headers.get('content-security-policy')).toContain('frame-ancestors *');
  });

  test("can be framed only by its token's page when it shows an error [EMBED-11]", async () => {
    const token = await minted(company.sandboxKey, approvedOrigin);
    const answer = await post(token, { do: 'choose', facility: randomUUID() });
    expect(answer.status).toBe(404);
    expect(answer.headers.get('content-security-policy')).toContain(`frame-ancestors ${approvedOrigin}`);
  });
});

test('A site finder link fills in the form without starting a search [EMBED-4]', async () => {
  const before = (await world.audits({ event: 'siteFinder.search' })).length;
  const filled = {
    name: 'Harbor "General" <b>',
    addressLine1: '1 Quay Street',
    addressLine2: 'Floor 2',
    city: 'Boston',
    state: 'ma',
    zip: '02110',
    isFacility: 'false',
  };
  const { status, text } = await open(await minted(), filled);
  expect(status).toBe(200);
  expect(text).toContain('value="Harbor &quot;General&quot; &lt;b');
  for (const value of ['1 Quay Street', 'Boston', '02110']) expect(text).toContain(`value="${value}"`);
  expect(text).toMatch(/<option value="MA" selected/);
  expect(text).toMatch(/<option value="false" selected/);
  expect(await world.audits({ event: 'siteFinder.search' })).toHaveLength(before);
  const long = await open(await minted(), { name: 'x'.repeat(5_000) });
  expect(long.text).toContain(`value="${'x'.repeat(200)}"`);
});

test('A prefilled suite survives a search, and is in the form that adds the facility [EMBED-4]', async () => {
  const filled = {
    name: 'Quvpier Clinic',
    addressLine1: '1 Quay Street',
    addressLine2: 'Floor 2',
    zip: '02110',
  };
  const token = await minted();
  const prefilled = await open(token, filled);
  // What the browser submits: every field of the search form.
  const form = /<form class="finder" method="get".*?<\/form>/s.exec(prefilled.text)?.[0] ?? '';
  const fields = [...form.matchAll(/<input[^>]* name="(\w+)"[^>]* value="([^"]*)"/g)];
  const submitted = Object.fromEntries(fields.map(([, field = '', value = '']) => [field, value]));
  const found = await open(token, { ...submitted, do: 'search' });
  expect(found.text).toMatch(/<input id="new-addressLine2"[^>]* value="Floor 2"/);
  const added = await post(token, { do: 'create', ...filled, city: 'Boston', state: 'MA' });
  const { siteId } = messageOf(added) as { readonly siteId: string };
  const key = company.sandboxKey;
  const site = await world.call('GET', `/v0/companies/acme/sites/${siteId}`, { key });
  expect(site.json['addressLine2']).toBe('Floor 2');
});

test.each([
  ['a ZIP code', { zip }],
  ['part of its name and its state', { name: name.split(' ').slice(0, 2).join(' '), state }],
  ['its name, state and city', { name, state, city }],
  ['its address and ZIP code', { addressLine1, zip }],
])('A facility is found by %s [EMBED-4]', async (_what, query) => {
  const found = await open(await minted(), { do: 'search', ...query });
  expect(found.status).toBe(200);
  expect(found.text).toContain(name);
});

describe('Search around a ZIP code', () => {
  /** Copies of the first facility in other ZIP codes, each with its own name. */
  beforeAll(async () => {
    const copies = [
      ['02142', 'Kendall Imaging'],
      ['02110', 'Harborside Imaging'],
      ['01970', 'Salem Imaging'],
      ['01608', 'Worcester Imaging'],
    ] as const;
    for (const [index, [at, called]] of copies.entries())
      await world.db.raw(
        `insert into directory_site select (d).* from (
          select jsonb_populate_record(d, jsonb_build_object('uid', uuidv7(), 'npi', ?::text, 'zip', ?::text,
            'zip_5', ?::text,
            'name', ?::text, 'match_name', lower(?::text))) as d from directory_site d where d.zip_5 = ?
              limit 1) as made`,
        [`199999999${index}`, at, at, called, called, zip],
      );
  });

  /** Returns the name and the distance of each listed facility. */
  async function listed(query: Readonly<Record<string, string>>): Promise<Array<[string, string]>> {
    const { text } = await open(await minted(), { do: 'search', ...query });
    const entries = text.matchAll(/<h3>([^<]+)<\/h3><p>[^<]*<\/p>(?:<p class="muted small">([^<]+)<\/p>)?/g);
    return [...entries].map(([, called = '', far = '']) => [called, far]);
  }

  test('lists facilities with their distance, nearest first, and none beyond 25 miles [EMBED-4]', async () => {
    expect(await listed({ zip: '02139' })).toEqual([
      ['Kendall Imaging', 'About 1 mile away'],
      ['Harborside Imaging', 'About 3 miles away'],
      ['Salem Imaging', 'About 17 miles away'],
    ]);
    expect((await listed({ zip: '02142' }))[0]).toEqual(['Kendall Imaging', 'In this ZIP code']);
  });

  test('lists a facility with the given name first, whatever its distance [EMBED-4]', async () => {
    expect((await listed({ zip: '02142', name: 'Salem Imaging' })).map(([called]) => called)[0]).toBe(
      'Salem Imaging',
    );
  });

  test('lists the facilities in a ZIP code whose location is unknown [EMBED-4]', async () => {
    const [first] = await listed({ zip });
    expect(first?.[1]).toBe('In this ZIP code');
  });

  test('shows no distance without a ZIP code [EMBED-4]', async () => {
    expect(await listed({ name: 'Salem Imaging', state })).toEqual([['Salem Imaging', '']]);
  });
});

test("Missing fields, an invalid ZIP code, and a site that isn't a facility show errors and start no search [EMBED-4]", async () => {
  const token = await minted();
  expect((await open(token, { do: 'search', name })).text).toContain(
    'Enter a ZIP code, or a name and a state.',
  );
  const wrong = await open(token, { do: 'search', zip: 'ZQX1' });
  expect(wrong.text).toMatch(/aria-describedby="search-zip-fault"/);
  expect(wrong.text).toContain('must be a ZIP code');
  expect((await open(token, { do: 'search', zip: '99950' })).text).toContain('No facilities found.');
  expect((await open(token, { do: 'search', zip, isFacility: 'false' })).text).toContain(
    'lists facilities only',
  );
});

test('Stub facilities are found only in the sandbox', async () => {
  const token = await minted(company.productionKey);
  expect((await open(token, { do: 'search', zip })).text).toContain('No facilities found.');
  const uid = facilityIn(await open(await minted(), { do: 'search', zip }));
  expect((await post(token, { do: 'choose', facility: uid })).status).toBe(404);
});

test("A selected facility is posted to the token's page with an id that a record request accepts [EMBED-4] [EMBED-11]", async () => {
  const token = await minted(company.sandboxKey, approvedOrigin);
  const facilityUid = facilityIn(await open(token, { do: 'search', zip, name }));
  const chosen = await post(token, { do: 'choose', facility: facilityUid });
  expect(chosen.status).toBe(200);
  expect(chosen.text).toContain(`data-target="${approvedOrigin}"`);
  const message = messageOf(chosen);
  expect(message).toMatchObject({ type: 'recordwell:site-finder', zip });
  const script = /<script src="([^"]+)"/.exec(chosen.text)?.[1] ?? '';
  const served = await world.call('GET', script);
  expect([served.status, served.headers.get('content-type')]).toEqual([
    200,
    'text/javascript; charset=utf-8',
  ]);

  await putPatient(world, company, 'sandbox', 'p-1', jane);
  const requested = await world.call('POST', `${patientsPath(company, 'sandbox', 'p-1')}/record-requests`, {
    key: company.sandboxKey,
    body: { siteId: message['siteId'], billing: true },
  });
  expect(requested.status).toBe(201);
  expect(messageOf(await post(token, { do: 'choose', facility: facilityUid }))).toEqual(message);
});

test("A site that isn't listed is created once as unverified, and errors appear next to the fields [EMBED-4]", async () => {
  const token = await minted(company.productionKey);
  const site = { name: 'Quillfeather Clinic', addressLine1: '7 Elm St', addressLine2: '', city: 'Salem' };
  const faulty = await post(token, { do: 'create', ...site, state: '', zip: '1' });
  expect(faulty.text).toMatch(/aria-describedby="new-zip-fault"/);
  expect(faulty.text).toMatch(/aria-describedby="new-state-fault"/);
  const form = { do: 'create', ...site, state: 'MA', zip: '01970' };
  const { siteId } = messageOf(await post(token, form));
  expect(messageOf(await post(token, { ...form, name: 'QUILLFEATHER clinic' }))).toMatchObject({ siteId });
  const rows: unknown = await world
    .db('site')
    .where({ uid: siteId })
    .select('standing', 'environment', 'company_uid');
  expect(rows).toEqual([{ standing: 'unverified', environment: 'production', company_uid: company.uid }]);
});

test('Every site finder action writes an audit row for the user who minted the token [EMBED-20]', async () => {
  const { email, key } = await finder();
  const [user] = (await world.db('app_user').where({ email }).select('uid')) as Array<{ uid: string }>;
  const token = await minted(key);
  const facilityUid = facilityIn(await open(token, { do: 'search', zip }));
  await post(token, { do: 'choose', facility: facilityUid });
  await post(token, {
    do: 'create',
    name: 'Z',
    addressLine1: '1 Z St',
    city: 'Salem',
    state: 'MA',
    zip: '01970',
  });
  const rows = (await world.audits()).filter(
    ({ actorKind, actorUid }) => actorKind === 'embed' && actorUid === user?.uid,
  );
  expect(rows.map(({ event, outcome }) => [event, outcome])).toEqual([
    ['siteFinder.search', 'success'],
    ['siteFinder.choose', 'success'],
    ['siteFinder.create', 'success'],
  ]);
  expect(rows.map(({ companyUid }) => companyUid)).toEqual([company.uid, company.uid, company.uid]);
});

describe('Site finder token [EMBED-17] [EMBED-18]', () => {
  const actions = (token: string): Array<Promise<Answer>> => [
    open(token),
    open(token, { do: 'search', zip }),
    post(token, { do: 'choose', facility: randomUUID() }),
    post(token, {
      do: 'create',
      name: 'Z',
      addressLine1: '1 Z St',
      city: 'Salem',
      state: 'MA',
      zip: '01970',
    }),
  ];
  const statuses = async (token: string): Promise<number[]> =>
    (await Promise.all(actions(token))).map(({ status }) => status);

  test('stops working at once when its user is deleted', async () => {
    const { email, key } = await finder();
    const token = await minted(key);
    expect(await statuses(token)).toEqual([200, 200, 404, 200]);
    await world.change(change => deleteUser(change, { companyId: 'acme', email }));
    expect(await statuses(token)).toEqual([401, 401, 401, 401]);
  });

  test.each([['Viewer'], [undefined]])(
    'stops working at once when its user gets the role %s, without the permission',
    async role => {
      const { email, key } = await finder();
      const token = await minted(key);
      expect((await open(token)).status).toBe(200);
      await world.change(change => assignRole(change, { companyId: 'acme', email, role }));
      expect(await statuses(token)).toEqual([401, 401, 401, 401]);
    },
  );

  test('stops working after an hour', async () => {
    const token = await minted();
    aheadMs = 3_600_000;
    expect(await statuses(token)).toEqual([401, 401, 401, 401]);
  });
});

test('The site finder refuses an unknown form and another method', async () => {
  const token = await minted();
  const path = `${page}?token=${token}`;
  expect((await post(token, { do: 'zqx' })).status).toBe(400);
  expect((await post(token, { do: 'choose', facility: 'zqx' })).status).toBe(400);
  expect((await world.call('POST', path, { body: { do: 'choose' } })).status).toBe(400);
  expect((await world.call('POST', path, { headers: html, rawBody: 'x'.repeat(20_000) })).status).not.toBe(
    200,
  );
  const put = await world.call('PUT', path);
  expect([put.status, put.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST']);
  expect((await post(token, { do: 'create', name: 'x'.repeat(20_000) })).status).toBe(413);
});

test("The site finder's script and style sheet come from our own origin, can be cached, and need no token", async () => {
  const { text } = await open(await minted());
  const styles = /<link rel="stylesheet" href="([^"]+)"/.exec(text)?.[1] ?? '';
  const { status, headers } = await world.call('GET', styles);
  expect([status, headers.get('content-type')]).toEqual([200, 'text/css; charset=utf-8']);
  expect(headers.get('cache-control')).toContain('immutable');
  expect((await world.call('POST', styles)).status).toBe(405);
  expect((await world.call('GET', '/ui/embed-0.css')).status).not.toBe(200);
});
