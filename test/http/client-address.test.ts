/** Whose address counts: nobody can choose it by a header, unless a trusted proxy wrote it. */
import { countedAddress, createClientAddress } from '../../src/http/client-address';

const proxies = ['10.0.0.1', '192.168.0.0/16', 'fd00::/8'];

test.each([
  ['without trusted proxies the header is ignored', [], '203.0.113.9', '1.1.1.1', '203.0.113.9'],
  ['a peer that is no proxy cannot forward', proxies, '203.0.113.9', '1.1.1.1', '203.0.113.9'],
  ['a proxy names its client', proxies, '10.0.0.1', '203.0.113.9', '203.0.113.9'],
  [
    'what the client wrote itself stands left of it and is ignored',
    proxies,
    '10.0.0.1',
    '1.1.1.1, 203.0.113.9',
    '203.0.113.9',
  ],
  ['a chain of proxies is followed', proxies, '10.0.0.1', '203.0.113.9, 192.168.7.7', '203.0.113.9'],
  ['a proxy of IPv6 is known', proxies, 'fd00::7', '203.0.113.9', '203.0.113.9'],
  ['a proxy as a mapped address is known', proxies, '::ffff:10.0.0.1', '203.0.113.9', '203.0.113.9'],
  ['a mapped client is its IPv4 address', proxies, '10.0.0.1', '::ffff:203.0.113.9', '203.0.113.9'],
  ['a mapped client in hexadecimal too', proxies, '10.0.0.1', '::ffff:cb00:7109', '203.0.113.9'],
  ['a proxy that names nobody is counted itself', proxies, '10.0.0.1', '', '10.0.0.1'],
  ['a port behind the address is left out', proxies, '10.0.0.1', '203.0.113.9:4711', '203.0.113.9'],
  ['a port behind an IPv6 address too', proxies, '10.0.0.1', '[2001:db8::1]:4711', '2001:db8:0:0::/64'],
  ['what is no address is not followed', proxies, '10.0.0.1', '1.1.1.1, unknown', '10.0.0.1'],
  ['all proxies: the leftmost is the client', proxies, '10.0.0.1', '192.168.1.1, 192.168.7.7', '192.168.1.1'],
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

test('ten thousand forged headers from one peer are one client', () => {
  const clientAddress = createClientAddress([]);
  const counted = new Set(
    Array.from({ length: 10_000 }, (_, index) =>
      clientAddress('203.0.113.9', `${index % 256}.${(index >> 8) % 256}.1.1`),
    ),
  );
  expect([...counted]).toEqual(['203.0.113.9']);
});

test.each(['proxy.example', '10.0.0.0/33', '10.0.0.0/x', ''])(
  'a trusted proxy that is none is refused by name: %s',
  entry => {
    expect(() => createClientAddress([entry])).toThrow(`TRUSTED_PROXIES: "${entry}"`);
  },
);
