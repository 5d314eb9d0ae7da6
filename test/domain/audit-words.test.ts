import { operations } from '../../src/api/operations';
import { auditWordsOf } from '../../src/domain/audit-words';

test.each([
  ['patient.read', 'Viewed the patient'],
  ['bulkImport.read', 'Viewed a bulk import'],
  ['note.list', 'Viewed the notes'],
  ['document.rename', 'Renamed a document'],
  ['search.tellIdentity', 'Confirmed which person is the patient'],
  ['formerThing.doSomething', 'Former thing: do something'],
])('The audit log says %s as "%s" [KEY-25]', (event, words) => {
  expect(auditWordsOf(event)).toBe(words);
});

test('The audit log has a sentence for each operation of the API [KEY-25]', () => {
  const events = operations.flatMap(({ contract }) =>
    contract.audit === null ? [] : [contract.audit.event],
  );
  expect(events.length).toBeGreaterThan(20);
  expect(events.filter(event => auditWordsOf(event).includes(':'))).toEqual([]);
});
