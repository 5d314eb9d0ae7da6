import { problemCatalogue, problemEntry, type ProblemCode } from '../../src/domain/problem-catalogue';

const codesOf = (...statuses: number[]): ProblemCode[] =>
  (Object.keys(problemCatalogue) as ProblemCode[]).filter(code =>
    statuses.includes(problemEntry(code).status),
  );

test('Only `Idempotency-Key`, `If-Match`, and outdated forms can lead to a 409 or 412 [DECISION-5]', () => {
  expect(codesOf(409, 412)).toEqual(['console.formStale', 'idempotency.running', 'precondition.failed']);
});

test('Every 5xx error has a support reference and can be retried [ERROR-4]', () => {
  const faults = codesOf(500, 502, 503, 504);
  expect(faults.length).toBeGreaterThan(4);
  expect(faults.map(problemEntry).filter(({ hasErrorId, retry }) => !hasErrorId || retry === 'no')).toEqual(
    [],
  );
});
