import { above, at, below, columns, gap, layout, options, text, title } from '../layout';
import { condition, redisclose, revoke } from '../statements';

/** The signature is on the left of a three-column footer. */
export const transplantProgram = layout('transplant-program', { size: 9.5 }, [
  title('Transplant Program Release of Information'),
  columns(
    [
      below(at('patientName', 'Patient name')),
      below(at('dateOfBirth', 'Date of birth')),
      below(at('purpose', 'Purpose of disclosure')),
    ],
    [
      below(at('disclosingParty', 'Who may disclose the information')),
      below(at('recipient', 'Who may receive the information')),
      below(at('expiration', 'Date this authorization expires')),
    ],
  ),
  options(
    'information',
    'I authorize disclosure of this medical information',
    ['Complete health record', 'Laboratory results', 'Operative reports', 'Consultations'],
    { columns: 2, mark: 'dingbat' },
  ),
  text(revoke.legal),
  text(redisclose.legal),
  text(condition.legal),
  gap(24),
  above(
    at('signature', 'Signature of patient or representative', 2),
    at('signerName', 'Printed name', 2),
    at('signatureDate', 'Date signed', 1),
  ),
  above(at('relationship', 'Relationship to patient', 1)),
]);
