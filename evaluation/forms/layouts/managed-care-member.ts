import {
  at,
  banner,
  beside,
  boxed,
  cells,
  layout,
  options,
  printed,
  right,
  small,
  text,
  title,
} from '../layout';
import { filler } from '../statements';

/** A Medicaid managed care plan's form: lettered parts, plain words, a table for the member. */
export const managedCareMember = layout(
  'managed-care-member',
  { size: 9, margin: 42, foot: 'MCD-AUTH-22 Approved 11/2022' },
  [
    right('Member Services 1-800-555-0100 (TTY 711)'),
    title('Member Authorization to Share Health Information'),
    text(
      'Use this form if you want your health plan to share your protected health information (PHI) ' +
        'with someone else.',
    ),
    banner('Part A: Member whose information will be shared'),
    cells(at('lastName', 'Last name'), at('firstName', 'First name')),
    cells(at('dateOfBirth', 'Date of birth'), at('recordNumber', 'Medicaid ID')),
    cells(at('address', 'Home address'), at('phone', 'Phone number')),
    banner('Part B: Who can share the information'),
    cells(at('disclosingParty', 'Health plan, doctor or facility')),
    banner('Part C: Who can get the information'),
    cells(at('recipient', 'Name (person or organization)')),
    cells(at('recipientAddress', 'Address'), at('nobody', 'Relationship to member')),
    banner('Part D: What can be shared'),
    options(
      'information',
      'Check one or more:',
      [
        'All of my health information, including claims and medical records',
        'Only the records of enrollment',
        'Only bills and payment records',
        'Other: ______________________________',
      ],
      { columns: 1 },
    ),
    options(
      'sensitive',
      'Sensitive information is not shared unless you check it here:',
      [
        'Substance use disorder',
        'Mental health',
        'HIV/AIDS',
        'Genetic testing',
        'Reproductive health',
        'Sexually transmitted infections',
      ],
      { columns: 3 },
    ),
    banner('Part E: Why it is shared'),
    options(
      'purpose',
      'Reason:',
      [
        'I asked for it',
        'To help with an appeal or grievance',
        'To help manage my care',
        'Other: ______________________________',
      ],
      { columns: 2 },
    ),
    banner('Part F: When this authorization ends'),
    boxed(at('expiration', 'End date or event')),
    printed(
      'expiration',
      'If you do not give a date or event, it ends one year after you sign, or when you leave the ' +
        'plan, whichever is first.',
      'one year after you sign, or when you leave the plan',
    ),
    banner('Part G: Your rights'),
    small(
      'You do not have to sign this form. Your treatment, payment, enrollment and eligibility for ' +
        'benefits do not depend on it. You can take back (revoke) this authorization at any time by ' +
        'writing to us; it will not change what we have already shared. Someone who gets your ' +
        'information may share it with others, and it may no longer be protected by privacy law.',
    ),
    small(filler.copy),
    banner('Part H: Sign here'),
    boxed(
      at('signature', 'Member or personal representative signature', 3),
      at('signatureDate', 'Today’s date', 1),
    ),
    text('If you are signing for the member, tell us about yourself and send proof of your legal authority.'),
    boxed(
      at('signerName', 'Your name (please print)', 2),
      at('relationship', 'Your relationship to the member', 2),
    ),
    beside(at('nobody', 'Plan use only. Received by'), at('nobody', 'Date entered')),
  ],
);
