import { at, beside, gap, layout, open, text, title } from '../layout';
import { condition, redisclose, revoke } from '../statements';

/** Half a page, few words. */
export const faxCoverShort = layout('fax-cover-short', { margin: 60, size: 10.5 }, [
  title('MEDICAL RECORDS RELEASE'),
  open(at('patientName', 'PATIENT NAME:', 3), at('dateOfBirth', 'D.O.B.:', 2)),
  open(at('disclosingParty', 'FROM:', 1)),
  open(at('recipient', 'TO:', 1)),
  text(
    'I authorize the release of my complete medical records and billing records to the person named above.',
  ),
  open(at('purpose', 'FOR:', 1)),
  text(redisclose.short),
  text(revoke.short),
  text(condition.cannot),
  open(at('expiration', 'EXPIRES:', 1)),
  gap(20),
  beside(at('signature', 'SIGNATURE', 3), at('signatureDate', 'DATE', 1)),
]);
