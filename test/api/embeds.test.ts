import { randomUUID } from 'node:crypto';
import type { Extraction } from '../../src/domain/auth-checks/extraction';
import { createAuthCheckTokens, type AuthCheckClaims } from '../../src/embeds/auth-check/token';
import { authorizationKey } from '../../src/files/key-layout';
import { systemClock } from '../../src/platform/clock';
import { findPatientAuthCheck } from '../../src/store/auth-checks/auth-checks';
import { judgeRun, recordReading } from '../../src/usecases/auth-checks/runs';
import { viewAuthCheck } from '../../src/usecases/auth-checks/results';
import { addMember } from '../../src/usecases/tenants/members';
import { admin } from '../support/admin-shell';
import { startApiWorld, type Answer, type ApiWorld, type TestCompany } from '../support/api-world';
import { dated, found, reading } from '../support/authorization-readings';
import { exchange, head } from '../support/raw-http';
import { jane, patientsPath, putPatient, storedPatient } from '../support/patients';

const page = '/ui/auth-check/embed';
const badge = '/ui/auth-check/embed/badge';
const hour = 3_600_000;

let world: ApiWorld;
let company: TestCompany;
/** How far the service's clock is ahead. */
let aheadMs = 0;
beforeAll(async () => {
  world = await startApiWorld({ clock: { now: () => new Date(systemClock.now().getTime() + aheadMs) } });
  company = await world.company('acme');
});
beforeEach(() => {
  aheadMs = 0;
});
afterAll(() => world.close());

async function shown(id: string, rest = ''): Promise<Record<string, unknown>> {
  const path = `${patientsPath(company, 'sandbox', id)}${rest}`;
  const { status, json } = await world.call('GET', path, { key: company.sandboxKey });
  expect(status).toBe(200);
  return json;
}

async function tokenOf(id: string): Promise<string> {
  return String((await shown(id))['embedToken']);
}

/** Registers a patient. @returns their id */
async function registered(form: object = jane): Promise<string> {
  const id = randomUUID();
  await putPatient(world, company, 'sandbox', id, form);
  return id;
}

/** Registers a patient with an authorization on file. @returns their id */
async function withDocument(form: object = jane): Promise<string> {
  const id = await registered(form);
  const { uploadUrl } = await shown(id, '/authorization');
  const put = await fetch(String(uploadUrl), { method: 'PUT', body: '<script>alert(1)</script>' });
  expect(put.status).toBe(200);
  await shown(id);
  return id;
}

/** Records this as the content of the patient's document, and judges it. */
async function judged(id: string, extraction: Extraction): Promise<void> {
  const { uid } = await storedPatient(world, company, 'sandbox', id);
  const check = await findPatientAuthCheck(world.db, uid);
  if (check === undefined) throw new Error('no run was started');
  await world.change(change => recordReading(change, check, extraction));
  await world.change(change => judgeRun(change, check));
}

/** The header that a browser sends for a page or a frame. */
const browsers = { Accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };

function open(path: string, token?: string): Promise<Answer> {
  return world.call('GET', token === undefined ? path : `${path}?token=${token}`, { headers: browsers });
}

describe("Embed token in a patient's answers", () => {
  test('appears once an authorization is on file, and differs in every answer [PATIENT-18] [PATIENT-21] [FILE-17]', async () => {
    const id = await registered();
    expect(await shown(id)).not.toHaveProperty('embedToken');
    expect((await shown(id, '/authorization'))['embedToken']).toBeNull();
    const signed = await withDocument();
    const tokens = [
      await tokenOf(signed),
      await tokenOf(signed),
      String((await shown(signed, '/authorization'))['embedToken']),
    ];
    expect(new Set(tokens).size).toBe(3);
    for (const token of tokens) expect((await open(page, token)).status).toBe(200);
  });

  test('appears in the answers to every change of the patient, and in no list', async () => {
    const id = await withDocument();
    const path = patientsPath(company, 'sandbox', id);
    const key = company.sandboxKey;
    for (const answer of [
      await putPatient(world, company, 'sandbox', id, jane),
      await world.call('PATCH', path, { key, body: { city: 'Salem' } }),
      await world.call('PATCH', `${path}/search-level`, { key, body: { siteSonar: true } }),
    ])
      expect((await open(page, String(answer.json['embedToken']))).status).toBe(200);
    const list = await world.call('GET', patientsPath(company, 'sandbox'), { key });
    expect(list.text).toContain(id);
    expect(list.text).not.toContain('embedToken');
  });
});

