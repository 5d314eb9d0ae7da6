import { at, gap, layout, options, printed, text, title, underscores } from '../layout';
import { condition, redisclose, revoke } from '../statements';

/** Images only; brackets. */
export const radiologyRequest = layout('radiology-request', { size: 10 }, [
  title('Radiology Image Release Form'),
  underscores(at('patientName', 'Patient Name', 3), at('dateOfBirth', 'DOB', 1)),
  options(
    'information',
    'I authorize release of the following health information:',
    ['X-ray images', 'CT images', 'MRI images', 'Reports'],
    { columns: 4, mark: 'brackets' },
  ),
  underscores(at('disclosingParty', 'Release from')),
  underscores(at('recipient', 'Release to')),
  underscores(at('purpose', 'Purpose of request')),
  underscores(at('datesOfService', 'Date(s) of service')),
  printed(
    'expiration',
    'This authorization expires 180 days from the date of signature.',
    '180 days from the date of signature',
  ),
  text(revoke.plain),
  text(redisclose.plain),
  text(condition.plain),
  gap(18),
  underscores(at('signature', 'Patient signature', 3), at('signatureDate', 'Date', 1)),
  underscores(at('signerName', 'Print name', 3), at('relationship', 'Relationship to patient', 2)),
]);
