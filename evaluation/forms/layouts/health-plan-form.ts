import { at, banner, cells, layout, options, small, text, title } from '../layout';
import { condition, redisclose, revoke } from '../statements';

/** A plan's member form. */
export const healthPlanForm = layout(
  'health-plan-form',
  { size: 9, margin: 42, foot: 'HP-AUTH-2021 Page 1' },
  [
    title('Member Authorization Form'),
    banner('Part A: Member'),
    cells(at('patientName', 'Member name')),
    cells(at('dateOfBirth', 'Member date of birth')),
    cells(at('recordNumber', 'Member ID')),
    banner('Part B: Disclosure'),
    text('I authorize the health plan and its agents to disclose my protected health information.'),
    cells(at('disclosingParty', 'Who may disclose')),
    cells(at('recipient', 'Who may receive')),
    cells(at('purpose', 'Purpose of disclosure')),
    options(
      'information',
      'Description of information',
      ['Medical records', 'Claims and billing records', 'Enrollment'],
      { columns: 3 },
    ),
    cells(at('expiration', 'Expiration date')),
    banner('Part C: Rights'),
    small(revoke.legal),
    small(redisclose.legal),
    small(condition.legal),
    banner('Part D: Signature'),
    cells(at('signature', 'Member signature')),
    cells(at('signatureDate', 'Date')),
    cells(at('signerName', 'Printed name')),
    cells(at('relationship', 'Relationship to member')),
  ],
);
