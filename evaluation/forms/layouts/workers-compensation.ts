import { at, gap, layout, printed, right, text, title, underscores } from '../layout';
import { condition, redisclose, revoke } from '../statements';

/** For an employer's insurer. */
export const workersCompensation = layout('workers-compensation', { size: 10, foot: 'WC-7 (Rev. 6/16)' }, [
  right('Claim No. ____________'),
  title('MEDICAL AUTHORIZATION: WORKERS’ COMPENSATION'),
  underscores(at('patientName', 'Employee/Patient name:', 3), at('dateOfBirth', 'Birth date:', 2)),
  underscores(at('nobody', 'Date of injury:', 1), at('nobody', 'Employer:', 2)),
  text(
    'I authorize any health care provider to disclose medical records and billing records ' +
      'concerning my injury.',
  ),
  printed(
    'disclosingParty',
    'Who may disclose: any health care provider who has treated me',
    'any health care provider who has treated me',
  ),
  underscores(at('recipient', 'Who may receive:')),
  printed(
    'purpose',
    'Purpose: evaluation of my workers’ compensation claim',
    'evaluation of my workers’ compensation claim',
  ),
  printed(
    'expiration',
    'Expiration: this authorization ends one year after the date of my signature.',
    'one year after the date of my signature',
  ),
  text(revoke.legal),
  text(redisclose.legal),
  text(condition.refuse),
  gap(20),
  underscores(at('signature', 'Employee signature:', 3), at('signatureDate', 'Date signed:', 2)),
]);
