/** What moves to another site and back is found by its keys, however many rows a table has. */
import type { Knex } from 'knex';
import { openDatabase, type Transaction } from '../../src/store/database';
import { bringBackToSite, moveToSite, type MovedUse } from '../../src/store/sites/site-decisions';
import { startApiWorld, type ApiWorld, type TestCompany } from '../support/api-world';
import { jane, putPatient, storedPatient } from '../support/patients';
import { readRows } from '../support/records';

let world: ApiWorld;
let company: TestCompany;
/** The owner's connection, because only the owner may gather statistics. */
let owner: Knex;
beforeAll(async () => {
  world = await startApiWorld();
  company = await world.company('acme');
  owner = openDatabase({
    url: world.database.ownerUrl,
    poolMax: 1,
    statementTimeoutMs: 10_000,
    acquireTimeoutMs: 10_000,
    applicationName: 'site moves',
  });
});
afterAll(async () => {
  await owner.destroy();
  await world.close();
});

/** Stores 20,000 visits at 400 sites. A quarter is at the first one, and names one of the next three. */
async function seed(): Promise<readonly string[]> {
  await putPatient(world, company, 'live', 'jane', jane);
  const { uid: patientUid, projectUid } = await storedPatient(world, company, 'live', 'jane');
  await world.db.raw(
    `insert into site (uid, key_hash, name, address_line_1, city, state, zip, created_at, company_uid,
      environment, standing)
     select gen_random_uuid(), sha256(n::text::bytea), 'Clinic ' || n, '1 Harbor Way', 'Salem', 'MA', '01970',
       now(), ?, 'production', 'unverified' from generate_series(1, 400) n`,
    [company.uid],
  );
  const sites = await readRows<{ uid: string }>(world.db, 'select uid from site order by uid', []);
  const uids = sites.map(({ uid }) => uid);
  await world.db.raw(
    `insert into visit (uid, company_uid, project_uid, patient_uid, site_uid, named_site_uid, key_hash, ref,
      kind, earliest_service_date, latest_service_date, created_at)
     select gen_random_uuid(), :companyUid, :projectUid, :patientUid,
       (:uids::uuid[])[case when n % 4 = 0 then 1 else 5 + n % 390 end],
       case when n % 4 = 0 then (:uids::uuid[])[2 + n / 4 % 3] end,
       sha256(n::text::bytea), 'seen', 'Office', '2021-03-01', '2021-03-01', now()
     from generate_series(1, 20000) n`,
    { companyUid: company.uid, projectUid, patientUid, uids },
  );
  await owner.raw('analyze site, visit');
  return uids;
}

/** Returns how often a change reads the whole table of visits; the change is undone. */
async function scansOf(
  change: (tx: Transaction) => Promise<MovedUse>,
): Promise<{ scans: number; visits: number }> {
  const tx = await world.services.db.transaction();
  try {
    const { visits } = await change(tx);
    const [counted] = await readRows<{ scans: string }>(
      tx,
      `select seq_scan as scans from pg_stat_xact_user_tables where relname = 'visit'`,
      [],
    );
    return { scans: Number(counted?.scans), visits };
  } finally {
    await tx.rollback();
  }
}

test('Visits that move to another site and back are found by their keys', async () => {
  const [first = '', second = '', , , fifth = ''] = await seed();
  const { uid: companyUid } = company;
  const at = new Date();
  expect(await scansOf(tx => bringBackToSite(tx, { companyUid, toUid: second, at }))).toEqual({
    scans: 0,
    visits: 1_666,
  });
  expect(await scansOf(tx => moveToSite(tx, { companyUid, fromUid: first, toUid: fifth, at }))).toEqual({
    scans: 0,
    visits: 5_000,
  });
});
