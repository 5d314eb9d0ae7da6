/** What becomes of a search that a live partner refuses, and of what a partner answers late, on the whole service. */
import { noContent } from '../../src/domain/clinical/clinical-content';
import type { Partners } from '../../src/partners/partners';
import type { SearchRequest, SearchResponse } from '../../src/partners/search-partner';
import type { Patient, PatientSearch } from '../../src/store/queries/patients';
import { admin } from '../support/admin-shell';
import type { Answer, TestCompany } from '../support/api-world';
import { startFlowWorld, type FlowWorld } from '../support/flow-world';
import { patientsPath, review, storedPatient } from '../support/patients';

const refusal: SearchResponse = {
  kind: 'answered',
  answer: { outcome: 'RequestRejected', code: 'E12', text: 'No person is called Rex Wrong.' },
};
const noHit: SearchResponse = { kind: 'answered', answer: { outcome: 'NoHit', content: noContent } };

describe('a search that a partner refuses', () => {
  let world: FlowWorld;
  let company: TestCompany;
  const asked: SearchRequest[] = [];
  let answer: (request: SearchRequest) => SearchResponse = () => refusal;
  const partners: Partners = {
    facilityChannel: () => undefined,
    searchPartner: () => ({
      kind: 'direct',
      name: 'claimsnet',
      submit: async request => {
        asked.push(request);
        return answer(request);
      },
    }),
  };
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
  async function until(condition: () => Promise<boolean>): Promise<void> {
    while (!(await condition())) await new Promise(resolve => setTimeout(resolve, 30));
  }
  const waitsFor = (id: string, gate: string): Promise<void> =>
    until(async () => (await search(id))?.waitsFor === gate);
  const line = (...words: string[]): string[] => [...words, '--company', 'acme', '--project', 'covered'];
  const eventsOf = (id: string): string[] =>
    world.receiver
      .at('/events')
      .filter(({ envelope }) => envelope.data['id'] === id)
      .map(({ envelope }) => `${envelope.eventType} ${String(envelope.data['searchStatus'])}`);
  /** Lets the time of the next unchanged request come. */
  async function makeDue(id: string): Promise<void> {
    const { uid } = await stored(id);
    await world
      .db('patient_search')
      .where({ patient_uid: uid, kind: 'siteSonar' })
      .update({ resend_at: new Date(0) });
    await world.workflow(`patient-search/${uid}`).signal('searchesChanged');
  }

  it('stays armed, tells why, and goes again within a second when what was sent is corrected', async () => {
    const answered = await put('rex', form);
    expect(answered.json['searchStatus']).toBe('Processing');
    await waitsFor('rex', 'correction');
    const { uid } = await stored('rex');
    const details = (): Promise<string> => world.details(`patient-search/${uid}`);
    await until(async () => (await details()).includes('E12'));
    // The code, and when it goes again; never the partner's words.
    expect(await details()).toMatch(
      /^- \*\*Site Sonar\*\*: armed, refused by the partner, waiting for corrected details \(code E12\); goes again unchanged at \d{4}-\d\d-\d\d \d\d:\d\d UTC$/,
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

    // A detail that is not sent is no correction.
    await put('rex', { ...form, mobile: '+16175550100' });
    await world.sent();
    expect(asked).toHaveLength(1);

    answer = () => noHit;
    const correctedAt = Date.now();
    await put('rex', { ...form, firstName: 'Reginald' });
    await until(async () => asked.length === 2);
    expect(Date.now() - correctedAt).toBeLessThan(1_000);
    await until(async () => (await search('rex'))?.outcome === 'NoHit');
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

  it('is not sent again by a detail that was changed and changed back', async () => {
    await put('back', { ...form, siteSonar: true });
    await waitsFor('back', 'correction');
    const { uid } = await stored('back');
    // Both edits land before the workflow looks.
    await world.change(async ({ tx }) => {
      await tx('patient_search').where({ patient_uid: uid, kind: 'siteSonar' }).update({ waits_for: null });
    });
    await world.workflow(`patient-search/${uid}`).signal('searchesChanged');
    await waitsFor('back', 'correction');
    expect(asked).toHaveLength(1);
    expect((await search('back'))?.refusals).toBe(1);
  });

  it('unchanged goes again three times, then waits for the provider, whatever the customer switches', async () => {
    await put('stop', form);
    for (const refusals of [1, 2, 3]) {
      await until(async () => (await search('stop'))?.refusals === refusals);
      await makeDue('stop');
    }
    await waitsFor('stop', 'rearming');
    expect(asked).toHaveLength(4);
    const { uid } = await stored('stop');
    await until(async () => (await world.details(`patient-search/${uid}`)).includes('re-arm'));

    // Corrected details alone do not move it now, nor does switching it off and on with the same ones.
    await put('stop', { ...form, siteSonar: false });
    await put('stop', form);
    await waitsFor('stop', 'rearming');
    await put('stop', { ...form, firstName: 'Roy' });
    await world.sent();
    expect(asked).toHaveLength(4);

    answer = () => noHit;
    const rearmed = await admin(world, line('search', 'rearm', 'siteSonar', 'stop', '--json'));
    expect(rearmed).toMatchObject({ exitCode: 0 });
    await until(async () => (await search('stop'))?.outcome === 'NoHit');
    expect(asked).toHaveLength(5);
    const again = await admin(world, line('search', 'rearm', 'siteSonar', 'stop'));
    expect(again).toMatchObject({ exitCode: 1, stdout: '' });
    expect(again.stderr).toContain('does not wait because of a refusal');
  });

  it('goes again at once when its details were corrected while it ran', async () => {
    let release = (): void => undefined;
    const held = new Promise<void>(resolve => {
      release = resolve;
    });
    const { submit } = partners.searchPartner('siteSonar', { status: 'Live', companyId: 'acme' }) as {
      submit: (request: SearchRequest) => Promise<SearchResponse>;
    };
    expect(submit).toBeDefined();
    answer = ({ patient }) => (patient.firstName === 'Rex' ? refusal : noHit);
    const original = partners.searchPartner;
    Object.assign(partners, {
      searchPartner: () => ({
        kind: 'direct',
        name: 'claimsnet',
        submit: async (request: SearchRequest) => {
          asked.push(request);
          if (request.patient.firstName === 'Rex') await held;
          return answer(request);
        },
      }),
    });
    await put('midway', form);
    await until(async () => asked.length === 1);
    const { uid } = await stored('midway');
    expect(await world.details(`patient-search/${uid}`)).toBe('- **Site Sonar**: being sent to its partner');
    await put('midway', { ...form, firstName: 'Reginald' });
    release();
    await until(async () => (await search('midway'))?.outcome === 'NoHit');
    Object.assign(partners, { searchPartner: original });
    expect(asked.map(({ patient }) => patient.firstName)).toEqual(['Rex', 'Reginald']);
  });

  it('is declined when a death before 2016 becomes known, during a run too, and nothing of its answer is kept', async () => {
    await put('dead', form);
    await waitsFor('dead', 'correction');
    await review(world, await stored('dead'), { dateOfDeath: '2014-05-01' });
    await until(async () => (await search('dead'))?.outcome === 'DeceasedBeforeClinicalData');
    expect(await search('dead')).toMatchObject({ phase: 'answered', waitsFor: null });
    expect((await stored('dead')).searchStatus).toBe('DeceasedBeforeClinicalData');
    expect(asked).toHaveLength(1);
  });
});

describe('a patient with ten thousand signals', () => {
  let world: FlowWorld;
  let company: TestCompany;
  beforeAll(async () => {
    world = await startFlowWorld({
      partners: { searchPartner: () => undefined, facilityChannel: () => undefined },
    });
    company = await world.company('acme');
  });
  afterAll(() => world.close());

  it('is looked after by one workflow, continued as new, that knows where the searches stand', async () => {
    await world.call('PUT', patientsPath(company, 'live', 'busy'), {
      key: company.productionKey,
      body: {
        firstName: 'Bo',
        lastNames: ['Busy'],
        dateOfBirth: '1984-02-29',
        siteSonar: true,
        ehrSearch: true,
      },
    });
    const { uid } = await storedPatient(world, company, 'live', 'busy');
    await world.sent();
    const handle = world.workflow(`patient-search/${uid}`);
    const first = (await handle.describe()).runId;
    // One after the other, as the outbox sends what is for one workflow: the server itself fails a task behind which
    // a hundred signals wait.
    for (let sent = 0; sent < 10_000; sent += 1) await handle.signal('searchesChanged');
    const waiting = [
      '- **Site Sonar**: armed, waiting for the approval of the authorization',
      '- **EHR Search**: armed, waiting for a ZIP code',
    ].join('\n');
    // A task that a signal overtakes is made again; a query in between is refused.
    while ((await world.details(`patient-search/${uid}`).catch(() => '')) !== waiting)
      await new Promise(resolve => setTimeout(resolve, 50));
    const last = await handle.describe();
    expect(last.status.name).toBe('RUNNING');
    expect(last.runId).not.toBe(first);
    expect(last.historyLength).toBeLessThan(10_000);
    // What an operator filters and reads by goes along.
    expect(last.searchAttributes).toMatchObject({
      RecordwellCompany: ['acme'],
      RecordwellStatus: ['Processing'],
    });
    await expect(last.staticSummary()).resolves.toBe('Searches of one patient');
  }, 300_000);
});
