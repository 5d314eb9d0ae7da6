/**
 * Searches that a live partner refuses or answers late, with the complete service.
 */
import { noContent } from '../../src/domain/clinical/clinical-content';
import type { Partners } from '../../src/partners/partners';
import type { SearchRequest, SearchResponse } from '../../src/partners/search-partner';
import { stubClinicalContent } from '../../src/sandbox/content/clinical-content';
import type { Patient } from '../../src/domain/patients/patient';
import type { PatientSearch } from '../../src/domain/searches/search';
import { admin } from '../support/admin-shell';
import type { Answer, TestCompany } from '../support/api-world';
import { startFlowWorld, type FlowWorld } from '../support/flow-world';
import { clinicalCounts, patientsPath, review, storedPatient, withheldKinds } from '../support/patients';
import { until } from '../support/until';
import { anyPurpose } from '../support/any-purpose';

const refusal: SearchResponse = {
  kind: 'answered',
  answer: { outcome: 'RequestRejected', code: 'E12', text: 'No person is called Rex Wrong.' },
};
const noHit: SearchResponse = { kind: 'answered', answer: { outcome: 'NoHit', content: noContent } };

describe('Refused search', () => {
  let world: FlowWorld;
  let company: TestCompany;
  const asked: SearchRequest[] = [];
  let answer: (request: SearchRequest) => SearchResponse = () => refusal;
  let held = Promise.resolve();
  const partners: Partners = {
    facilityChannel: () => undefined,
    searchPartner: () => ({
      kind: 'direct',
      name: 'claimsnet',
      ...anyPurpose,
      submit: async request => {
        asked.push(request);
        const response = answer(request);
        await held;
        return response;
      },
    }),
  };
  /** Delays the partner's answers until the returned function is called. */
  function hold(): () => void {
    const release: { now?: () => void } = {};
    held = new Promise<void>(resolve => {
      release.now = resolve;
    });
    return () => {
      held = Promise.resolve();
      release.now?.();
    };
  }
  beforeAll(async () => {
    world = await startFlowWorld({ partners });
    company = await world.company('acme');
    await world.endpoint(company, '/events', { environment: 'production' });
    await world.call('PUT', '/v0/companies/acme/projects/covered', {
      key: company.productionKey,
      body: { name: 'Covered', purpose: 'CoveredTreatment' },
    });
  });
  afterAll(() => world.close());
  beforeEach(() => {
    asked.length = 0;
    answer = () => refusal;
  });

  const form = { firstName: 'Rex', lastNames: ['Wrong'], dateOfBirth: '1984-02-29', siteSonar: true };
  const put = (id: string, body: object): Promise<Answer> =>
    world.call('PUT', patientsPath(company, 'covered', id), { key: company.productionKey, body });
  const stored = (id: string): Promise<Patient> => storedPatient(world, company, 'covered', id);
  const search = async (id: string): Promise<PatientSearch | undefined> => (await stored(id)).searches[0];
  const waitsFor = (id: string, gate: string): Promise<unknown> =>
    until(
      `the search to wait for its ${gate}`,
      async () => (await search(id))?.waitsFor,
      current => current === gate,
    );
  const outcome = (id: string, wanted: string): Promise<unknown> =>
    until(
      `the outcome ${wanted}`,
      async () => (await search(id))?.outcome,
      current => current === wanted,
    );
  const requests = (count: number): Promise<number> =>
    until(
      `${count} requests to the partner`,
      () => asked.length,
      length => length === count,
    );
  const line = (...words: string[]): string[] => [...words, '--company', 'acme', '--project', 'covered'];
  const eventsOf = (id: string): string[] =>
    world.receiver
      .at('/events')
      .filter(({ envelope }) => envelope.data['id'] === id)
      .map(({ envelope }) => `${envelope.eventType} ${String(envelope.data['searchStatus'])}`);
  /** Makes the next unchanged request due. */
  async function makeDue(id: string): Promise<void> {
    const { uid } = await stored(id);
    await world
      .db('patient_search')
      .where({ patient_uid: uid, kind: 'siteSonar' })
      .update({ resend_at: new Date(0) });
    await world.workflow(`patient-search/${uid}`).signal('searchesChanged');
  }

  test('stays armed, shows the reason, and is sent again at once when its details are corrected [SEARCH-9] [SEARCH-19] [DECISION-48]', async () => {
    const answered = await put('rex', form);
    expect(answered.json['searchStatus']).toBe('Processing');
    await waitsFor('rex', 'correction');
    const { uid } = await stored('rex');
    const details = await world.detailsWhen(`patient-search/${uid}`, text => text.includes('E12'));
    // The code and the time of the next request, but never the partner's text.
    expect(details).toMatch(
      /^- \*\*Site Sonar\*\*: armed, rejected by the partner, waiting for corrected details \(code E12\); resent unchanged at \d{4}-\d\d-\d\d \d\d:\d\d UTC$/,
    );
    const shown = await admin(world, line('search', 'show', 'rex', '--json'));
    expect(shown.json()).toContainEqual(
      expect.objectContaining({
        search: 'siteSonar',
        waitsFor: 'correction',
        refusals: 1,
        refusalCode: 'E12',
        refusalText: 'No person is called Rex Wrong.',
      }),
    );
    const read = await world.call('GET', patientsPath(company, 'covered', 'rex'), {
      key: company.productionKey,
    });
    expect(read.json['searchStatus']).toBe('RequestRejected');

    // The partner got only what a search needs, and a change of another detail is no correction.
    const sent = ['dateOfBirth', 'firstName', 'lastNames', 'sex', 'zipCodes'];
    expect(asked.map(({ patient }) => Object.keys(patient).toSorted())).toEqual([sent]);
    await put('rex', { ...form, mobile: '+16175550100' });
    await world.sent();
    expect(asked).toHaveLength(1);

    answer = () => noHit;
    await put('rex', { ...form, firstName: 'Reginald' });
    await requests(2);
    // The edit woke the workflow: it would look again on its own only after hours.
    await outcome('rex', 'NoHit');
    expect(new Set(asked.map(({ runUid }) => runUid)).size).toBe(2);
    await world.ended();
    const events = eventsOf('rex').map(event => event.split(' ')[0]);
    expect(events.filter(name => name === 'siteSonar.started')).toHaveLength(2);
    expect(events.filter(name => name === 'siteSonar.completed')).toHaveLength(2);
    const { searchStatus } = await stored('rex');
    const described = await world.workflow(`patient-search/${uid}`).describe();
    expect(searchStatus).toBe('NoHit');
    expect(described.searchAttributes['RecordwellStatus']).toEqual(['NoHit']);
  });

  test.each(['Rex', '1984-02-29', '02139', 'REX-WRONG', 'e12'])(
    'hides a refusal code in the Temporal UI that could be patient data: %s',
    async code => {
      answer = () => ({
        kind: 'answered',
        answer: { outcome: 'RequestRejected', code, text: 'No person is called so.' },
      });
      const id = `code-${code.length}-${code.charCodeAt(0)}`;
      await put(id, form);
      const { uid } = await stored(id);
      const details = await until(
        'the refusal to be shown',
        () => world.details(`patient-search/${uid}`).catch(() => ''),
        text => text.includes('corrected details'),
      );
      expect(details).not.toContain('code');
    },
  );

  test("isn't sent again when a detail was changed and changed back", async () => {
    await put('back', { ...form, siteSonar: true });
    await waitsFor('back', 'correction');
    const { uid } = await stored('back');
    // Both edits are saved before the workflow checks.
    await world
      .db('patient_search')
      .where({ patient_uid: uid, kind: 'siteSonar' })
      .update({ waits_for: null });
    await world.workflow(`patient-search/${uid}`).signal('searchesChanged');
    await waitsFor('back', 'correction');
    expect(asked).toHaveLength(1);
    expect((await search('back'))?.refusals).toBe(1);
  });

  test('is sent three more times unchanged, and then waits for the provider whatever the customer turns on [SEARCH-20]', async () => {
    await put('stop', form);
    for (const refusals of [1, 2, 3]) {
      await until(
        `refusal ${refusals}`,
        async () => (await search('stop'))?.refusals,
        current => current === refusals,
      );
      await makeDue('stop');
    }
    await waitsFor('stop', 'rearming');
    expect(asked).toHaveLength(4);
    const { uid } = await stored('stop');
    await world.detailsWhen(`patient-search/${uid}`, details => details.includes('re-arm'));

    // Neither corrected details nor turning it off and on restart it now.
    await put('stop', { ...form, siteSonar: false });
    await put('stop', form);
    await waitsFor('stop', 'rearming');
    await put('stop', { ...form, firstName: 'Roy' });
    await put('stop', { ...form, firstName: 'Roy', siteSonar: false });
    await put('stop', { ...form, firstName: 'Roy' });
    expect(await search('stop')).toMatchObject({ phase: 'armed', waitsFor: 'rearming' });
    await world.sent();
    expect(asked).toHaveLength(4);

    answer = () => noHit;
    const rearmed = await admin(world, line('search', 'rearm', 'stop', 'siteSonar', '--json'));
    expect(rearmed).toMatchObject({ exitCode: 0 });
    await outcome('stop', 'NoHit');
    expect(asked).toHaveLength(5);
    const again = await admin(world, line('search', 'rearm', 'stop', 'siteSonar'));
    expect(again).toMatchObject({ exitCode: 1, stdout: '' });
    expect(again.stderr).toContain("isn't waiting because of a rejection");
  });

  test('is sent again at once if its details were corrected while it ran', async () => {
    answer = ({ patient }) => (patient.firstName === 'Rex' ? refusal : noHit);
    const release = hold();
    await put('midway', form);
    await requests(1);
    const { uid } = await stored('midway');
    const details = await world.detailsWhen(`patient-search/${uid}`, text => text !== '');
    expect(details).toBe('- **Site Sonar**: being sent to its partner');
    await put('midway', { ...form, firstName: 'Reginald' });
    release();
    await outcome('midway', 'NoHit');
    expect(asked.map(({ patient }) => patient.firstName)).toEqual(['Rex', 'Reginald']);
  });

  test('is sent once and ends once if the patient is edited a hundred times during the run', async () => {
    answer = () => noHit;
    const release = hold();
    await put('edited', form);
    await requests(1);
    for (let edit = 1; edit <= 100; edit += 1) {
      const answered = await put('edited', { ...form, email: `rex${edit}@mail.org` });
      expect(answered.status).toBe(200);
    }
    await world.sent();
    release();
    await outcome('edited', 'NoHit');
    await world.result(`patient-search/${(await stored('edited')).uid}`);
    expect(asked).toHaveLength(1);
    expect(await search('edited')).toMatchObject({ phase: 'answered', outcome: 'NoHit', run: 1 });
    const names = (await world.events((await stored('edited')).uid)).map(({ eventType }) => eventType);
    expect(names.filter(name => name === 'patient.updated')).toHaveLength(100);
    expect(names.filter(name => name.startsWith('siteSonar.'))).toEqual([
      'siteSonar.started',
      'siteSonar.completed',
    ]);
  }, 60_000);

  test('is declined when a death before 2016 becomes known, also during a run, and its answer is discarded [DECISION-50]', async () => {
    await put('dead', form);
    await waitsFor('dead', 'correction');
    await review(world, await stored('dead'), { dateOfDeath: '2014-05-01' });
    await outcome('dead', 'DeceasedBeforeClinicalData');
    expect(await search('dead')).toMatchObject({ phase: 'answered', waitsFor: null });
    expect((await stored('dead')).searchStatus).toBe('DeceasedBeforeClinicalData');
    expect(asked).toHaveLength(1);

    const content = stubClinicalContent({ patient: form, search: 'siteSonar', until: '2026-01-01' });
    expect(content.visits.length).toBeGreaterThan(0);
    answer = () => ({ kind: 'answered', answer: { outcome: 'Completed', content } });
    const release = hold();
    await put('dying', form);
    await requests(2);
    await review(world, await stored('dying'), { dateOfDeath: '2014-05-01' });
    expect((await stored('dying')).searchStatus).toBe('Processing');
    release();
    await outcome('dying', 'DeceasedBeforeClinicalData');
    expect(await clinicalCounts(world, (await stored('dying')).uid)).toEqual({});
    await world.receiver.until('/events', () =>
      eventsOf('dying').includes('siteSonar.completed DeceasedBeforeClinicalData'),
    );
  });

  test('releases no ambiguous records if the patient died before 2016 and the sex is set', async () => {
    const content = stubClinicalContent({ patient: form, search: 'siteSonar', until: '2026-01-01' });
    const people = [
      { sex: 'Male', content, person: null },
      { sex: 'Female', content, person: null },
    ] as const;
    answer = () => ({ kind: 'answered', answer: { outcome: 'AmbiguousIdentity', people } });
    await put('either', form);
    await outcome('either', 'AmbiguousIdentity');
    await review(world, await stored('either'), { dateOfDeath: '2014-05-01' });
    await put('either', { ...form, sex: 'Male' });
    const resolved = await until(
      'the ambiguity to be resolved',
      async () => (await search('either'))?.outcome,
      current => current !== 'AmbiguousIdentity',
    );
    expect(resolved).toBe('DeceasedBeforeClinicalData');
    const { uid } = await stored('either');
    expect(await clinicalCounts(world, uid)).toEqual({});
    expect(await withheldKinds(world, uid)).toEqual([]);
  });
});
