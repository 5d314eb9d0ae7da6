import { randomBytes } from 'node:crypto';
import type { SearchKind } from '../../domain/searches/search';

/** The population in the names of request and result files: one per search. */
export const populations = {
  siteSonar: 'SONAR',
  patientHistories: 'HIST',
  ehrSearch: 'EHR',
} as const satisfies Record<SearchKind, string>;

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Returns a new transmission id: ten characters of Crockford's base 32, 50 random bits. */
export function newTransmissionId(): string {
  return Array.from(randomBytes(10), byte => alphabet[byte % 32]).join('');
}

/** Returns the name of a transmission's request file. */
export function requestFileName(transmissionId: string): string {
  return `${transmissionId}.txt`;
}

/** The type of a file from a partner, by its name. */
export interface InboundName {
  readonly kind: 'acknowledgement' | 'results' | 'unknown';
  readonly transmissionId: string | null;
}

const acknowledgement = /^([0-9A-HJKMNP-TV-Z]{10})\.txt\.\d{1,15}\.rsp$/;
const results = /^([0-9A-HJKMNP-TV-Z]{10})_(?:SONAR|HIST|EHR)_\d{1,6}_\d{14}\.ndjson\.gz$/;

/** Parses a file's name (docs/partners/roster.md, Names). */
export function readInboundName(fileName: string): InboundName {
  const ofAcknowledgement = acknowledgement.exec(fileName)?.[1];
  if (ofAcknowledgement !== undefined) return { kind: 'acknowledgement', transmissionId: ofAcknowledgement };
  const ofResults = results.exec(fileName)?.[1];
  if (ofResults !== undefined) return { kind: 'results', transmissionId: ofResults };
  return { kind: 'unknown', transmissionId: null };
}
