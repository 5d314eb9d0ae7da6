import { at, gap, layout, printed, text, title, underscores } from '../layout';
import { condition, filler, redisclose, revoke } from '../statements';

/** Underscores for every place, as word processors leave them. */
export const insurerUnderscores = layout(
  'insurer-underscores',
  { size: 10, face: 'serif', foot: 'LIFE-88 (10/2020)' },
  [
    title('AUTHORIZATION TO OBTAIN AND DISCLOSE HEALTH INFORMATION'),
    underscores(at('patientName', 'Name of Proposed Insured/Patient:', 3)),
    underscores(at('dateOfBirth', 'Date of Birth:', 1), at('phone', 'Telephone:', 1)),
    text(
      'I authorize any physician, hospital, clinic, pharmacy or other medical facility to give ' +
        'protected health information to the company named below.',
    ),
    underscores(at('disclosingParty', 'Records held by:')),
    underscores(at('recipient', 'Release information to:')),
    underscores(at('purpose', 'Purpose of disclosure:')),
    printed(
      'expiration',
      'This authorization will expire 24 months after the date I sign it.',
      '24 months after the date I sign it',
    ),
    text(
      'The information includes medical records, laboratory results, prescription history and ' +
        'billing records.',
    ),
    text(filler.sensitive),
    text(revoke.short),
    text(redisclose.legal),
    text(condition.legal),
    gap(14),
    underscores(at('signature', 'Signature of Proposed Insured:', 3), at('signatureDate', 'Date:', 1)),
    gap(6),
    underscores(at('signerName', 'Print Name:', 3), at('relationship', 'Relationship:', 2)),
  ],
);
