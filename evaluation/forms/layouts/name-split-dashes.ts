import { at, boxed, layout, options, small, text, title } from '../layout';
import { condition, redisclose, revoke } from '../statements';

/** The label states the order of the name's parts. */
export const nameSplitDashes = layout('name-split-dashes', {}, [
  title('REQUEST FOR HEALTH INFORMATION'),
  boxed(
    at('patientNameReversed', 'Name – Last, First, Middle', 3),
    at('dateOfBirth', 'Date of birth – Month/Day/Year', 2),
  ),
  boxed(at('address', 'Address – Street'), at('cityStateZip', 'City – State – ZIP')),
  text('I authorize the disclosure of my medical information as stated on this form.'),
  boxed(at('disclosingParty', 'Provider or facility to disclose the information')),
  boxed(at('recipient', 'Recipient – Name of person or organization')),
  boxed(at('purpose', 'Purpose or need for disclosure')),
  options(
    'information',
    'Information requested',
    ['Entire medical record', 'Laboratory reports', 'X-rays', 'Billing records'],
    { columns: 4 },
  ),
  boxed(at('expiration', 'Expiration of authorization')),
  small(revoke.legal),
  small(redisclose.legal),
  small(condition.legal),
  boxed(
    at('signature', 'Signature – Patient or legal representative', 3),
    at('signatureDate', 'Date signed – Month/Day/Year', 2),
  ),
  boxed(at('signerName', 'Name of legal representative (print)'), at('relationship', 'Relationship')),
]);
