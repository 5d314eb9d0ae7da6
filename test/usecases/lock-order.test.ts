/**
 * Pairs of changes that need the same rows: each is brought to the point where two orders would wait for each
 * other.
 */
import { randomUUID } from 'node:crypto';
import type { Knex } from 'knex';
import type { ConsolePrincipal } from '../../src/access/principal';
import { noContent, type ClinicalContent } from '../../src/domain/clinical/clinical-content';
import { siteKey, type Site } from '../../src/domain/clinical/site';
import type { Patient } from '../../src/domain/patients/patient';
import { memberSignIns } from '../../src/store/access/sign-ins';
import { storeClinicalContent } from '../../src/store/clinical/clinical';
import type { Transaction } from '../../src/store/database';
import { lockHeldOfPatient } from '../../src/store/record-requests/record-requests';
import { bringBackToSite, moveToSite } from '../../src/store/sites/site-decisions';
import { resolveSite } from '../../src/store/sites/sites';
import { findMemberByMembership } from '../../src/store/tenants/members';
import { getProjectByUid } from '../../src/store/tenants/projects';
import { forgetExpiredSecrets } from '../../src/store/webhooks/endpoints';
import { lockQueues } from '../../src/store/webhooks/queue';
import { runChange, runOwnChange, type Change } from '../../src/usecases/change';
import { addContent, rebuildContent } from '../../src/usecases/clinical-data/patient-content';
import { editSeenTags } from '../../src/usecases/record-requests/tags';
import { mergeSites } from '../../src/usecases/sites/operator-sites';
import { inspectCompanyMember, removeMember } from '../../src/usecases/tenants/member-administration';
import { addMember } from '../../src/usecases/tenants/members';
import { createEndpoint } from '../../src/usecases/webhooks/new-endpoints';
import { startApiWorld, type ApiWorld, type TestCompany } from '../support/api-world';
import { testEndpointSealer } from '../support/endpoint-sealer';
import { jane, patientsPath, putPatient, storedPatient } from '../support/patients';
import { countLockWaiters, readRows } from '../support/records';
import { until } from '../support/until';

let world: ApiWorld;
let company: TestCompany;
beforeAll(async () => {
  world = await startApiWorld();
  company = await world.company('acme');
});
afterAll(() => world.close());

async function untilWaiting(count: number, isDone: () => boolean = () => false): Promise<void> {
  await until(
    `${count} statements to wait for a lock`,
    () => countLockWaiters(world.db),
    waiting => waiting === count || isDone(),
  );
}

/**
 * Holds what the first change comes to wait for, starts the second one, which comes to wait or is done, and
 * lets both go on.
 */
async function meet<A, B>(
  hold: (tx: Knex.Transaction) => Promise<unknown>,
  first: () => Promise<A>,
  second: () => Promise<B>,
): Promise<[A, B]> {
  const holder = await world.db.transaction();
  await hold(holder);
  const firstDone = first();
  await untilWaiting(1);
  let isDone = false;
  const secondDone = second().finally(() => {
    isDone = true;
  });
  await untilWaiting(2, () => isDone);
  await holder.rollback();
  return Promise.all([firstDone, secondDone]);
}

const holdRow = (table: string, uid: string) => (tx: Knex.Transaction) =>
  tx.raw(`select from ${table} where uid = ? for update`, [uid]);

async function uidOf(sql: string, ...bindings: readonly string[]): Promise<string> {
  const [row] = await readRows<{ uid: string }>(world.db, sql, bindings);
  if (row === undefined) throw new Error('there is no such row');
  return row.uid;
}

/** A patient of the live project. */
async function newPatient(id: string): Promise<Patient> {
  await putPatient(world, company, 'live', id, jane);
  return storedPatient(world, company, 'live', id);
}

const siteAt = (name: string): Site => ({
  name,
  addressLine1: '1 Harbor Way',
  city: 'Salem',
  state: 'MA',
  zip: '01970',
});

