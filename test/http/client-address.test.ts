/** The counted client address, which only a trusted proxy can set with a header. */
import { countedAddress, createClientAddress } from '../../src/http/client-address';

const proxies = ['10.0.0.1', '192.168.0.0/16', 'fd00::/8'];

test.each([
  ['Without trusted proxies, the header is ignored', [], '203.0.113.9', '1.1.1.1', '203.0.113.9'],
  ["A peer that isn't a proxy can't forward", proxies, '203.0.113.9', '1.1.1.1', '203.0.113.9'],
  ['A proxy names its client', proxies, '10.0.0.1', '203.0.113.9', '203.0.113.9'],
  [
    "The client's own entries to the left are ignored",
    proxies,
    '10.0.0.1',
    '1.1.1.1, 203.0.113.9',
    '203.0.113.9',
  ],
  ['A chain of proxies is followed', proxies, '10.0.0.1', '203.0.113.9, 192.168.7.7', '203.0.113.9'],
  ['An IPv6 proxy is recognized', proxies, 'fd00::7', '203.0.113.9', '203.0.113.9'],
  ['A proxy with a mapped address is recognized', proxies, '::ffff:10.0.0.1', '203.0.113.9', '203.0.113.9'],
  ['A mapped client counts as its IPv4 address', proxies, '10.0.0.1', '::ffff:203.0.113.9', '203.0.113.9'],
  ['A mapped client in hexadecimal does, too', proxies, '10.0.0.1', '::ffff:cb00:7109', '203.0.113.9'],
  ['A proxy that names no client is counted itself', proxies, '10.0.0.1', '', '10.0.0.1'],
  ['A port after the address is ignored', proxies, '10.0.0.1', '203.0.113.9:4711', '203.0.113.9'],
  ['A port after an IPv6 address is ignored', proxies, '10.0.0.1', '[2001:db8::1]:4711', '2001:db8:0:0::/64'],
  ["An entry that isn't an address isn't followed", proxies, '10.0.0.1', '1.1.1.1, unknown', '10.0.0.1'],
  [
    'If all entries are proxies, the leftmost is the client',
    proxies,
    '10.0.0.1',
    '192.168.1.1, 192.168.7.7',
    '192.168.1.1',
  ],
])('%s', (_, trusted, peer, forwardedFor, counted) => {
  expect(createClientAddress(trusted)(peer, forwardedFor)).toBe(counted);
});

test.each([
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::ffff:198.51.100.7', '198.51.100.7'],
  ['::ffff:c633:6407', '198.51.100.7'],
  ['0:0:0:0:0:ffff:c633:6407', '198.51.100.7'],
  ['198.51.100.7', '198.51.100.7'],
])('%s counts as %s', (address, counted) => {
  expect(countedAddress(address)).toBe(counted);
});

test('Ten thousand forged headers from one peer count as one client', () => {
  const clientAddress = createClientAddress([]);
  const counted = new Set(
    Array.from({ length: 10_000 }, (_, index) =>
      clientAddress('203.0.113.9', `${index % 256}.${(index >> 8) % 256}.1.1`),
    ),
  );
  expect([...counted]).toEqual(['203.0.113.9']);
});

test.each(['proxy.example', '10.0.0.0/33', '10.0.0.0/x', ''])(
  'An invalid trusted proxy is refused by name: %s',
  entry => {
    expect(() => createClientAddress([entry])).toThrow(`TRUSTED_PROXIES: "${entry}"`);
  },
);
