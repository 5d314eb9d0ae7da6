import { above, at, beside, gap, layout, printed, text, title } from '../layout';
import { condition, redisclose, revoke } from '../statements';

/** For a study. */
export const researchStudy = layout('research-study', { face: 'serif', size: 10.5 }, [
  title('Authorization to Use and Disclose Health Information for Research'),
  text(
    'The researchers ask for your permission to use your health information. Federal law requires ' +
      'your written authorization.',
  ),
  beside(at('disclosingParty', 'Who may disclose:')),
  beside(at('recipient', 'Who may receive:')),
  printed(
    'purpose',
    'Purpose: to conduct the research study described in the consent form.',
    'to conduct the research study described in the consent form',
  ),
  text('Information: medical records, laboratory results and imaging.'),
  printed(
    'expiration',
    'This authorization expires at the end of the research study.',
    'at the end of the research study',
  ),
  text(revoke.plain),
  text(redisclose.plain),
  text(condition.cannot),
  gap(10),
  beside(at('patientName', 'Name of participant/patient (print):')),
  beside(at('dateOfBirth', 'Date of birth:')),
  gap(20),
  above(at('signature', 'Signature of participant', 3), at('signatureDate', 'Date', 1)),
]);