/** Requests records of a patient from a named site. */
async function ask(
  patientId: string,
  name: string,
): Promise<{ readonly id: string; readonly siteId: string }> {
  const { json } = await world.call('POST', `${patientsPath(company, 'live', patientId)}/record-requests`, {
    key: company.productionKey,
    body: {
      siteName: name,
      siteAddressLine1: '1 Harbor Way',
      siteCity: 'Salem',
      siteState: 'MA',
      siteZip: '01970',
      medicalRecord: true,
    },
  });
  const [first] = json['requests'] as ReadonlyArray<{ request: { id: string; siteId: string } }>;
  if (first === undefined) throw new Error('nothing was requested');
  return first.request;
}

async function principalOf(email: string): Promise<ConsolePrincipal> {
  const membershipUid = await uidOf(
    'select m.uid from membership m join app_user u on u.uid = m.user_uid where u.email = ?',
    email,
  );
  const member = await findMemberByMembership(world.db, membershipUid);
  if (member === undefined) throw new Error('there is no such member');
  const { permissions, roleUid, ...rest } = member;
  return {
    ...rest,
    kind: 'console',
    environment: 'production',
    permissions: new Set(permissions),
    hasRole: roleUid !== null,
  };
}

function asMember<T>(
  principal: ConsolePrincipal,
  event: string,
  work: (change: Change<ConsolePrincipal>) => Promise<T>,
): Promise<T> {
  return runChange(world.services, { principal, requestId: null, event }, work);
}

test('A request is tagged while its member is removed and another one takes it over', async () => {
  const manager = await principalOf(company.email);
  const email = 'ana@acme.example';
  await world.change(change =>
    addMember(change, { companyId: 'acme', email, name: 'Ana', role: 'Member', seesAllProjects: true }),
  );
  const ana = await principalOf(email);
  const patient = await newPatient('tagged');
  const { id } = await ask('tagged', 'Tagged Clinic');
  await world.db('record_request').where({ uid: id }).update({ assignee_membership_uid: ana.membershipUid });
  const { version } = await inspectCompanyMember(world.db, manager, ana.membershipUid, new Date());
  const [isTagged] = await meet(
    holdRow('record_request', id),
    () =>
      asMember(manager, 'recordRequest.tag', change =>
        editSeenTags(
          change,
          { patientUid: patient.uid, recordRequestUid: id },
          { add: ['urgent'], remove: [] },
        ),
      ),
    () =>
      asMember(manager, 'member.remove', change =>
        removeMember(
          change,
          { membershipUid: ana.membershipUid, seenVersion: version },
          manager.membershipUid,
        ),
      ),
  );
  expect(isTagged).toBe(true);
  expect(
    await world.db('record_request').where({ uid: id }).first('assignee_membership_uid as assignee'),
  ).toEqual({ assignee: manager.membershipUid });
});

function newEndpoint(projectIds: readonly string[]): Promise<{ readonly uid: string }> {
  return world.change(change =>
    createEndpoint(change, testEndpointSealer, {
      companyId: 'acme',
      ownerEmail: company.email,
      url: 'https://hooks.example/',
      name: null,
      environment: 'sandbox',
      events: ['patient'],
      projectIds,
      isTrackedOnly: false,
      customHeaders: [],
      sendsStandardHeaders: true,
    }),
  );
}

test('Operators create endpoints for the same projects, named in different orders', async () => {
  for (const id of ['a', 'b', 'c'])
    await world.call('PUT', `/v0/companies/acme/projects/${id}`, {
      key: company.sandboxKey,
      body: { name: id, purpose: 'CoveredTreatment' },
    });
  const made = await meet(
    holdRow('project', await uidOf("select uid from project where id = 'c'")),
    () => newEndpoint(['b', 'c', 'a']),
    () => newEndpoint(['a', 'b']),
  );
  expect(made).toHaveLength(2);
});

