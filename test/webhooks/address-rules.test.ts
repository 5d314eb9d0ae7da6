import { type AddressPolicy, type AddressRule, deniedBy } from '../../src/webhooks/egress/address-rules';
import { contains, parseAddress, parseCidr } from '../../src/webhooks/egress/address';
import { parseAllowList } from '../../src/webhooks/egress/policy';

const strict: AddressPolicy = { allowed: [], own: [] };

const denied: ReadonlyArray<readonly [AddressRule, readonly string[]]> = [
  ['unspecified', ['0.0.0.0', '0.0.0.1', '0.255.255.255', '::', '::ffff:0.0.0.0', '::ffff:0:0']],
  [
    'loopback',
    [
      '127.0.0.1',
      '127.0.0.0',
      '127.1.2.3',
      '127.255.255.255',
      '::1',
      '0:0:0:0:0:0:0:1',
      '0000:0000:0000:0000:0000:0000:0000:0001',
      '::ffff:127.0.0.1',
      '::ffff:7f00:1',
      '::FFFF:7F00:0001',
      '0:0:0:0:0:ffff:7f00:1',
    ],
  ],
  [
    'private',
    [
      '10.0.0.0',
      '10.255.255.255',
      '172.16.0.0',
      '172.31.255.255',
      '192.168.0.0',
      '192.168.255.255',
      '::ffff:10.0.0.1',
      '::ffff:c0a8:101',
      'fc00::',
      'fc00::1',
      'fd12:3456:789a::1',
      'fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
      'fec0::1',
    ],
  ],
  ['carrier_nat', ['100.64.0.0', '100.100.100.100', '100.127.255.255', '::ffff:100.64.0.1']],
  ['link_local', ['fe80::1', 'febf::1']],
  [
    'metadata',
    [
      '169.254.0.0',
      '169.254.169.254',
      '169.254.170.2',
      '169.254.255.255',
      '::ffff:169.254.169.254',
      '::ffff:a9fe:a9fe',
      '100.100.100.200',
      '168.63.129.16',
      '192.0.0.192',
      'fd00:ec2::254',
      'fd00:ec2::23',
      'fd20:ce::254',
      'fd00:42::42',
      'fe80::a9fe:a9fe',
    ],
  ],
  [
    'multicast',
    ['224.0.0.0', '224.0.0.1', '239.255.255.255', 'ff00::', 'ff02::1', 'ff0e::1', '::ffff:224.0.0.1'],
  ],
  [
    'documentation',
    [
      '192.0.2.1',
      '198.51.100.1',
      '203.0.113.1',
      '203.0.113.255',
      '2001:db8::1',
      '2001:db8:ffff::1',
      '3fff::1',
      '3fff:fff::1',
      '::ffff:192.0.2.1',
    ],
  ],
  ['benchmarking', ['198.18.0.0', '198.19.255.255']],
  [
    'transition',
    [
      '192.88.99.1',
      '::127.0.0.1',
      '::7f00:1',
      '::8.8.8.8',
      '::ffff:0:127.0.0.1',
      '::ffff:0:8.8.8.8',
      '64:ff9b::7f00:1',
      '64:ff9b::10.0.0.1',
      '64:ff9b::8.8.8.8',
      '64:ff9b:1::1',
      '64:ff9b:1:ffff::a00:1',
      '2002:7f00:1::',
      '2002:a00:1::1',
      '2002:808:808::1',
    ],
  ],
  [
    'reserved',
    [
      '192.0.0.0',
      '192.0.0.8',
      '192.0.0.255',
      '192.31.196.1',
      '192.52.193.1',
      '192.175.48.1',
      '240.0.0.0',
      '250.1.2.3',
      '255.255.255.254',
      '255.255.255.255',
      '::ffff:255.255.255.255',
      '2001::',
      '2001:0:4136:e378:8000:63bf:3fff:fdd2',
      '2001:2::1',
      '2001:10::1',
      '2001:20::1',
      '2001:1ff::1',
      '2620:4f:8000::1',
      '3ffe::1',
      '100::1',
      '100:0:0:1::1',
      '5f00::1',
      '1::1',
      '200::1',
      '1fff:ffff::1',
      '4000::1',
      '8000::1',
      'e000::1',
      'fe00::1',
    ],
  ],
  [
    'malformed',
    [
      '',
      ' ',
      'localhost',
      '127.1',
      '0177.0.0.1',
      '0x7f.0.0.1',
      '2130706433',
      '1.2.3',
      '1.2.3.4.5',
      '1.2.3.256',
      '8.8.8.8 ',
      '[2606:4700::1111]',
      'fe80::1%eth0',
      '2606:4700::1111%1',
      '2606:4700::1111::1',
      '12345::1',
      '::ffff:1.2.3.256',
    ],
  ],
];

