import type { Site } from '../../domain/clinical/site';
import type { PatientDetails } from '../../domain/patients/details';
import type { PartnerTerms, PurposeOfUse } from '../../domain/purposes/purpose-of-use';
import type { DateWindow } from '../../domain/record-requests/chase-plan';
import type {
  FacilityRefusalStatus,
  RecordRequestKind,
  ReturnedShare,
} from '../../domain/record-requests/record-request';

/** A request to a system: one part of a record request. */
export interface EhrAsk {
  /** The id of the ask; repeats with the same id are one ask. */
  readonly askUid: string;
  readonly kind: RecordRequestKind;
  /** Identity only (45 CFR 164.502(b), minimum necessary). */
  readonly patient: Pick<PatientDetails, 'firstName' | 'lastNames' | 'dateOfBirth' | 'sex'>;
  readonly site: Pick<Site, 'name' | 'npi' | 'addressLine1' | 'city' | 'state' | 'zip'>;
  readonly datesOfService: DateWindow;
  readonly purposeOfUse: PurposeOfUse;
}

/** A document that a system has for an ask. */
export interface EhrDocument {
  /** The system's id for it, of `A-Z a-z 0-9 _ -`. */
  readonly id: string;
  readonly fileName: string;
  readonly sizeBytes: number;
  /** The hash of its bytes, in hex. */
  readonly sha256: string;
}

/** A system's answer to an ask. */
export type EhrAnswer =
  | { readonly kind: 'pending'; readonly askAgainAfterMs: number }
  | { readonly kind: 'refused'; readonly status: FacilityRefusalStatus }
  | {
      readonly kind: 'returned';
      readonly share: ReturnedShare;
      /** Everything that it has returned for the ask so far. */
      readonly documents: readonly EhrDocument[];
      readonly askAgainAfterMs: number;
    };

/** A partner's system that returns the documents of facilities (docs/partners/ehr-channel.md). */
export interface EhrChannel extends PartnerTerms {
  /** Its name in the configuration and for operators. */
  readonly name: string;
  /** The most days of service that one ask may cover; `null` for any. */
  readonly daysMax: number | null;
  /**
   * Sends an ask, or repeats it: the same ask gets the same answer, or a later one. @throws if the system
   * can't be reached
   */
  readonly ask: (ask: EhrAsk) => Promise<EhrAnswer>;
  /**
   * Returns the bytes of a document, verified against its description. @throws if they differ, or can't be
   * fetched
   */
  readonly fetch: (askUid: string, document: EhrDocument) => Promise<Uint8Array>;
}

/**
 * What an adapter throws if a partner's system can't be reached or doesn't do what was agreed. The message
 * says what happened, and nothing of what was sent or received, so that logs and the Temporal UI may show it.
 */
export class EhrChannelFault extends Error {
  override readonly name = 'EhrChannelFault';
  readonly isMessageSafe = true;
  constructor(channel: string, what: string) {
    super(`the channel ${channel} ${what} (docs/partners/ehr-channel.md)`);
  }
}
