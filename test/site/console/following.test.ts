/** What members follow: patients and record requests, on their pages and in the lists. */
import type { ProjectScope } from '../../../src/domain/projects/project';
import { anyPatient, listSeenPatients } from '../../../src/store/patients/patient-lists';
import { anyRequest } from '../../../src/store/record-requests/request-list-filter';
import { countSeenInView, listSeenRequests } from '../../../src/store/record-requests/seen-requests';
import { addMember } from '../../../src/usecases/tenants/members';
import { startApiWorld, type ApiWorld, type TestCompany } from '../../support/api-world';
import { formOn, signedIn, type Visitor } from '../../support/console-visitor';
import { jane, mercyClinic, patientsPath, putPatient, storedPatient } from '../../support/patients';
import { readRows } from '../../support/records';

let world: ApiWorld;
let company: TestCompany;
/** A member who created none of the records. */
let paralegal: Visitor;
let email: string;
let place: string;
let firms = 0;

const now = new Date('2026-11-20T15:00:00Z');
beforeAll(async () => {
  world = await startApiWorld({ clock: { now: () => now } });
});
beforeEach(async () => {
  company = await world.company(`firm-${(firms += 1)}`);
  place = `/console/companies/${company.id}/sandbox`;
  email = `paralegal@${company.id}.example`;
  paralegal = await memberNamed(email, 'Member');
});
afterAll(() => world.close());

async function memberNamed(address: string, role: string): Promise<Visitor> {
  const member = { companyId: company.id, email: address, name: 'Pat', role, seesAllProjects: true };
  await world.change(change => addMember(change, member));
  return signedIn(world, address);
}

interface Registered {
  readonly uid: string;
  readonly page: string;
  /** The path in the API. */
  readonly path: string;
}

async function patientOf(id: string, lastNames: readonly string[] = ['Doe']): Promise<Registered> {
  await putPatient(world, company, 'sandbox', id, { ...jane, lastNames });
  const { uid } = await storedPatient(world, company, 'sandbox', id);
  return { uid, page: `${place}/patients/${uid}`, path: patientsPath(company, 'sandbox', id) };
}

async function requestFor({ page, path }: Registered, siteName = 'Mercy Clinic'): Promise<Registered> {
  const { json } = await world.call('POST', `${path}/record-requests`, {
    key: company.sandboxKey,
    body: { ...mercyClinic, siteName, billing: true },
  });
  const [made] = json['requests'] as Array<{ request: { id: string } }>;
  const uid = made?.request.id ?? '';
  return { uid, page: `${page}/record-requests/${uid}`, path: `${path}/record-requests/${uid}` };
}

const follow = async ({ page }: Registered, to: 'on' | 'off', by = paralegal) =>
  by.send(page, `${page}/follow`, { to });

/** Returns the facilities of the requests in a list. */
async function listed(query: string, by = paralegal): Promise<string[]> {
  const { html } = await by.get(`${place}/record-requests?${query}`);
  return [...html.matchAll(/data-label="Facility"[^>]*><span>(.*?)<\/span>/g)].map(([, cell = '']) =>
    cell.replaceAll(/<[^>]+>/g, ''),
  );
}

describe('Following in the console', () => {
  test('is a button on the pages of a patient and a record request, also for viewers, and is the tracking of the API [CONSOLE-107]', async () => {
    const viewer = await memberNamed(`viewer@${company.id}.example`, 'Viewer');
    const patient = await patientOf('one');
    const request = await requestFor(patient);
    const key = await world.keyFor(company.id, email, 'sandbox');
    const tracking = async ({ path }: Registered) =>
      (await world.call('GET', `${path}/tracking`, { key })).json;
    expect((await paralegal.get(patient.page)).html).toContain('>Follow patient</button>');
    expect((await follow(patient, 'on')).location).toBe(`${patient.page}?done=followed`);
    expect(await tracking(patient)).toEqual({ tracked: true, inherited: false });
    const inherited = (await paralegal.get(request.page)).html;
    expect(inherited).toContain('Followed with its patient or project');
    expect(inherited).toContain('>Unfollow record request</button>');
    expect((await follow(request, 'off')).location).toBe(`${request.page}?done=unfollowed`);
    expect(await tracking(request)).toEqual({ tracked: false, inherited: false });
    expect((await paralegal.get(patient.page)).html).toContain('Followed by you');
    expect((await viewer.get(request.page)).html).toContain('>Follow record request</button>');
    expect((await follow(request, 'on', viewer)).status).toBe(303);
    const audited = await world.audits({ event: 'tracking.set', resourceUid: request.uid });
    expect(audited.map(({ changes }) => changes)).toEqual([{ isTracked: false }, { isTracked: true }]);
  });

  test('refuses what a member does not see, what is no choice, and a page without the permission [CONSOLE-107]', async () => {
    const patient = await patientOf('one');
    const rival = await world.company(`rival-${firms}`);
    const theirs = await signedIn(world, rival.email);
    const form = formOn((await paralegal.get(patient.page)).html, `${patient.page}/follow`);
    expect(form?.get('to')).toBe('on');
    expect((await follow(patient, 'neither' as 'on')).status).toBe(409);
    expect((await theirs.get(patient.page)).status).toBe(404);
    expect(await readRows(world.db, 'select * from tracking where record_uid = ?', [patient.uid])).toEqual(
      [],
    );
  });
});

