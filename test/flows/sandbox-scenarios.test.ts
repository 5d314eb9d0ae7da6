import type { Answer, TestCompany } from '../support/api-world';
import { startFlowWorld, type FlowWorld } from '../support/flow-world';
import { allSearches, clinicalCounts, patientsPath, storedPatient } from '../support/patients';

describe('a sandbox patient that is called', () => {
  let world: FlowWorld;
  let company: TestCompany;
  beforeAll(async () => {
    world = await startFlowWorld();
    company = await world.company('acme');
    await world.endpoint(company, '/events');
  });
  afterAll(() => world.close());

  const put = (id: string, body: object): Promise<Answer> =>
    world.call('PUT', patientsPath(company, 'sandbox', id), {
      key: company.sandboxKey,
      body: { lastNames: ['Doe'], dateOfBirth: '1984-02-29', ...body },
    });
  const statusOf = async (id: string): Promise<unknown> =>
    (await world.call('GET', patientsPath(company, 'sandbox', id), { key: company.sandboxKey })).json[
      'searchStatus'
    ];
  async function until(id: string, status: string): Promise<void> {
    while ((await statusOf(id)) !== status) await new Promise(resolve => setTimeout(resolve, 50));
  }
  const rowsOf = async (id: string): Promise<number> => {
    const { uid } = await storedPatient(world, company, 'sandbox', id);
    return Object.values(await clinicalCounts(world, uid)).reduce((sum, count) => sum + count, 0);
  };

  test('Nohit ends in NoHit', async () => {
    await put('nohit', { firstName: 'Nohit', ...allSearches });
    await until('nohit', 'NoHit');
    expect(await rowsOf('nohit')).toBe(0);
  });

  test('Ambiguous has records that are withheld until sex is set, and then shows only those', async () => {
    await put('ambiguous', { firstName: 'Ambiguous', ...allSearches });
    await until('ambiguous', 'AmbiguousIdentity');
    expect(await rowsOf('ambiguous')).toBe(0);
    const { uid } = await storedPatient(world, company, 'sandbox', 'ambiguous');
    const withheld = async (): Promise<number> => {
      const rows: unknown[] = await world.db('withheld_content').where({ patient_uid: uid });
      return rows.length;
    };
    expect(await withheld()).toBe(6);

    await put('ambiguous', { firstName: 'Ambiguous', sex: 'Female' });
    await until('ambiguous', 'Completed');
    await world.sent();
    while ((await withheld()) > 0) await new Promise(resolve => setTimeout(resolve, 50));
    expect(await rowsOf('ambiguous')).toBeGreaterThan(3);
    // What the runs brought is counted per source, as if it had come at once.
    const counted = (await world
      .db('search_run')
      .where({ patient_uid: uid })
      .sum({ visits: 'new_visits' })
      .first()) as { visits: string };
    expect(Number(counted.visits)).toBeGreaterThan(3);
    // No run was made for it.
    const started = world.receiver
      .at('/events')
      .filter(
        ({ envelope }) => envelope.data['id'] === 'ambiguous' && envelope.eventType.endsWith('.started'),
      );
    expect(started).toHaveLength(3);
  });

  test('Rejected is refused until the first name is corrected', async () => {
    await put('rejected', { firstName: 'Rejected', ...allSearches });
    await until('rejected', 'RequestRejected');
    await put('rejected', { firstName: 'Accepted' });
    await until('rejected', 'Completed');
    expect(await rowsOf('rejected')).toBeGreaterThan(3);
  });

  test('Deceased shows the blocked reason first, and then the answer; EHR Search goes on', async () => {
    const first = await put('deceased', { firstName: 'Deceased', ...allSearches });
    expect(first.json).toMatchObject({
      siteSonarBlockedReason: 'DeceasedBeforeClinicalData',
      patientHistoriesBlockedReason: 'DeceasedBeforeClinicalData',
      ehrSearchBlockedReason: null,
      searchStatus: 'Processing',
    });
    await until('deceased', 'Completed');
    const { searches } = await storedPatient(world, company, 'sandbox', 'deceased');
    expect(searches.map(({ kind, phase, outcome }) => [kind, phase, outcome])).toEqual([
      ['siteSonar', 'answered', 'DeceasedBeforeClinicalData'],
      ['patientHistories', 'answered', 'DeceasedBeforeClinicalData'],
      ['ehrSearch', 'answered', 'Completed'],
    ]);
    await put('declined', { firstName: 'Deceased', siteSonar: true });
    await until('declined', 'DeceasedBeforeClinicalData');
    const last = await put('declined', { firstName: 'Deceased', siteSonar: true });
    expect(last.json).toMatchObject({ siteSonarBlockedReason: null });
  });

  test('Slow and Outage take their time and complete', async () => {
    await put('slow', { firstName: 'Slow', siteSonar: true });
    await put('outage', { firstName: 'Outage', siteSonar: true });
    const { uid } = await storedPatient(world, company, 'sandbox', 'slow');
    const details = (): Promise<string> => world.details(`patient-search/${uid}`);
    await world.sent();
    while (!(await details()).includes("waiting for the partner's answer"))
      await new Promise(resolve => setTimeout(resolve, 50));
    expect(await statusOf('slow')).toBe('Processing');
    await until('outage', 'Completed');
    await until('slow', 'Completed');
  }, 90_000);
});
