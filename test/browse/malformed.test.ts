import { startApiWorld, type ApiWorld, type TestCompany } from '../support/api-world';
import { malformedRequests } from '../support/browse/malformed-requests';

let world: ApiWorld;
let company: TestCompany;
beforeAll(async () => {
  world = await startApiWorld();
  company = await world.company('acme');
});
afterAll(() => world.close());

const requests = malformedRequests();

test('A malformed browse is refused with the place of the error, without a query in PostgreSQL [BROWSE-17] [DECISION-6]', async () => {
  const opened = jest.spyOn(world.services.browse, 'openSnapshot');
  const wrong: unknown[] = [];
  for (const { route, text, status, place } of requests) {
    const answer = await world.call('POST', `/v0/${route}/browse`, {
      key: company.productionKey,
      rawBody: text,
    });
    const error = String(answer.json['error']);
    if (answer.status !== status || !error.includes(`\`${place}\``))
      wrong.push({ route, text: text.slice(0, 200), status, place, answered: answer.status, error });
  }
  expect(wrong).toEqual([]);
  expect(opened).not.toHaveBeenCalled();
}, 180_000);

test('There are more than two hundred malformed requests', () => {
  expect(requests.length).toBeGreaterThan(200);
});

test.each([...new Set(requests.map(({ route }) => route))])(
  'A browse of %s without a body is an empty browse [DECISION-92]',
  async route => {
    const bare = await world.call('POST', `/v0/${route}/browse`, { key: company.productionKey });
    const empty = await world.call('POST', `/v0/${route}/browse`, { key: company.productionKey, body: {} });
    expect([bare.status, bare.json]).toEqual([200, empty.json]);
  },
);
