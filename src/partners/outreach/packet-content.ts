import type { Site } from '../../domain/clinical/site';
import type { PatientDetails } from '../../domain/patients/details';
import type { PurposeOfUse } from '../../domain/purposes/purpose-of-use';
import type { RecordRequestKind } from '../../domain/record-requests/record-request';

/** What a facility is asked by a packet. */
export interface PacketContent {
  readonly recordRequestUid: string;
  readonly kind: RecordRequestKind;
  readonly startDateOfService: string | null;
  readonly endDateOfService: string | null;
  /** Who they are, as a records department finds them: no contact details (45 CFR 164.502(b)). */
  readonly patient: Pick<PatientDetails, 'firstName' | 'lastNames' | 'dateOfBirth' | 'sex'>;
  readonly site: Pick<Site, 'name' | 'addressLine1' | 'addressLine2' | 'city' | 'state' | 'zip' | 'fax'>;
  readonly purposeOfUse: PurposeOfUse;
  /** Which authorization goes with it; `null` where none is on file. */
  readonly documentEtag: string | null;
}