test('The answer about a record request has an embed token if the key may see the patient [REQUEST-10]', async () => {
  const id = await withDocument();
  const { sandboxKey: key } = company;
  const path = `${patientsPath(company, 'sandbox', id)}/record-requests`;
  const site = { siteName: 'Harbor', siteAddressLine1: '1 Main St', siteCity: 'Salem', siteState: 'MA' };
  const body = { ...site, siteZip: '01970', billing: true };
  const { requests } = (await world.call('POST', path, { key, body })).json as {
    requests: Array<{ request: { id: string } }>;
  };
  const request = `${path}/${requests[0]?.request.id ?? ''}`;
  const { embedToken } = (await world.call('GET', request, { key })).json;
  expect((await open(page, String(embedToken))).status).toBe(200);

  // This member's custom role may see requests and no patients.
  const email = 'requests@acme.example';
  await world.change(change =>
    addMember(change, { companyId: 'acme', email, name: 'R', role: 'Viewer', seesAllProjects: true }),
  );
  const uid = randomUUID();
  await world.db('role').insert({ uid, company_uid: company.uid, name: 'Requests', created_at: new Date() });
  await world.db('role_permission').insert({ role_uid: uid, permission: 'ViewRecordRequests' });
  await world
    .db('membership')
    .whereIn('user_uid', world.db('app_user').where({ email }).select('uid'))
    .update({ role_uid: uid });
  const answer = await world.call('GET', request, { key: await world.keyFor('acme', email, 'sandbox') });
  expect(answer.status).toBe(200);
  expect(answer.json).not.toHaveProperty('embedToken');
});

describe('Embed page of a running analysis', () => {
  test('shows any upload as a PDF, and reloads after 45 s and then every 5 s [EMBED-3]', async () => {
    const token = await tokenOf(await withDocument());
    const first = await open(page, token);
    expect(first.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const refresh = /http-equiv="refresh" content="(\d+); url=([^"]+)"/;
    const [, seconds, url] = refresh.exec(first.text) ?? [];
    expect(seconds).toBe('45');
    const second = await open(page + (url ?? '').replaceAll('&amp;', '&'));
    expect(second.status).toBe(200);
    expect(refresh.exec(second.text)?.[1]).toBe('5');

    const framed = /<iframe src="([^"]+)"/.exec(second.text)?.[1]?.replaceAll('&amp;', '&') ?? '';
    const document = await fetch(framed);
    expect(document.status).toBe(200);
    expect(document.headers.get('content-type')).toBe('application/pdf');
    expect(document.headers.get('content-disposition')).toBe('inline');
  });

  test('keeps reloading for a document that is read but not judged, until the verdicts exist [CHECK-5]', async () => {
    const id = await withDocument();
    const { uid } = await storedPatient(world, company, 'sandbox', id);
    const check = await findPatientAuthCheck(world.db, uid);
    if (check === undefined) throw new Error('no run was started');
    await world.change(change => recordReading(change, check, reading({})));
    expect(await shown(id, '/authorization')).toMatchObject({
      extraction: { data: { patientName: { text: 'Jane Doe' } } },
      verdicts: null,
      verdictCounts: null,
    });
    expect((await open(page, await tokenOf(id))).text).toContain('http-equiv="refresh"');
  });

  test('shows a placeholder on the badge, which reloads as well [EMBED-2]', async () => {
    const { text, status } = await open(badge, await tokenOf(await withDocument()));
    expect(status).toBe(200);
    expect(text).toContain('Checking the authorization');
    expect(text).toContain('http-equiv="refresh" content="45;');
    expect(text).not.toContain('<iframe');
  });
});

