import { engineVersion } from '../../../src/domain/auth-checks/judge';
import { rereadApprovals } from '../../../src/usecases/auth-checks/rereads';
import { startApiWorld, type ApiWorld, type TestCompany } from '../../support/api-world';
import { analyze, uploadAnalyzed } from '../../support/analyzed-authorization';
import { encryptedPdf, formPdf } from '../../support/authorization-documents';
import { formOn, type ShownPage, type Visitor } from '../../support/console-visitor';
import { awaitReview, operatorAtDesk } from '../../support/desk-work';
import { jane, patientsPath, putPatient, storedPatient } from '../../support/patients';
import { readRows } from '../../support/records';

let world: ApiWorld;
let acme: TestCompany;
let olga: Visitor;
let uma: Visitor;
let skippedMs = 0;

beforeAll(async () => {
  world = await startApiWorld({ clock: { now: () => new Date(Date.now() + skippedMs) } });
  acme = await world.company('acme');
  [olga, uma] = [await operatorAtDesk(world, 'Olga'), await operatorAtDesk(world, 'Uma')];
});
afterAll(() => world.close());

const pathOf = (uid: string, ...more: readonly string[]): string =>
  ['/desk/authorizations', uid, ...more].join('/');

/** Uploads an unsigned form and has it analyzed. @returns the patient's uid */
async function unsigned(id: string): Promise<string> {
  const document = await formPdf({ signedOn: undefined });
  const { uid } = await uploadAnalyzed({ world, company: acme }, { project: 'live', id }, jane, document);
  return uid;
}

async function statusOf(uid: string): Promise<string | undefined> {
  const rows = await readRows<{ status: string }>(
    world.db,
    'select authorization_status as status from patient where uid = ?',
    [uid],
  );
  return rows[0]?.status;
}

/** Returns a patient of the live project as the API shows it. */
function shownByApi(id: string) {
  return world.call('GET', patientsPath(acme, 'live', id), { key: acme.productionKey });
}

/** Shows a page of the authorization to an operator, as their browser does. */
async function look(visitor: Visitor, uid: string): Promise<ShownPage> {
  return visitor.get(pathOf(uid, 'documents', '0', 'pages', '1'));
}

const onPaper = { override: 'seenElsewhere', reason: 'seen on paper' } as const;

/** Returns the fields that confirm an approval: those of the form that a first try shows. */
async function confirmation(visitor: Visitor, uid: string): Promise<Readonly<Record<string, string>>> {
  const shown = await visitor.get(pathOf(uid));
  const asked = await decide(visitor, shown, uid, { status: 'Approved' });
  expect([asked.status, asked.html.includes('Approve anyway')]).toEqual([422, true]);
  const [, confirms = ''] = /name="confirms" value="([^"]*)"/.exec(asked.html) ?? [];
  return { status: 'Approved', confirms, ...onPaper };
}

/** Approves an authorization whose document can't be shown, in two steps. */
async function approve(visitor: Visitor, uid: string): Promise<ShownPage> {
  const fields = await confirmation(visitor, uid);
  return visitor.send(pathOf(uid), pathOf(uid, 'decide'), fields);
}

/** Sends a decision from a page that was shown before. */
async function decide(
  visitor: Visitor,
  shown: ShownPage,
  uid: string,
  fields: Readonly<Record<string, string>>,
): Promise<ShownPage> {
  const hidden = Object.fromEntries(formOn(shown.html, pathOf(uid, 'decide')) ?? []);
  return visitor.send('/desk/account', pathOf(uid, 'decide'), { ...hidden, ...fields });
}

