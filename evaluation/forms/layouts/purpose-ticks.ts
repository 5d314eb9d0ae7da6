import { at, beside, heading, layout, options, text, title, underscores } from '../layout';
import { condition, redisclose, revoke } from '../statements';

/** Purpose and expiration are lists that end with a blank. */
export const purposeTicks = layout('purpose-ticks', { size: 10, margin: 54 }, [
  title('CONSENT TO RELEASE MEDICAL INFORMATION'),
  underscores(at('patientName', 'Patient’s Full Name', 3), at('dateOfBirth', 'DOB', 1)),
  underscores(at('address', 'Street'), at('cityStateZip', 'City')),
  heading('I authorize the following provider to release my health information'),
  underscores(at('disclosingParty', 'Provider/Facility Name')),
  heading('to the person or organization below'),
  underscores(at('recipient', 'Name')),
  underscores(at('phone', 'Phone #'), at('nobody', 'Fax #')),
  options(
    'purpose',
    'The information will be used for (check one)',
    [
      'Changing doctors',
      'Consultation or second opinion',
      'Insurance claim',
      'Legal matter',
      'Moving away',
      'Other: __________________________',
    ],
    { columns: 2, mark: 'underscore' },
  ),
  options(
    'information',
    'Please send',
    [
      'Entire medical record',
      'Last two years only',
      'Lab reports',
      'X-ray reports',
      'Immunization record',
      'Other: __________________________',
    ],
    { columns: 2, mark: 'underscore' },
  ),
  options(
    'expiration',
    'This authorization expires (check one)',
    [
      '90 days from the date signed',
      'One year from the date signed',
      'Upon completion of this request',
      'Other: __________________________',
    ],
    { columns: 2, mark: 'underscore' },
  ),
  text(revoke.notice),
  text(redisclose.legal),
  text(condition.plain),
  beside(at('signature', 'Signed', 2), at('signatureDate', 'Date', 1)),
  options('relationship', 'I am the', ['Patient', 'Parent or guardian', 'Agent under a power of attorney'], {
    columns: 3,
    mark: 'underscore',
  }),
  beside(at('nobody', 'Witness', 2), at('nobody', 'Date', 1)),
]);
