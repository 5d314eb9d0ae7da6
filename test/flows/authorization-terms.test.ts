/** What an expired or revoked authorization holds back on live projects, and what lets it go on. */
import { createPartners, type Partners } from '../../src/partners/partners';
import type { SearchRequest } from '../../src/partners/search-partner';
import { sandbox } from '../../src/sandbox/sandbox';
import type { Answer, TestCompany } from '../support/api-world';
import { anyPurpose } from '../support/any-purpose';
import { startFlowWorld, type FlowWorld } from '../support/flow-world';
import {
  decideOnPaper,
  jane,
  mercyClinic,
  patientsPath,
  putPatient,
  storedPatient,
} from '../support/patients';
import { readRows } from '../support/records';
import { until } from '../support/until';

const submitted: SearchRequest[] = [];
const deployed = createPartners(undefined, sandbox);
const partners: Partners = {
  facilityChannel: deployed.facilityChannel,
  searchPartner: (kind, place) =>
    place.status === 'Sandbox'
      ? deployed.searchPartner(kind, place)
      : {
          kind: 'direct',
          name: 'claimsnet',
          ...anyPurpose,
          submit: async request => {
            submitted.push(request);
            return { kind: 'accepted', askAgainAfterMs: 1_000 };
          },
        },
};

describe('An authorization that is no longer valid', () => {
  let world: FlowWorld;
  let company: TestCompany;
  beforeAll(async () => {
    world = await startFlowWorld({ partners, alsoServes: ['documents'] });
    company = await world.company('acme');
  });
  afterAll(() => world.close());

  const call = (method: string, path: string, body?: object): Promise<Answer> =>
    world.call(method, path, { key: company.productionKey, ...(body === undefined ? {} : { body }) });
  const pathOf = (id: string): string => patientsPath(company, 'live', id);
  const runsFor = (firstName: string): string[] =>
    submitted.filter(({ patient }) => patient.firstName === firstName).map(({ runUid }) => runUid);

  async function decide(id: string, expiresOn?: string | null): Promise<void> {
    const { version } = await storedPatient(world, company, 'live', id);
    const ref = { companyId: company.id, projectId: 'live', patientId: id };
    const decision = { status: 'Approved', version, expiresOn } as const;
    await world.change(change => decideOnPaper(change, ref, decision));
  }

  async function uploadAgain(id: string): Promise<void> {
    const { json } = await call('GET', `${pathOf(id)}/authorization`);
    const answer = await fetch(String(json['uploadUrl']), { method: 'PUT', body: Buffer.from('%PDF-1.7') });
    expect(answer.status).toBe(200);
    await call('GET', `${pathOf(id)}/authorization`);
  }

  async function saysOfSearches(id: string, words: string): Promise<string> {
    const { uid } = await storedPatient(world, company, 'live', id);
    return world.detailsWhen(`patient-search/${uid}`, details => details.includes(words));
  }

  test('sends no search once it has expired, until there is one that has not [AUTH-24]', async () => {
    await putPatient(world, company, 'live', 'eve', { ...jane, firstName: 'Eve', siteSonar: true });
    await decide('eve', '2026-01-31');
    await saysOfSearches('eve', 'armed, held: the authorization has expired');
    expect((await call('GET', pathOf('eve'))).json).toMatchObject({
      authorizationStatus: 'Approved',
      authorizationExpiresOn: '2026-01-31',
      authorizationRevokedOn: null,
      searchStatus: 'Processing',
    });
    expect(runsFor('Eve')).toEqual([]);
    await decide('eve', '2199-01-31');
    await until(
      'a submission',
      () => runsFor('Eve').length,
      count => count > 0,
    );
  });

  test('sends nothing once it was revoked, not even a run that is under way, until another is approved [AUTH-24]', async () => {
    await putPatient(world, company, 'live', 'rex', { ...jane, firstName: 'Rex', siteSonar: true });
    await decide('rex');
    await until(
      'two submissions of one run',
      () => runsFor('Rex').length,
      count => count > 1,
    );
    const revoked = await call('PUT', `${pathOf('rex')}/authorization/revocation`, {
      revokedOn: '2026-11-20',
    });
    expect(revoked).toMatchObject({
      status: 200,
      json: { authorizationStatus: 'Approved', authorizationRevokedOn: '2026-11-20' },
    });
    await saysOfSearches('rex', 'running, held: the patient revoked the authorization');
    const sent = runsFor('Rex');

    const made = await call('POST', `${pathOf('rex')}/record-requests`, { ...mercyClinic, billing: true });
    const { requests } = made.json as { requests: Array<{ request: { id: string; status: string } }> };
    const [{ request } = { request: { id: '', status: '' } }] = requests;
    await world.sent();
    const details = await world.detailsWhen(`record-request/${request.id}`, text => text.includes('Waiting'));
    expect([request.status, details]).toEqual([
      'Submitted',
      'Waiting for another authorization: this one has expired or was revoked, and nothing is sent.',
    ]);
    await expect(decide('rex')).rejects.toThrow(/revoked this authorization/);

    await uploadAgain('rex');
    await saysOfSearches('rex', 'running, waiting for the approval of the authorization');
    expect((await call('GET', pathOf('rex'))).json).toMatchObject({
      authorizationStatus: 'NeedsApproval',
      authorizationRevokedOn: null,
    });
    expect(runsFor('Rex')).toEqual(sent);
    await decide('rex');
    await until(
      'the same run to go on',
      () => runsFor('Rex').length,
      count => count > sent.length,
    );
    expect(new Set(runsFor('Rex')).size).toBe(1);
    await world.detailsWhen(`record-request/${request.id}`, text => text.includes('operator'));
    const audits = await readRows<{ event: string; actor_kind: string }>(
      world.db,
      `select event, actor_kind from audit_event where event = 'authorization.revoke'`,
      [],
    );
    expect(audits).toEqual([{ event: 'authorization.revoke', actor_kind: 'key' }]);
  });
});
