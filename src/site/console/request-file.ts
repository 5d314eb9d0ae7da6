/** The CSV file of a list of record requests. */
import { stringify } from 'csv-stringify/sync';
import { usDate } from '../../domain/clinical/calendar-date';
import { plainDollars } from '../../domain/dollars';
import { recordRequestStatusLabels, requestKindLabels } from '../../domain/status-labels';
import type { SeenRequest } from '../../store/record-requests/listed-requests';
import type { ShownPlace } from './components/page';
import { actorName } from './components/patient-words';
import { referenceOf } from './components/requests-table';

const dateOr = (date: string | null): string => (date === null ? '' : usDate(date));

/**
 * Returns the file. A cell that a spreadsheet would run as a formula gets a quotation mark. Members who may
 * not see patients get no names.
 */
export function requestFileOf(
  place: Pick<ShownPlace, 'permissions' | 'supportName'>,
  requests: readonly SeenRequest[],
): string {
  const { permissions, supportName } = place;
  const seesPatients = permissions.has('ViewPatients');
  const rows = requests.map(request => ({
    ...(seesPatients
      ? {
          'Last name': request.lastName,
          'First name': request.firstName,
          'Date of birth': usDate(request.dateOfBirth),
        }
      : {}),
    'Patient ID': request.patientId,
    Reference: referenceOf(place, request) ?? '',
    Project: request.projectId,
    Facility: request.facility,
    Records: requestKindLabels[request.kind],
    Status: recordRequestStatusLabels[request.status],
    'Waiting on': request.whoActs === null ? '' : actorName(request.whoActs, supportName),
    Requested: usDate(request.requestedOn),
    'Days out': request.daysOut === null ? '' : String(request.daysOut),
    'Last contact': dateOr(request.lastContactDate),
    'Next follow-up': dateOr(request.followUpDate),
    Due: dateOr(request.dueDate),
    Rush: request.isRush ? 'Yes' : 'No',
    Certification: request.needsCertification ? 'Yes' : 'No',
    Fee: request.feeCents === null ? '' : plainDollars(request.feeCents),
    Completed: dateOr(request.completionDate),
    Files: String(request.files),
    Pages: request.pages === null ? '' : String(request.pages),
    'Record request ID': request.uid,
  }));
  return stringify(rows, { header: true, bom: true, escape_formulas: true, record_delimiter: 'windows' });
}
