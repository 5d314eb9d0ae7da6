import { listCompanyAudit } from '../../src/store/audit/company-audit';
import { startApiWorld, type ApiWorld, type TestCompany } from '../support/api-world';

let world: ApiWorld;
let company: TestCompany;
beforeAll(async () => {
  world = await startApiWorld();
  company = await world.company('acme');
  await world.db.raw(
    `insert into audit_event (uid, occurred_at, company_uid, actor_kind, event, outcome)
     select gen_random_uuid(), timestamptz '2020-01-02' + n * interval '1 second', ?, 'service',
       case when n = 5 then 'key.revoke' else 'patient.read' end, 'success' from generate_series(1, 100) n`,
    [company.uid],
  );
});
afterAll(() => world.close());

const filter = {
  from: new Date('2020-01-01'),
  until: new Date('2020-02-01'),
  who: undefined,
  resources: undefined,
};
const end = { occurredAt: filter.until, uid: 'ffffffff-ffff-ffff-ffff-ffffffffffff' };

test('Pages follow each other without a gap or a repeat [KEY-26]', async () => {
  const uids: string[] = [];
  let before = end;
  for (let page = 0; page < 4; page += 1) {
    const part = { before, limit: 30, scanned: 1_000 };
    const { rows, next } = await listCompanyAudit(world.db, company.uid, filter, part);
    uids.push(...rows.map(({ uid }) => uid));
    if (next === undefined) break;
    before = next;
  }
  expect([uids.length, new Set(uids).size]).toEqual([100, 100]);
});

test('A page that matches nothing ends after its share of the log, and the next one continues [KEY-26]', async () => {
  const ofKeys = { ...filter, resources: ['key'] };
  const part = { limit: 30, scanned: 60 };
  const first = await listCompanyAudit(world.db, company.uid, ofKeys, { ...part, before: end });
  expect(first.rows).toEqual([]);
  expect(first.next).toBeDefined();
  const second = await listCompanyAudit(world.db, company.uid, ofKeys, {
    ...part,
    before: first.next ?? end,
  });
  expect(second.rows.map(({ event }) => event)).toEqual(['key.revoke']);
  expect(second.next).toBeUndefined();
});
