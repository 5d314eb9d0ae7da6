// Objection: adding a row and reading a short list, not on a hot path.
import type { Executor, Transaction } from '../database';
import { DisclosureModel, type Disclosure } from '../models/disclosure';
import { valuesOf } from '../table';

export type { Disclosure } from '../models/disclosure';

/** Stores a disclosure. */
export async function insertDisclosure(tx: Transaction, disclosure: Disclosure): Promise<void> {
  await DisclosureModel.query(tx).insert(valuesOf(DisclosureModel, disclosure));
}

/** Lists the latest disclosures of a patient, newest first. */
export async function listDisclosures(
  executor: Executor,
  patientUid: string,
  limit: number,
): Promise<Disclosure[]> {
  return DisclosureModel.query(executor)
    .where({ patient_uid: patientUid })
    .orderBy([
      { column: 'disclosed_at', order: 'desc' },
      { column: 'uid', order: 'desc' },
    ])
    .limit(limit);
}
