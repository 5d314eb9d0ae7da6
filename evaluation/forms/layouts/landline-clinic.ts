import { above, at, gap, layout, sentence, text, title } from '../layout';
import { condition, filler, redisclose, revoke } from '../statements';

/** Value lines without colons, uppercase, initials next to paragraphs. */
export const landlineClinic = layout('landline-clinic', { size: 10.5, margin: 54 }, [
  title('RELEASE OF MEDICAL RECORDS AUTHORIZATION'),
  above(at('patientName', 'PATIENT NAME (PLEASE PRINT)', 3), at('dateOfBirth', 'DATE OF BIRTH', 2)),
  above(at('disclosingParty', 'NAME OF FACILITY OR PHYSICIAN RELEASING RECORDS')),
  above(at('recipient', 'NAME OF PERSON OR FACILITY RECEIVING RECORDS')),
  text(
    'I hereby authorize the above named to release my complete medical record, billing records and ' +
      'radiology images.',
  ),
  sentence('Reason for release: {purpose:220}'),
  sentence('This authorization is effective until {expiration:120}.'),
  text(revoke.short),
  text(redisclose.short),
  text(condition.refuse),
  text(filler.mark),
  gap(24),
  above(at('signature', 'PATIENT SIGNATURE', 3), at('signatureDate', 'DATE', 1)),
  gap(14),
  above(at('nobody', 'WITNESS SIGNATURE', 3), at('nobody', 'DATE', 1)),
]);
