// SQL text: all rows of a patient leave and return at once.
import type { ClinicalRowKind, WithdrawalReason, WithdrawnRow } from '../../domain/clinical/withdrawal';
import type { Executor, Transaction } from '../database';
import { WithdrawnRowModel } from '../models/clinical';
import { named, type NamedStatement } from '../named';
import { selectList } from '../table';
import type { patientTables } from './patient-tables';

/** The kinds of rows that belong to a patient, children before the visits that they are part of. */
const tables = {
  labResult: 'lab_result',
  prescriptionFill: 'prescription_fill',
  procedure: 'procedure',
  diagnosis: 'diagnosis',
  visit: 'visit',
} as const satisfies Record<ClinicalRowKind, keyof typeof patientTables>;
const rowKinds = ['labResult', 'prescriptionFill', 'procedure', 'diagnosis', 'visit'] as const;

interface Leaving {
  readonly patientUid: string;
  readonly at: Date;
  readonly reason: WithdrawalReason;
}

const unkept = `from clinical_source s
  join run_candidate c on c.run_uid = s.run_uid and c.number = s.candidate
  where s.patient_uid = :patientUid and c.patient_uid = :patientUid and c.standing = 'accepted'
    and c.content is null`;
const hasUnkept = named<{ uid: string }, { patientUid: string }>(`select s.row_uid as uid ${unkept} limit 1`);

// A row stays if an accepted person whose records aren't kept brought it: it couldn't be put back. So does a
// visit that such a row is part of.
function goes(kind: ClinicalRowKind): string {
  const children = kind === 'visit' ? rowKinds.filter(other => other !== 'visit') : [];
  return [
    `t.uid not in (select s.row_uid ${unkept})`,
    ...children.map(child => `not exists (select from ${tables[child]} o where o.visit_uid = t.uid)`),
  ].join(' and ');
}

// No joins: a plan for few rows would be chosen before it is known how many leave.
function leave(kind: ClinicalRowKind, condition: string): NamedStatement<WithdrawnRow, Leaving> {
  return named(`
    with gone as (
      delete from ${tables[kind]} t where t.patient_uid = :patientUid and ${condition}
      returning t.uid, t.key_hash, t.created_at, (select s.source from clinical_source s
        where s.row_uid = t.uid order by s.created_at, s.run_uid limit 1) as source
    ), sourced as (
      delete from clinical_source s where s.row_uid = any(array(select uid from gone))
    )
    insert into withdrawn_row (patient_uid, row_kind, key_hash, uid, source, created_at, withdrawn_at, reason)
    select :patientUid::uuid, '${kind}', g.key_hash, g.uid, g.source, g.created_at, :at, :reason
    from gone g where g.source is not null
    on conflict on constraint withdrawn_row_pkey do update
      set uid = excluded.uid, source = excluded.source, created_at = excluded.created_at,
        withdrawn_at = excluded.withdrawn_at, reason = excluded.reason
    returning uid, row_kind as "rowKind", source
  `);
}

const leaveAll = rowKinds.map(kind => leave(kind, 'true'));
const leaveKept = rowKinds.map(kind => leave(kind, goes(kind)));

/**
 * Takes all rows of clinical content of a patient out of the tables, except those of accepted people whose
 * records aren't kept. What still is the patient's is stored again right after.
 * @returns the rows that left
 */
export async function withdrawRows(
  tx: Transaction,
  patientUid: string,
  reason: WithdrawalReason,
  at: Date,
): Promise<WithdrawnRow[]> {
  const isAnyUnkept = (await hasUnkept.run(tx, { patientUid })).length > 0;
  const left: WithdrawnRow[] = [];
  for (const kind of isAnyUnkept ? leaveKept : leaveAll)
    left.push(...(await kind.run(tx, { patientUid, at, reason })));
  return left;
}

const returned = rowKinds.map(kind =>
  named<never, { patientUid: string }>(`
    delete from withdrawn_row w using ${tables[kind]} t
    where w.patient_uid = :patientUid and w.row_kind = '${kind}' and t.patient_uid = w.patient_uid
      and t.uid = w.uid
  `),
);
const hasWithdrawn = named<{ uid: string }, { patientUid: string }>(
  'select uid from withdrawn_row where patient_uid = :patientUid limit 1',
);

/** Forgets that rows were withdrawn that the patient has again. */
export async function forgetReturned(tx: Transaction, patientUid: string): Promise<void> {
  if ((await hasWithdrawn.run(tx, { patientUid })).length === 0) return;
  for (const kind of returned) await kind.run(tx, { patientUid });
}

const still = named<WithdrawnRow, { patientUid: string; at: Date }>(`
  select ${selectList(WithdrawnRowModel, 'w', ['uid', 'rowKind', 'source'])} from withdrawn_row w
  where w.patient_uid = :patientUid and w.withdrawn_at = :at order by w.row_kind, w.uid
`);

/** Lists the rows of a patient that were withdrawn at this time and haven't returned. */
export async function listWithdrawnAt(
  executor: Executor,
  patientUid: string,
  at: Date,
): Promise<WithdrawnRow[]> {
  return still.run(executor, { patientUid, at });
}
