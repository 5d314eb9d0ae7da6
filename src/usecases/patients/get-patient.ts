import { notFound } from '../../domain/problem';
import type { Executor, Transaction } from '../../store/database';
import { findPatient, lockPatient } from '../../store/patients';
import type { Patient } from '../../domain/patients/patient';
import type { Project } from '../../domain/projects/project';

/** @throws Problem 404 when the project has no such patient */
export async function getPatient(executor: Executor, project: Project, id: string): Promise<Patient> {
  const patient = await findPatient(executor, project.uid, id);
  if (patient === undefined) throw notFound('the project has no such patient');
  return patient;
}

/** As `getPatient`, locked until the transaction ends. @throws Problem 404 */
export async function getLockedPatient(tx: Transaction, project: Project, id: string): Promise<Patient> {
  const patient = await lockPatient(tx, project.uid, id);
  if (patient === undefined) throw notFound('the project has no such patient');
  return patient;
}
