import { above, at, beside, gap, layout, page, printed, text, title } from '../layout';
import { condition, filler, redisclose, revoke } from '../statements';

/** Long terms first, slots at the end, two pages. */
export const longTerms = layout('long-terms', { size: 10, margin: 56 }, [
  title('HIPAA Compliant Authorization for the Release of Patient Information'),
  text(
    'To: All physicians, hospitals, medical attendants, pharmacies and others who have examined or ' +
      'treated the patient named below.',
  ),
  text(
    'I hereby authorize the disclosure of all medical records, meaning every page in my record, ' +
      'including but not limited to: office notes, face sheets, history and physical, consultation ' +
      'notes, inpatient, outpatient and emergency room treatment, all clinical charts, reports, order ' +
      'sheets, progress notes, nurse’s notes, laboratory results, radiology and billing records.',
  ),
  text(filler.sensitive),
  text(revoke.legal),
  text(redisclose.legal),
  text(condition.legal),
  text(filler.copy),
  text(filler.release),
  printed(
    'expiration',
    'This authorization shall be in force and effect until two years from the date of execution, at ' +
      'which time this authorization expires.',
    'two years from the date of execution',
  ),
  page,
  beside(at('patientName', 'Patient’s full name:')),
  beside(at('dateOfBirth', 'Patient’s date of birth:')),
  beside(at('disclosingParty', 'Name of provider:')),
  beside(at('recipient', 'Records are to be sent to:')),
  beside(at('purpose', 'Purpose for disclosure:')),
  gap(26),
  above(
    at('signature', 'Signature of patient or legally authorized representative', 3),
    at('signatureDate', 'Date', 1),
  ),
  above(
    at('signerName', 'Name of representative', 2),
    at('relationship', 'Description of authority to act', 2),
  ),
]);