describe('Embed page of a finished analysis', () => {
  test('shows each check with what to do and its place in the document, and stops reloading [EMBED-1] [EMBED-2]', async () => {
    const id = await withDocument();
    const recognised = { ...found('29.02.1984'), how: 'recognised', confidence: 61 } as const;
    const patientDateOfBirth = { ...recognised, date: '1984-02-29', isShortYear: false };
    await judged(
      id,
      reading({ patientDateOfBirth, signature: { evidence: 'none', hasLine: true, place: null } }),
    );
    const token = await tokenOf(id);
    const { text, status } = await open(page, token);
    expect(status).toBe(200);
    expect(text).not.toContain('http-equiv="refresh"');
    expect(text).toContain('Failed (2)');
    expect(text).toContain('45 CFR 164.508(c)(1)(vi)');
    expect(text).toContain('Have the patient or their representative sign it, and upload it again.');
    expect(text).toContain('Page 1: “Jane Doe”');
    expect(text).toContain('Page 1: “29.02.1984” (scanned text, 61% confidence)');
    const { verdictCounts } = (await shown(id, '/authorization')) as { verdictCounts: { passed: number } };
    const counts = `2 failed, ${verdictCounts.passed} passed`;
    expect(text).toContain(counts);
    // The same token works on both pages.
    const small = await open(badge, token);
    expect(small.text).toContain('Failed');
    expect(small.text).toContain(counts);
  });

  test("compares the document with the patient at the token's creation, despite later corrections [CHECK-7]", async () => {
    const id = await withDocument({ ...jane, lastNames: ['Smithers'] });
    const before = await tokenOf(id);
    await putPatient(world, company, 'sandbox', id, jane);
    await judged(id, reading({ recipient: found('Company acme') }));
    expect((await open(badge, before)).text).toContain('class="pill failed"');
    expect((await open(badge, await tokenOf(id))).text).toContain('class="pill passed"');
  });

  test("judges dates of service against the token's record request, and never without one [CHECK-8]", async () => {
    const id = await withDocument();
    const dates = '01/01/2020 through 12/31/2022';
    await judged(id, reading({ recipient: found('Company acme'), datesOfService: found(dates) }));
    const path = `${patientsPath(company, 'sandbox', id)}/record-requests`;
    const { sandboxKey: key } = company;
    const ask = async (window: object) => {
      const site = { siteName: 'Harbor', siteAddressLine1: '1 Main St', siteCity: 'Salem', siteState: 'MA' };
      const body = { ...site, siteZip: '01970', billing: true, ...window };
      const { json } = await world.call('POST', path, { key, body });
      const [made] = (json as { requests: Array<{ request: { id: string } }> }).requests;
      const requestId = made?.request.id ?? '';
      const { embedToken } = (await world.call('GET', `${path}/${requestId}`, { key })).json;
      return { requestId, token: String(embedToken) };
    };
    const within = await ask({ startDateOfService: '2021-01-01', endDateOfService: '2021-12-31' });
    const beyond = await ask({ startDateOfService: '2023-01-01', endDateOfService: '2023-12-31' });
    expect((await open(page, within.token)).text).toContain('covers the dates of service');
    expect((await open(badge, within.token)).text).toContain('class="pill passed"');
    expect((await open(page, beyond.token)).text).toContain("doesn't cover the requested dates of service");
    expect((await open(badge, beyond.token)).text).toContain('class="pill failed"');

    expect((await open(page, await tokenOf(id))).text).not.toMatch(/covers (?:the|other) dates of service/);
    expect((await shown(id, '/authorization'))['verdicts']).toMatchObject({ datesOfService: null });
    const line = await admin(world, ['record-request', 'show', beyond.requestId, '--json']);
    expect(line.json()).toMatchObject({ datesOfService: expect.stringMatching(/^failed: /) as string });

    // A token is for one patient, so another patient's request is never used.
    await world
      .db('record_request')
      .where({ uid: within.requestId })
      .update({ patient_uid: (await storedPatient(world, company, 'sandbox', await withDocument())).uid });
    expect((await open(page, within.token)).status).toBe(401);
  });

  test('runs no script from the text of the document', async () => {
    const id = await withDocument();
    const hostile = '</p><script>alert(1)</script><img src=x onerror="alert(2)">';
    await judged(id, reading({ patientName: found(hostile), signatureDate: dated('2026-11-20') }));
    const { text, headers } = await open(page, await tokenOf(id));
    expect(text).toContain('&lt;script>alert(1)');
    expect(text).not.toMatch(/<script|<img/);
    expect(headers.get('content-security-policy')).not.toContain('script-src');
  });

  test('can be framed by any page, is never cached, and sends no referrer', async () => {
    const { headers } = await open(page, await tokenOf(await withDocument()));
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(/^default-src 'none'; style-src 'self'; frame-src http:/);
    expect(policy).toContain('frame-ancestors *');
    expect(headers.get('x-frame-options')).toBeNull();
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });
});

