import { findStatement } from '../../../src/reading/extraction/statements';
import { flatten } from '../../../src/domain/auth-checks/flat-text';
import type { StatementName } from '../../../src/domain/auth-checks/extraction';

describe('A statement of 45 CFR 164.508(c)(2)', () => {
  test.each<readonly [StatementName, string, string]>([
    ['revocation', 'I may revoke this authorization at any time by writing to the facility.', 'full'],
    ['revocation', 'You can cancel this permission. Send a letter to our privacy officer.', 'full'],
    ['revocation', 'To withdraw, see our Notice of Privacy Practices.', 'full'],
    ['revocation', 'This authorization may be revoked.', 'weak'],
    ['revocation', 'This form is about records.', 'none'],
    ['redisclosure', 'Information may be re-disclosed by the recipient.', 'full'],
    ['redisclosure', 'It may no longer be protected by federal law.', 'full'],
    ['redisclosure', 'The information may be shared.', 'weak'],
    ['redisclosure', 'I authorize the release.', 'none'],
    ['conditioning', 'We will not condition treatment on your signing.', 'full'],
    ['conditioning', 'I need not sign this form to receive treatment.', 'full'],
    ['conditioning', 'Treatment and payment will not be affected if you refuse.', 'full'],
    ['conditioning', 'Signing is voluntary.', 'weak'],
    ['conditioning', 'Please sign below.', 'none'],
  ])('on %s in %p has the strength: %s', (name, text, strength) => {
    expect(findStatement(flatten(text), name).strength).toBe(strength);
  });

  test('is judged quickly even in a text made to be slow', () => {
    const flat = flatten(
      'revoke '.repeat(4_000) + 'treatment not '.repeat(4_000) + ' condition'.repeat(4_000),
    );
    const started = performance.now();
    for (const name of ['revocation', 'redisclosure', 'conditioning'] as const) findStatement(flat, name);
    expect(performance.now() - started).toBeLessThan(2_000);
  });
});
