/** When two sides of a benchmark count as giving the same answers. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { assertSameAnswers, comparable } from '../../bench/world/equal-answers';

const stops: Array<() => void> = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

/** Starts a side that answers every request the same. @returns its URL */
async function sideAnswering(body: object, status = 200): Promise<string> {
  const server = createServer((_request, response) => response.writeHead(status).end(JSON.stringify(body)));
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  stops.push(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const read = { method: 'GET', path: '/', headers: {} } as const;
const patient = { firstName: 'Jordan', uploadUrl: 'https://files.example/a1?sig=0f', embedToken: 'abcd-ef' };

test('A field that one side lacks is named', async () => {
  const ours = await sideAnswering({ ...patient, supportingDocuments: { documents: [] } });
  const comparator = await sideAnswering(patient);
  await expect(assertSameAnswers([ours, comparator], [read])).rejects.toThrow('supportingDocuments');
});

test('Generated values may differ between the sides, but not their form', async () => {
  const ours = await sideAnswering(patient);
  const same = await sideAnswering({
    ...patient,
    uploadUrl: 'https://files.example/b2?sig=1e',
    embedToken: 'ghij-kl',
  });
  await assertSameAnswers([ours, same], [read]);
  const longer = await sideAnswering({ ...patient, embedToken: 'abcd-efg' });
  await expect(assertSameAnswers([ours, longer], [read])).rejects.toThrow('embedToken');
});

test("Equal errors don't count as equal answers", async () => {
  const failing = await sideAnswering({ errorId: 'x' }, 500);
  await expect(assertSameAnswers([failing, failing], [read])).rejects.toThrow('errorId');
});

test('An ID is compared unless it is generated', () => {
  expect(comparable('{"id":"a1"}')).not.toEqual(comparable('{"id":"b2"}'));
  expect(comparable('{"id":"a1"}', ['id'])).toEqual(comparable('{"id":"b2"}', ['id']));
});
