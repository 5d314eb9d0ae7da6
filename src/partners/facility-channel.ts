import type { Site } from '../domain/clinical/site';
import type { PartnerTerms, PurposeOfUse } from '../domain/purposes/purpose-of-use';
import type { PatientDetails } from '../domain/patients/details';
import type {
  FacilityRefusalStatus,
  RecordRequestKind,
  ReturnedShare,
} from '../domain/record-requests/record-request';

/** A request to a facility. */
export interface FacilityRequest {
  readonly recordRequestUid: string;
  readonly kind: RecordRequestKind;
  readonly patient: PatientDetails;
  readonly site: Site;
  readonly startDateOfService: string | null;
  readonly endDateOfService: string | null;
  /** The date of the request, `YYYY-MM-DD`. */
  readonly requestedOn: string;
  /** The site as the customer named it. */
  readonly submittedSiteName: string;
  /** The number of moves of the request: 1 when it is first sent. */
  readonly sequence: number;
  readonly sentAt: Date;
  /** When it is asked: now, or again. */
  readonly askedAt: Date;
  /** Why it is asked, and the basis for it. */
  readonly purposeOfUse: PurposeOfUse;
}

/** A returned file. */
export interface ReturnedFile {
  /** The display name. */
  readonly fileName: string;
  readonly contentType: string;
  readonly bytes: Uint8Array;
}

/** A facility's answer. */
export type FacilityResponse =
  | {
      readonly kind: 'returned';
      readonly files: readonly ReturnedFile[];
      readonly share: ReturnedShare;
      /** When to ask for the rest. */
      readonly askAgainAfterMs?: number;
    }
  /** The facility sends nothing. */
  | { readonly kind: 'refused'; readonly status: FacilityRefusalStatus }
  /** The request is in progress; the answer comes later. */
  | { readonly kind: 'sent'; readonly askAgainAfterMs?: number };

/** A way to request records from a facility. */
export interface FacilityChannel extends PartnerTerms {
  /** Its name for operators. */
  readonly name: string;
  /**
   * Asks once, or again after a crash: the same request gets the same answer. @throws if the facility can't
   * be reached
   */
  readonly ask: (request: FacilityRequest) => Promise<FacilityResponse>;
}
