import { at, below, layout, open, sentence, text, title, underscores } from '../layout';
import { condition, redisclose } from '../statements';

/** A model form with instructions in brackets. */
export const instructionsInBrackets = layout(
  'instructions-in-brackets',
  { size: 10, margin: 58, face: 'serif' },
  [
    title('MODEL AUTHORIZATION FOR RELEASE OF PROTECTED HEALTH INFORMATION'),
    text(
      '[Instructions: type or print clearly. Each item must be completed. Attach additional pages ' +
        'if needed.]',
    ),
    below(
      at(
        'patientName',
        'A. Individual [first name, middle initial, last name of the person whose records are requested]',
        2,
      ),
    ),
    below(
      at('dateOfBirth', 'B. Date of birth [month/day/year]'),
      at('recordNumber', 'Account or record number [if known]'),
    ),
    sentence(
      'C. I authorize {disclosingParty:230} [name of the doctor, hospital or health plan that has ' +
        'the records]',
    ),
    sentence(
      'to give the records described below to {recipient:230} [name of person or organization that ' +
        'will get the records].',
    ),
    text(
      'D. Records to be released [describe them in detail, or write “entire medical record”]: all ' +
        'medical records and bills',
    ),
    underscores(at('datesOfService', 'for services between [beginning and ending dates of treatment]')),
    open(at('purpose', 'E. Purpose [why the records are needed; “at my request” is sufficient]:')),
    open(at('expiration', 'F. Expiration [date, or event such as the end of a lawsuit]:')),
    text(
      'G. I understand that I may cancel this authorization at any time by sending a letter to [the ' +
        'doctor, hospital or health plan named in item C], but that this will not affect records ' +
        'already released.',
    ),
    text(redisclose.plain),
    text(condition.refuse),
    underscores(
      at('signature', 'Signature [of the individual or representative]', 3),
      at('signatureDate', 'Date', 1),
    ),
    underscores(at('signerName', 'Printed name [if signed by a representative, his or her name]')),
    underscores(at('relationship', 'Relationship to individual [for example self, parent, guardian]')),
  ],
);
