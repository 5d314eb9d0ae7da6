import { above, at, beside, gap, layout, text, title } from '../layout';

/** A directive to send the record to someone else. */
export const hitechDirective = layout(
  'hitech-directive',
  { paper: 'hitechDirective', face: 'serif', size: 11, margin: 72 },
  [
    title('HITECH REQUEST: DIRECTIVE TO SEND RECORDS TO A THIRD PARTY'),
    beside(at('disclosingParty', 'To:')),
    beside(at('patientName', 'Patient name:', 3), at('dateOfBirth', 'Date of birth:', 2)),
    text(
      'Pursuant to 45 CFR 164.524(c)(3)(ii) and 42 USC 17935(e), I direct you to transmit an ' +
        'electronic copy of my protected health information, my complete medical records and billing ' +
        'records, to the person designated below.',
    ),
    beside(at('recipient', 'Send to:')),
    beside(at('recipientAddress', 'Address:')),
    beside(at('datesOfService', 'Dates of service:')),
    gap(24),
    above(at('signature', 'Signature of patient', 3), at('signatureDate', 'Date', 1)),
    above(at('signerName', 'Printed name', 1)),
  ],
);
