import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { z } from 'zod';
import { countRepairs, fhirResource, readTypes, type FhirOf, type FhirResource } from './fhir-resource';
import { RosterFault } from './roster-fault';

/** Something that couldn't be read. */
export interface ReadFault {
  /** From 1. */
  readonly line: number;
  /** What is wrong and where, without a value of the file. */
  readonly what: string;
}

/** The content of a result file about one patient. */
export interface PatientResults {
  readonly patientRef: string;
  readonly task: FhirOf<'Task'>;
  readonly resources: readonly FhirResource[];
  /** What was skipped; the first {@link resultsLimits.faultsMax}. */
  readonly faults: readonly ReadFault[];
  /** Whether a person may be missing: a `Patient` wasn't readable, or there were too many resources. */
  readonly isIncomplete: boolean;
  /**
   * Whether a line was damaged. It may have been the `Task` that ends another patient, so whose the resources
   * are isn't known.
   */
  readonly isDamaged: boolean;
  /** How many usual slips of type were read as what is meant. */
  readonly repairs: number;
}

/** The limits of a result file. Beyond the first two the file is rejected. */
export const resultsLimits = {
  fileBytesMax: 64 * 1024 * 1024,
  unpackedBytesMax: 2 * 1024 * 1024 * 1024,
  /** A longer line is skipped as damaged. */
  lineBytesMax: 1024 * 1024,
  /** Further resources of the patient are skipped, and no one is accepted. */
  resourcesPerPatientMax: 20_000,
  faultsMax: 20,
  /** Each is compared with every other; an answer about more people isn't understood. */
  peoplePerPatientMax: 100,
} as const;

/** Yields the lines of a file; `undefined` for one that is too long. */
async function* readLines(bytes: Uint8Array): AsyncGenerator<string | undefined> {
  const unpacked = Readable.from([Buffer.from(bytes)]).pipe(createGunzip());
  let rest: Buffer = Buffer.alloc(0);
  let total = 0;
  let isTooLong = false;
  const lineOf = (line: string): string | undefined => (isTooLong ? undefined : line.trim());
  try {
    for await (const chunk of unpacked as AsyncIterable<Buffer>) {
      total += chunk.length;
      if (total > resultsLimits.unpackedBytesMax)
        throw new RosterFault(`the file unpacks to more than ${resultsLimits.unpackedBytesMax} bytes`);
      rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
      let from = 0;
      for (let end = rest.indexOf(10); end !== -1; end = rest.indexOf(10, from)) {
        yield lineOf(rest.toString('utf8', from, end));
        isTooLong = false;
        from = end + 1;
      }
      rest = rest.subarray(from);
      if (rest.length > resultsLimits.lineBytesMax) {
        isTooLong = true;
        rest = Buffer.alloc(0);
      }
    }
  } catch (error) {
    if (error instanceof RosterFault) throw error;
    throw new RosterFault("the file is truncated or isn't a gzip file", { cause: error });
  } finally {
    unpacked.destroy();
  }
  if (isTooLong || rest.length > 0) yield lineOf(rest.toString('utf8'));
}

const typed = z.looseObject({ resourceType: z.string(), id: z.coerce.string().optional() });
const container = z.looseObject({ id: z.coerce.string(), contained: z.array(typed) });

/** Returns JSON without its nulls: FHIR writes one in a list for an entry that only has extensions. */
function withoutNulls(json: unknown): unknown {
  if (Array.isArray(json)) return json.filter(entry => entry !== null).map(withoutNulls);
  if (typeof json !== 'object' || json === null) return json;
  return Object.fromEntries(
    Object.entries(json)
      .filter(([, value]) => value !== null)
      .map(([name, value]) => [name, withoutNulls(value)]),
  );
}

/** Returns JSON with each reference to a contained resource (`#o1`) as one to a resource of its own. */
function withReferences(json: unknown, container: string, types: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(json)) return json.map(entry => withReferences(entry, container, types));
  if (typeof json !== 'object' || json === null) return json;
  return Object.fromEntries(
    Object.entries(json).map(([name, value]) => {
      const type = name === 'reference' && typeof value === 'string' ? types.get(value) : undefined;
      return [
        name,
        type === undefined ? withReferences(value, container, types) : `${type}/${container}${String(value)}`,
      ];
    }),
  );
}

