/** The facility directory, and operators' decisions on customers' sites. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { admin, type AdminResult } from '../support/admin-shell';
import { startApiWorld, type ApiWorld, type TestCompany } from '../support/api-world';
import {
  deactivated,
  endpointFile,
  mainFile,
  nameFile,
  npiOf,
  placeFile,
  type MainRow,
} from '../support/nppes-files';
import { jane, patientsPath, putPatient, storedPatient } from '../support/patients';
import { stubClinicalContent } from '../../src/sandbox/content/clinical-content';
import { noContent } from '../../src/domain/clinical/clinical-content';
import { siteKey } from '../../src/domain/clinical/site';
import type { Visit } from '../../src/domain/clinical/visit';
import { storeClinicalContent } from '../../src/store/clinical/clinical';
import { lockAnySite } from '../../src/store/sites/site-decisions';
import { resolveSite } from '../../src/store/sites/sites';
import { countLockWaiters } from '../support/records';
import { until } from '../support/until';

let world: ApiWorld;
let acme: TestCompany;
let umbrella: TestCompany;
let folder: string;
beforeAll(async () => {
  world = await startApiWorld();
  [acme, umbrella] = [await world.company('acme'), await world.company('umbrella')];
  for (const company of [acme, umbrella]) {
    await putPatient(world, company, 'live', 'jane', jane);
    await putPatient(world, company, 'sandbox', 'jane', jane);
  }
  folder = await mkdtemp(join(tmpdir(), 'recordwell-sites-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await world.close();
});

type Cells = Readonly<Record<string, unknown>>;

/** Runs a command. Returns the result and the audit rows. */
async function run(...line: readonly string[]): Promise<AdminResult & { readonly audits: readonly Cells[] }> {
  const before = (await world.audits({ actorName: 'olga' })).length;
  const result = await admin(world, ['site', ...line, '--json']);
  const audits = (await world.audits({ actorName: 'olga' })) as unknown as readonly Cells[];
  return { ...result, audits: audits.slice(before) };
}

async function done(...line: readonly string[]): Promise<Cells> {
  const { exitCode, stderr, json } = await run(...line);
  expect({ line, exitCode, stderr: exitCode === 0 ? '' : stderr }).toEqual({ line, exitCode: 0, stderr: '' });
  return json() as Cells;
}

async function write(name: string, content: string | Buffer): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
}

async function bring(content: string): Promise<Cells> {
  const path = await write('file.csv', content);
  const [counts] = (await done('import', '--from', path)) as unknown as readonly Cells[];
  return counts ?? {};
}

const project = { production: 'live', sandbox: 'sandbox' } as const;

interface Asked {
  readonly id: string;
  readonly siteId: string;
  readonly submittedSiteName: string;
}

async function ask(
  company: TestCompany,
  site: object,
  environment: 'production' | 'sandbox' = 'production',
): Promise<Asked> {
  const key = environment === 'sandbox' ? company.sandboxKey : company.productionKey;
  const path = `${patientsPath(company, project[environment], 'jane')}/record-requests`;
  const { json } = await world.call('POST', path, { key, body: { ...site, medicalRecord: true } });
  const [first] = (json['requests'] ?? []) as ReadonlyArray<{ request: Asked }>;
  if (first === undefined) throw new Error(JSON.stringify(json));
  return first.request;
}

async function read(company: TestCompany, { id }: Asked): Promise<Cells> {
  const path = `${patientsPath(company, 'live', 'jane')}/record-requests/${id}`;
  return (await world.call('GET', path, { key: company.productionKey })).json['request'] as Cells;
}

const harbor = (siteName: string, more: object = {}): object => ({
  siteName,
  siteAddressLine1: '1 Harbor Way',
  siteCity: 'Salem',
  siteState: 'MA',
  siteZip: '01970',
  ...more,
});

const organization = (number: number, name: string, line: string, more: MainRow = {}): MainRow => ({
  NPI: npiOf(number),
  'Provider Organization Name (Legal Business Name)': name,
  'Provider First Line Business Practice Location Address': line,
  ...more,
});

async function standingOf(siteId: string): Promise<Cells> {
  return (await world.db('site').where({ uid: siteId }).first()) as Cells;
}

async function facilityOf(number: number): Promise<string> {
  const row = (await world
    .db('directory_site')
    .where({ npi: npiOf(number), place: '' })
    .first()) as { uid: string };
  return row.uid;
}

