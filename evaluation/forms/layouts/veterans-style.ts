import { at, banner, boxed, comb, layout, printed, right, small, title } from '../layout';
import { condition, filler, redisclose, revoke } from '../statements';

/** The federal style: numbered frames, one box per character, an OMB date. */
export const veteransStyle = layout(
  'veterans-style',
  { size: 8.5, margin: 36, foot: 'VA FORM 21-0000, JUL 2023' },
  [
    right('OMB Control No. 2900-0000'),
    right('Expiration Date: 07/31/2027'),
    title('AUTHORIZATION TO DISCLOSE PERSONAL INFORMATION'),
    small(filler.paperwork),
    banner('SECTION I: VETERAN’S INFORMATION'),
    comb(
      at('firstName', '1. VETERAN’S NAME (First)', 3),
      at('middleInitial', '(Middle Initial)', 1),
      at('lastName', '(Last)', 3),
    ),
    comb(
      at('birthMonth', '2. DATE OF BIRTH: Month', 2),
      at('birthDay', 'Day', 1),
      at('birthYear', 'Year', 1.5),
      at('recordNumber', '3. VA FILE NUMBER', 3),
    ),
    banner('SECTION II: SOURCE OF RECORDS'),
    boxed(
      at('disclosingParty', '4. NAME OF PROVIDER OR FACILITY', 2),
      at('datesOfService', '5. DATES OF TREATMENT', 1),
    ),
    printed(
      'recipient',
      'I authorize the source named above to release medical records to: Department of Veterans Affairs',
      'Department of Veterans Affairs',
    ),
    printed(
      'purpose',
      'PURPOSE: To determine my eligibility for benefits.',
      'To determine my eligibility for benefits',
    ),
    small('The health information includes all medical records, laboratory results and imaging.'),
    printed(
      'expiration',
      'EXPIRATION: This authorization is valid for 12 months from the date signed below.',
      '12 months from the date signed below',
    ),
    small(revoke.legal),
    small(redisclose.legal),
    small(condition.refuse),
    banner('SECTION III: SIGNATURE'),
    boxed(
      at('signature', '6. SIGNATURE OF VETERAN OR AUTHORIZED REPRESENTATIVE', 3),
      at('signatureDate', '7. DATE SIGNED', 1),
    ),
    boxed(
      at('signerName', '8. PRINTED NAME OF PERSON SIGNING', 2),
      at('relationship', '9. RELATIONSHIP TO VETERAN', 2),
    ),
  ],
);
