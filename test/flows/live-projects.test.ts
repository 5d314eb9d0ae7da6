import { createMetrics } from '../../src/platform/metrics';
import { createPartners, type Partners } from '../../src/partners/partners';
import { sandbox } from '../../src/sandbox/sandbox';
import type { SearchRequest } from '../../src/partners/search-partner';
import { findPartners } from '../../src/usecases/searches/missing-partners';
import { approveFeature } from '../../src/usecases/tenants/companies';
import { changeProjectStatus } from '../../src/usecases/projects';
import { admin } from '../support/admin-shell';
import type { Answer, TestCompany } from '../support/api-world';
import { startFlowWorld, type FlowWorld } from '../support/flow-world';
import { allSearches, jane, patientsPath, putPatient, review, storedPatient } from '../support/patients';
import { until } from '../support/until';
import { anyPurpose } from '../support/any-purpose';

/** Starts the partner of live projects, which accepts every request and answers later, or is missing. */
function startPartner(): {
  readonly partners: Partners;
  readonly submitted: SearchRequest[];
  isConfigured: boolean;
} {
  const deployed = createPartners(undefined, sandbox);
  const partner = {
    isConfigured: true,
    submitted: [] as SearchRequest[],
    partners: {
      facilityChannel: deployed.facilityChannel,
      searchPartner: (kind, place) => {
        if (place.status === 'Sandbox' || !partner.isConfigured) return deployed.searchPartner(kind, place);
        return {
          kind: 'direct',
          name: 'claimsnet',
          ...anyPurpose,
          submit: async request => {
            partner.submitted.push(request);
            return { kind: 'accepted', askAgainAfterMs: 86_400_000 };
          },
        };
      },
    } satisfies Partners,
  };
  return partner;
}

