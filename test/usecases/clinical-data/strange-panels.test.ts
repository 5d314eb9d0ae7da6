/** Strange panels against the database: the page is called in process, without HTTP and without its form. */
import fc from 'fast-check';
import { firstPanel, parsePanel, writePanel, type Panel } from '../../../src/domain/embeds/clinical-panel';
import { clinicalTabs, firstClinicalTab } from '../../../src/domain/embeds/clinical-tabs';
import type { ClinicalDataClaims } from '../../../src/embeds/clinical-data/token';
import { browse } from '../../../src/usecases/browse';
import { clinicalQuery, routeOf } from '../../../src/usecases/clinical-data/clinical-query';
import { viewClinicalData } from '../../../src/usecases/clinical-data/clinical-data';
import { admitTokenHolder } from '../../../src/access/admit-token-holder';
import { startApiWorld, type ApiWorld, type TestCompany } from '../../support/api-world';
import { storedPatient } from '../../support/patients';
import { panelTexts } from '../../support/random-panels';
import { readRows } from '../../support/records';
import { seedContent, seededChildren, seedVisits } from '../../support/seeded-visits';

const cases = 10_000;
/** The number of states queried; `clinical-query.test.ts` shows what the others would query. */
const queriedMax = 1_000;
const atOnce = 8;
const { signal: gone } = new AbortController();

let world: ApiWorld;
let company: TestCompany;
/** The uids of the patient's rows, read without the API. */
const own = new Set<string>();
let claims: ClinicalDataClaims;

beforeAll(async () => {
  world = await startApiWorld();
  company = await world.company('acme');
  // Two identical patients.
  for (const patientId of ['p-1', 'p-2']) {
    await seedVisits(world, company, { project: 'sandbox', patientId });
    await seedContent(world, company, { project: 'sandbox', patientId }, [seededChildren]);
  }
  const { uid, projectUid } = await storedPatient(world, company, 'sandbox', 'p-1');
  const [user] = (await world.db('app_user').where({ email: company.email }).select('uid')) as Array<{
    uid: string;
  }>;
  claims = {
    companyUid: company.uid,
    userUid: user?.uid ?? '',
    environment: 'sandbox',
    projectUid,
    patientUid: uid,
    parentOrigin: null,
  };
  for (const table of ['visit', 'procedure', 'diagnosis', 'prescription_fill', 'lab_result'])
    for (const row of await readRows<{ uid: string }>(
      world.db,
      `select uid from ${table} where patient_uid = ?`,
      [uid],
    ))
      own.add(row.uid);
});
afterAll(() => world.close());

/** Returns the states of strange texts; each invalid text gives the first state. */
function statesOf(texts: readonly string[]): Panel[] {
  const states = new Map<string, Panel>();
  for (const text of texts) {
    const panel = parsePanel(text) ?? firstPanel(firstClinicalTab);
    states.set(writePanel({ ...panel, page: Math.min(panel.page, 2) }), panel);
  }
  return [...states.values()];
}

async function inTurns<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const left = [...items];
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let item = left.pop(); item !== undefined; item = left.pop()) await work(item);
    }),
  );
}

test('None of 10,000 strange panels shows a row of another patient, and none is an error [EMBED-7]', async () => {
  const states = statesOf(fc.sample(panelTexts, cases));
  expect(states.length).toBeGreaterThan(queriedMax);
  const principal = await admitTokenHolder(world.db, claims, 'ViewClinicalData');
  let shownRows = 0;
  await inTurns(states.slice(0, queriedMax), async panel => {
    const route = routeOf(panel.tab);
    const shown = [{ entity: route.base, field: 'id' }];
    const query = clinicalQuery({ projectId: 'sandbox', patientId: 'p-1' }, panel, {
      shown,
      take: 25,
      skip: 0,
    });
    const found = await browse({ principal }, { database: world.services.browse, gone }, route, query);
    const rows = JSON.parse(`[${found.kind === 'whole' ? found.rows.join(',') : ''}]`) as Array<
      Record<string, { id: string }>
    >;
    shownRows += rows.length;
    expect(rows.filter(row => !own.has(row[route.base]?.id ?? '')).length).toBe(0);
  });
  // Otherwise the states would be too strange to show anything.
  expect(shownRows).toBeGreaterThan(100);
}, 120_000);

test('The complete page shows consistent counts for 300 strange panels [EMBED-7]', async () => {
  const states = statesOf(fc.sample(panelTexts, 600)).slice(0, 300);
  await inTurns(states, async panel => {
    const look = { panel, wantsSites: true, requestId: 'a request', gone };
    const view = await viewClinicalData({ ...world.services }, claims, look);
    expect(view.rows.length).toBeLessThanOrEqual(view.total);
    expect(view.sites?.rows).toBe(view.total);
    expect(clinicalTabs).toContain(view.panel.tab);
  });
});
