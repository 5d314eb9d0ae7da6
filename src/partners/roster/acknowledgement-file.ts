import { isStorableText } from '../../domain/text';
import { RosterFault } from './roster-fault';

/** A partner's acknowledgment of a request file. */
export interface Acknowledgement {
  readonly transmissionId: string;
  /** Whether it accepted the file at all. */
  readonly isLoaded: boolean;
  /** Its remark on the whole file. */
  readonly text: string;
  /** The refused patients, each once. */
  readonly refusals: ReadonlyArray<{
    readonly patientRef: string;
    readonly code: string;
    readonly text: string;
  }>;
}

const loadStatuses: ReadonlySet<string> = new Set(['01', '02', '03']);
const lineCharactersMax = 4_096;

function unescape(text: string): string {
  return text.replaceAll('\\F\\', '|').replaceAll('\\E\\', '\\');
}

/**
 * Parses an acknowledgment (docs/partners/roster.md): `SHD`, an `SDT` per remark, `STR`. Remarks of severity
 * W are the partner's notes; E and F refuse the patient, and load status 03 refuses the file.
 * @throws RosterFault if it isn't one, or is incomplete
 */
export function readAcknowledgement(bytes: Uint8Array): Acknowledgement {
  const lines = Buffer.from(bytes).toString('utf8').replaceAll('\r\n', '\n').split('\n');
  const rows = lines.filter(each => each !== '').map(each => each.split('|').map(unescape));
  if (lines.some(each => each.length > lineCharactersMax))
    throw new RosterFault(`a line is longer than ${lineCharactersMax} characters`);
  const unstorable = lines.findIndex(each => !isStorableText(each));
  if (unstorable !== -1) throw new RosterFault(`line ${unstorable + 1} contains a NUL character`);
  const [head] = rows;
  const tail = rows.at(-1);
  if (head?.[0] !== 'SHD') throw new RosterFault("line 1 isn't an SHD line");
  if (tail?.[0] !== 'STR') throw new RosterFault("the file is truncated: its last line isn't an STR line");
  const [, , transmissionId = '', loadStatus = '', text = ''] = head;
  if (!loadStatuses.has(loadStatus)) throw new RosterFault("the load status in SHD isn't 01, 02, or 03");
  const refusals = new Map<string, { patientRef: string; code: string; text: string }>();
  for (const [index, row] of rows.slice(1, -1).entries()) {
    const [name, , patientRef = '', severity = '', code = '', remark = ''] = row;
    if (name !== 'SDT' || !['W', 'E', 'F'].includes(severity))
      throw new RosterFault(`line ${index + 2} isn't an SDT line with severity W, E, or F`);
    if (severity !== 'W' && !refusals.has(patientRef))
      refusals.set(patientRef, { patientRef, code, text: remark });
  }
  return { transmissionId, isLoaded: loadStatus !== '03', text, refusals: [...refusals.values()] };
}
