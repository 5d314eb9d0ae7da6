/** What customers call, one by one and mixed, and how much of it a server answers. */
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

/** Reads a patient. */
export function readPatient({ id, company }: BenchPatient): LoadRequest {
  return { method: 'GET', path: `${patientsPath(company)}/${id}`, headers: credentials(company) };
}

/** What a customer sends for a new patient, with no search switched on; nothing of it is anybody's. */
export const newPatientForm = {
  firstName: 'Jordan',
  lastNames: ['Sample', 'Example'],
  dateOfBirth: '1984-02-29',
  sex: 'Female',
  zipCodes: ['02139'],
} as const;

/** Registers a new patient; each call has an idempotency key of its own. */
export function createPatient(company: BenchCompany): LoadRequest {
  return {
    method: 'POST',
    path: patientsPath(company),
    headers: { ...credentials(company), 'content-type': 'application/json', 'idempotency-key': randomUUID() },
    body: JSON.stringify(newPatientForm),
  };
}

/** Brings a patient to the form. */
export function upsertPatient(company: BenchCompany, patientId: string): LoadRequest {
  return {
    method: 'PUT',
    path: `${patientsPath(company)}/${patientId}`,
    headers: { ...credentials(company), 'content-type': 'application/json' },
    body: JSON.stringify(newPatientForm),
  };
}

/** Browses a patient's visits. */
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

/** Asks where a patient's authorization is: the object store is asked as well. */
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
  /** What promises the answer. */
  readonly contract: Pick<Contract, 'id' | 'responses'>;
}

// Of a hundred calls of a customer: most are looks at a patient, a tenth are new ones.
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

/** The statuses with which the mix is answered when all is well. */
export const mixedStatuses: readonly number[] = [200, 201];

function patientAt(patients: readonly BenchPatient[], index: number): BenchPatient {
  const patient = patients[index];
  if (patient === undefined) throw new Error('There are no patients.');
  return patient;
}

/** A call of the mix about one of these patients, both drawn anew. */
export function drawMixedCall(patients: readonly BenchPatient[]): LoadRequest {
  const patient = patientAt(patients, Math.floor(Math.random() * patients.length));
  let left = Math.random() * 100;
  for (const { ofHundred, call } of shares) {
    left -= ofHundred;
    if (left < 0) return call(patient);
  }
  return readPatient(patient);
}

/** An answer, read whole. */
export interface Sent {
  readonly status: number;
  readonly text: string;
}

/** Sends one request by itself. */
export async function send(url: string, { method, path, headers, body }: LoadRequest): Promise<Sent> {
  const response = await fetch(url + path, { method, headers, ...(body === undefined ? {} : { body }) });
  return { status: response.status, text: await response.text() };
}

const hasRows = z.object({ table: z.array(z.unknown()).min(1) });

/** Asserts that each call of the mix is answered as its contract says, and that a browse finds something. */
export async function assertMixIsAnswered(url: string, patients: readonly BenchPatient[]): Promise<void> {
  for (const [index, { call, contract }] of shares.entries()) {
    const { status, text } = await send(url, call(patientAt(patients, index)));
    const schema = mixedStatuses.includes(status) ? contract.responses[status]?.schema : undefined;
    if (schema === undefined || schema === null)
      throw new Error(`${contract.id} was answered ${status}: ${text}`);
    const answer = schema.parse(JSON.parse(text));
    if (call === browseVisits) hasRows.parse(answer);
  }
}

const peakRounds = 3;
/** More than a connection sends in a round; idempotency keys are not used twice. */
const perConnection = 1_000;

/** The most of the mixed calls that an API answers a second: the median of three rounds after a warm-up. */
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
  tell(`peak: ${peak.toFixed(0)} requests a second`);
  return peak;
}

/**
 * Measures the throughput of two servers in turn under the same load, and tells what a request costs each.
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
    tell(`${perRequest.toFixed(3)} ms of processor time a request`);
    return perSecond;
  };
  return measureInTurns(
    { ours: () => measure(servers.ours), comparator: () => measure(servers.comparator) },
    rounds,
    tell,
  );
}