describe('site import', () => {
  test('imports organizations, places, names, and endpoints from a folder, in any file order [REQUEST-23]', async () => {
    const month = await mkdtemp(join(folder, 'month-'));
    const npi = npiOf(1);
    await writeFile(
      join(month, 'a-endpoint_pfile.csv'),
      endpointFile([[npi, 'DIRECT', 'records@harbor.example']]),
    );
    await writeFile(
      join(month, 'b-othername_pfile.csv'),
      nameFile([
        [npi, 'HARBOR FAMILY MEDICINE'],
        [npiOf(99), 'NOBODY'],
      ]),
    );
    await writeFile(
      join(month, 'c-pl_pfile.csv'),
      placeFile([
        [npi, '9 Pier Road', 'Suite 2', 'Salem', 'MA', '01970', 'US', '6175550109', '', '6175550110'],
        [npiOf(99), '9 Pier Road', '', 'Salem', 'MA', '01970', 'US', '', '', ''],
      ]),
    );
    await writeFile(
      join(month, 'npidata_pfile.csv'),
      mainFile([organization(1, 'HARBOR CLINIC INC', '1 HARBOR WAY')]),
    );
    await writeFile(join(month, 'npidata_pfile_fileheader.csv'), mainFile([]));
    const { json, audits } = await run('import', '--from', month);
    expect((json() as readonly Cells[]).map(({ file, changed }) => [file, changed])).toEqual([
      ['npidata_pfile.csv', 1],
      ['c-pl_pfile.csv', 1],
      ['b-othername_pfile.csv', 1],
      ['a-endpoint_pfile.csv', 1],
    ]);
    expect(audits.map(({ event }) => event)).toEqual(['site.import']);
    const rows: unknown = await world
      .db('directory_site')
      .where({ npi })
      .orderBy('place')
      .select('name', 'phone', 'fax');
    expect(rows).toEqual([
      { name: 'HARBOR CLINIC INC', phone: '+16175550100', fax: '+16175550101' },
      { name: 'HARBOR CLINIC INC', phone: '+16175550109', fax: '+16175550110' },
    ]);
  });

  test('applies a later file, and changes nothing for the same or an older one [REQUEST-23]', async () => {
    const july = { 'Last Update Date': '07/01/2026' };
    const file = mainFile([organization(2, 'MERCY HOSPITAL', '2 MERCY RD', july)]);
    expect((await bring(file))['changed']).toBe(1);
    expect((await bring(file))['changed']).toBe(0);
    const later = organization(2, 'MERCY MEDICAL CENTER', '2 MERCY RD', { 'Last Update Date': '08/01/2026' });
    expect((await bring(mainFile([later])))['changed']).toBe(1);
    expect((await bring(file))['changed']).toBe(0);
    expect(
      await world
        .db('directory_site')
        .where({ npi: npiOf(2) })
        .pluck('name'),
    ).toEqual(['MERCY MEDICAL CENTER']);
  });

  test('counts unreadable lines, names the first ones, and continues [REQUEST-23]', async () => {
    const lines = mainFile([
      organization(3, 'GOOD ONE', '3 A ST'),
      organization(4, 'BAD ONE', '4 A ST'),
      organization(5, 'GOOD TOO', '5 A ST'),
    ]).split('\n');
    const broken = [lines[0], lines[1], lines[2]?.replace(npiOf(4), '12'), '"open', lines[3]].join('\n');
    expect(await bring(broken)).toMatchObject({
      lines: 4,
      changed: 2,
      unreadable: 2,
      faults: ['line 3: npi', 'line 4: columns'],
    });
  });

  test("keeps a deactivated NPI, and finds it again once it's reactivated [REQUEST-23]", async () => {
    await bring(mainFile([organization(6, 'OLD CLINIC', '6 A ST')]));
    await bring(placeFile([[npiOf(6), '7 A ST', '', 'Salem', 'MA', '01970', 'US', '', '', '']]));
    const deactivations = mainFile([deactivated(npiOf(6), '11/10/2026')]);
    expect((await bring(deactivations))['changed']).toBe(2);
    expect((await bring(deactivations))['changed']).toBe(0);
    const dates = (): Promise<unknown> =>
      world
        .db('directory_site')
        .where({ npi: npiOf(6) })
        .pluck('deactivated_on');
    expect(await dates()).toEqual(['2026-11-10', '2026-11-10']);
    const { siteId } = await ask(acme, harbor('Old Clinic', { siteAddressLine1: '6 A Street' }));
    expect(await standingOf(siteId)).toMatchObject({ standing: 'unverified' });
    const reactivated = { ...organization(6, 'OLD CLINIC', '6 A ST'), 'Last Update Date': '11/20/2026' };
    await bring(mainFile([reactivated]));
    expect(await dates()).toEqual([null, null]);
  });

  test.each([
    ["a file that isn't from NPPES", 'id,name\n1,x\n', "isn't an NPPES file"],
    [
      'a file with missing columns',
      'NPI,Entity Type Code\n',
      'is missing columns: Provider Organization Name',
    ],
  ])('rejects %s before reading any row', async (_, content, sentence) => {
    const path = await write('other.csv', content);
    const { exitCode, stderr, audits } = await run('import', '--from', path);
    expect(exitCode).not.toBe(0);
    expect(stderr).toContain(sentence);
    expect(audits).toEqual([]);
  });
});