test('Expired secrets of endpoints are erased while their queues are locked', async () => {
  const [low = '', high = ''] = [(await newEndpoint([])).uid, (await newEndpoint([])).uid].toSorted();
  const expired = JSON.stringify([{ secret: 'sealed', until: '2026-01-01T00:00:00.000Z' }]);
  // A scan of the table finds the one that was written last after the other.
  for (const uid of [high, low])
    await world.db('webhook_endpoint').where({ uid }).update({ replaced_secrets: expired });
  await meet(
    holdRow('webhook_endpoint', high),
    () => forgetExpiredSecrets(world.db, new Date()),
    () => world.services.db.transaction(tx => lockQueues(tx, [low, high])),
  );
  expect(
    await world.db('webhook_endpoint').whereIn('uid', [low, high]).select('replaced_secrets as secrets'),
  ).toEqual([{ secrets: [] }, { secrets: [] }]);
});

test('Two sign-in links of a person that are used at once sign in once', async () => {
  const userUid = await uidOf('select uid from app_user where email = ?', company.email);
  const hashes = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)] as const;
  const now = new Date();
  const expiresAt = new Date(now.getTime() + 60_000);
  const link = { userUid, returnPath: null, createdAt: now, expiresAt, usedAt: null };
  for (const tokenHash of hashes)
    await world.services.db.transaction(tx =>
      memberSignIns.insertLink(tx, { ...link, uid: randomUUID(), tokenHash }, { since: now, max: 5 }),
    );
  const take = (tokenHash: Buffer): Promise<boolean> =>
    world.services.db.transaction(tx => memberSignIns.takeLink(tx, { tokenHash, userUid }, now));
  const taken = await meet(
    tx => tx('sign_in_link').where({ token_hash: hashes[0] }).forUpdate(),
    () => take(hashes[0]),
    () => take(hashes[1]),
  );
  expect(taken.filter(isTaken => isTaken)).toHaveLength(1);
});

/** A patient with an accepted visit at a site, as a search returned it, and the ways to change that. */
async function seen(id: string, names: readonly string[]) {
  const patient = await newPatient(id);
  const locked = { patient, project: await getProjectByUid(world.db, patient.projectUid) };
  const sites = names.map(siteAt);
  const content: ClinicalContent = {
    ...noContent,
    sites,
    visits: sites.map(site => ({
      siteKey: siteKey(site),
      ref: id,
      kind: 'Office',
      earliestServiceDate: '2021-03-01',
      latestServiceDate: '2021-03-01',
    })),
  };
  return { ...locked, content };
}

type Seen = Awaited<ReturnType<typeof seen>>;
const tenantOf = () => ({ companyUid: company.uid, environment: 'production' }) as const;

function own<T>(event: string, work: (change: Change) => Promise<T>): Promise<T> {
  return runOwnChange(world.services, 'patient search', event, async change => {
    change.unaudited('the test changes only what the audited change contains');
    return work(change);
  });
}

function store(tx: Transaction, { patient, content }: Seen): Promise<unknown> {
  const { uid: patientUid, projectUid } = patient;
  const origin = { ...tenantOf(), projectUid, patientUid, source: 'siteSonar', candidate: 1 } as const;
  return storeClinicalContent(tx, { ...origin, runUid: randomUUID() }, content, new Date());
}

/** Keeps a content with the person of an answer, who is accepted. */
async function keep({ patient, content }: Seen): Promise<void> {
  const runUid = randomUUID();
  const run = { uid: runUid, patient_uid: patient.uid, kind: 'siteSonar', number: 1, partner: 'claimsnet' };
  const hash = Buffer.alloc(32);
  const at = new Date();
  await world.db('search_run').insert({ ...run, request_hash: hash, started_at: at, answered_at: at });
  await world
    .db('run_candidate')
    .insert({
      run_uid: runUid,
      number: 1,
      patient_uid: patient.uid,
      kind: 'siteSonar',
      identity_version: 1,
      rows: 1,
      standing: 'accepted',
      decided_by: 'rules',
      created_at: at,
      decided_at: at,
      content: JSON.stringify(content),
    });
}

