/** Customers' calls, single and mixed, and how many of them a server can answer. */
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Contract } from '../../src/api/pipeline/contract';
import { browseContract } from '../../src/api/resources/browse/contract';
import {
  createPatientContract,
  getAuthorizationContract,
  getPatientContract,
  upsertPatientContract,
} from '../../src/api/resources/patients/contract';
import { visitRoute } from '../../src/browse/catalogue/routes';
import type { BenchContext } from '../bench';
import { median } from '../measure/figures';
import { runClosedLoad, type LoadRequest } from '../measure/load';
import { cpuMsOf } from '../measure/machine';
import { measureInTurns, type RoundFigures } from '../measure/rounds';
import { credentials, patientsPath, projectId, type BenchCompany, type BenchPatient } from './population';
import type { HttpServer } from './servers';

/** Returns a request that reads a patient. */
export function readPatient({ id, company }: BenchPatient): LoadRequest {
  return { method: 'GET', path: `${patientsPath(company)}/${id}`, headers: credentials(company) };
}

/** A made-up new patient, with all searches off. */
export const newPatientForm = {
  firstName: 'Jordan',
  lastNames: ['Sample', 'Example'],
  dateOfBirth: '1984-02-29',
  sex: 'Female',
  zipCodes: ['02139'],
} as const;

/** Returns a request that registers a new patient, with a unique idempotency key. */
export function createPatient(company: BenchCompany): LoadRequest {
  return {
    method: 'POST',
    path: patientsPath(company),
    headers: { ...credentials(company), 'content-type': 'application/json', 'idempotency-key': randomUUID() },
    body: JSON.stringify(newPatientForm),
  };
}

/** Returns a request that updates a patient. */
export function upsertPatient(company: BenchCompany, patientId: string): LoadRequest {
  return {
    method: 'PUT',
    path: `${patientsPath(company)}/${patientId}`,
    headers: { ...credentials(company), 'content-type': 'application/json' },
    body: JSON.stringify(newPatientForm),
  };
}

/** Returns a request that browses a patient's visits. */
export function browseVisits({ id, company }: BenchPatient): LoadRequest {
  return {
    method: 'POST',
    path: '/v0/visits/browse',
    headers: { ...credentials(company), 'content-type': 'application/json' },
    body: JSON.stringify({
      where: { patient: { id: [{ equals: id }] }, project: { id: [{ equals: projectId }] } },
      orderBy: [{ visit: { earliestServiceDate: 'asc' } }],
      take: 25,
    }),
  };
}

/** Returns a request for a patient's authorization, which also reads the object store. */
export function readAuthorization({ id, company }: BenchPatient): LoadRequest {
  return {
    method: 'GET',
    path: `${patientsPath(company)}/${id}/authorization`,
    headers: credentials(company),
  };
}

interface Share {
  readonly ofHundred: number;
  readonly call: (patient: BenchPatient) => LoadRequest;
  /** The contract of the response. */
  readonly contract: Pick<Contract, 'id' | 'responses'>;
}

// Of a hundred calls, most read a patient, and a tenth register a new one.
const shares: readonly Share[] = [
  { ofHundred: 60, call: readPatient, contract: getPatientContract },
  { ofHundred: 15, call: browseVisits, contract: browseContract(visitRoute) },
  { ofHundred: 10, call: ({ company }) => createPatient(company), contract: createPatientContract },
  {
    ofHundred: 10,
    call: ({ company }) => upsertPatient(company, randomUUID()),
    contract: upsertPatientContract,
  },
  { ofHundred: 5, call: readAuthorization, contract: getAuthorizationContract },
];

/** The success statuses of the mix. */
export const mixedStatuses: readonly number[] = [200, 201];

function patientAt(patients: readonly BenchPatient[], index: number): BenchPatient {
  const patient = patients[index];
  if (patient === undefined) throw new Error('The database has no patients.');
  return patient;
}

/** Draws a call of the mix and one of these patients. */
export function drawMixedCall(patients: readonly BenchPatient[]): LoadRequest {
  const patient = patientAt(patients, Math.floor(Math.random() * patients.length));
  let left = Math.random() * 100;
  for (const { ofHundred, call } of shares) {
    left -= ofHundred;
    if (left < 0) return call(patient);
  }
  return readPatient(patient);
}

/** A complete response. */
export interface Sent {
  readonly status: number;
  readonly text: string;
}

/** Sends a single request. */
export async function send(url: string, { method, path, headers, body }: LoadRequest): Promise<Sent> {
  const response = await fetch(url + path, { method, headers, ...(body === undefined ? {} : { body }) });
  return { status: response.status, text: await response.text() };
}

const hasRows = z.object({ table: z.array(z.unknown()).min(1) });

/** Asserts that each call of the mix returns what its contract says, and that a browse finds something. */
export async function assertMixIsAnswered(url: string, patients: readonly BenchPatient[]): Promise<void> {
  for (const [index, { call, contract }] of shares.entries()) {
    const { status, text } = await send(url, call(patientAt(patients, index)));
    const schema = mixedStatuses.includes(status) ? contract.responses[status]?.schema : undefined;
    if (schema === undefined || schema === null)
      throw new Error(`${contract.id} returned ${status}: ${text}`);
    const answer = schema.parse(JSON.parse(text));
    if (call === browseVisits) hasRows.parse(answer);
  }
}

const peakRounds = 3;
/** More than a connection sends in a round, because idempotency keys aren't reused. */
const perConnection = 1_000;

/** Returns the maximum rate of mixed calls: the median of three rounds after a warm-up. */
export async function measurePeak(
  { seconds, sized, tell }: BenchContext,
  url: string,
  patients: readonly BenchPatient[],
): Promise<number> {
  const rates: number[] = [];
  for (let round = 0; round <= sized(peakRounds, 1); round += 1) {
    const requests = () => Array.from({ length: perConnection }, () => drawMixedCall(patients));
    const { perSecond } = await runClosedLoad(url, requests, { seconds, expect: mixedStatuses });
    if (round > 0) rates.push(perSecond);
  }
  const peak = median(rates);
  tell(`peak: ${peak.toFixed(0)} requests/s`);
  return peak;
}

/**
 * Measures the throughput of two servers in turn under the same load, and reports what a request costs each.
 */
export function compareThroughput(
  { rounds, seconds, tell }: BenchContext,
  servers: { readonly ours: HttpServer; readonly comparator: HttpServer },
  load: { readonly requests: () => readonly LoadRequest[]; readonly expect: number },
): Promise<RoundFigures> {
  const measure = async ({ url, pid }: HttpServer): Promise<number> => {
    const before = cpuMsOf(pid);
    const { perSecond } = await runClosedLoad(url, load.requests, { seconds, expect: [load.expect] });
    const perRequest = (cpuMsOf(pid) - before) / (perSecond * seconds);
    tell(`${perRequest.toFixed(3)} ms of processor time per request`);
    return perSecond;
  };
  return measureInTurns(
    { ours: () => measure(servers.ours), comparator: () => measure(servers.comparator) },
    rounds,
    tell,
  );
}