describe('Live project', () => {
  let world: FlowWorld;
  let company: TestCompany;
  const partner = startPartner();
  beforeAll(async () => {
    world = await startFlowWorld({ partners: partner.partners });
    company = await world.company('acme');
    await world.endpoint(company, '/events', { environment: 'production' });
    // A covered purpose needs no authorization document.
    const covered = await world.call('PUT', '/v0/companies/acme/projects/covered', {
      key: company.productionKey,
      body: { name: 'Covered', purpose: 'CoveredTreatment' },
    });
    expect(covered.status).toBe(200);
  });
  afterAll(() => world.close());
  beforeEach(() => {
    partner.isConfigured = true;
  });

  const call = (method: string, path: string, body?: unknown): Promise<Answer> =>
    world.call(method, path, { key: company.productionKey, ...(body === undefined ? {} : { body }) });
  const submittedFor = (firstName: string): string[] =>
    partner.submitted
      .filter(({ patient }) => patient.firstName === firstName)
      .map(({ kind }) => kind)
      .toSorted();
  const eventsOf = (id: string): string[] =>
    world.receiver
      .at('/events')
      .filter(({ envelope }) => envelope.data['id'] === id)
      .map(({ envelope }) => envelope.eventType);

  const submissions = (firstName: string, count: number): Promise<number> =>
    until(
      `${count} submissions`,
      () => submittedFor(firstName).length,
      submitted => submitted === count,
    );

  describe('Searches without a ZIP code', () => {
    const path = (): string => patientsPath(company, 'covered', 'zoe');
    const form = { ...jane, firstName: 'Zoe', patientHistories: true, ehrSearch: true };
    let blocked: Answer;
    let submittedBefore: readonly string[];
    let added: Answer;
    beforeAll(async () => {
      partner.isConfigured = true;
      blocked = await call('PUT', path(), form);
      await world.sent();
      submittedBefore = submittedFor('Zoe');
      added = await call('PUT', path(), { ...form, zipCode: '02139' });
      await world.receiver.until(
        '/events',
        () => eventsOf('zoe').filter(name => name.endsWith('.started')).length === 2,
      );
      await submissions('Zoe', 2);
    }, 60_000);

    test('have a reason why they are blocked if they are on [PATIENT-15] [PATIENT-16]', () => {
      expect(blocked.json).toMatchObject({
        siteSonarBlockedReason: null,
        patientHistoriesBlockedReason: 'MissingZipCode',
        ehrSearchBlockedReason: 'MissingZipCode',
      });
      expect(added.json).toMatchObject({ patientHistoriesBlockedReason: null, ehrSearchBlockedReason: null });
    });

    test("aren't sent before a ZIP code is added [SEARCH-8] [SEARCH-11] [SEARCH-12]", () => {
      expect(blocked.json['searchStatus']).toBe('MissingZipCode');
      expect(submittedBefore).toEqual([]);
    });

    test('start when a ZIP code is added, and wait for their answers [SEARCH-13]', async () => {
      expect(added.json['searchStatus']).toBe('Processing');
      expect(submittedFor('Zoe')).toEqual(['ehrSearch', 'patientHistories']);
      // The answers come later, so the workflow keeps running.
      const { uid } = await storedPatient(world, company, 'covered', 'zoe');
      const details = await world.detailsWhen(
        `patient-search/${uid}`,
        current =>
          current.includes('EHR Search') && !current.includes('armed') && !current.includes('being sent'),
      );
      expect(details).toBe(
        [
          "- **Patient Histories**: running, waiting for the partner's answer",
          "- **EHR Search**: running, waiting for the partner's answer",
        ].join('\n'),
      );
      expect((await world.workflow(`patient-search/${uid}`).describe()).status.name).toBe('RUNNING');
    });

    test('stay approved after the edit, because a covered purpose needs no document [DECISION-15]', () => {
      for (const { json } of [blocked, added]) expect(json['authorizationStatus']).toBe('Approved');
    });
  });

  describe('Searches that wait for an approval', () => {
    let answer: Answer;
    beforeAll(async () => {
      partner.isConfigured = true;
      answer = await putPatient(world, company, 'live', 'amy', { ...jane, firstName: 'Amy', ...allSearches });
      await world.sent();
    }, 60_000);

    test("aren't sent before the approval [AUTH-9]", () => {
      expect(answer.json).toMatchObject({
        authorizationStatus: 'NeedsApproval',
        searchStatus: 'MissingZipCode',
        siteSonarBlockedReason: null,
        patientHistoriesBlockedReason: 'MissingZipCode',
        ehrSearchBlockedReason: 'MissingZipCode',
      });
      expect(submittedFor('Amy')).toEqual([]);
    });

    test('start after the approval if nothing else blocks them, and the others stay held [SEARCH-1] [DECISION-13]', async () => {
      const patient = await storedPatient(world, company, 'live', 'amy');
      await review(world, patient, { authorizationStatus: 'Approved' });
      await world.receiver.until('/events', () => eventsOf('amy').includes('siteSonar.started'));
      await submissions('Amy', 1);
      expect(submittedFor('Amy')).toEqual(['siteSonar']);
      const { searches } = await storedPatient(world, company, 'live', 'amy');
      expect(searches.map(({ kind, phase, waitsFor }) => [kind, phase, waitsFor])).toEqual([
        ['siteSonar', 'running', null],
        ['patientHistories', 'armed', 'zipCode'],
        ['ehrSearch', 'armed', 'zipCode'],
      ]);
      const key = `patient-search/${patient.uid}`;
      const details = await world.detailsWhen(key, text => text.includes('Site Sonar**: running'));
      expect(details).toContain('EHR Search**: armed, waiting for a ZIP code');
    });

    test('stay held for a new review when a ZIP code is added [DECISION-18]', async () => {
      const patient = await storedPatient(world, company, 'live', 'amy');
      await putPatient(world, company, 'live', 'amy', { ...jane, firstName: 'Amy', zipCode: '02139' });
      await review(world, patient, { authorizationStatus: 'WrongPatientName' });
      expect(
        (await storedPatient(world, company, 'live', 'amy')).searches.map(({ waitsFor }) => waitsFor),
      ).toEqual([null, 'approval', 'approval']);
      await review(world, patient, { authorizationStatus: 'Approved' });
      await submissions('Amy', 3);
      expect(submittedFor('Amy')).toEqual(['ehrSearch', 'patientHistories', 'siteSonar']);
    });
  });

  test('submits a run again with the same id when its workflow was lost', async () => {
    const patient = await storedPatient(world, company, 'live', 'amy');
    const names = (): string[] =>
      partner.submitted
        .filter(({ patient: { firstName } }) => firstName === 'Amy')
        .map(({ runUid }) => runUid);
    const before = names();
    await world.workflow(`patient-search/${patient.uid}`).terminate('lost, for the test');
    await putPatient(world, company, 'live', 'amy', {
      ...jane,
      firstName: 'Amy',
      zipCode: '02139',
      mobile: '+16175550100',
    });
    await submissions('Amy', 6);
    expect(new Set(names())).toEqual(new Set(before));
    expect(eventsOf('amy').filter(name => name === 'siteSonar.started')).toHaveLength(1);
  });

  test('keeps a search whose partner is missing, without retries, until there is one [SEARCH-26]', async () => {
    partner.isConfigured = false;
    await call('PUT', patientsPath(company, 'covered', 'max'), {
      ...jane,
      firstName: 'Max',
      siteSonar: true,
    });
    const { uid } = await storedPatient(world, company, 'covered', 'max');
    await world.sent();
    const shown = '- **Site Sonar**: armed, waiting for a partner: none is configured';
    await world.detailsWhen(`patient-search/${uid}`, details => details === shown);
    // It isn't retried: nothing happens until there is a partner.
    const description = await world.workflow(`patient-search/${uid}`).describe();
    expect(description.raw.pendingActivities ?? []).toEqual([]);
    expect((await call('GET', patientsPath(company, 'covered', 'max'))).json['searchStatus']).toBe(
      'Processing',
    );
    const [search] = (await storedPatient(world, company, 'covered', 'max')).searches;
    expect([search?.phase, search?.waitsFor]).toEqual(['armed', 'partner']);

    // One gauge is the alarm, however many searches wait, and they continue once the partner is configured.
    const metrics = createMetrics('test');
    const parts = { ...world.services, partners: partner.partners, metrics };
    const waiting = async (): Promise<number | undefined> =>
      (await metrics.searchesWithoutPartner.get()).values.find(({ labels }) => labels.search === 'siteSonar')
        ?.value;
    await findPartners(parts);
    expect(await waiting()).toBe(1);
    partner.isConfigured = true;
    await findPartners(parts);
    expect(await waiting()).toBe(0);
    await submissions('Max', 1);
    await world.receiver.until('/events', () => eventsOf('max').includes('siteSonar.started'));
    expect(eventsOf('max').filter(name => name === 'siteSonar.started')).toHaveLength(1);
  });

  test('sends no record request before its approval, and ends one that operators end [DECISION-14] [DESK-43]', async () => {
    await putPatient(world, company, 'live', 'ray', { ...jane, firstName: 'Ray' });
    const path = `${patientsPath(company, 'live', 'ray')}/record-requests`;
    const made = await call('POST', path, {
      siteName: 'Harbor General Hospital',
      siteAddressLine1: '1 Harbor Way',
      siteCity: 'Salem',
      siteState: 'MA',
      siteZip: '01970',
      medicalRecord: true,
    });
    expect(made.status).toBe(201);
    await world.company('umbrella');
    const { requests } = made.json as { requests: Array<{ request: { id: string } }> };
    const id = requests[0]?.request.id ?? '';
    await world.sent();
    const workflowId = `record-request/${id}`;
    const waiting = 'Waiting for the approval of the authorization: nothing is sent before that.';
    await world.detailsWhen(workflowId, details => details === waiting);
    const described = await world.workflow(workflowId).describe();
    expect(described.status.name).toBe('RUNNING');
    await expect(described.staticSummary()).resolves.toBe('One kind of record, requested from one site');
    // The Temporal UI shows this as a link.
    const back = `https://records.example/desk/workflows/record-request/${id}`;
    await expect(described.staticDetails()).resolves.toBe(`[Open in the desk](${back})`);
    expect((await call('GET', `${path}/${id}`)).json).toMatchObject({
      request: { status: 'Submitted', completionDate: null },
      deliverables: [],
    });
    expect((await call('GET', `${path}/${id}/deliverables`)).json).toEqual({ files: [] });

    const move = ['record-request', 'set-status', id, 'SiteClosed', '--company'];
    const foreign = await admin(world, [...move, 'umbrella']);
    expect(foreign).toMatchObject({
      exitCode: 1,
      stderr: 'The company has no record request with this ID.\n',
    });
    expect((await admin(world, [...move, 'acme'])).exitCode).toBe(0);
    await world.result(workflowId);
    expect(await world.details(workflowId)).toBe('Done: SiteClosed.');
    const { searchAttributes } = await world.workflow(workflowId).describe();
    expect(searchAttributes['RecordwellStatus']).toEqual(['SiteClosed']);
    await world.receiver.until('/events', () => eventsOf(id).includes('recordRequest.recordsNotFound'));
  });

  test('refuses every change once it is closed, and can still be read [DECISION-41]', async () => {
    const key = company.productionKey;
    await world.call('PUT', '/v0/companies/acme/projects/ending', {
      key,
      body: { name: 'Ending', purpose: 'Legal' },
    });
    const path = patientsPath(company, 'ending', 'last');
    await call('PUT', path, { ...jane, siteSonar: true });
    await world.change(change =>
      changeProjectStatus(change, { companyId: 'acme', projectId: 'ending', status: 'Closed' }),
    );
    const changes: Array<[string, string, object]> = [
      ['PUT', path, { ...jane, firstName: 'Joan' }],
      ['PUT', patientsPath(company, 'ending', 'new'), jane],
      ['POST', patientsPath(company, 'ending'), jane],
      ['PATCH', `${path}/search-level`, { siteSonar: false }],
      ['POST', `${path}/record-requests`, { siteId: '01936f2e-7b3c-7a51-8f0d-3c5b2d1e4f61', billing: true }],
    ];
    for (const [method, target, body] of changes) {
      const answer = await call(method, target, body);
      expect({ method, target, status: answer.status }).toEqual({ method, target, status: 403 });
      expect(answer.json['error']).toContain('The project is closed.');
    }
    expect((await call('GET', path)).json).toMatchObject({ patient: { firstName: 'Jane', siteSonar: true } });
  });

  test('holds its searches while it is closed, and continues them when it is live again [DECISION-41]', async () => {
    const project = { name: 'Pausing', purpose: 'CoveredTreatment' };
    await call('PUT', '/v0/companies/acme/projects/pausing', project);
    const setStatus = (status: 'Live' | 'Closed') =>
      world.change(change =>
        changeProjectStatus(change, { companyId: 'acme', projectId: 'pausing', status }),
      );
    partner.isConfigured = false;
    await call('PUT', patientsPath(company, 'pausing', 'pia'), {
      ...jane,
      firstName: 'Pia',
      siteSonar: true,
    });
    const { uid } = await storedPatient(world, company, 'pausing', 'pia');
    const workflowId = `patient-search/${uid}`;
    await world.sent();
    await setStatus('Closed');
    await world.detailsWhen(workflowId, details => details.includes('its project is closed'));
    partner.isConfigured = true;
    expect(submittedFor('Pia')).toEqual([]);
    await setStatus('Live');
    await submissions('Pia', 1);
  });

  test("refuses a search that the company isn't approved for, except Site Sonar, which needs no approval [PATIENT-17]", async () => {
    const bare = await world.company('bare');
    for (const feature of ['ehrSearch', 'patientHistories'] as const)
      await world.change(change => approveFeature(change, { companyId: 'bare', feature, isApproved: false }));
    const put = (body: object): Promise<Answer> => putPatient(world, bare, 'live', 'p', { ...jane, ...body });
    expect((await put({ ehrSearch: true })).status).toBe(403);
    expect((await put({ patientHistories: true })).status).toBe(403);
    const taken = await put({ siteSonar: true, ehrSearch: false });
    expect(taken.json).toMatchObject({
      searchStatus: 'Processing',
      ehrSearchAvailable: false,
      patientHistoriesAvailable: false,
    });
    const level = `${patientsPath(bare, 'live', 'p')}/search-level`;
    const key = bare.productionKey;
    expect((await world.call('PATCH', level, { key, body: { patientHistories: true } })).status).toBe(403);
    // On a sandbox project every search is available.
    const sandbox = await putPatient(world, bare, 'sandbox', 'p', { ...jane, ...allSearches });
    expect(sandbox.json).toMatchObject({ ehrSearchAvailable: true, patientHistoriesAvailable: true });
  });
});