describe('Document in the embed page', () => {
  test.each([0, 1_000, 1_800_000, 3_590_500])(
    'has a URL that expires with the token, %d ms after the token was created [EMBED-13]',
    async passedMs => {
      const at = new Date('2026-11-21T12:00:00.250Z');
      const clock = { now: () => at };
      const tokens = createAuthCheckTokens([{ id: 1, key: Buffer.alloc(32, 9) }]);
      const { uid: patientUid, ...place } = await storedPatient(
        world,
        company,
        'sandbox',
        await withDocument(),
      );
      const claims = {
        companyUid: company.uid,
        storageKey: authorizationKey({ ...place, patientUid }),
        patient: { firstName: 'Jane', lastNames: ['Doe'], dateOfBirth: '1984-02-29' },
      };
      const token = tokens.open(tokens.mint(claims, new Date(at.getTime() - passedMs)), at);
      if (token === undefined) throw new Error('the token has ended');
      const { documentUrl } = await viewAuthCheck({ ...world.services, clock }, token, randomUUID());
      const query = new URL(documentUrl ?? '').searchParams;
      const signedAt = query.get('X-Amz-Date') ?? '';
      const endsAt =
        Date.parse(signedAt.replace(/^(....)(..)(..T..)(..)(..Z)$/, '$1-$2-$3:$4:$5')) +
        Number(query.get('X-Amz-Expires')) * 1_000;
      expect(new Date(endsAt)).toEqual(token.endsAt);
    },
  );
});

