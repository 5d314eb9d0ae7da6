/** The columns of an exported list of record requests. */
import { recordRequestStatusLabels, requestKindLabels } from '../../domain/status-labels';
import type { SeenRequest } from '../../store/record-requests/listed-requests';
import type { ShownPlace } from './components/page';
import { actorName } from './components/patient-words';
import { referenceOf } from './components/requests-table';
import { dayColumn, type FileColumn } from './table-file';

type Column = FileColumn<SeenRequest>;

const ofPatient: readonly Column[] = [
  { name: 'Last name', of: ({ lastName }) => lastName, width: 18 },
  { name: 'First name', of: ({ firstName }) => firstName, width: 18 },
  dayColumn('Date of birth', ({ dateOfBirth }) => dateOfBirth),
];

/** Returns the columns. Members who may not see patients get no names. */
export function requestFileColumns(
  place: Pick<ShownPlace, 'permissions' | 'supportName'>,
): readonly Column[] {
  const { permissions, supportName } = place;
  return [
    ...(permissions.has('ViewPatients') ? ofPatient : []),
    { name: 'Request number', of: ({ requestNumber }) => requestNumber, width: 18 },
    { name: 'Patient ID', of: ({ patientId }) => patientId, width: 20 },
    { name: 'Reference', of: request => referenceOf(place, request), width: 20 },
    { name: 'Project', of: ({ projectId }) => projectId },
    { name: 'Facility', of: ({ facility }) => facility, width: 30 },
    { name: 'Records', of: ({ kind }) => requestKindLabels[kind] },
    dayColumn('First date of service', ({ startDateOfService }) => startDateOfService),
    dayColumn('Last date of service', ({ endDateOfService }) => endDateOfService),
    { name: 'Status', of: ({ status }) => recordRequestStatusLabels[status], width: 24 },
    { name: 'Waiting on', of: ({ whoActs }) => (whoActs === null ? null : actorName(whoActs, supportName)) },
    dayColumn('Requested', ({ requestedOn }) => requestedOn),
    { name: 'Requested by', of: ({ requester }) => requester, width: 20 },
    { name: 'Days out', of: ({ daysOut }) => daysOut },
    dayColumn('Last contact', ({ lastContactDate }) => lastContactDate),
    dayColumn('Next follow-up', ({ followUpDate }) => followUpDate),
    dayColumn('Due', ({ dueDate }) => dueDate),
    { name: 'Rush', of: ({ isRush }) => (isRush ? 'Yes' : 'No') },
    { name: 'Certification', of: ({ needsCertification }) => (needsCertification ? 'Yes' : 'No') },
    { name: 'Fee', of: ({ feeCents }) => (feeCents === null ? null : feeCents / 100), decimals: 2 },
    dayColumn('Completed', ({ completionDate }) => completionDate),
    { name: 'Files', of: ({ files }) => files },
    { name: 'Pages', of: ({ pages }) => pages },
    {
      name: 'Assigned to',
      of: ({ assignee, isAssigneeFormer }) =>
        assignee !== null && isAssigneeFormer ? `${assignee} (former member)` : assignee,
      width: 20,
    },
    { name: 'Tags', of: ({ tags }) => tags.map(({ name }) => name).join(', '), width: 24 },
    { name: 'Record request ID', of: ({ uid }) => uid, width: 38 },
  ];
}
