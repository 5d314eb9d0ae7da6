import { above, at, gap, layout, options, sentence, text, title } from '../layout';
import { condition, redisclose, revoke } from '../statements';

/** Sensitive information with initials. */
export const mentalHealthConsent = layout('mental-health-consent', {}, [
  title('CONSENT FOR RELEASE OF CONFIDENTIAL INFORMATION'),
  sentence(
    'I, {patientName:200} (name of client), born {dateOfBirth:100}, authorize {disclosingParty:220} ' +
      'to disclose to {recipient:220} the health information that is initialed below.',
  ),
  options(
    'information',
    'Information',
    ['Medical records', 'Treatment plan', 'Progress notes', 'Discharge summary', 'Billing records'],
    { columns: 2, mark: 'underscore' },
  ),
  options(
    'sensitive',
    'Specially protected information (initial each)',
    ['Substance use disorder records', 'Psychiatric records', 'HIV test results'],
    { columns: 1, mark: 'underscore' },
  ),
  sentence('The purpose of this disclosure is {purpose:250}.'),
  sentence('This consent expires on {expiration:180} unless I revoke it sooner.'),
  text(revoke.short),
  text(redisclose.legal),
  text(condition.refuse),
  gap(16),
  above(
    at('signature', 'Signature of client or authorized representative', 3),
    at('signatureDate', 'Date', 1),
  ),
  above(at('signerName', 'Name (please print)', 3), at('relationship', 'Relationship to client', 2)),
  above(at('nobody', 'Signature of witness', 3), at('nobody', 'Date', 1)),
]);
