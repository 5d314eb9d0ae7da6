import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { z } from 'zod';
import { fhirResource, readTypes, type FhirOf, type FhirResource } from './fhir-resource';
import { RosterFault } from './roster-fault';

/** The complete content of a result file about one patient. */
export interface PatientResults {
  readonly patientRef: string;
  readonly task: FhirOf<'Task'>;
  readonly resources: readonly FhirResource[];
}

/** The limits of a result file; beyond one of them the file is rejected. */
export const resultsLimits = {
  fileBytesMax: 64 * 1024 * 1024,
  unpackedBytesMax: 2 * 1024 * 1024 * 1024,
  lineBytesMax: 1024 * 1024,
  resourcesPerPatientMax: 20_000,
} as const;

async function* readLines(bytes: Uint8Array): AsyncGenerator<string> {
  const unpacked = Readable.from([Buffer.from(bytes)]).pipe(createGunzip());
  let rest: Buffer = Buffer.alloc(0);
  let total = 0;
  try {
    for await (const chunk of unpacked as AsyncIterable<Buffer>) {
      total += chunk.length;
      if (total > resultsLimits.unpackedBytesMax)
        throw new RosterFault(`the file unpacks to more than ${resultsLimits.unpackedBytesMax} bytes`);
      rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
      let from = 0;
      for (let end = rest.indexOf(10); end !== -1; end = rest.indexOf(10, from)) {
        yield rest.toString('utf8', from, end).trim();
        from = end + 1;
      }
      rest = rest.subarray(from);
      if (rest.length > resultsLimits.lineBytesMax)
        throw new RosterFault(`a line is longer than ${resultsLimits.lineBytesMax} bytes`);
    }
  } catch (error) {
    if (error instanceof RosterFault) throw error;
    throw new RosterFault('the file is truncated or no gzip file', { cause: error });
  } finally {
    unpacked.destroy();
  }
  if (rest.length > 0) yield rest.toString('utf8').trim();
}

const typed = z.object({ resourceType: z.string() });

function readResource(line: string, number: number): FhirResource | undefined {
  let json: unknown;
  try {
    json = JSON.parse(line);
  } catch {
    // The engine's error quotes the line.
    throw new RosterFault(`line ${number} is not JSON`);
  }
  const kind = typed.safeParse(json);
  if (!kind.success) throw new RosterFault(`line ${number} is no FHIR resource`);
  if (!readTypes.has(kind.data.resourceType)) return undefined;
  const resource = fhirResource.safeParse(json);
  if (resource.success) return resource.data;
  const where = resource.error.issues[0]?.path.map(String).join('.') ?? '';
  throw new RosterFault(
    `line ${number}: ${kind.data.resourceType}.${where} is missing or not as FHIR R4 has it`,
  );
}

/**
 * Reads a result file patient by patient (docs/partners/roster.md, Results); only one patient's resources are
 * in memory. Lines after the last `Task` line belong to no patient and are ignored.
 * @throws RosterFault if the file breaks off, or a line is invalid; what was read before stays
 */
export async function* readResults(bytes: Uint8Array): AsyncGenerator<PatientResults> {
  let resources: FhirResource[] = [];
  let number = 0;
  for await (const line of readLines(bytes)) {
    number += 1;
    if (line === '') continue;
    const resource = readResource(line, number);
    if (resource === undefined) continue;
    if (resource.resourceType !== 'Task') {
      resources.push(resource);
      if (resources.length > resultsLimits.resourcesPerPatientMax)
        throw new RosterFault(`a patient has more than ${resultsLimits.resourcesPerPatientMax} resources`);
      continue;
    }
    yield { patientRef: resource.identifier[0]?.value ?? '', task: resource, resources };
    resources = [];
  }
  if (resources.length > 0) throw new RosterFault('the file is truncated: resources follow its last Task');
}
