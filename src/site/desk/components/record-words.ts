/** Display names of what the desk shows of records and projects. They match those of the console. */
import type { ProjectPurpose } from '../../../domain/projects/project';
import type { PacketWay } from '../../../domain/record-requests/packet';
import type { RecordRequestKind } from '../../../domain/record-requests/record-request';
import type { RecordRequestWait } from '../../../domain/record-requests/standing';

/** The display name of each kind of records. */
export const requestKindNames: Readonly<Record<RecordRequestKind, string>> = {
  medicalRecord: 'Medical records',
  billing: 'Billing',
  imaging: 'Imaging',
};

/** The display name of each purpose. */
export const purposeNames: Readonly<Record<ProjectPurpose, string>> = {
  IndividualAccess: 'Individual access',
  Insurance: 'Insurance',
  Legal: 'Legal',
  Research: 'Research',
  CoveredOperations: 'Covered entity: health care operations',
  CoveredPayment: 'Covered entity: payment',
  CoveredTreatment: 'Covered entity: treatment',
};

/** The display name of each way to send a packet. */
export const wayNames: Readonly<Record<PacketWay, string>> = { fax: 'Fax', mail: 'Mail', portal: 'Portal' };

/** The display name of what a record request waits for. */
export const waitNames: Readonly<Record<RecordRequestWait, string>> = {
  operator: 'An operator',
  approval: 'Approval of the authorization',
  facility: 'The facility',
};

/** The display name of a file in each area of a record request. */
export const areaNames = {
  deliverables: 'Deliverable',
  documents: 'Document',
  attachments: 'Attachment',
  combined: 'Combined chart',
} as const;
