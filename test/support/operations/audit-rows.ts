import type { ApiWorld } from '../api-world';

/** The audit rows that one request left, by its `X-Request-Id`. */
export async function auditRowsOf(
  world: ApiWorld,
  requestId: string,
): Promise<ReadonlyArray<Record<string, unknown>>> {
  const rows: ReadonlyArray<Record<string, unknown>> = await world
    .db('audit_event')
    .where({ request_id: requestId })
    .select('event', 'outcome', 'problem', 'key_uid', 'company_uid', 'resource_kind', 'resource_uid');
  return rows;
}