/** Returns a resource and those that it contains, each as a resource of its own. */
function unpack(json: unknown): unknown[] {
  const parsed = container.safeParse(json);
  if (!parsed.success) return [json];
  const { id, contained, ...outer } = parsed.data;
  const place = `${String(outer['resourceType'])}-${id}`;
  const inner = contained.map(resource => ({ ...resource, id: (resource.id ?? '').replace(/^#/, '') }));
  const types = new Map(inner.map(resource => [`#${resource.id}`, resource.resourceType]));
  const all = [{ ...outer, id }, ...inner.map(resource => ({ ...resource, id: `${place}#${resource.id}` }))];
  return all.map(resource => withReferences(resource, place, types));
}

type ReadLine =
  | { readonly kind: 'damaged' }
  | {
      readonly kind: 'read';
      readonly resources: readonly FhirResource[];
      readonly faults: readonly string[];
      readonly repairs: number;
    };

function readLine(line: string | undefined): ReadLine {
  let json: unknown;
  try {
    json = withoutNulls(JSON.parse(line ?? ''));
  } catch {
    return { kind: 'damaged' };
  }
  const resources: FhirResource[] = [];
  const faults: string[] = [];
  let repairs = 0;
  for (const each of unpack(json)) {
    const kind = typed.safeParse(each);
    if (!kind.success) {
      faults.push("it isn't a FHIR resource");
      continue;
    }
    const { resourceType } = kind.data;
    if (!readTypes.has(resourceType)) continue;
    const resource = fhirResource.safeParse(each);
    if (resource.success) {
      resources.push(resource.data);
      repairs += countRepairs(each, resource.data);
    }
    // Without its Task no one knows where a patient ends.
    else if (resourceType === 'Task') return { kind: 'damaged' };
    else {
      const where = resource.error.issues[0]?.path.map(String).join('.') ?? '';
      faults.push(`${resourceType}.${where} is missing or isn't valid in FHIR R4`);
    }
  }
  return { kind: 'read', resources, faults, repairs };
}

/** What was read of a patient whose `Task` is still to come. */
class OpenPatient {
  readonly resources: FhirResource[] = [];
  readonly faults: ReadFault[] = [];
  isIncomplete = false;
  repairs = 0;

  constructor(readonly isDamaged: boolean) {}

  add(resource: FhirResource): void {
    if (this.resources.length < resultsLimits.resourcesPerPatientMax) this.resources.push(resource);
    else this.isIncomplete = true;
  }

  note(line: number, what: string): void {
    if (what.startsWith('Patient.')) this.isIncomplete = true;
    if (this.faults.length < resultsLimits.faultsMax) this.faults.push({ line, what });
  }
}

/**
 * Reads a result file patient by patient (docs/partners/roster.md, Results); only one patient's resources are
 * in memory. A resource that can't be read is skipped and noted. A damaged line spoils the patient around it
 * and no one else.
 * @throws RosterFault if the file breaks off or is too large; what was read before stays
 */
export async function* readResults(bytes: Uint8Array): AsyncGenerator<PatientResults> {
  let open = new OpenPatient(false);
  let number = 0;
  for await (const line of readLines(bytes)) {
    number += 1;
    if (line === '') continue;
    const read = readLine(line);
    if (read.kind === 'damaged') {
      open = new OpenPatient(true);
      open.note(number, "the line is damaged: it is no JSON, too long, or a Task that can't be read");
      continue;
    }
    for (const what of read.faults) open.note(number, what);
    open.repairs += read.repairs;
    for (const resource of read.resources) {
      if (resource.resourceType !== 'Task') {
        open.add(resource);
        continue;
      }
      const { resources, faults, isIncomplete, isDamaged, repairs } = open;
      const patientRef = resource.identifier?.[0]?.value ?? '';
      yield { patientRef, task: resource, resources, faults, isIncomplete, isDamaged, repairs };
      open = new OpenPatient(false);
    }
  }
  if (open.isDamaged)
    throw new RosterFault(`line ${open.faults[0]?.line ?? number} is damaged, and no Task follows`);
  if (open.resources.length > 0)
    throw new RosterFault('the file is truncated: resources follow its last Task');
}