describe('The review of an authorization', () => {
  let uid: string;
  let shown: ShownPage;
  beforeAll(async () => {
    uid = await unsigned('shown');
    shown = await olga.get(pathOf(uid));
  }, 60_000);

  test('shows the patient, each verdict with its sentence, and the suggested status [DESK-16]', () => {
    expect(shown.status).toBe(200);
    for (const text of [
      'Jane Doe Smith',
      '02/29/1984',
      'Missing signature',
      'Failed (',
      'Passed (',
      'Patient name',
    ])
      expect(shown.html).toContain(text);
    const verdicts = [...shown.html.matchAll(/<li class="check">/g)];
    expect(verdicts.length).toBeGreaterThan(15);
  });

  test('shows each page as a picture with marked evidence, without the document [DESK-15]', async () => {
    const [, source = '', width = '', height = ''] =
      /<img src="([^"]+)" width="(\d+)" height="(\d+)"/.exec(shown.html) ?? [];
    expect([source, width, height]).toEqual([pathOf(uid, 'documents', '0', 'pages', '1'), '612', '792']);
    const marks = [...shown.html.matchAll(/<rect id="([^"]+)" class="mark (\w+)" x="([^"]+)" y="([^"]+)"/g)];
    expect(marks.length).toBeGreaterThan(5);
    for (const [, id = '', , x, y] of marks) {
      expect(shown.html).toContain(`href="#${id}"`);
      expect([Number(x) > 0 && Number(x) < 612, Number(y) > 0 && Number(y) < 792]).toEqual([true, true]);
    }
    expect(shown.html).not.toMatch(/\.pdf"|X-Amz|<iframe|<object|<embed/);
    const picture = await fetch(world.url + source, { headers: { Cookie: olga.cookie() } });
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png']);
    expect(picture.headers.get('cache-control')).toBe('no-store');
    const bytes = Buffer.from(await picture.arrayBuffer());
    expect(bytes.subarray(1, 4).toString()).toBe('PNG');
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([1224, 1584]);
  }, 30_000);

  test('adds an audit row for each view, and for each page that is drawn [DESK-14]', async () => {
    const rows = async (event: string) => world.audits({ event, resourceUid: uid });
    const before = (await rows('patient.read')).length;
    await uma.get(pathOf(uid));
    expect((await rows('patient.read')).slice(before)).toMatchObject([
      { actorName: 'uma@recordwell.example', outcome: 'success', companyUid: acme.uid },
    ]);
    const drawn = (await rows('authorization.read')).length;
    await uma.get(pathOf(uid, 'documents', '0', 'pages', '1'));
    expect(await rows('authorization.read')).toHaveLength(drawn + 1);
  });

  test('returns 404 for anything that is not a page, identical to what never existed [DESK-15]', async () => {
    const absent = await olga.get('/desk/nothing');
    await putPatient(world, acme, 'sandbox', 'sandboxed', jane);
    const sandboxed = await storedPatient(world, acme, 'sandbox', 'sandboxed');
    for (const path of [
      pathOf(uid, 'documents', '0', 'pages', '2'),
      pathOf(uid, 'documents', '0', 'pages', '0'),
      pathOf(uid, 'documents', '0', 'pages', '1.5'),
      pathOf(uid, 'documents', '0', 'pages', 'x'),
      pathOf(uid, 'documents', '3', 'pages', '1'),
      pathOf('01a1fa97-cbfd-72da-9b40-09c034bab473'),
      pathOf('case-1'),
      pathOf(sandboxed.uid),
    ]) {
      const { status, html } = await olga.get(path);
      expect([path, status, html]).toEqual([path, 404, absent.html]);
    }
  }, 30_000);
});

test('A review says that a document cannot be drawn, and can deny it [DESK-15]', async () => {
  const locked = await uploadAnalyzed(
    { world, company: acme },
    { project: 'live', id: 'locked' },
    jane,
    await encryptedPdf(),
  );
  const shown = await olga.get(pathOf(locked.uid));
  expect(shown.html).toContain("The authorization can't be shown");
  const done = await decide(olga, shown, locked.uid, { status: 'MissingSignature', reason: 'it is locked' });
  expect(done.status).toBe(303);
  expect(await statusOf(locked.uid)).toBe('MissingSignature');
}, 60_000);

