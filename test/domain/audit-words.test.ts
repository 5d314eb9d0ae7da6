import { auditWordsOf } from '../../src/domain/audit-words';

test.each([
  ['patient.read', 'Viewed the patient'],
  ['bulkImport.read', 'Viewed the bulk import'],
  ['note.list', 'Viewed a list: note'],
  ['document.rename', 'Renamed the document'],
  ['search.tellIdentity', 'Search: tell identity'],
])('The audit log says %s as "%s" [KEY-25]', (event, words) => {
  expect(auditWordsOf(event)).toBe(words);
});
