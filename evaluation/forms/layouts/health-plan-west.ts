import {
  at,
  beside,
  below,
  boxed,
  layout,
  open,
  options,
  printed,
  right,
  sentence,
  text,
  title,
} from '../layout';

/**
 * A western health plan's form: paragraphs start with capitalized words, and the printed duration is followed
 * by a blank.
 */
export const healthPlanWest = layout(
  'health-plan-west',
  { size: 9.5, margin: 44, foot: '90258 (REV. 2-19)' },
  [
    right('MEDICAL RECORD NUMBER AND NAME: IMPRINT AREA'),
    title('AUTHORIZATION FOR USE OR DISCLOSURE OF PATIENT HEALTH INFORMATION'),
    text(
      'Note: Fees may apply to some requests. We will not condition treatment, payment, enrollment ' +
        'or eligibility for benefits on providing, or refusing to provide, this authorization.',
    ),
    boxed(
      at('patientName', 'Patient’s name', 2),
      at('recordNumber', 'Medical record number', 1),
      at('dateOfBirth', 'Birth date', 1),
    ),
    boxed(
      at('address', 'Address', 2),
      at('cityStateZip', 'City / State / ZIP', 2),
      at('phone', 'Daytime phone', 1),
    ),
    sentence('I hereby authorize {disclosingParty:260} to disclose to:'),
    below(
      at('recipient', 'Name of person or organization'),
      at('recipientAddress', 'Street address, city, state, ZIP'),
    ),
    text(
      'the following information, by  mail / fax / electronic copy, for the dates and in the form ' +
        'stated here.',
    ),
    options(
      'information',
      'SPECIFY RECORDS:',
      [
        'All medical records',
        'Clinic visit notes',
        'Hospital records',
        'Laboratory results',
        'Imaging reports',
        'Other (specify): ____________',
      ],
      { columns: 3 },
    ),
    beside(at('datesOfService', 'Limited to dates of service (if blank, the last two years):')),
    options(
      'sensitive',
      'The following is released only if marked and initialed:',
      [
        'Mental health treatment ____ (initials)',
        'HIV test results ____ (initials)',
        'Alcohol or drug treatment ____ (initials)',
      ],
      { columns: 3 },
    ),
    open(at('purpose', 'USE: The recipient may use the information for the following purposes:')),
    printed(
      'expiration',
      'DURATION: This authorization shall become effective immediately and shall remain in effect ' +
        'for one year from the date of signature unless a different date is specified here.',
      'one year from the date of signature',
    ),
    text(
      'REVOCATION: This authorization may be revoked by the member at any time by written request ' +
        'to the Release of Information unit. The revocation is effective upon receipt, except to the ' +
        'extent that others have acted in reliance upon it.',
    ),
    text(
      'REDISCLOSURE: I understand that the recipient may not lawfully further use or disclose the ' +
        'health information unless another authorization is obtained from me or unless such use or ' +
        'disclosure is specifically required or permitted by law; otherwise it may be redisclosed and ' +
        'no longer protected.',
    ),
    text('A copy of this authorization is as valid as the original. I have a right to a copy of it.'),
    beside(at('signatureDate', 'DATE:', 1), at('signature', 'SIGNATURE:', 2)),
    beside(at('relationship', 'If signed by other than patient, indicate relationship:')),
    beside(at('signerName', 'Print name of signer:')),
  ],
);
