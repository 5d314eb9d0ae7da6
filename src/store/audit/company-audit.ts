// SQL text: a company's part of the log is read newest first, and a page reads a bounded part of it.
import type { Environment } from '../../domain/projects/project';
import type { Executor } from '../database';
import type { AuditEvent } from '../models/audit-event';
import { named } from '../named';

/** A row of the log, as members see it: who did what to which record, without content. */
export interface CompanyAuditRow extends Pick<
  AuditEvent,
  'uid' | 'occurredAt' | 'actorKind' | 'event' | 'resourceKind' | 'resourceUid' | 'outcome' | 'problem'
> {
  /** The person or the service account; `null` for operators and the service. */
  readonly userName: string | null;
  /** The API key's name; `null` without a key. */
  readonly keyName: string | null;
  /** The patient that the record is or belongs to, if it is a patient or a record request. */
  readonly patientUid: string | null;
  readonly environment: Environment | null;
}

/** A position in the log: the row before which a page starts. */
export interface AuditPosition {
  readonly occurredAt: Date;
  readonly uid: string;
}

/** Who did it: a user, an operator, or the service. */
export type AuditWho = { readonly userUid: string } | 'support' | 'service';

/** The filter for a company's rows. */
export interface CompanyAuditFilter {
  readonly from: Date;
  readonly until: Date;
  readonly who: AuditWho | undefined;
  /** The first words of the events; `undefined` for all. */
  readonly resources: readonly string[] | undefined;
}

interface FilterParams {
  readonly companyUid: string;
  readonly from: Date;
  readonly until: Date;
  readonly userUid: string | null;
  readonly actorKind: string | null;
  readonly resources: readonly string[] | null;
}

interface PageParams extends FilterParams {
  readonly beforeOccurredAt: Date;
  readonly beforeUid: string;
  readonly limit: number;
  readonly scanned: number;
}

const shown = `s.uid, s.occurred_at as "occurredAt", s.actor_kind as "actorKind", s.event,
  s.resource_kind as "resourceKind", s.resource_uid as "resourceUid", s.outcome, s.problem,
  u.name as "userName", k.name as "keyName", p.uid as "patientUid", pr.environment`;

const withNames = `
  left join app_user u on u.uid = s.actor_uid
  left join api_key k on k.uid = s.key_uid
  left join record_request r on s.resource_kind = 'recordRequest' and r.uid = s.resource_uid
  left join patient p
    on p.uid = case s.resource_kind when 'patient' then s.resource_uid else r.patient_uid end
  left join project pr on pr.uid = p.project_uid
  order by s.occurred_at desc, s.uid desc`;

const filtered = `(:userUid::uuid is null or s.actor_uid = :userUid::uuid)
  and (:actorKind::text is null or s.actor_kind = :actorKind::text)
  and (:resources::text[] is null or split_part(s.event, '.', 1) = any(:resources::text[]))`;

const scannedRows = `
  select a.* from audit_event a
  where a.company_uid = :companyUid and a.occurred_at >= :from and a.occurred_at < :until
    and (a.occurred_at, a.uid) < (:beforeOccurredAt::timestamptz, :beforeUid::uuid)
  order by a.occurred_at desc, a.uid desc limit :scanned`;

const listed = named<CompanyAuditRow, PageParams>(`
  select ${shown} from (
    select * from (${scannedRows}) s where ${filtered} order by occurred_at desc, uid desc limit :limit
  ) s ${withNames}
`);

const edge = named<
  AuditPosition & { count: number },
  Omit<PageParams, 'userUid' | 'actorKind' | 'resources' | 'limit'>
>(`
  select s.occurred_at as "occurredAt", s.uid, (count(*) over ())::int as count from (${scannedRows}) s
  order by s.occurred_at, s.uid limit 1
`);

/** The most rows of the log that one page looks through. */
export const auditScanMax = 5_000;

function paramsOf(companyUid: string, { from, until, who, resources }: CompanyAuditFilter): FilterParams {
  const isUser = typeof who === 'object';
  return {
    companyUid,
    from,
    until,
    userUid: isUser ? who.userUid : null,
    actorKind: who === 'support' ? 'operator' : who === 'service' ? 'service' : null,
    resources: resources ?? null,
  };
}

/** A page of a company's log. */
export interface CompanyAuditPage {
  readonly rows: readonly CompanyAuditRow[];
  /** Where the next page starts; `undefined` at the end of the period. */
  readonly next: AuditPosition | undefined;
}

/**
 * Lists a company's audit rows, newest first. A filter that few rows match ends after looking through
 * `auditScanMax` rows, and the next page continues there.
 */
export async function listCompanyAudit(
  executor: Executor,
  companyUid: string,
  filter: CompanyAuditFilter,
  {
    before,
    limit,
    scanned,
  }: { readonly before: AuditPosition; readonly limit: number; readonly scanned: number },
): Promise<CompanyAuditPage> {
  const position = { beforeOccurredAt: before.occurredAt, beforeUid: before.uid, scanned };
  const params = paramsOf(companyUid, filter);
  const found = await listed.run(executor, { ...params, ...position, limit: limit + 1 });
  const rows = found.slice(0, limit);
  if (found.length > limit) {
    const last = rows.at(-1);
    return { rows, next: last && { occurredAt: last.occurredAt, uid: last.uid } };
  }
  const { from, until } = filter;
  const part = { companyUid, from, until, ...position };
  const [last] = await edge.run(executor, part);
  const isMore = last !== undefined && last.count === scanned;
  return { rows, next: isMore ? { occurredAt: last.occurredAt, uid: last.uid } : undefined };
}

const ofPatient = named<
  CompanyAuditRow,
  { companyUid: string; patientUid: string; beforeOccurredAt: Date; beforeUid: string; limit: number }
>(`
  with records as (
    select :patientUid::uuid as uid
    union all select uid from record_request where patient_uid = :patientUid::uuid
  )
  select ${shown} from (
    select found.* from records cross join lateral (
      select a.* from audit_event a
      where a.resource_uid = records.uid and a.company_uid = :companyUid
        and (a.occurred_at, a.uid) < (:beforeOccurredAt::timestamptz, :beforeUid::uuid)
      order by a.occurred_at desc, a.uid desc limit :limit
    ) found order by found.occurred_at desc, found.uid desc limit :limit
  ) s ${withNames}
`);

/** Lists the audit rows of a patient and of their record requests, newest first. */
export async function listPatientAudit(
  executor: Executor,
  { companyUid, patientUid }: { readonly companyUid: string; readonly patientUid: string },
  { before, limit }: { readonly before: AuditPosition; readonly limit: number },
): Promise<CompanyAuditPage> {
  const position = { beforeOccurredAt: before.occurredAt, beforeUid: before.uid };
  const found = await ofPatient.run(executor, { companyUid, patientUid, ...position, limit: limit + 1 });
  const rows = found.slice(0, limit);
  const last = found.length > limit ? rows.at(-1) : undefined;
  return { rows, next: last && { occurredAt: last.occurredAt, uid: last.uid } };
}