const allowed = [
  '1.0.0.0',
  '1.1.1.1',
  '8.8.8.8',
  '9.255.255.255',
  '11.0.0.0',
  '100.63.255.255',
  '100.128.0.0',
  '126.255.255.255',
  '128.0.0.0',
  '168.63.129.15',
  '168.63.129.17',
  '169.253.255.255',
  '169.255.0.0',
  '172.15.255.255',
  '172.32.0.0',
  '192.0.1.0',
  '192.167.255.255',
  '192.169.0.0',
  '198.17.255.255',
  '198.20.0.0',
  '223.255.255.255',
  '::ffff:8.8.8.8',
  '::ffff:808:808',
  '2000::1',
  '2001:200::1',
  '2001:4860:4860::8888',
  '2001:db7:ffff::1',
  '2001:db9::1',
  '2003::1',
  '2606:4700:4700::1111',
  '2620:4f:7fff::1',
  '2a00:1450:4001::1',
  '3ffd::1',
  '3fff:1000::1',
];

describe('deniedBy with the strict policy', () => {
  test.each(denied.flatMap(([rule, addresses]) => addresses.map(address => [address, rule] as const)))(
    'denies %j as %s',
    (address, rule) => {
      expect(deniedBy(address, strict)).toBe(rule);
    },
  );

  test.each(allowed)('allows %s', address => {
    expect(deniedBy(address, strict)).toBeUndefined();
  });

  test("denies the machine's own public addresses, also in mapped form", () => {
    const own = ['8.8.4.4', '2606:4700::1111'].flatMap(text => parseAddress(text) ?? []);
    for (const text of ['8.8.4.4', '::ffff:8.8.4.4', '2606:4700::1111', '2606:4700:0:0::1111'])
      expect(deniedBy(text, { allowed: [], own })).toBe('own_interface');
    expect(deniedBy('8.8.4.5', { allowed: [], own })).toBeUndefined();
  });
});

describe('deniedBy with ranges allowed for development', () => {
  const development: AddressPolicy = {
    allowed: parseAllowList([
      '127.0.0.1/32',
      '::1',
      '172.16.0.0/12',
      '169.0.0.0/8',
      '100.64.0.0/10',
      '168.63.0.0/16',
      'fd00:ec2::/32',
      '192.0.0.0/24',
    ]),
    own: [Uint8Array.of(127, 0, 0, 1)],
  };

  test.each(['127.0.0.1', '::ffff:127.0.0.1', '::1', '172.20.0.5', '100.64.0.9', '8.8.8.8'])(
    'allows %s',
    address => {
      expect(deniedBy(address, development)).toBeUndefined();
    },
  );

  test.each([
    ['127.0.0.2', 'loopback'],
    ['10.0.0.1', 'private'],
    ['::7f00:1', 'transition'],
    ['172.32.0.1', undefined],
  ])('decides on %s as under the strict policy', (address, rule) => {
    expect(deniedBy(address, development)).toBe(rule);
  });

  test.each(['169.254.169.254', '::ffff:a9fe:a9fe', '100.100.100.200', '168.63.129.16', 'fd00:ec2::254'])(
    'still denies the metadata address %s',
    address => {
      expect(deniedBy(address, development)).toBe('metadata');
    },
  );
});

describe('parseAllowList', () => {
  test.each(['10.0.0.0/8', '127.0.0.1', '127.0.0.1/32', '::1/128', 'fd12:3456::/32'])('accepts %s', entry => {
    expect(parseAllowList([entry])).toHaveLength(1);
  });

  test.each(['0.0.0.0/0', '10.0.0.0/7', '::/0', '2000::/3', 'fd00::/31'])(
    'rejects the wide range %s',
    entry => {
      expect(() => parseAllowList(['127.0.0.1/32', entry])).toThrow(`${entry} is too wide`);
    },
  );

  test.each([
    '',
    'localhost',
    '127.0.0.1/33',
    '::1/129',
    '127.0.0.1/',
    '1.2.3.4/8/8',
    '::ffff:127.0.0.1/104',
  ])('rejects the malformed entry %j', entry => {
    expect(() => parseAllowList([entry])).toThrow('is not a CIDR');
  });
});

describe('contains', () => {
  test.each([
    ['10.0.0.0/9', '10.127.255.255', true],
    ['10.0.0.0/9', '10.128.0.0', false],
    ['192.0.2.128/25', '192.0.2.127', false],
    ['192.0.2.128/25', '192.0.2.129', true],
    ['2001:db8::/33', '2001:db8:7fff::1', true],
    ['2001:db8::/33', '2001:db8:8000::1', false],
    ['0.0.0.0/8', '::', false],
  ])('for %s and %s returns %s', (cidr, address, expected) => {
    const range = parseCidr(cidr);
    const bytes = parseAddress(address);
    expect(range && bytes && contains(range, bytes)).toBe(expected);
  });
});