test('A patient’s records are rebuilt while the site of their visits is merged', async () => {
  const patient = await seen('rebuilt', ['Rebuilt Clinic']);
  await keep(patient);
  await world.services.db.transaction(tx => store(tx, patient));
  const { siteId: into } = await ask('rebuilt', 'Other Clinic');
  const visitOf = 'select uid, site_uid as "siteUid" from visit where patient_uid = ?';
  const [visit] = await readRows<{ uid: string; siteUid: string }>(world.db, visitOf, [patient.patient.uid]);
  if (visit === undefined) throw new Error('the visit is missing');
  await meet(
    holdRow('visit', visit.uid),
    () => own('search.finish', change => rebuildContent(change, patient, 'identityChanged')),
    () => world.change(change => mergeSites(change, visit.siteUid, into)),
  );
  expect(await readRows(world.db, visitOf, [patient.patient.uid])).toEqual([
    { uid: visit.uid, siteUid: into },
  ]);
});

test('The record requests of a patient are locked while their site is merged', async () => {
  const { uid: patientUid } = await newPatient('merged');
  const [first, second] = [await ask('merged', 'Merged Clinic'), await ask('merged', 'Merged Clinic')];
  const { siteId: into } = await ask('merged', 'Kept Clinic');
  // A scan finds the row that was written last after the other.
  const row = world.db('record_request').where({ uid: first.id });
  await row.clone().update({ site_uid: into });
  await row.clone().update({ site_uid: first.siteId });
  const [, held] = await meet(
    holdRow('record_request', second.id),
    () => world.change(change => mergeSites(change, first.siteId, into)),
    () => world.services.db.transaction(tx => lockHeldOfPatient(tx, patientUid)),
  );
  expect(held).toHaveLength(3);
});

/** Visits at a site, which is replaced by another one, and the site that they name. */
interface MovedVisits {
  readonly fromUid: string;
  readonly toUid: string;
  readonly namedUid: string;
}
const moveNow = () => ({ companyUid: company.uid, at: new Date() });

// A site can be merged while another one, whose visits are at it, is brought back.
const moves = [
  {
    how: 'moved',
    moving: (tx: Transaction, { fromUid, toUid }: MovedVisits) =>
      moveToSite(tx, { ...moveNow(), fromUid, toUid }),
  },
  {
    how: 'brought back',
    moving: (tx: Transaction, { namedUid }: MovedVisits) =>
      bringBackToSite(tx, { ...moveNow(), toUid: namedUid }),
  },
];

// A plan finds the row that was written last first or last.
test.each(moves.flatMap(move => ['first', 'last'].map(written => ({ ...move, written }))))(
  'Visits are $how in the order of their uids, the lowest one written $written',
  async ({ how, moving, written }) => {
    const answer = await seen(`moves-${how.length}-${written}`, [
      `Ward A ${how} ${written}`,
      `Ward B ${how} ${written}`,
    ]);
    await world.services.db.transaction(tx => store(tx, answer));
    const { siteId: fromUid } = await ask(answer.patient.id, `Ward C ${how} ${written}`);
    const { siteId: toUid } = await ask(answer.patient.id, `Ward D ${how} ${written}`);
    const patientUid = answer.patient.uid;
    const list = 'select uid, site_uid as "siteUid" from visit where patient_uid = ? order by uid';
    const [low, high] = await readRows<{ uid: string; siteUid: string }>(world.db, list, [patientUid]);
    if (low === undefined || high === undefined) throw new Error('the visits are missing');
    for (const { uid } of written === 'first' ? [low, high] : [high, low])
      await world.db('visit').where({ uid }).update({ site_uid: fromUid, named_site_uid: low.siteUid });
    const moved = { fromUid, toUid, namedUid: low.siteUid };
    await meet(
      holdRow('visit', high.uid),
      () => world.services.db.transaction(tx => moving(tx, moved)),
      () =>
        world.db.transaction(async tx => {
          for (const { uid } of [low, high]) await holdRow('visit', uid)(tx);
        }),
    );
    const { length } = await world.db('visit').where({ patient_uid: patientUid, site_uid: fromUid });
    expect(length).toBe(0);
  },
);

