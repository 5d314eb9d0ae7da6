import { at, cells, gap, layout, options, small, text, title } from '../layout';
import { condition, redisclose, revoke } from '../statements';

/** A table: labels left, values right. */
export const tableForm = layout('table-form', { size: 9 }, [
  title('RELEASE OF INFORMATION REQUEST'),
  text(
    'By signing this form I authorize the use or disclosure of my individually identifiable health ' +
      'information as described below.',
  ),
  cells(at('patientName', 'Patient full name')),
  cells(at('dateOfBirth', 'Birthdate')),
  cells(at('address', 'Home address')),
  cells(at('phone', 'Daytime phone')),
  cells(at('disclosingParty', 'Release records from')),
  cells(at('recipient', 'Release records to')),
  cells(at('recipientAddress', 'Recipient address')),
  cells(at('datesOfService', 'Dates of treatment')),
  cells(at('purpose', 'Reason for disclosure')),
  cells(at('expiration', 'Expiration date')),
  options(
    'information',
    'Records requested',
    ['Medical records', 'Billing records', 'Radiology images', 'Pathology'],
    { columns: 2, mark: 'brackets' },
  ),
  small(revoke.notice),
  small(redisclose.short),
  small(condition.refuse),
  gap(8),
  cells(at('signature', 'Signature of patient')),
  cells(at('signatureDate', 'Date of signature')),
  cells(at('signerName', 'Printed name of person signing')),
  cells(at('relationship', 'Relationship to patient')),
]);