test('A denial has a reason where the status does not say it, and the customer sees it until the next document [CHECK-45]', async () => {
  const uid = await awaitReview(world, acme, 'expired', new Date());
  const shown = await olga.get(pathOf(uid));
  expect(shown.html).toContain('Wrong or missing recipient');
  const fields = { status: 'because:expired', reason: 'the date on page 1 is over' };
  expect((await decide(olga, shown, uid, fields)).status).toBe(303);
  expect(await statusOf(uid)).toBe('WrongDateOfService');
  const { json } = await shownByApi('expired');
  expect(json).toMatchObject({
    authorizationStatus: 'WrongDateOfService',
    authorizationReason: { reason: 'expired', message: 'Expired' },
  });
  const [audit] = (await world.audits({ event: 'authorization.decide', resourceUid: uid })).slice(-1);
  expect(audit?.changes).toMatchObject({ refusal: 'expired' });
  const again = await olga.get(pathOf(uid));
  await decide(olga, again, uid, { status: 'MissingSignature', reason: 'no signature either' });
  expect((await shownByApi('expired')).json).toMatchObject({ authorizationReason: null });
}, 30_000);

test('An approval that fails when it is read again is listed until a person decides [CHECK-47]', async () => {
  const uid = await unsigned('earlier');
  await olga.get(pathOf(uid));
  await look(olga, uid);
  const fields = await confirmation(olga, uid);
  expect((await decide(olga, await olga.get(pathOf(uid)), uid, fields)).status).toBe(303);
  await world.db.raw(
    `update auth_check set engine_version = '0' where document_uid in
    (select uid from authorization_document where patient_uid = ?)`,
    [uid],
  );
  const parts: Parameters<typeof rereadApprovals>[0] = {
    db: world.db,
    change: (event, work) => world.change(work, event),
  };
  expect(await rereadApprovals(parts, 10)).toEqual({ started: 1, isMore: false });
  expect(await rereadApprovals(parts, 10)).toEqual({ started: 0, isMore: false });
  expect((await olga.get('/desk/approved')).html).not.toContain(uid);
  await analyze(world, uid);
  const listed = await olga.get('/desk/approved');
  expect(listed.html).toContain(uid);
  expect(listed.html).toContain('Not signed');
  await look(olga, uid);
  await decide(olga, await olga.get(pathOf(uid)), uid, { status: 'MissingSignature', reason: 'not signed' });
  expect((await olga.get('/desk/approved')).html).not.toContain(uid);
}, 60_000);

