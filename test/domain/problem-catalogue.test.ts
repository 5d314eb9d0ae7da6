import { problemCatalogue, problemEntry, type ProblemCode } from '../../src/domain/problem-catalogue';

const codesOf = (...statuses: number[]): ProblemCode[] =>
  (Object.keys(problemCatalogue) as ProblemCode[]).filter(code =>
    statuses.includes(problemEntry(code).status),
  );

test('409 and 412 are answered to nobody but those who sent an `Idempotency-Key` or `If-Match`, and to a form that says what it was made of [DECISION-5]', () => {
  expect(codesOf(409, 412)).toEqual(['console.formStale', 'idempotency.running', 'precondition.failed']);
});

test('every 5xx carries a reference for support, and may be tried again [ERROR-4]', () => {
  const faults = codesOf(500, 502, 503, 504);
  expect(faults.length).toBeGreaterThan(4);
  expect(faults.map(problemEntry).filter(({ hasErrorId, retry }) => !hasErrorId || retry === 'no')).toEqual(
    [],
  );
});
