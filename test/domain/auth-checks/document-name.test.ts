/** Names of documents outside of any patient. */
import { documentNameFault } from '../../../src/domain/auth-checks/document-name';

test.each([
  'Authorization.pdf',
  'Authorization Doe.pdf',
  'no extension',
  'two.dots.pdf',
  'a"b;c.pdf',
  `${'x'.repeat(251)}.pdf`,
  `${'é'.repeat(125)}.pdf`,
])('The document name "%s" is accepted [CHECK-14]', name => {
  expect(documentNameFault(name)).toBeUndefined();
});

test.each([
  ['an empty name', '', /one path segment/],
  ['a slash', 'a/b.pdf', /one path segment/],
  ['a backslash', 'a\\b.pdf', /one path segment/],
  ['NUL', 'a\0.pdf', /one path segment/],
  ['a lone surrogate', 'a\ud800.pdf', /one path segment/],
  ['only an extension', '.pdf', /dot/],
  ['only a dot', '.', /dot/],
  ['only two dots', '..', /dot/],
  ['blanks before the extension', '  .pdf', /before the extension/],
  ['256 bytes', `${'x'.repeat(252)}.pdf`, /255 bytes/],
  ['256 bytes in fewer characters', `${'é'.repeat(126)}.pdf`, /255 bytes/],
])('A document name is rejected: %s [CHECK-14]', (_what, name, fault) => {
  expect(documentNameFault(name)).toMatch(fault);
});