describe('A decision on an authorization [DESK-17]', () => {
  test('is stored with its reason, and leads to the next authorization [DESK-20]', async () => {
    const first = await awaitReview(world, acme, 'first', new Date(Date.now() - 2 * 86_400_000));
    const second = await awaitReview(world, acme, 'second', new Date(Date.now() - 86_400_000));
    const shown = await olga.get(pathOf(first));
    expect(shown.html).toContain(`href="${pathOf(second)}"`);
    const done = await decide(olga, shown, first, {
      status: 'WrongDateOfBirth',
      reason: 'another year on page 2',
    });
    expect([done.status, done.location]).toEqual([303, `${pathOf(second)}?done=decided`]);
    expect(await statusOf(first)).toBe('WrongDateOfBirth');
    expect((await world.audits({ event: 'authorization.decide', resourceUid: first })).at(-1)).toMatchObject({
      actorName: 'olga@recordwell.example',
      reason: 'another year on page 2',
      outcome: 'success',
    });
    await approve(olga, second);
    expect(await statusOf(second)).toBe('Approved');
    expect((await olga.get('/desk?kind=authorization')).html).not.toContain(first);
  });

  test('is refused and stores nothing if another operator decided first', async () => {
    const uid = await awaitReview(world, acme, 'twice', new Date());
    const [hers, ours] = [await uma.get(pathOf(uid)), await olga.get(pathOf(uid))];
    const fields = await confirmation(olga, uid);
    expect((await decide(olga, ours, uid, fields)).status).toBe(303);
    const refused = await decide(uma, hers, uid, { status: 'MissingSignature', reason: 'none' });
    expect(refused.status).toBe(409);
    expect(refused.html).toContain('has changed since version');
    expect(await statusOf(uid)).toBe('Approved');
    const again = await decide(olga, ours, uid, fields);
    expect(again.status).toBe(409);
    const decisions = await world.audits({ event: 'authorization.decide', resourceUid: uid });
    expect(decisions.filter(({ outcome }) => outcome === 'success')).toHaveLength(1);
  });

  test('is refused if the patient was edited since the page was opened', async () => {
    const uid = await awaitReview(world, acme, 'edited', new Date());
    const shown = await olga.get(pathOf(uid));
    await putPatient(world, acme, 'live', 'edited', { ...jane, firstName: 'Janet' });
    expect((await decide(olga, shown, uid, { status: 'Approved' })).status).toBe(409);
    expect(await statusOf(uid)).toBe('NeedsApproval');
  });

  test('is refused while the authorization is assigned to another operator', async () => {
    const uid = await awaitReview(world, acme, 'held', new Date());
    const shown = await uma.get(pathOf(uid));
    await olga.send('/desk', `/desk/queue/authorization/${uid}/take`);
    const refused = await decide(uma, shown, uid, { status: 'Approved' });
    expect([refused.status, refused.html.includes('assigned to Olga.')]).toEqual([409, true]);
    expect((await approve(olga, uid)).status).toBe(303);
    const rows = await readRows(
      world.db,
      'select kind from desk_task where subject_uid = ? and operator_uid is not null',
      [uid],
    );
    expect(rows).toEqual([]);
  });

  test.each([
    ['a denial without a reason', { status: 'MissingSignature', reason: ' ' }, 409],
    ['no status', { status: '', reason: 'x' }, 422],
    ['an unknown status', { status: 'Nonsense', reason: 'x' }, 422],
    ['a reason of two lines', { status: 'MissingSignature', reason: 'a\nb' }, 422],
    ['a reason that is too long', { status: 'MissingSignature', reason: 'a'.repeat(501) }, 422],
    ['an invalid version', { status: 'Approved', version: 'x' }, 409],
  ])('is refused for %s', async (name, fields, status) => {
    const uid = await awaitReview(world, acme, `typed-${name.replaceAll(' ', '-')}`, new Date());
    const answer = await olga.send(pathOf(uid), pathOf(uid, 'decide'), fields);
    expect(answer.status).toBe(status);
    expect(await statusOf(uid)).toBe('NeedsApproval');
  });
});