describe('A site that a customer submits', () => {
  beforeAll(async () => {
    await bring(
      mainFile([
        organization(20, 'St. Mary’s Hospital, Inc.', '100 North Main Street', {
          'Provider Other Organization Name': 'Salem General',
        }),
        organization(21, 'TWIN CLINIC', '5 Twin Ave'),
        organization(22, 'TWIN CLINIC LLC', '5 TWIN AVENUE SUITE 2'),
      ]),
    );
    await done('import', '--stubs');
  });

  const marys = (siteName: string, siteAddressLine1: string): object =>
    harbor(siteName, { siteAddressLine1 });

  test(
    'matches a directory facility by any spelling or other name, in a row per tenant [REQUEST-21] ' +
      '[REQUEST-3]',
    async () => {
      const first = await ask(acme, marys('SAINT MARYS HOSP', '100 N. Main St., Suite 4'));
      const second = await ask(acme, marys('The Salem General', '100 N MAIN ST'));
      const theirs = await ask(umbrella, marys("St Mary's Hospital", '100 North Main St'));
      expect(second.siteId).toBe(first.siteId);
      expect(theirs.siteId).not.toBe(first.siteId);
      expect(await standingOf(first.siteId)).toMatchObject({
        standing: 'directory',
        name: 'St. Mary’s Hospital, Inc.',
        npi: npiOf(20),
        fax: '+16175550101',
      });
      expect([first, second, theirs].map(({ submittedSiteName }) => submittedSiteName)).toEqual([
        'SAINT MARYS HOSP',
        'The Salem General',
        "St Mary's Hospital",
      ]);
    },
  );

  test('waits for a decision if two facilities or none match exactly [REQUEST-21]', async () => {
    const twin = await ask(acme, marys('Twin Clinic', '5 Twin Ave'));
    const none = await ask(acme, marys('St. Mary’s Hospital', '101 North Main Street'));
    for (const { siteId } of [twin, none])
      expect(await standingOf(siteId)).toMatchObject({ standing: 'unverified', directory_site_uid: null });
    const listed = (await done('list', '--unverified', '--company', 'acme')) as unknown as readonly Cells[];
    expect(listed.map(({ site }) => site)).toEqual(expect.arrayContaining([twin.siteId, none.siteId]));
    expect(
      ((await done('show', twin.siteId))['candidates'] as readonly string[]).length,
    ).toBeGreaterThanOrEqual(2);
  });

  test(
    'matches stub facilities only in the sandbox; importing them again changes nothing [REQUEST-21] ' +
      '[DECISION-43]',
    async () => {
      expect((await done('import', '--stubs'))['changed']).toBe(0);
      const brockton = { siteCity: 'Brockton', siteState: 'MA', siteZip: '02302' };
      const stub = { siteName: 'BROCKTON HOSPITAL INC', siteAddressLine1: '680 Centre St', ...brockton };
      expect(await standingOf((await ask(acme, stub, 'sandbox')).siteId)).toMatchObject({
        standing: 'directory',
        name: 'Brockton Hospital',
      });
      expect(await standingOf((await ask(acme, stub)).siteId)).toMatchObject({ standing: 'unverified' });
    },
  );

  test('is a stub facility for stub visits [REQUEST-21]', async () => {
    const { uid: patientUid, companyUid, projectUid } = await storedPatient(world, acme, 'sandbox', 'jane');
    const patient = { firstName: 'Jane', lastNames: ['Doe'], dateOfBirth: '1984-02-29' };
    const content = stubClinicalContent({ patient, search: 'siteSonar', until: '2026-01-01' });
    const origin = {
      companyUid,
      environment: 'sandbox',
      projectUid,
      patientUid,
      source: 'siteSonar',
      candidate: 1,
    } as const;
    await world.db.transaction(tx =>
      storeClinicalContent(tx, { ...origin, runUid: patientUid }, content, new Date()),
    );
    const standings: unknown = await world
      .db('visit')
      .join('site', 'site.uid', 'visit.site_uid')
      .where({ patient_uid: patientUid })
      .distinct()
      .pluck('standing');
    expect(standings).toEqual(['directory']);
  });

  test('follows the directory if a later file has another fax number [REQUEST-23]', async () => {
    const { siteId } = await ask(acme, marys('St Marys Hospital', '100 N Main St'));
    const fax = {
      'Provider Business Practice Location Address Fax Number': '6175550177',
      'Last Update Date': '12/01/2026',
    };
    await bring(mainFile([organization(20, 'St. Mary’s Hospital, Inc.', '100 North Main Street', fax)]));
    expect(await standingOf(siteId)).toMatchObject({ fax: '+16175550177' });
  });
});

