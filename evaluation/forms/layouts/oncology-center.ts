import { at, banner, cells, gap, layout, options, small, title } from '../layout';
import { condition, redisclose, revoke } from '../statements';

/** A table with shaded headings, and the signature in a cell. */
export const oncologyCenter = layout('oncology-center', { size: 9.5, face: 'serif' }, [
  title('ONCOLOGY CENTER'),
  title('Patient Authorization for Disclosure'),
  banner('Patient'),
  cells(at('patientNameReversed', 'Last name, first name'), at('dateOfBirth', 'Date of birth')),
  cells(at('address', 'Address'), at('cityStateZip', 'City, state, zip')),
  banner('Parties'),
  cells(at('disclosingParty', 'Disclosed by')),
  cells(at('recipient', 'Disclosed to')),
  banner('Terms'),
  cells(at('purpose', 'Purpose'), at('expiration', 'Expires')),
  options(
    'information',
    'I authorize disclosure of health information: ',
    ['Complete chart and medical record', 'Pathology reports', 'Chemotherapy records', 'Radiology'],
    { columns: 2 },
  ),
  small(revoke.legal),
  small(redisclose.short),
  small(condition.legal),
  banner('Signature'),
  gap(6),
  cells(at('signature', 'Signature'), at('signatureDate', 'Date')),
  cells(at('signerName', 'Print name'), at('relationship', 'Relationship to patient')),
]);
