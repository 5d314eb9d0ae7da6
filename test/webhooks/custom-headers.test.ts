import {
  checkCustomHeaders,
  customHeadersMax,
  headerNameLengthMax,
  headersLengthMax,
  headerValueLengthMax,
} from '../../src/webhooks/egress/custom-headers';

/** Returns the rules that one header breaks. */
const rulesOf = (name: string, value = 'v'): string[] =>
  checkCustomHeaders([{ name, value }]).map(({ rule }) => rule);

describe('checkCustomHeaders', () => {
  test.each([
    ['Authorization', 'Bearer abc.def'],
    ['X-Tenant', 'a b c'],
    ['x_under.score~', '~!@#'],
    ['n'.repeat(headerNameLengthMax), 'v'.repeat(headerValueLengthMax)],
  ])('accepts the header %s', (name, value) => {
    expect(rulesOf(name, value)).toEqual([]);
  });

  test.each(['', 'a b', 'a:b', 'a\r\nHost', 'ä', 'a\u0000', '(a)', 'n'.repeat(headerNameLengthMax + 1)])(
    'rejects the name %j',
    name => {
      expect(rulesOf(name)).toEqual(['name']);
    },
  );

  test.each([
    '',
    ' ',
    ' v',
    'v ',
    'a\r\nX-Injected: 1',
    'a\nb',
    'a\rb',
    'a\u0000b',
    'a\tb',
    'ä',
    'v'.repeat(headerValueLengthMax + 1),
  ])('rejects the value %j', value => {
    expect(rulesOf('x-a', value)).toEqual(['value']);
  });

  test.each([
    'Content-Type',
    'CONTENT-TYPE',
    'Host',
    'host',
    'X-Webhook-Id',
    'x-webhook-signature',
    'X-WEBHOOK-ANYTHING',
    'Content-Length',
    'Transfer-Encoding',
    'Connection',
    'Keep-Alive',
    'TE',
    'Trailer',
    'Upgrade',
    'Expect',
    'Proxy-Authorization',
    'User-Agent',
    'Accept-Encoding',
    'Cookie',
    'Forwarded',
    'X-Forwarded-For',
    'X-Real-IP',
    'webhook-id',
    'X-Amz-Security-Token',
    'Metadata-Flavor',
    'X-Aws-Ec2-Metadata-Token',
  ])('reserves %s for the service, the connection, and proxies [HOOK-25]', name => {
    expect(rulesOf(name)).toEqual(['reserved']);
  });

  test('accepts 20 headers and rejects the 21st [HOOK-9]', () => {
    expect(customHeadersMax).toBe(20);
    const headers = Array.from({ length: customHeadersMax + 1 }, (_, i) => ({ name: `x-${i}`, value: 'v' }));
    expect(checkCustomHeaders(headers.slice(0, customHeadersMax))).toEqual([]);
    expect(checkCustomHeaders(headers)).toEqual([{ index: customHeadersMax, rule: 'too_many' }]);
  });

  test('rejects a name repeated in another case, and reports its index', () => {
    const headers = [
      { name: 'X-A', value: '1' },
      { name: 'x-b', value: '1' },
      { name: 'x-a', value: '2' },
    ];
    expect(checkCustomHeaders(headers)).toEqual([{ index: 2, rule: 'duplicate' }]);
  });

  test('rejects headers that together would cause a 431 response', () => {
    const value = 'v'.repeat(headersLengthMax / 2);
    const headers = ['a', 'b', 'c'].map(name => ({ name, value }));
    expect(checkCustomHeaders(headers)).toEqual([{ index: 1, rule: 'too_long' }]);
  });

  test('reports every problem at once, and never a value', () => {
    const problems = checkCustomHeaders([
      { name: 'host', value: 'internal' },
      { name: 'x-a', value: 'a\nb' },
    ]);
    expect(problems).toEqual([
      { index: 0, rule: 'reserved' },
      { index: 1, rule: 'value' },
    ]);
  });
});
