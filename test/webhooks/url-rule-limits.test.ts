/** The limits of the URL rules, and which of several broken rules is reported first. */
import { createPolicy } from '../../src/webhooks/egress/policy';
import { checkUrl } from '../../src/webhooks/egress/url-rules';

const strict = createPolicy([]);
const development = createPolicy(['127.0.0.1/32']);

/** Returns the rule that a URL breaks, or `accepted`. */
function verdictOf(text: string, policy = strict): string {
  const verdict = checkUrl(text, policy);
  return verdict.ok ? 'accepted' : verdict.rule;
}

test.each([
  [442, 'port'],
  [443, 'accepted'],
  [444, 'port'],
  [1023, 'port'],
  [1024, 'accepted'],
  [1025, 'accepted'],
  [65_535, 'accepted'],
  [65_536, 'malformed'],
])('Port %d is %s', (port, verdict) => {
  expect(verdictOf(`https://hooks.example.com:${port}/`)).toBe(verdict);
});

test.each([
  1433, 1521, 1719, 1720, 1723, 2049, 2375, 2379, 3306, 3389, 3659, 4045, 4190, 5060, 5061, 5432, 5672, 5900,
  5984, 6000, 6379, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 7233, 9042, 9092, 9200, 10_080, 10_250,
  11_211, 27_017,
])('Port %d of another service is rejected, but accepted in development', port => {
  expect(verdictOf(`https://hooks.example.com:${port}/`)).toBe('port');
  expect(verdictOf(`https://hooks.example.com:${port}/`, development)).toBe('accepted');
});

test.each([
  'alt',
  'arpa',
  'corp',
  'example',
  'home',
  'internal',
  'intranet',
  'invalid',
  'lan',
  'local',
  'localdomain',
  'localhost',
  'onion',
  'private',
  'test',
])('A name that ends in .%s is private, but accepted in development', ending => {
  expect(verdictOf(`https://hooks.${ending}/`)).toBe('private_name');
  expect(verdictOf(`https://${ending}.example.com/`)).toBe('accepted');
  expect(verdictOf(`https://hooks.${ending}/`, development)).toBe('accepted');
});

const hostOf = (length: number): string => {
  const ending = `.${'b'.repeat(62)}.${'c'.repeat(62)}.${'d'.repeat(62)}.com`;
  return 'a'.repeat(length - ending.length) + ending;
};

test.each([
  ['under the strict policy', strict],
  ['in development', development],
])('A label has at most 63 characters and a host 253 %s', (_where, policy) => {
  expect(verdictOf(`https://${'a'.repeat(63)}.example.com/`, policy)).toBe('accepted');
  expect(verdictOf(`https://${'a'.repeat(64)}.example.com/`, policy)).toBe('host_malformed');
  expect(verdictOf(`https://${hostOf(253)}/`, policy)).toBe('accepted');
  expect(verdictOf(`https://${hostOf(254)}/`, policy)).toBe('host_malformed');
});

test.each([
  ['too_long', `https://user@hooks.example.com\\${'a'.repeat(2048)}`],
  ['characters', 'http://user@ localhost:22/#'],
  ['malformed', 'user@localhost:port/#'],
  ['scheme', 'http://user@localhost:22/#'],
  ['credentials', 'https://user@localhost:22/#'],
  ['fragment', 'https://localhost:22/#'],
  ['host_malformed', 'https://a..localhost:22/'],
  ['single_label', 'https://localhost:22/'],
  ['private_name', 'https://hooks.localhost:22/'],
  ['blocked_address', 'https://127.0.0.1:22/'],
  ['port', 'https://hooks.example.com:22/'],
])('Of several broken rules, the first one to fix is reported: %s', (rule, text) => {
  expect(verdictOf(text)).toBe(rule);
});
