import { at, below, gap, layout, text, title } from '../layout';
import { condition, redisclose, revoke } from '../statements';

/** Labels above the values in a grid of lines. */
export const sleepClinic = layout('sleep-clinic', { size: 10 }, [
  title('Sleep Clinic: Authorization to Release Information'),
  below(
    at('patientName', 'Name of patient'),
    at('nobody', 'Maiden name'),
    at('dateOfBirth', 'Date of birth'),
  ),
  below(
    at('disclosingParty', 'Facility releasing information'),
    at('recipient', 'Facility or person receiving information'),
  ),
  below(at('purpose', 'Reason'), at('expiration', 'This form expires on')),
  text(
    'Medical records to be released: sleep studies, consultation notes, laboratory results, billing records.',
  ),
  text(revoke.short),
  text(redisclose.legal),
  text(condition.refuse),
  gap(10),
  below(at('signature', 'Patient’s signature'), at('signatureDate', 'Date signed')),
  below(at('signerName', 'Name in print'), at('relationship', 'Relationship, if signed by another')),
]);
