import { at, cells, layout, text, title } from '../layout';
import { condition, redisclose, revoke } from '../statements';

/** Labels far from their values. */
export const leftLabelsWide = layout('left-labels-wide', { margin: 64, size: 10 }, [
  title('Disclosure Authorization'),
  text('I authorize the health information named here to be disclosed.'),
  cells(at('patientName', 'NAME OF PATIENT')),
  cells(at('dateOfBirth', 'DATE OF BIRTH')),
  cells(at('disclosingParty', 'NAME OF PROVIDER')),
  cells(at('recipient', 'NAME OF RECIPIENT')),
  cells(at('purpose', 'PURPOSE')),
  cells(at('datesOfService', 'SERVICE DATES')),
  cells(at('expiration', 'EXPIRATION')),
  text('Medical records, imaging and billing statements are to be disclosed.'),
  text(revoke.notice),
  text(redisclose.legal),
  text(condition.cannot),
  cells(at('signature', 'SIGNATURE')),
  cells(at('signatureDate', 'DATE')),
  cells(at('signerName', 'PRINTED NAME')),
  cells(at('relationship', 'RELATIONSHIP')),
]);