test('Two answers name the same new sites in different spellings', async () => {
  const [one, other] = [
    await seen('spelled-1', ['Saint Mary', 'Sea Clinic', 'Silver Clinic']),
    await seen('spelled-2', ['St Mary', 'Silver Clinic']),
  ];
  await meet(
    tx => resolveSite(tx as Transaction, tenantOf(), siteAt('Sea Clinic'), new Date()),
    () => world.services.db.transaction(tx => store(tx, one)),
    () => world.services.db.transaction(tx => store(tx, other)),
  );
  expect(await world.db('site').whereILike('name', 's% mary').select('uid')).toHaveLength(1);
});

// An operator who links the known one may be waiting for the new one.
test('An answer that waits for a known site has created no other one', async () => {
  const known = siteAt('Zion Clinic');
  const answer = await seen('linked', ['Alder Clinic', known.name]);
  await world.services.db.transaction(tx => resolveSite(tx, tenantOf(), known, new Date()));
  const holder = await world.db.transaction();
  await holdRow('site', await uidOf('select uid from site where name = ?', known.name))(holder);
  const stored = world.services.db.transaction(tx => store(tx, answer));
  await untilWaiting(1);
  const linked = world.services.db.transaction(async tx => {
    await tx.raw(`set local lock_timeout = '500ms'`);
    return resolveSite(tx, tenantOf(), siteAt('Alder Clinic'), new Date());
  });
  await Promise.allSettled([linked]);
  await holder.rollback();
  await stored;
  expect(await linked).toMatchObject({ isNew: true });
});

test('A site that is merged twice while a request waits for it is found where it is now', async () => {
  const uids: string[] = [];
  await newPatient('twice');
  for (const name of ['First Ward', 'Second Ward', 'Third Ward'])
    uids.push((await ask('twice', name)).siteId);
  const [first = '', second = '', third = ''] = uids;
  const [merging, moving] = [await world.db.transaction(), await world.db.transaction()];
  await holdRow('site', first)(merging);
  await merging('site').where({ uid: first }).update({ standing: 'merged', stands_for_uid: second });
  await moving('record_request').where({ site_uid: second }).forUpdate();
  const named = world.services.db.transaction(tx =>
    resolveSite(tx, tenantOf(), siteAt('First Ward'), new Date()),
  );
  await untilWaiting(1);
  const merged = world.change(change => mergeSites(change, second, third));
  await untilWaiting(2);
  await merging.commit();
  // Either of the two that wait may be the next one.
  await moving.rollback();
  await merged;
  const { site, namedUid, isNew } = await named;
  expect({ namedUid, isNew }).toEqual({ namedUid: first, isNew: false });
  expect([second, third]).toContain(site.uid);
});

test('Two answers of several people bring the same new payors', async () => {
  const [one, other] = [await seen('insured-1', []), await seen('insured-2', [])];
  const payor = (name: string) => ({ ...noContent, payors: [{ name, kind: 'Commercial' as const }] });
  const add = ({ patient, project }: Seen, contents: readonly ClinicalContent[]): Promise<void> =>
    own('search.finish', change => {
      const run = { uid: randomUUID(), kind: 'siteSonar', outcome: 'Completed' } as const;
      const people = contents.map((content, index) => ({
        runUid: run.uid,
        candidate: index + 1,
        kind: run.kind,
        content,
      }));
      return addContent(change, { patient, project }, run, people);
    });
  const [first, second] = [payor('First Plan'), payor('Second Plan')];
  await meet(
    tx => resolveSite(tx as Transaction, tenantOf(), siteAt('Payor Clinic'), new Date()),
    () => add(one, [first, { ...second, sites: [siteAt('Payor Clinic')] }]),
    () => add(other, [second, first]),
  );
  expect(await world.db('payor').whereIn('name', ['First Plan', 'Second Plan']).select('uid')).toHaveLength(
    2,
  );
});
