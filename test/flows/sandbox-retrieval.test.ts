import type { Answer, TestCompany } from '../support/api-world';
import { startFlowWorld, type FlowWorld } from '../support/flow-world';
import {
  allSearches,
  clinicalCounts,
  decideOnSandbox,
  jane,
  patientsPath,
  putPatient,
  review,
  storedPatient,
} from '../support/patients';

interface VisitRow {
  readonly visit: { readonly ref: string; readonly earliestServiceDate: string };
  readonly site: { readonly name: string };
}

describe('Sandbox retrieval', () => {
  let world: FlowWorld;
  let company: TestCompany;
  beforeAll(async () => {
    world = await startFlowWorld();
    company = await world.company('acme');
    await world.endpoint(company, '/events');
  });
  afterAll(() => world.close());

  /** Returns the events of a patient's record as they arrived: name, changed fields, search status. */
  function eventsOf(
    patientId: string,
  ): Array<{ event: string; changed: readonly string[]; status: unknown }> {
    return world.receiver
      .at('/events')
      .filter(({ envelope }) => envelope.data['id'] === patientId)
      .map(({ envelope }) => ({
        event: envelope.eventType,
        changed: envelope.changed,
        status: envelope.data['searchStatus'],
      }));
  }

  async function visitsOf(patientId: string): Promise<VisitRow[]> {
    const answer = await world.call('POST', '/v0/visits/browse', {
      key: company.sandboxKey,
      body: {
        where: { patient: { id: [{ equals: patientId }] } },
        orderBy: [{ visit: { earliestServiceDate: 'asc' } }],
        select: { visit: { ref: true, earliestServiceDate: true }, site: { name: true } },
      },
    });
    expect(answer.status).toBe(200);
    return (answer.json['table'] as VisitRow[]).map(({ visit, site }) => ({ visit, site }));
  }

  describe('Patient with all searches', () => {
    let created: Answer;
    let id: string;
    let uid: string;
    beforeAll(async () => {
      created = await world.call('POST', patientsPath(company, 'sandbox'), {
        key: company.sandboxKey,
        body: { ...jane, ...allSearches },
      });
      ({ id } = created.json['patient'] as { id: string });
      await world.ended();
      ({ uid } = await storedPatient(world, company, 'sandbox', id));
    }, 60_000);

    test('starts with the patient, both statuses, and the available searches [PATIENT-12] [SEARCH-4]', () => {
      expect(created.status).toBe(201);
      expect(created.json).toMatchObject({
        patient: { id },
        searchStatus: 'Processing',
        authorizationStatus: 'NeedsApproval',
        siteSonarBlockedReason: null,
        patientHistoriesBlockedReason: null,
        ehrSearchBlockedReason: null,
        ehrSearchAvailable: true,
        patientHistoriesAvailable: true,
      });
    });

    test('goes from Processing to Completed in seconds [SEARCH-5] [SEARCH-22]', async () => {
      const read = await world.call('GET', patientsPath(company, 'sandbox', id), { key: company.sandboxKey });
      expect(created.json['searchStatus']).toBe('Processing');
      expect(read.json).toMatchObject({ searchStatus: 'Completed' });
      expect(await world.details(`patient-search/${uid}`)).toBe('Done: no search is armed or running.');
    });

    test('repeats the search status under its former name [PATIENT-13]', async () => {
      const read = await world.call('GET', patientsPath(company, 'sandbox', id), { key: company.sandboxKey });
      expect(created.json['siteSonarStatus']).toBe('Processing');
      expect(read.json['siteSonarStatus']).toBe('Completed');
    });

    test('returns content from each of the three searches [SEARCH-1]', async () => {
      expect((await visitsOf(id)).length).toBeGreaterThan(3);
      expect(await clinicalCounts(world, uid)).toMatchObject({
        'siteSonar visit': expect.any(Number) as number,
        'patientHistories diagnosis': expect.any(Number) as number,
        'ehrSearch visit': expect.any(Number) as number,
      });
    });

    test('sends the new patient first, and one change of the search status [EVENT-10] [EVENT-12]', () => {
      const names = eventsOf(id).map(({ event }) => event);
      expect(names[0]).toBe('patient.created');
      expect(names.filter(name => name.startsWith('patient.'))).toEqual([
        'patient.created',
        'patient.searchStatusChanged',
      ]);
    });

    test.each([
      ['Site Sonar [EVENT-7] [EVENT-19]', 'siteSonar'],
      ['Patient Histories [EVENT-8] [EVENT-19]', 'patientHistories'],
      ['EHR Search [EVENT-9] [EVENT-19]', 'ehrSearch'],
    ])('sends one start and then one completion for %s', (_what, kind) => {
      const names = eventsOf(id).map(({ event }) => event);
      expect(names.filter(name => name.startsWith(`${kind}.`))).toEqual([
        `${kind}.started`,
        `${kind}.completed`,
      ]);
    });

    test('sends the final search status with the last completion', () => {
      const events = eventsOf(id);
      expect(events).toHaveLength(8);
      expect(events.at(-1)).toEqual({
        event: expect.stringMatching(/\.completed$/) as string,
        changed: ['searchStatus'],
        status: 'Completed',
      });
    });
  });

  test('returns the same visits for the same details, and others for another patient [BROWSE-1]', async () => {
    await putPatient(world, company, 'sandbox', 'first', { ...jane, siteSonar: true });
    await putPatient(world, company, 'sandbox', 'again', { ...jane, siteSonar: true });
    const other = { ...jane, firstName: 'Ida', dateOfBirth: '1951-07-04' };
    await putPatient(world, company, 'sandbox', 'other', { ...other, siteSonar: true });
    await world.ended();
    const first = await visitsOf('first');
    expect(first.length).toBeGreaterThan(0);
    expect(await visitsOf('again')).toEqual(first);
    expect(await visitsOf('other')).not.toEqual(first);
  });

  test('changes and sends nothing when an upsert is repeated [PATIENT-20]', async () => {
    const form = { ...jane, firstName: 'Rita', siteSonar: true };
    const first = await putPatient(world, company, 'sandbox', 'rita', form);
    expect(first.status).toBe(200);
    await world.ended();
    const before = await storedPatient(world, company, 'sandbox', 'rita');
    const sentBefore = eventsOf('rita').length;
    const repeat = await putPatient(world, company, 'sandbox', 'rita', form);
    await world.ended();
    expect(repeat.json['searchStatus']).toBe('Completed');
    expect(repeat.json['patient']).toMatchObject({
      ...jane,
      firstName: 'Rita',
      siteSonar: true,
      ehrSearch: false,
    });
    expect(await storedPatient(world, company, 'sandbox', 'rita')).toEqual(before);
    expect(eventsOf('rita')).toHaveLength(sentBefore);
  });

  describe('Edited patient', () => {
    beforeAll(async () => {
      await putPatient(world, company, 'sandbox', 'edith', { ...jane, zipCodes: ['02139'] });
      await putPatient(world, company, 'sandbox', 'edith', {
        ...jane,
        lastNames: ['Jones'],
        zipCodes: ['02139', '10001'],
        city: 'Salem',
        mobile: '+16175550123',
      });
      await world.ended();
    }, 60_000);

    test('sends one update that names the changed payload fields [EVENT-11] [EVENT-37]', () => {
      expect(eventsOf('edith')).toEqual([
        { event: 'patient.created', changed: [], status: 'Inactive' },
        {
          event: 'patient.updated',
          changed: ['lastName', 'lastNames', 'zipCodes', 'mobile'],
          status: 'Inactive',
        },
      ]);
    });

    test("sends the patient's current data [EVENT-24]", () => {
      expect(world.receiver.at('/events').at(-1)?.envelope.data).toEqual({
        id: 'edith',
        firstName: 'Jane',
        lastName: 'Jones',
        lastNames: ['Jones'],
        dateOfBirth: '1984-02-29',
        sex: 'Female',
        zipCodes: ['02139', '10001'],
        mobile: '+16175550123',
        email: null,
        createdAt: expect.any(String) as string,
        searchStatus: 'Inactive',
        authorizationStatus: 'NeedsApproval',
        projectId: 'sandbox',
        companyId: 'acme',
      });
    });

    test('sends the path at which a key reads the patient [EVENT-36]', async () => {
      const resource = world.receiver.at('/events').at(-1)?.envelope.resource;
      expect(resource).toBe('companies/acme/projects/sandbox/patients/edith');
      const record = await world.call('GET', `/v0/${resource ?? ''}`, { key: company.sandboxKey });
      expect(record.json).toMatchObject({ patient: { id: 'edith', lastNames: ['Jones'] } });
    });
  });

  test('runs again when a search flag goes off and on, and adds no content [PATIENT-23]', async () => {
    await putPatient(world, company, 'sandbox', 'rearm', { ...jane, siteSonar: true });
    await world.ended();
    const patient = await storedPatient(world, company, 'sandbox', 'rearm');
    const counts = await clinicalCounts(world, patient.uid);
    const visits = await visitsOf('rearm');
    // Turning a search on again resets an approval.
    await decideOnSandbox(world, company, 'rearm', 'Approved');

    const level = `${patientsPath(company, 'sandbox', 'rearm')}/search-level`;
    const key = company.sandboxKey;
    const off = await world.call('PATCH', level, { key, body: { siteSonar: false } });
    expect(off.json).toMatchObject({ searchStatus: 'Inactive', patient: { siteSonar: false } });
    const untouched = await world.call('PATCH', level, { key, body: {} });
    expect(untouched.json).toMatchObject({ searchStatus: 'Inactive', authorizationStatus: 'Approved' });
    const on = await world.call('PATCH', level, { key, body: { siteSonar: true } });
    expect(on.json).toMatchObject({
      searchStatus: 'Processing',
      authorizationStatus: 'NeedsApproval',
      siteSonarBlockedReason: null,
      patientHistoriesBlockedReason: null,
    });
    await world.ended();

    const after = await storedPatient(world, company, 'sandbox', 'rearm');
    expect(after).toMatchObject({ searchStatus: 'Completed' });
    expect(after.searches[0]).toMatchObject({ kind: 'siteSonar', phase: 'answered', run: 2 });
    expect(await clinicalCounts(world, patient.uid)).toEqual(counts);
    expect(await visitsOf('rearm')).toEqual(visits);
    const names = eventsOf('rearm').map(({ event }) => event);
    expect(names.filter(name => name === 'siteSonar.started')).toHaveLength(2);
    expect(names.filter(name => name === 'siteSonar.completed')).toHaveLength(2);
    expect(names.slice(names.indexOf('authorization.approved') - 1)).toEqual([
      'authorization.statusChanged',
      'authorization.approved',
      'patient.searchStatusChanged',
      'authorization.statusChanged',
      'authorization.needsAttention',
      'patient.searchStatusChanged',
      'siteSonar.started',
      'patient.searchStatusChanged',
      'siteSonar.completed',
    ]);
  });

  describe('Patient who died before 2016', () => {
    const path = (): string => patientsPath(company, 'sandbox', 'late');
    let armed: Answer;
    beforeAll(async () => {
      await putPatient(world, company, 'sandbox', 'late', jane);
      const patient = await storedPatient(world, company, 'sandbox', 'late');
      await review(world, patient, { dateOfDeath: '2014-05-01' });
      armed = await world.call('PATCH', `${path()}/search-level`, {
        key: company.sandboxKey,
        body: { siteSonar: true, patientHistories: true },
      });
      await world.ended();
    }, 60_000);

    test('shows the blocked reason first, and then the result in the search status [PATIENT-16] [SEARCH-16]', async () => {
      expect(armed.json).toMatchObject({
        siteSonarBlockedReason: 'DeceasedBeforeClinicalData',
        patientHistoriesBlockedReason: 'DeceasedBeforeClinicalData',
        ehrSearchBlockedReason: null,
      });
      expect((await world.call('GET', path(), { key: company.sandboxKey })).json).toMatchObject({
        searchStatus: 'DeceasedBeforeClinicalData',
        siteSonarBlockedReason: null,
        patientHistoriesBlockedReason: null,
      });
    });

    test('returns no content and leaves no search armed [SEARCH-15] [SEARCH-17]', async () => {
      const { uid, searches } = await storedPatient(world, company, 'sandbox', 'late');
      expect(await clinicalCounts(world, uid)).toEqual({});
      expect(searches.filter(({ phase }) => phase === 'armed')).toEqual([]);
    });

    test('sends the start and the completion of each search with its result [EVENT-17] [EVENT-18]', () => {
      const searchEvents = eventsOf('late').filter(({ event }) => !event.startsWith('patient.'));
      const status = 'DeceasedBeforeClinicalData';
      for (const kind of ['siteSonar', 'patientHistories'])
        expect(searchEvents.filter(({ event }) => event.startsWith(`${kind}.`))).toEqual([
          { event: `${kind}.started`, changed: [kind, 'searchStatus'], status: 'Processing' },
          { event: `${kind}.completed`, changed: ['searchStatus'], status },
        ]);
    });
  });

  test('is complete when many patients are registered at once', async () => {
    const ids = Array.from({ length: 12 }, (_, index) => `crowd-${index}`);
    await Promise.all(
      ids.map((id, index) =>
        putPatient(world, company, 'sandbox', id, { ...jane, firstName: `Jane${index}`, ...allSearches }),
      ),
    );
    await world.ended();
    for (const id of ids) {
      const names = eventsOf(id).map(({ event }) => event);
      expect(names[0]).toBe('patient.created');
      expect(new Set(names).size).toBe(8);
      expect(names).toHaveLength(8);
    }
  });
});
