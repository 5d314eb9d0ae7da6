/** The record of every event, read with a key at the path that the event names. */
import { eventGroupNames, eventTypes } from '../../src/domain/events/event-types';
import { completeResearch } from '../../src/usecases/sites/researches';
import { useDeliveries } from '../support/deliveries';
import { allSearches, jane, mercyClinic, patientsPath, putPatient } from '../support/patients';

const given = useDeliveries();

/** Returns the id of what was read, whichever object has it. */
function idIn(body: Readonly<Record<string, unknown>>): unknown {
  const { patient, request, id } = body as Readonly<Record<string, { readonly id: unknown } | undefined>>;
  return patient?.id ?? request?.id ?? id;
}

test('The `resource` of an event of every group is read with a key, below /v0/ [EVENT-36]', async () => {
  const { world, company } = given;
  const key = company.sandboxKey;
  await world.endpoint(company, `/${company.id}`, { events: [...eventTypes] });
  const call = async (method: string, path: string, body: object) =>
    (await world.call(method, path, { key, body })).json;

  await putPatient(world, company, 'sandbox', 'p', { ...jane, ...allSearches });
  const patient = patientsPath(company, 'sandbox', 'p');
  await call('PATCH', patient, { authorizationStatus: 'Approved' });
  const { requests } = await call('POST', `${patient}/record-requests`, { ...mercyClinic, billing: true });
  const [{ request }] = requests as [{ readonly request: { readonly id: string; readonly siteId: string } }];
  await call('POST', `${patient}/record-requests/${request.id}/notes`, { content: 'The visit was in May.' });
  await world.change(change =>
    completeResearch(change, {
      companyId: company.id,
      environment: 'sandbox',
      siteUid: request.siteId,
      startedByEmail: company.email,
      url: 'https://records.example.com/research/1',
      isBulk: false,
    }),
  );
  await world.ended();

  const received = world.receiver.at(`/${company.id}`).map(({ envelope }) => envelope);
  const groups = new Set(received.map(({ eventType }) => eventType.split('.')[0]));
  expect(groups).toEqual(new Set<string | undefined>(eventGroupNames));
  const resources = [...new Set(received.map(({ resource }) => resource))];
  const read = await Promise.all(
    resources.map(async resource => {
      const answer = await world.call('GET', `/v0/${resource}`, { key });
      return { status: answer.status, isNamed: resource.endsWith(`/${String(idIn(answer.json))}`) };
    }),
  );
  expect(read).toEqual(resources.map(() => ({ status: 200, isNamed: true })));
});
