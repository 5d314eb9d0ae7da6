/** Random rows of the database for the measured pages. */
import type { BenchServices } from '../world/services';

/** The parameters in the path of a page, by name. */
export type Sample = Readonly<Record<string, string>>;

const samplesEach = 200;

/** The query for rows, by the kind of record. */
const statements = {
  patient: `select uid as patient from patient order by random() limit $1`,
  request: `select patient_uid as patient, uid as request from record_request order by random() limit $1`,
  delivery:
    'select endpoint_uid as endpoint, uid as delivery from webhook_delivery order by random() limit $1',
  inboxDelivery: `select delivery_uid as delivery from webhook_inbox order by random() limit $1`,
  import: `select uid as import from bulk_import order by random() limit $1`,
  project: `select uid as project from project order by random() limit $1`,
  member: `select uid as member from membership order by random() limit $1`,
  review: `select p.uid from patient p join authorization_document d on d.patient_uid = p.uid
    where authorization_status = 'NeedsApproval' order by random() limit $1`,
  refused:
    `select patient_uid as uid from patient_search where waits_for = 'rearming' order by random() ` +
    'limit $1',
  waitingRequest: `select uid from record_request where status = 'NeedToReviewResults' order by random()
    limit $1`,
  site: `select uid from site order by random() limit $1`,
  disabledEndpoint: `select uid from webhook_endpoint where disabled_by = 'failures' limit $1`,
  exchange: `select uid from roster_file limit $1`,
  bulk: `select uid from desk_bulk limit $1`,
} as const;

/** A kind of record. */
export type SampleKind = keyof typeof statements;

/** Draws rows of a kind. @throws Error if there are none */
export async function drawSamples({ owner }: BenchServices, kind: SampleKind): Promise<readonly Sample[]> {
  const { rows } = await owner.query<Sample>(statements[kind], [samplesEach]);
  if (rows.length === 0) throw new Error(`The database has no rows of the kind ${kind}.`);
  return rows;
}
