import type { Answer, TestCompany } from '../support/api-world';
import { startFlowWorld, type FlowWorld } from '../support/flow-world';
import { allSearches, clinicalCounts, patientsPath, storedPatient, withheldKinds } from '../support/patients';
import { readRows } from '../support/records';
import { until, waitMaxMs } from '../support/until';

describe('Sandbox patient named', () => {
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
  const untilStatus = (id: string, status: string, withinMs = waitMaxMs): Promise<unknown> =>
    until(
      `the status ${status}`,
      () => statusOf(id),
      current => current === status,
      { withinMs },
    );
  const rowsOf = async (id: string): Promise<number> => {
    const { uid } = await storedPatient(world, company, 'sandbox', id);
    return Object.values(await clinicalCounts(world, uid)).reduce((sum, count) => sum + count, 0);
  };

  test('Nohit ends in NoHit [SEARCH-6]', async () => {
    await put('nohit', { firstName: 'Nohit', ...allSearches });
    await untilStatus('nohit', 'NoHit');
    expect(await rowsOf('nohit')).toBe(0);
  });

  test('Ambiguous has withheld records until the sex is set, and then only the matching ones [SEARCH-7] [SEARCH-21] [DECISION-49]', async () => {
    await put('ambiguous', { firstName: 'Ambiguous', ...allSearches });
    await world.ended();
    expect(await statusOf('ambiguous')).toBe('AmbiguousIdentity');
    expect(await rowsOf('ambiguous')).toBe(0);
    const { uid } = await storedPatient(world, company, 'sandbox', 'ambiguous');
    const withheld = async (): Promise<number> => (await withheldKinds(world, uid)).length;
    expect(await withheld()).toBe(6);

    await put('ambiguous', { firstName: 'Ambiguous', sex: 'Female' });
    await untilStatus('ambiguous', 'Completed');
    await world.sent();
    await until('the withheld records to be released', withheld, count => count === 0);
    expect(await rowsOf('ambiguous')).toBeGreaterThan(3);
    // The new records are counted per run, as if they had not been withheld.
    const [counted] = await readRows<{ visits: number }>(
      world.db,
      'select sum(new_visits)::int as visits from search_run where patient_uid = ?',
      [uid],
    );
    expect(counted?.visits).toBeGreaterThan(3);
    // No additional run was started.
    const started = world.receiver
      .at('/events')
      .filter(
        ({ envelope }) => envelope.data['id'] === 'ambiguous' && envelope.eventType.endsWith('.started'),
      );
    expect(started).toHaveLength(3);
  });

  test('Rejected is refused until the first name is corrected', async () => {
    await put('rejected', { firstName: 'Rejected', ...allSearches });
    await untilStatus('rejected', 'RequestRejected');
    await put('rejected', { firstName: 'Accepted' });
    await untilStatus('rejected', 'Completed');
    expect(await rowsOf('rejected')).toBeGreaterThan(3);
  });

  test('Deceased shows the blocked reason first and then the result, while EHR Search completes [SEARCH-10] [SEARCH-16] [SEARCH-18]', async () => {
    const first = await put('deceased', { firstName: 'Deceased', ...allSearches });
    expect(first.json).toMatchObject({
      siteSonarBlockedReason: 'DeceasedBeforeClinicalData',
      patientHistoriesBlockedReason: 'DeceasedBeforeClinicalData',
      ehrSearchBlockedReason: null,
      searchStatus: 'Processing',
    });
    await untilStatus('deceased', 'Completed');
    const { searches } = await storedPatient(world, company, 'sandbox', 'deceased');
    expect(searches.map(({ kind, phase, outcome }) => [kind, phase, outcome])).toEqual([
      ['siteSonar', 'answered', 'DeceasedBeforeClinicalData'],
      ['patientHistories', 'answered', 'DeceasedBeforeClinicalData'],
      ['ehrSearch', 'answered', 'Completed'],
    ]);
    await put('declined', { firstName: 'Deceased', siteSonar: true });
    await untilStatus('declined', 'DeceasedBeforeClinicalData');
    const last = await put('declined', { firstName: 'Deceased', siteSonar: true });
    expect(last.json).toMatchObject({ siteSonarBlockedReason: null });
  });

  test('Slow and Outage take longer and complete', async () => {
    await put('slow', { firstName: 'Slow', siteSonar: true });
    await put('outage', { firstName: 'Outage', siteSonar: true });
    const { uid } = await storedPatient(world, company, 'sandbox', 'slow');
    await world.sent();
    await world.detailsWhen(`patient-search/${uid}`, details =>
      details.includes("waiting for the partner's answer"),
    );
    expect(await statusOf('slow')).toBe('Processing');
    await untilStatus('outage', 'Completed', 80_000);
    await untilStatus('slow', 'Completed', 80_000);
  }, 90_000);
});