describe('An approval that something speaks against [AUTH-28]', () => {
  test('needs a second step that names the failed checks, and a reason', async () => {
    const uid = await unsigned('failing');
    await look(olga, uid);
    const shown = await olga.get(pathOf(uid));
    const asked = await decide(olga, shown, uid, { status: 'Approved' });
    expect(asked.status).toBe(422);
    expect(asked.html).toMatch(/Checks of the document failed\.<ul>(<li>[^<]+<\/li>)*<li>Signature<\/li>/);
    // The access key of the first step doesn't take the second one.
    expect(asked.html).not.toContain('accesskey="a"');
    const [, confirms = ''] = /name="confirms" value="([^"]*)"/.exec(asked.html) ?? [];
    expect(confirms).toContain('failedCheck signature');
    for (const [fields, status] of [
      [{ confirms }, 422],
      [{ confirms, override: 'because' }, 422],
      [{ confirms: '', override: 'analysisIsWrong' }, 422],
      [{ confirms: 'failedCheck', override: 'analysisIsWrong' }, 422],
      [{ confirms, override: 'other', reason: ' ' }, 422],
    ] as const)
      expect((await decide(olga, asked, uid, { status: 'Approved', ...fields })).status).toBe(status);
    expect(await statusOf(uid)).toBe('NeedsApproval');
    const done = await decide(olga, asked, uid, {
      status: 'Approved',
      confirms,
      override: 'analysisIsWrong',
    });
    expect(done.status).toBe(303);
    const [audit] = (await world.audits({ event: 'authorization.decide', resourceUid: uid })).slice(-1);
    expect(audit).toMatchObject({
      outcome: 'success',
      reason: null,
      changes: {
        status: { from: 'NeedsApproval', to: 'Approved' },
        document: { version: Number(/name="version" value="(\d+)"/.exec(shown.html)?.[1]) },
        check: { run: 1, engine: Number(engineVersion), suggested: 'MissingSignature', status: 'judged' },
        override: { concerns: ['failedCheck'], reason: 'analysisIsWrong' },
        pagesShown: 1,
      },
    });
    expect(JSON.stringify(audit?.changes)).toMatch(/"failed":\[[^\]]*"signature"/);
  }, 60_000);

  test('is refused until this session was shown this version of the document [DESK-44] [DESK-45]', async () => {
    const { uid } = await uploadAnalyzed(
      { world, company: acme },
      { project: 'live', id: 'unseen' },
      jane,
      await formPdf(),
    );
    const unseen = async (visitor: Visitor): Promise<void> => {
      const refused = await decide(visitor, await visitor.get(pathOf(uid)), uid, { status: 'Approved' });
      expect(refused.status).toBe(409);
      expect(refused.html).toContain('seen this version of the document in this session');
      expect(refused.html).not.toContain('Approve anyway');
    };
    await unseen(olga);
    await look(uma, uid);
    await unseen(olga);
    await look(olga, uid);
    const shown = await olga.get(pathOf(uid));
    await world.db('patient').where({ uid }).update({ authorization_etag: 'another' });
    expect((await decide(olga, shown, uid, { status: 'Approved' })).html).toContain(
      'Another document was uploaded',
    );
    expect(await statusOf(uid)).toBe('NeedsApproval');
  }, 60_000);

  test('takes one step for a document that was shown and whose checks passed', async () => {
    const { uid } = await uploadAnalyzed(
      { world, company: acme },
      { project: 'live', id: 'passing' },
      jane,
      await formPdf(),
    );
    await look(olga, uid);
    const done = await decide(olga, await olga.get(pathOf(uid)), uid, { status: 'Approved' });
    expect(done.status).toBe(303);
    const [audit] = (await world.audits({ event: 'authorization.decide', resourceUid: uid })).slice(-1);
    expect(audit?.changes).toMatchObject({ check: { failed: [] }, override: null, pagesShown: 1 });
  }, 60_000);

  test('needs the second step without a document', async () => {
    await putPatient(world, acme, 'live', 'paperless', jane);
    const { uid } = await storedPatient(world, acme, 'live', 'paperless');
    expect((await olga.get(pathOf(uid))).html).toContain('No authorization on file');
    const fields = await confirmation(olga, uid);
    expect(fields['confirms']).toBe('noDocument');
    expect((await olga.send(pathOf(uid), pathOf(uid, 'decide'), fields)).status).toBe(303);
    expect(await statusOf(uid)).toBe('Approved');
  });

  test('needs the second step for a document that cannot be shown and is not analyzed', async () => {
    const uid = await awaitReview(world, acme, 'gone', new Date());
    const fields = await confirmation(olga, uid);
    expect(fields['confirms']).toBe('notShown notAnalyzed');
    expect((await olga.send(pathOf(uid), pathOf(uid, 'decide'), fields)).status).toBe(303);
  });
});

test('A decision needs a recent sign-in, and then returns to its page [DESK-6]', async () => {
  const uid = await awaitReview(world, acme, 'stale', new Date());
  const late = await operatorAtDesk(world, 'Late');
  skippedMs += 11 * 60_000;
  expect((await late.get(pathOf(uid))).status).toBe(200);
  const asked = await late.send(pathOf(uid), pathOf(uid, 'decide'), { status: 'Approved' });
  expect([asked.status, asked.location]).toEqual([
    303,
    `/desk/sign-in?${new URLSearchParams({ to: pathOf(uid) }).toString()}`,
  ]);
  expect((await late.get(asked.location)).html).toContain('Sign in again');
  expect(await statusOf(uid)).toBe('NeedsApproval');
});

test('A decision in a form from another page or origin is refused [DESK-7]', async () => {
  const uid = await awaitReview(world, acme, 'foreign', new Date());
  const page = pathOf(uid);
  const fresh = await operatorAtDesk(world, 'Fresh');
  for (const options of [{ origin: 'https://evil.example' }, { formToken: 'a'.repeat(43) }])
    expect((await fresh.send(page, pathOf(uid, 'decide'), { status: 'Approved' }, options)).status).toBe(403);
  expect(await statusOf(uid)).toBe('NeedsApproval');
});