describe('Token that opens nothing', () => {
  function minted(over: Partial<AuthCheckClaims>, keyByte = 9): string {
    const claims = {
      companyUid: company.uid,
      storageKey: authorizationKey({
        companyUid: company.uid,
        projectUid: randomUUID(),
        patientUid: randomUUID(),
      }),
      patient: { firstName: 'Jane', lastNames: ['Doe'], dateOfBirth: '1984-02-29' },
      ...over,
    };
    return createAuthCheckTokens([{ id: 1, key: Buffer.alloc(32, keyByte) }]).mint(claims, new Date());
  }

  test.each([page, badge])('gets the same answer for every reason on %s [EMBED-14] [ERROR-6]', async path => {
    const id = await withDocument();
    const { uid: patientUid, companyUid, projectUid } = await storedPatient(world, company, 'sandbox', id);
    const storageKey = authorizationKey({ companyUid, projectUid, patientUid });
    const bare = await storedPatient(world, company, 'sandbox', await registered());
    const other = await world.company(`other-${path.length}`);
    const good = minted({ storageKey });
    expect((await open(path, good)).status).toBe(200);
    const tokens = {
      'no token': undefined,
      'an empty token': '',
      'an unknown token': 'not-a-token',
      'an altered token': good.slice(0, -1) + (good.endsWith('A') ? 'B' : 'A'),
      'a token of other keys': minted({ storageKey }, 8),
      'a repeated token': `${good}&token=${good}`,
      'a token of another company': minted({ storageKey, companyUid: other.uid }),
      "a deleted patient's token": minted({}),
      'a token of a patient without a document': minted({
        storageKey: authorizationKey({ companyUid, projectUid, patientUid: bare.uid }),
      }),
      'a token for a key that holds no authorization': minted({ storageKey: 'companies/x/anything.pdf' }),
    };
    const reference = await open(path);
    expect(reference.status).toBe(401);
    expect(reference.text).toContain('The embed token is missing, invalid, or expired.');
    expect(reference.text).not.toContain('http-equiv="refresh"');
    for (const [what, token] of Object.entries(tokens)) {
      const { status, text } = await open(path, token);
      expect({ what, status, text }).toEqual({ what, status: 401, text: reference.text });
    }
    aheadMs = hour;
    const expired = await open(path, good);
    expect({ status: expired.status, text: expired.text }).toEqual({ status: 401, text: reference.text });
  });

  test('gets 401 if it is an API key [KEY-1]', async () => {
    expect((await world.call('GET', page, { key: company.sandboxKey })).status).toBe(401);
  });

  test('gets its error as a page that a frame can show, like every other error', async () => {
    const refused = await world.call('POST', page, { headers: browsers });
    expect(refused.status).toBe(405);
    expect(refused.headers.get('allow')).toBe('GET, HEAD');
    expect(refused.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(refused.headers.get('content-security-policy')).toContain('frame-ancestors *');
    const twice = ['Host: one.example', 'Host: two.example', `Accept: ${browsers.Accept}`];
    const unread = await exchange(world.port, head('GET', page, twice));
    expect(unread?.status).toBe(400);
    expect(unread?.body).toContain("We couldn't load this page");
    const unknown = await world.call('GET', `${page}/other`, { headers: browsers });
    expect(unknown.status).toBe(404);
    expect(unknown.headers.get('content-type')).toContain('application/json');
  });
});

describe('Error format of an embed page [ERROR-1]', () => {
  test.each([
    [browsers.Accept, 'html'],
    ['text/html', 'html'],
    ['text/html;q=0.9, application/json;q=0.8', 'html'],
    ['text/*', 'html'],
    [undefined, 'json'],
    ['*/*', 'json'],
    ['application/json', 'json'],
    ['application/json, text/html', 'json'],
    ['text/html;q=0.5, application/json', 'json'],
    ['text/html;q=0, */*', 'json'],
    ['image/png', 'json'],
    ['not a type', 'json'],
  ])('follows Accept: %s with %s', async (accept, form) => {
    for (const path of [page, badge]) {
      const lines = accept === undefined ? [] : [`Accept: ${accept}`];
      const answer = await exchange(world.port, head('GET', `${path}?token=none`, ['Host: h', ...lines]));
      expect(answer?.status).toBe(401);
      expect(answer?.headers.get('vary')).toBe('Accept');
      const isHtml = answer?.headers.get('content-type') === 'text/html; charset=utf-8';
      expect(isHtml ? 'html' : 'json').toBe(form);
      if (isHtml) continue;
      expect(answer?.headers.get('content-type')).toBe('application/json; charset=utf-8');
      expect(JSON.parse(answer?.body ?? '')).toEqual({
        error: 'The embed token is missing, invalid, or expired.',
        problem: 'embed.tokenInvalid',
      });
    }
  });

  test("doesn't apply to the page itself, which is always HTML and varies by Accept", async () => {
    const token = await tokenOf(await withDocument());
    const { status, headers } = await world.call('GET', `${page}?token=${token}`, {
      headers: { Accept: 'application/json' },
    });
    expect([status, headers.get('content-type'), headers.get('vary')]).toEqual([
      200,
      'text/html; charset=utf-8',
      'Accept',
    ]);
  });
});

test.each([
  ['POST', '/docs', 405],
  ['DELETE', '/openapi.json', 405],
  ['PUT', '/docs/reference', 405],
  ['GET', '/internal/object-events', 404],
  ['POST', '/internal/object-events', 404],
  ['GET', '/ui', 404],
  ['GET', '/nothing', 404],
])(
  '%s %s answers %i in JSON to a browser too, because no frame shows it [ERROR-1]',
  async (method, path, status) => {
    const answer = await world.call(method, path, { headers: browsers });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      status,
      'application/json; charset=utf-8',
    ]);
    const problem = status === 405 ? 'request.methodNotAllowed' : 'resource.notFound';
    expect(answer.json).toEqual({ error: expect.any(String) as unknown, problem });
  },
);

test("Each auth-check view writes one audit row, which names only the patient's record", async () => {
  const id = await withDocument();
  const { uid } = await storedPatient(world, company, 'sandbox', id);
  const { headers } = await open(badge, await tokenOf(id));
  const requestId = headers.get('x-request-id') ?? '';
  expect(await world.audits({ requestId })).toMatchObject([
    {
      event: 'authCheck.view',
      outcome: 'success',
      problem: null,
      actorKind: 'embed',
      keyUid: null,
      companyUid: company.uid,
      resourceKind: 'patient',
      resourceUid: uid,
    },
  ]);
});

test('The log contains no embed token and no patient data', async () => {
  const id = await withDocument({ ...jane, firstName: 'Zqxmarked' });
  const token = await tokenOf(id);
  await open(page, token);
  await open(page, `${token}x`);
  const lines = world.logLines.join('\n');
  expect(lines).toContain('authCheckEmbed');
  for (const secret of [token, token.slice(0, 20), 'Zqxmarked', id]) expect(lines).not.toContain(secret);
});
