import type { ProjectPurpose } from '../../domain/projects/project';
import { purposeCodes } from '../../domain/purposes/purpose-of-use';
import type { SentDetails } from '../../domain/searches/refusals';
import type { SearchKind } from '../../domain/searches/search';
import { populations } from './file-names';

/** A patient in a request file. */
export interface RequestEntry {
  /** The id of the patient in the partner's answers: the run's id, which doesn't reveal the patient. */
  readonly patientRef: string;
  readonly details: SentDetails;
}

/** A request file. */
export interface RosterRequest {
  readonly senderId: string;
  readonly receiverId: string;
  readonly transmissionId: string;
  readonly createdAt: Date;
  readonly usage: 'T' | 'P';
  readonly kind: SearchKind;
  /** The purpose of all of its searches. */
  readonly purpose: ProjectPurpose;
  readonly entries: readonly RequestEntry[];
}

/** The most patients in one file. */
export const requestEntriesMax = 10_000;

const sexCodes: Readonly<Record<string, string>> = { Male: 'M', Female: 'F' };

/** Returns a field with the separators escaped as in HL7 v2, and line breaks as spaces. */
function field(text: string): string {
  return text
    .replaceAll('\\', '\\E\\')
    .replaceAll('|', '\\F\\')
    .replaceAll(/[\r\n]+/g, ' ');
}

function line(...fields: readonly string[]): string {
  return `${fields.map(field).join('|')}\n`;
}

/**
 * Creates a request file (docs/partners/roster.md): one `PAT` line per last name. The same input gives the
 * same bytes.
 */
export function writeRequestFile(request: RosterRequest): Uint8Array {
  const { senderId, receiverId, transmissionId, createdAt, usage, kind, purpose, entries } = request;
  const lines: string[] = [];
  for (const { patientRef, details } of entries) {
    const { firstName, lastNames, dateOfBirth, sex, zipCodes } = details;
    for (const lastName of lastNames)
      lines.push(
        line(
          'PAT',
          String(lines.length + 1),
          patientRef,
          lastName,
          firstName,
          dateOfBirth.replaceAll('-', ''),
          sexCodes[sex ?? ''] ?? 'U',
          ...zipCodes,
        ),
      );
  }
  const head = line(
    'HDR',
    '1.0',
    senderId,
    receiverId,
    transmissionId,
    createdAt.toISOString(),
    usage,
    String(lines.length),
    populations[kind],
    purposeCodes[purpose],
  );
  return Buffer.from([head, ...lines, line('TRL', String(lines.length))].join(''), 'utf8');
}
