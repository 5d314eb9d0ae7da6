import type { Site } from '../domain/clinical/site';
import type { PartnerTerms, PurposeOfUse } from '../domain/purposes/purpose-of-use';
import type { PatientDetails } from '../domain/patients/details';
import type {
  FacilityRefusalStatus,
  RecordRequestKind,
  ReturnedShare,
} from '../domain/record-requests/record-request';

/** What a facility is asked. */
export interface FacilityRequest {
  readonly recordRequestUid: string;
  readonly kind: RecordRequestKind;
  readonly patient: PatientDetails;
  readonly site: Site;
  readonly startDateOfService: string | null;
  readonly endDateOfService: string | null;
  /** The day on which the request was made, `YYYY-MM-DD`. */
  readonly requestedOn: string;
  /** The site as the customer named it. */
  readonly submittedSiteName: string;
  /** Counts the moves of the request: 1 when it was sent for the first time. */
  readonly sequence: number;
  readonly sentAt: Date;
  /** When it is asked: now, or again. */
  readonly askedAt: Date;
  /** Why it is asked, and on what that rests. */
  readonly purposeOfUse: PurposeOfUse;
}

/** A file that a facility returned. */
export interface ReturnedFile {
  /** The display name. */
  readonly fileName: string;
  readonly contentType: string;
  readonly bytes: Uint8Array;
}

/** What a facility says. */
export type FacilityResponse =
  | {
      readonly kind: 'returned';
      readonly files: readonly ReturnedFile[];
      readonly share: ReturnedShare;
      /** When to ask for the rest. */
      readonly askAgainAfterMs?: number;
    }
  /** It sends nothing. */
  | { readonly kind: 'refused'; readonly status: FacilityRefusalStatus }
  /** The request is on its way; the answer comes later. */
  | { readonly kind: 'sent'; readonly askAgainAfterMs?: number };

/** How a facility is asked for records. */
export interface FacilityChannel extends PartnerTerms {
  /** Its name for operators. */
  readonly name: string;
  /**
   * Asks once, or again after a crash: the same request gives the same answer. @throws when it cannot be
   * reached
   */
  readonly ask: (request: FacilityRequest) => Promise<FacilityResponse>;
}
