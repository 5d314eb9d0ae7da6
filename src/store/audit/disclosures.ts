import type { Executor, Transaction } from '../database';
import { DisclosureModel, type Disclosure } from '../models/disclosure';
import { named } from '../named';
import { insert, selectList, valuesOf } from '../table';

export type { Disclosure } from '../models/disclosure';

const insertRow = named<never, Disclosure>(insert(DisclosureModel));

/** Stores a disclosure. */
export async function insertDisclosure(tx: Transaction, disclosure: Disclosure): Promise<void> {
  await insertRow.run(tx, valuesOf(DisclosureModel, disclosure));
}

const ofPatient = named<Disclosure, { patientUid: string; limit: number }>(`
  select ${selectList(DisclosureModel, 'd')} from disclosure d where d.patient_uid = :patientUid
  order by d.disclosed_at desc, d.uid desc limit :limit
`);

/** The latest disclosures of a patient, newest first. */
export async function listDisclosures(
  executor: Executor,
  patientUid: string,
  limit: number,
): Promise<Disclosure[]> {
  return ofPatient.run(executor, { patientUid, limit });
}
