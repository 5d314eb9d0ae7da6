import type { Site } from '../../domain/clinical/site';
import type { PatientDetails } from '../../domain/patients/details';
import type { PartnerTerms, PurposeOfUse } from '../../domain/purposes/purpose-of-use';
import type { DateWindow } from '../../domain/record-requests/chase-plan';
import type {
  FacilityRefusalStatus,
  RecordRequestKind,
  ReturnedShare,
} from '../../domain/record-requests/record-request';

/** What a system is asked for: one part of a record request. */
export interface EhrAsk {
  /** Names the ask: one that is put twice is one ask. */
  readonly askUid: string;
  readonly kind: RecordRequestKind;
  /** Who they are, and nothing more (45 CFR 164.502(b)). */
  readonly patient: Pick<PatientDetails, 'firstName' | 'lastNames' | 'dateOfBirth' | 'sex'>;
  readonly site: Pick<Site, 'name' | 'npi' | 'addressLine1' | 'city' | 'state' | 'zip'>;
  readonly datesOfService: DateWindow;
  readonly purposeOfUse: PurposeOfUse;
}

/** A document that a system has for an ask. */
export interface EhrDocument {
  /** Its name for the system, of `A-Z a-z 0-9 _ -`. */
  readonly id: string;
  readonly fileName: string;
  readonly sizeBytes: number;
  /** Of its bytes, as hex. */
  readonly sha256: string;
}

/** What a system says of an ask. */
export type EhrAnswer =
  | { readonly kind: 'pending'; readonly askAgainAfterMs: number }
  | { readonly kind: 'refused'; readonly status: FacilityRefusalStatus }
  | {
      readonly kind: 'returned';
      readonly share: ReturnedShare;
      /** All that it has returned of the ask so far. */
      readonly documents: readonly EhrDocument[];
      readonly askAgainAfterMs: number;
    };

/** A system of a partner that returns the documents of facilities (docs/partners/ehr-channel.md). */
export interface EhrChannel extends PartnerTerms {
  /** Its name in the configuration and for operators. */
  readonly name: string;
  /** The most days of service that it takes in one ask; `null`: any. */
  readonly daysMax: number | null;
  /**
   * Puts an ask, or puts it again: the same one has the same answer, or a later one. @throws when it cannot
   * be reached
   */
  readonly ask: (ask: EhrAsk) => Promise<EhrAnswer>;
  /**
   * The bytes of a document, checked against what was said of it. @throws when they are others, or cannot be
   * had
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
