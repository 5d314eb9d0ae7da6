import type { BenchServices } from './services';

// As the product's change writes it: the rows, and the notice that wakes the relays at the commit.
const insertEvents = `
  insert into outbox_event (uid, event_type, company_uid, project_uid, patient_uid, record_kind, record_uid,
    tracked_by_user_uid, is_sandbox, changed, emitted_at)
  select uuidv7(), 'patient.updated', p.company_uid, p.project_uid, p.uid, 'patient', p.uid, null, true, array['mobile'], now()
  from patient p order by random() limit $1`;

/**
 * Commits events about that many patients, each another one, so that none waits for the delivery of one before.
 * @returns when they were committed, in milliseconds since 1970
 */
export async function emitEvents({ owner }: BenchServices, count: number): Promise<number> {
  const client = await owner.connect();
  try {
    await client.query('begin');
    await client.query(insertEvents, [count]);
    await client.query("select pg_notify('recordwell_outbox', '')");
    await client.query('commit');
    return Date.now();
  } finally {
    client.release();
  }
}
