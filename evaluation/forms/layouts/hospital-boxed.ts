import { at, banner, boxed, layout, options, right, small, title } from '../layout';
import { condition, filler, redisclose, revoke } from '../statements';

/** Frames with small labels in their corners. */
export const hospitalBoxed = layout('hospital-boxed', { foot: 'Form 2210-A 01/22' }, [
  right('HIM DEPARTMENT'),
  title('Authorization to Disclose Health Information'),
  boxed(
    at('patientName', 'Patient Name (Last, First, Middle)', 3),
    at('dateOfBirth', 'Date of Birth', 1),
    at('recordNumber', 'MRN', 1),
  ),
  boxed(
    at('address', 'Street Address', 3),
    at('cityStateZip', 'City, State, ZIP', 2),
    at('phone', 'Telephone', 1),
  ),
  banner('WHO MAY DISCLOSE'),
  boxed(
    at('disclosingParty', 'Name of person or facility disclosing information', 1),
    at('disclosingAddress', 'Address', 1),
  ),
  banner('WHO MAY RECEIVE'),
  boxed(
    at('recipient', 'Name of person or organization receiving information', 1),
    at('recipientAddress', 'Address', 1),
  ),
  banner('WHAT AND WHY'),
  options(
    'information',
    'Information to be disclosed (check all that apply)',
    [
      'Entire medical record',
      'Progress notes',
      'Immunization records',
      'Lab reports',
      'Billing statements',
      'Imaging',
    ],
    { columns: 2 },
  ),
  boxed(at('datesOfService', 'Date(s) of service', 1), at('purpose', 'Purpose of the disclosure', 2)),
  boxed(at('expiration', 'Expiration date or event', 1)),
  small(revoke.legal),
  small(redisclose.legal),
  small(condition.legal),
  small(filler.copy),
  boxed(
    at('signature', 'Signature of patient or personal representative', 3),
    at('signatureDate', 'Date signed', 1),
  ),
  boxed(at('signerName', 'Print name', 2), at('relationship', 'Relationship to patient (if not patient)', 2)),
]);
