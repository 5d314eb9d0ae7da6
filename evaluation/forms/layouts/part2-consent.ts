import { above, at, beside, gap, layout, options, sentence, small, text, title } from '../layout';
import { condition, redisclose, revoke } from '../statements';

/** A consent for records of substance use treatment. */
export const part2Consent = layout('part2-consent', { paper: 'part2Consent' }, [
  title('Consent for the Release of Substance Use Disorder Patient Records'),
  small('42 CFR Part 2, section 2.31'),
  sentence(
    'I, {patientName:200}, consent to the disclosure of my treatment records by ' +
      '{disclosingParty:200} to {recipient:200}.',
  ),
  beside(at('dateOfBirth', 'Date of birth')),
  beside(at('purpose', 'Purpose of the disclosure')),
  options(
    'information',
    'Kind of information',
    ['Treatment plan', 'Discharge summary', 'Laboratory results', 'Attendance'],
    { columns: 2 },
  ),
  beside(at('expiration', 'Date, event or condition on which this consent expires')),
  text(revoke.short),
  text(redisclose.short),
  text(condition.refuse),
  gap(20),
  above(at('signature', 'Signature of patient', 3), at('signatureDate', 'Date', 1)),
]);
