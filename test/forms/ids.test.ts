import { companyId, patientId, projectId } from '../../src/forms/ids';

describe('An ID chosen by the caller [DECISION-1]', () => {
  test.each(['a', '4711', 'case-4711_B.2~', '...', 'x'.repeat(64)])('can be %s', id => {
    for (const kind of [companyId, projectId, patientId]) expect(kind.safeParse(id).success).toBe(true);
  });

  test.each(['', '.', '..', 'x'.repeat(65), 'a b', 'a/b', 'a%20b', 'ä', 'a+b', 'a:b', "a'b", 'a\n'])(
    "can't be %j",
    id => {
      for (const kind of [companyId, projectId, patientId]) expect(kind.safeParse(id).success).toBe(false);
    },
  );
});
