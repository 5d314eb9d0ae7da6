import { at, banner, beside, boxed, columns, layout, options, small } from '../layout';
import { condition, redisclose, revoke } from '../statements';

/** Headings above cells; the signature box is next to a box for office use. */
export const emergencyNetwork = layout('emergency-network', { size: 9 }, [
  banner('AUTHORIZATION TO USE AND DISCLOSE HEALTH INFORMATION'),
  columns(
    [
      boxed(at('patientName', 'Patient legal name')),
      boxed(at('dateOfBirth', 'Patient date of birth')),
      boxed(at('phone', 'Phone')),
    ],
    [
      boxed(at('disclosingParty', 'Records from (facility)')),
      boxed(at('recipient', 'Records to (name)')),
      boxed(at('recipientAddress', 'Fax or address')),
    ],
  ),
  options('purpose', 'Purpose of use', ['Treatment', 'Payment', 'Legal', 'Disability'], {
    columns: 4,
    mark: 'dingbat',
  }),
  options(
    'information',
    'Documents',
    ['Entire record', 'Emergency department records', 'Imaging reports', 'Itemized statement'],
    { columns: 2, mark: 'dingbat' },
  ),
  beside(at('expiration', 'Authorization ends on (date or event)')),
  small(revoke.short),
  small(redisclose.legal),
  small(condition.legal),
  columns(
    [
      boxed(at('signature', 'Signature of patient/guardian')),
      boxed(at('signatureDate', 'Date signed')),
      boxed(at('signerName', 'Printed name')),
    ],
    [
      banner('OFFICE USE ONLY'),
      beside(at('nobody', 'ID checked by:')),
      beside(at('nobody', 'Released on:')),
      beside(at('nobody', 'Employee signature:')),
    ],
  ),
]);
