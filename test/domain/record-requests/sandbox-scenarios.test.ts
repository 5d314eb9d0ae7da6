import { facilityRefusalStatuses } from '../../../src/domain/record-requests/record-request';
import { recordRequestScenario } from '../../../src/domain/record-requests/sandbox-scenarios';

test('A site named after a refusal refuses with that status, except for AuthDenied [REQUEST-25]', () => {
  for (const status of facilityRefusalStatuses.filter(each => each !== 'AuthDenied'))
    for (const name of [status, status.toUpperCase(), ` ${status.replaceAll(/(?<=.)(?=[A-Z])/g, ' ')} `])
      expect(recordRequestScenario(name)).toEqual({ kind: 'refused', status });
});

test.each([
  ['Partial', 'partial'],
  ['need to review results', 'inParts'],
  ['Auth Denied', 'authDenied'],
  ['SLOW', 'slow'],
  ['Mercy Clinic', undefined],
  ['Slow Street Clinic', undefined],
  ['constructor', undefined],
  ['', undefined],
])('A site named %j has the scenario %s [REQUEST-25]', (name, kind) => {
  expect(recordRequestScenario(name)?.kind).toBe(kind);
});
