import { at, banner, beside, boxed, columns, heading, layout, options, small, title } from '../layout';
import { condition, filler, redisclose, revoke } from '../statements';

/**
 * A hospital system's form: the releasing party on the left, the recipient on the right, each with address,
 * telephone, and fax.
 */
export const hospitalFromTo = layout(
  'hospital-from-to',
  { size: 9, margin: 40, foot: 'MR-0114 (10/2024)   Page 1 of 1' },
  [
    title('Patient Authorization for Release of Protected Health Information'),
    banner('PATIENT INFORMATION'),
    columns(
      [
        beside(at('patientName', 'Patient Name:')),
        beside(at('address', 'Address:')),
        beside(at('cityStateZip', 'City, State, Zip:')),
      ],
      [
        beside(at('dateOfBirth', 'Date of Birth:')),
        beside(at('phone', 'Phone:')),
        beside(at('nobody', 'Previous Name(s):')),
      ],
    ),
    columns(
      [
        heading('Release FROM:'),
        beside(at('disclosingParty', 'Name:')),
        beside(at('disclosingAddress', 'Address:')),
        beside(at('nobody', 'City/State/Zip:')),
        beside(at('nobody', 'Phone:'), at('nobody', 'Fax:')),
      ],
      [
        heading('Release TO:'),
        beside(at('recipient', 'Name:')),
        beside(at('recipientAddress', 'Address:')),
        beside(at('nobody', 'City/State/Zip:')),
        beside(at('nobody', 'Phone:'), at('nobody', 'Fax:')),
      ],
    ),
    columns(
      [
        options(
          'information',
          'Information to be Released:',
          [
            'Complete Medical Record',
            'Discharge Summary',
            'Emergency Room Records',
            'Radiology Reports',
            'Itemized Bill',
            'Other: __________________',
          ],
          { columns: 1 },
        ),
        beside(at('datesOfService', 'Date(s) of Service:')),
      ],
      [
        options(
          'purpose',
          'Purpose of Release:',
          [
            'Continuation of Care',
            'Insurance',
            'Legal',
            'Personal',
            'Workers’ Compensation',
            'Other: __________________',
          ],
          { columns: 1 },
        ),
        options('nobody', 'Delivery Method:', ['Mail', 'Pick up', 'Patient portal', 'Fax'], { columns: 2 }),
      ],
    ),
    small(filler.sensitive),
    boxed(
      at(
        'expiration',
        'This authorization will expire on the following date, event or condition (if none is ' +
          'given, one year from signature)',
      ),
    ),
    small(revoke.legal),
    small(redisclose.short),
    small(condition.refuse),
    beside(
      at('signature', 'Patient / Representative Signature:', 3),
      at('signatureDate', 'Date:', 1),
      at('nobody', 'Time:', 0.7),
    ),
    beside(at('signerName', 'Printed Name:', 2), at('relationship', 'Relationship to Patient:', 2)),
    banner('FOR OFFICE USE ONLY'),
    beside(
      at('nobody', 'Identification verified by:'),
      at('nobody', 'Date released:'),
      at('nobody', 'Pages:', 0.5),
    ),
  ],
);