describe('A decision on a site', () => {
  beforeAll(() =>
    bring(
      mainFile([
        organization(30, 'PIER MEDICAL GROUP', '30 PIER RD'),
        organization(31, 'PIER DENTAL', '31 PIER RD'),
      ]),
    ),
  );

  const pier = (siteName: string): object => harbor(siteName, { siteAddressLine1: '30 Pier Road' });

  test('to link shows the facility on current and later requests, and unlink restores every row [REQUEST-22]', async () => {
    const before = await ask(acme, pier('Pier Med Grp'));
    const other = await ask(umbrella, pier('Pier Med Grp'));
    const direct = await ask(acme, pier('Pier Medical Group'));
    const version = await read(acme, before);
    const { audits } = await run('link', before.siteId, await facilityOf(30));
    expect(audits).toMatchObject([
      { event: 'site.link', resourceKind: 'site', resourceUid: before.siteId, companyUid: acme.uid },
    ]);
    const after = await ask(acme, pier('PIER MED GRP'));
    const byOldId = await ask(acme, { siteId: before.siteId });
    expect([await read(acme, before), after, byOldId].map(({ siteId }) => siteId)).toEqual([
      direct.siteId,
      direct.siteId,
      direct.siteId,
    ]);
    expect((await read(acme, before))['submittedSiteName']).toBe('Pier Med Grp');
    expect((await read(acme, before))['updatedAt']).not.toBe(version['updatedAt']);
    // Another customer's site isn't affected.
    expect((await read(umbrella, other))['siteId']).toBe(other.siteId);

    const undone = await run('unlink', before.siteId);
    expect(undone.audits).toMatchObject([{ event: 'site.unlink', resourceUid: before.siteId }]);
    const changes: unknown = await world
      .db('audit_event')
      .where({ resource_uid: before.siteId })
      .orderBy('occurred_at')
      .pluck('changes');
    expect(changes).toEqual([
      { standing: { from: 'unverified', to: 'linked' }, to: direct.siteId },
      { standing: { from: 'linked', to: 'unverified' }, to: direct.siteId },
    ]);
    for (const request of [before, after, byOldId])
      expect((await read(acme, request))['siteId']).toBe(before.siteId);
    expect((await read(acme, direct))['siteId']).toBe(direct.siteId);
  });

  test('to link waits for a transaction that stores something there, and moves that too [REQUEST-22]', async () => {
    const named = {
      name: 'Pier Md Group',
      addressLine1: '30 Pier Road',
      city: 'Salem',
      state: 'MA',
      zip: '01970',
    };
    const visit: Visit = {
      siteKey: siteKey(named),
      ref: 'race',
      kind: 'Office',
      earliestServiceDate: '2021-03-01',
      latestServiceDate: '2021-03-01',
    };
    const { uid: patientUid, projectUid } = await storedPatient(world, acme, 'live', 'jane');
    const tenant = { companyUid: acme.uid, environment: 'production' } as const;
    const run = { source: 'siteSonar', runUid: patientUid, candidate: 1 } as const;
    const origin = { ...tenant, projectUid, patientUid, ...run };
    const { siteId } = await ask(acme, pier('Pier Md Group'));
    const facility = await facilityOf(30);
    const linked = await world.db.transaction(async tx => {
      await resolveSite(tx, tenant, named, new Date());
      const linking = done('link', siteId, facility);
      await until(
        'the link to wait',
        () => countLockWaiters(world.db),
        count => count === 1,
      );
      const content = { ...noContent, sites: [named], visits: [visit] };
      await storeClinicalContent(tx, origin, content, new Date());
      return { linking };
    });
    const { now } = await linked.linking;
    expect(now).not.toBe(siteId);
    expect(await world.db('visit').where({ ref: 'race' }).select('site_uid', 'named_site_uid')).toEqual([
      { site_uid: now, named_site_uid: siteId },
    ]);
    await done('unlink', siteId);
    expect(await world.db('visit').where({ ref: 'race' }).select('site_uid', 'named_site_uid')).toEqual([
      { site_uid: siteId, named_site_uid: null },
    ]);
  });

  test('to merge joins two sites of one tenant, and can be undone in any order [REQUEST-22]', async () => {
    const [a, b, c] = [
      await ask(acme, pier('Pier A')),
      await ask(acme, pier('Pier B')),
      await ask(acme, pier('Pier C')),
    ];
    await done('merge', a.siteId, b.siteId);
    await done('merge', b.siteId, c.siteId);
    const late = await ask(acme, pier('Pier A'));
    const sites = async (): Promise<unknown[]> => {
      const shown: unknown[] = [];
      for (const request of [a, b, c, late]) shown.push((await read(acme, request))['siteId']);
      return shown;
    };
    expect(await sites()).toEqual([c.siteId, c.siteId, c.siteId, c.siteId]);
    const { audits } = await run('unmerge', b.siteId);
    expect(audits).toMatchObject([{ event: 'site.unmerge', resourceUid: b.siteId }]);
    expect(await sites()).toEqual([b.siteId, b.siteId, c.siteId, b.siteId]);
    await done('merge', b.siteId, c.siteId);
    await done('unmerge', a.siteId);
    expect(await sites()).toEqual([a.siteId, c.siteId, c.siteId, a.siteId]);
  });

  test('to merge locks the two sites in one order, so that opposite merges cannot deadlock', async () => {
    const asked = [await ask(acme, pier('Pier North')), await ask(acme, pier('Pier South'))];
    const [low = '', high = ''] = asked.map(({ siteId }) => siteId).toSorted();
    const { merging } = await world.db.transaction(async tx => {
      await lockAnySite(tx, low);
      const waiting = done('merge', high, low);
      await until(
        'the merge to wait',
        () => countLockWaiters(world.db),
        count => count === 1,
      );
      // What waits for the first one holds nothing that the opposite merge needs next.
      await world.db.transaction(other =>
        other.raw('select from site where uid = ? for update nowait', [high]),
      );
      return { merging: waiting };
    });
    await merging;
  });

  test('to link, merge, and undo has the workflows of the open requests reviewed', async () => {
    const [open, other] = [await ask(acme, pier('Pier Open')), await ask(acme, pier('Pier Other'))];
    const ended = await ask(acme, pier('Pier Open'));
    await world.db('record_request').where({ uid: ended.id }).update({ status: 'NoRecordFound' });
    const reviews = async ({ id }: Asked): Promise<number> =>
      (await world.commands(`record-request/${id}`)).filter(({ signal }) => signal === 'requestChanged')
        .length;
    const before = [await reviews(open), await reviews(ended), await reviews(other)];
    const since = async (): Promise<number[]> => {
      const now = [await reviews(open), await reviews(ended), await reviews(other)];
      return now.map((count, index) => count - (before[index] ?? 0));
    };
    await done('merge', open.siteId, other.siteId);
    expect(await since()).toEqual([1, 0, 0]);
    await done('unmerge', open.siteId);
    expect(await since()).toEqual([2, 0, 0]);
    await done('link', open.siteId, await facilityOf(30));
    expect(await since()).toEqual([3, 0, 0]);
    await done('unlink', open.siteId);
    expect(await since()).toEqual([4, 0, 0]);
  });

  test("to verify keeps the customer's own site, and can be undone [REQUEST-22]", async () => {
    const { siteId } = await ask(acme, pier('Pier Private Practice'));
    expect((await run('verify', siteId)).audits).toMatchObject([
      { event: 'site.verify', resourceUid: siteId },
    ]);
    expect((await ask(acme, pier('PIER PRIVATE PRACTICE'))).siteId).toBe(siteId);
    expect((await done('show', siteId))['standing']).toBe('verified');
    expect((await run('unverify', siteId)).audits).toMatchObject([{ event: 'site.unverify' }]);
    expect((await done('show', siteId))['standing']).toBe('unverified');
  });

  test('is rejected if it mixes tenants, contradicts another one, or has no target [REQUEST-22]', async () => {
    const mine = await ask(acme, pier('Pier Mine'));
    const verified = await ask(acme, pier('Pier Verified'));
    await done('verify', verified.siteId);
    const theirs = await ask(umbrella, pier('Pier Theirs'));
    const onSandbox = await ask(acme, pier('Pier Sandbox'), 'sandbox');
    const nobody = '01a1fa97-cbfd-72da-9b40-09c034bab473';
    await bring(mainFile([organization(32, 'PIER CLOSED', '32 PIER RD')]));
    await bring(mainFile([deactivated(npiOf(32), '11/10/2026')]));
    const stub = (await world.db('directory_site').where({ is_synthetic: true }).first('uid')) as {
      uid: string;
    };
    const lines: ReadonlyArray<readonly [line: readonly string[], sentence: string]> = [
      [['merge', mine.siteId, theirs.siteId], 'different customers or environments'],
      [['merge', mine.siteId, onSandbox.siteId], 'different customers or environments'],
      [['merge', mine.siteId, mine.siteId], "can't merge a site into itself"],
      [['merge', mine.siteId, nobody], 'No site has this ID'],
      [['link', mine.siteId, nobody], 'The directory has no facility with this ID'],
      [['link', mine.siteId, await facilityOf(32)], 'was deactivated on 2026-11-10'],
      [['link', mine.siteId, stub.uid], 'is a made-up facility'],
      [['link', verified.siteId, await facilityOf(30)], 'Undo that first. Run `site unverify`.'],
      [['unlink', mine.siteId], 'The site is unverified, not linked'],
      [['unmerge', mine.siteId], 'The site is unverified, not merged'],
      [['unverify', mine.siteId], 'not verified'],
      [['verify', verified.siteId], 'You can only decide on an unverified site'],
    ];
    for (const [line, sentence] of lines) {
      const { exitCode, stderr, audits } = await run(...line);
      expect({ line, exitCode, stderr, audits }).toMatchObject({ line, audits: [] });
      expect(exitCode).not.toBe(0);
      expect(stderr).toContain(sentence);
    }
    expect(await standingOf(mine.siteId)).toMatchObject({ standing: 'unverified', stands_for_uid: null });
  });

  test('uses what site find and site show display: the facility, its contacts, and what is stored there', async () => {
    const { siteId } = await ask(acme, pier('Pier Medical Grup'));
    const found = (await done(
      'find',
      '--name',
      'pier medical',
      '--zip',
      '01970',
    )) as unknown as readonly Cells[];
    expect(found[0]).toMatchObject({ npi: npiOf(30), name: 'PIER MEDICAL GROUP', fax: '+16175550101' });
    const near = (await done(
      'find',
      '--name',
      'pier medical',
      '--city',
      'SALEM, ma',
    )) as unknown as readonly Cells[];
    expect(near[0]).toMatchObject({ npi: npiOf(30) });
    expect(await done('show', siteId)).toMatchObject({
      company: 'acme',
      standing: 'unverified',
      recordRequests: 1,
      visits: 0,
    });
    expect(String((await done('show', siteId))['candidates'])).toContain(await facilityOf(30));
    const named = (await done('find', '--npi', npiOf(30))) as unknown as readonly Cells[];
    expect(named[0]).toMatchObject({ npi: npiOf(30), likelihood: 'possible' });
    expect((await run('find', '--name', 'pier')).stderr).toContain('Add a place with');
    expect((await run('find', '--zip', '01970')).stderr).toContain('Pass --name TEXT');
    expect((await run('import')).stderr).toContain('Pass either --from PATH');
    const { siteId: inDirectory } = await ask(acme, harbor('Harbor Clinic'));
    expect((await done('show', inDirectory))['endpoints']).toEqual(['DIRECT records@harbor.example Direct']);
  });
});
