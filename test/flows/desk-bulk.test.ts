/** Bulk actions at the desk, run by their workflow. */
import type { TestCompany } from '../support/api-world';
import { failedEndpoint, operatorAtDesk } from '../support/desk-work';
import { startFlowWorld, type FlowWorld } from '../support/flow-world';
import { readRows } from '../support/records';

let world: FlowWorld;
let acme: TestCompany;
beforeAll(async () => {
  world = await startFlowWorld();
  acme = await world.company('acme');
});
afterAll(() => world.close());

test('A bulk action enables many endpoints in a workflow of several steps, and reports the result [DESK-30]', async () => {
  const olga = await operatorAtDesk(world, 'Olga');
  const item: string[] = [];
  for (let made = 0; made < 21; made += 1)
    item.push(`endpoint:${await failedEndpoint(world, acme, new Date(Date.now() - 86_400_000))}`);
  const { location } = await olga.send('/desk?kind=endpoint', '/desk/bulk', { action: 'enable', item });
  const workflowId = `desk-bulk/${location.slice(location.lastIndexOf('/') + 1)}`;
  await world.sent();
  await world.result(workflowId);
  expect(await world.details(workflowId)).toBe('Done: 21 done, 0 refused, 0 no longer waiting.');
  expect(await readRows(world.db, `select uid from webhook_endpoint where disabled_by = 'failures'`)).toEqual(
    [],
  );
  expect((await olga.get(location)).html).toContain('Finished, ');
});
