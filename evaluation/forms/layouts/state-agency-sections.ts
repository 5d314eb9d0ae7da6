import { at, banner, boxed, comb, layout, options, right, small, title } from '../layout';
import { condition, filler, redisclose, revoke } from '../statements';

/** A state's form: numbered sections, one box per digit of the date of birth. */
export const stateAgencySections = layout(
  'state-agency-sections',
  { size: 9, foot: 'DHS-1555 (Rev. 7-21) Previous editions obsolete' },
  [
    right('STATE DEPARTMENT OF HEALTH SERVICES'),
    title('AUTHORIZATION TO DISCLOSE PROTECTED HEALTH INFORMATION'),
    small(filler.instructions),
    banner('SECTION 1. INDIVIDUAL'),
    boxed(at('lastName', 'Last name'), at('firstName', 'First name'), at('middleInitial', 'M.I.', 0.4)),
    comb(at('dateOfBirth', 'Date of birth (MMDDYYYY)')),
    banner('SECTION 2. PERSON OR AGENCY RELEASING INFORMATION'),
    boxed(at('disclosingParty', 'Name of agency or provider'), at('disclosingAddress', 'Mailing address')),
    banner('SECTION 3. PERSON OR AGENCY RECEIVING INFORMATION'),
    boxed(at('recipient', 'Name of recipient'), at('recipientAddress', 'Mailing address')),
    banner('SECTION 4. INFORMATION'),
    options(
      'information',
      'I authorize the release of medical information about:',
      ['Medical records', 'Eligibility records', 'Laboratory reports', 'Claims and billing'],
      { columns: 2 },
    ),
    boxed(at('purpose', 'Purpose of the release')),
    boxed(at('expiration', 'Authorization expires (date or event)')),
    small(revoke.legal),
    small(redisclose.legal),
    small(condition.legal),
    banner('SECTION 5. SIGNATURE'),
    boxed(
      at('signature', 'Signature of individual or legal representative', 3),
      at('signatureDate', 'Date', 1),
    ),
    boxed(
      at('signerName', 'Printed name of representative', 2),
      at('relationship', 'Legal authority of representative', 2),
      at('nobody', 'Witness signature', 2),
    ),
  ],
);
