import { describeError } from '../../src/platform/describe-error';
import { createLog } from '../../src/platform/log';

function collect(): { readonly lines: string[]; readonly log: ReturnType<typeof createLog> } {
  const lines: string[] = [];
  return {
    lines,
    log: createLog({ level: 'info', process: 'test' }, { write: line => void lines.push(line) }),
  };
}

test('a field that is not on the list is dropped, whatever the types said', () => {
  const { lines, log } = collect();
  const patient = { operation: 'getPatient', firstName: 'ZQXMARK', url: '/patients/ZQXMARK' };
  log.info('Answered.', patient);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain('getPatient');
  expect(lines[0]).not.toContain('ZQXMARK');
});

test('what a field of the list says is written, as a text or a number', () => {
  const { lines, log } = collect();
  log.info('Answered.', { operation: 'getPatient', status: 200, step: 'first', deliveryUid: 'one' });
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    operation: 'getPatient',
    status: 200,
    step: 'first',
    deliveryUid: 'one',
  });
});

test('an error is told by type, code and frames; a message that may quote a value is not', () => {
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

test('the message of a bug in our code is kept: it names code, never data', () => {
  expect(describeError(new TypeError('x is not a function')).message).toBe('x is not a function');
  expect(describeError(new SyntaxError('Unexpected token in "ZQXMARK"')).message).toBeUndefined();
});

test('a chain of causes ends', () => {
  const loop: Error & { cause?: unknown } = new Error('round');
  loop.cause = loop;
  expect(JSON.stringify(describeError(loop)).length).toBeLessThan(20_000);
});
