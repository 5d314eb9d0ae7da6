import type { Site } from '../../domain/clinical/site';
import type { PatientDetails } from '../../domain/patients/details';
import type { PurposeOfUse } from '../../domain/purposes/purpose-of-use';
import type { RecordRequestKind } from '../../domain/record-requests/record-request';

/** The content of a packet for a facility. */
export interface PacketContent {
  readonly recordRequestUid: string;
  /** The reference that the facility is asked to include in its response. */
  readonly requestNumber: string;
  readonly kind: RecordRequestKind;
  readonly startDateOfService: string | null;
  readonly endDateOfService: string | null;
  /** How a records department identifies them, without contact details (45 CFR 164.502(b)). */
  readonly patient: Pick<PatientDetails, 'firstName' | 'lastNames' | 'dateOfBirth' | 'sex'>;
  readonly site: Pick<Site, 'name' | 'addressLine1' | 'addressLine2' | 'city' | 'state' | 'zip' | 'fax'>;
  /** The name of the company that the records are requested for. */
  readonly onBehalfOf: string;
  readonly purposeOfUse: PurposeOfUse;
  /** The enclosed authorization; `null` if none is on file. */
  readonly documentEtag: string | null;
  /** The pages of the document that are other people's forms, from 1; absent if there are none. */
  readonly othersPages?: readonly number[] | undefined;
  /** Present if the custodian of records is asked to certify the copies. */
  readonly needsCertification?: true;
}
