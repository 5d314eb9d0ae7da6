import { describeError } from '../../src/platform/describe-error';
import { createLog } from '../../src/platform/log';

function collect(): { readonly lines: string[]; readonly log: ReturnType<typeof createLog> } {
  const lines: string[] = [];
  return {
    lines,
    log: createLog({ level: 'info', process: 'test' }, { write: line => void lines.push(line) }),
  };
}

test("A log field that isn't on the list is dropped, whatever its type", () => {
  const { lines, log } = collect();
  const patient = { operation: 'getPatient', firstName: 'ZQXMARK', url: '/patients/ZQXMARK' };
  log.info('Answered.', patient);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain('getPatient');
  expect(lines[0]).not.toContain('ZQXMARK');
});

test('A log field on the list is written as text or a number', () => {
  const { lines, log } = collect();
  log.info('Answered.', { operation: 'getPatient', status: 200, step: 'first', deliveryUid: 'one' });
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    operation: 'getPatient',
    status: 200,
    step: 'first',
    deliveryUid: 'one',
  });
});

test('An error is logged by type, code, and frames, without a message that may quote a value', () => {
  const { lines, log } = collect();
  const quoting = Object.assign(new Error('invalid input syntax for type uuid: "ZQXMARK"'), {
    name: 'DatabaseError',
    code: '22P02',
    detail: 'Key (email)=(ZQXMARK)',
    constraint: 'patient_project_id_key',
  });
  log.error('A request failed.', { error: new Error('outer ZQXMARK', { cause: quoting }) });
  expect(lines[0]).not.toContain('ZQXMARK');
  expect(lines[0]).toContain('22P02');
  expect(lines[0]).toContain('patient_project_id_key');
});

test('The message of a bug in our code is logged, because it names code and never data', () => {
  expect(describeError(new TypeError('x is not a function')).message).toBe('x is not a function');
  expect(describeError(new SyntaxError('Unexpected token in "ZQXMARK"')).message).toBeUndefined();
});

test('A circular chain of causes ends', () => {
  const loop: Error & { cause?: unknown } = new Error('round');
  loop.cause = loop;
  expect(JSON.stringify(describeError(loop)).length).toBeLessThan(20_000);
});