describe('The filter for what a member follows', () => {
  test('lists their record requests in each view, and those of patients whom they follow [CONSOLE-108]', async () => {
    const [followed, other] = [await patientOf('followed'), await patientOf('other', ['Roe'])];
    await requestFor(followed, 'Mercy Clinic');
    const excepted = await requestFor(followed, 'Harbor General');
    const single = await requestFor(other, 'Salem Dental');
    const unfollowed = await requestFor(other, 'Lynn Imaging');
    expect(await listed('following=mine')).toEqual([]);
    expect((await paralegal.get(`${place}/record-requests?following=mine`)).html).toContain(
      'No record request that you follow',
    );
    await follow(followed, 'on');
    await follow(excepted, 'off');
    await follow(single, 'on');
    expect(await listed('following=mine&view=all')).toEqual(['Salem Dental', 'Mercy Clinic']);
    expect(await listed('following=mine&view=open&sort=facility')).toHaveLength(2);
    expect(await listed('following=mine&view=completed')).toEqual([]);
    const wrong = { status: 'WrongSiteName' };
    await world.db('record_request').whereIn('uid', [single.uid, unfollowed.uid]).update(wrong);
    expect(await listed('following=mine&turn=You&view=all')).toEqual(['Salem Dental']);
    expect((await listed('view=all')).length).toBe(4);
    expect((await paralegal.get(`${place}/record-requests?following=theirs`)).status).toBe(422);
    const { html } = await paralegal.get(`${place}/record-requests/report?following=mine&view=all`);
    expect(html).toContain('Followed by you');
    // The member with the API key created all of them.
    expect(await listed('following=mine&view=all', await signedIn(world, company.email))).toHaveLength(4);
  });

  test('lists their patients, and is exported [CONSOLE-108]', async () => {
    const followed = await patientOf('followed');
    await patientOf('other', ['Roe']);
    await follow(followed, 'on');
    const { html } = await paralegal.get(`${place}/patients?following=mine`);
    expect([html.includes('Jane Doe'), html.includes('Jane Roe')]).toEqual([true, false]);
    const { html: file } = await paralegal.get(`${place}/patients/export?following=mine`);
    expect(file.trim().split('\n')).toHaveLength(2);
    await follow(followed, 'off');
    expect((await paralegal.get(`${place}/patients?following=mine`)).html).toContain(
      'No patient that you follow',
    );
  });

  test('agrees with the API in every combination of choices and creators [CONSOLE-108] [HOOK-8]', async () => {
    const key = await world.keyFor(company.id, email, 'sandbox');
    const [member] = await readRows<{ uid: string; user_uid: string; project_uid: string }>(
      world.db,
      `select m.uid, m.user_uid, p.uid as project_uid from membership m join app_user u on u.uid = m.user_uid
       join project p on p.company_uid = m.company_uid and p.id = 'sandbox' where u.email = ?`,
      [email],
    );
    const { uid: membershipUid = '', user_uid: userUid = '', project_uid: projectUid = '' } = member ?? {};
    const scope: ProjectScope = {
      companyUid: company.uid,
      environment: 'sandbox',
      membershipUid,
      seesAllProjects: true,
    };
    const choices = [null, true, false];
    const cases = choices.flatMap(ofRequest =>
      choices.flatMap(ofPatient =>
        [true, false].flatMap(madeRequest =>
          [true, false].map(madePatient => ({ ofRequest, ofPatient, madeRequest, madePatient })),
        ),
      ),
    );
    const set = async (uid: string, kind: string, isTracked: boolean | null): Promise<void> => {
      if (isTracked !== null)
        await world.db.raw(
          `insert into tracking (user_uid, record_uid, record_kind, company_uid, is_tracked, updated_at)
           values (?, ?, ?, ?, ?, ?)
           on conflict (user_uid, record_uid) do update set is_tracked = excluded.is_tracked`,
          [userUid, uid, kind, company.uid, isTracked, now],
        );
    };
    const made: Array<{ readonly patient: Registered; readonly request: Registered }> = [];
    for (const [at, { ofRequest, ofPatient, madeRequest, madePatient }] of cases.entries()) {
      const patient = await patientOf(`case-${at}`);
      const request = await requestFor(patient);
      await set(request.uid, 'recordRequest', ofRequest);
      await set(patient.uid, 'patient', ofPatient);
      const creator = (isOwn: boolean) => ({ created_by_user_uid: isOwn ? userUid : null });
      await world.db('record_request').where({ uid: request.uid }).update(creator(madeRequest));
      await world.db('patient').where({ uid: patient.uid }).update(creator(madePatient));
      made.push({ patient, request });
    }
    const tracked = async (kind: 'patient' | 'request'): Promise<string[]> => {
      const uids: string[] = [];
      for (const records of made) {
        const { json } = await world.call('GET', `${records[kind].path}/tracking`, { key });
        if (json['tracked'] === true) uids.push(records[kind].uid);
      }
      return uids.toSorted();
    };
    const sorted = (rows: ReadonlyArray<{ readonly uid: string }>) => rows.map(({ uid }) => uid).toSorted();
    const filter = { ...anyRequest, followerUid: userUid };
    for (const ofProject of choices) {
      await set(projectUid, 'project', ofProject);
      const time = { now, today: '2026-11-20' };
      const part = {
        view: 'all',
        order: { by: 'requested', isDescending: true },
        offset: 0,
        limit: 99,
      } as const;
      const requests = await listSeenRequests(world.db, scope, filter, { ...part, ...time });
      expect(sorted(requests)).toEqual(await tracked('request'));
      expect(await countSeenInView(world.db, scope, 'all', filter, time)).toBe(requests.length);
      const order = { by: 'registered', isDescending: true } as const;
      const wanted = { ...anyPatient, followerUid: userUid };
      const patients = await listSeenPatients(world.db, scope, wanted, { order, offset: 0, limit: 99, now });
      expect(sorted(patients)).toEqual(await tracked('patient'));
    }
  }, 60_000);
});
