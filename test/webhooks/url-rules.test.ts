import { createPolicy } from '../../src/webhooks/egress/policy';
import { checkUrl, type UrlRule, urlRules } from '../../src/webhooks/egress/url-rules';

const strict = createPolicy([]);
const development = createPolicy(['127.0.0.1/32', '::1/128']);

/**
 * Returns the rule that `text` breaks, with the address rule of a blocked literal, or the URL as stored.
 */
function verdictOf(text: string, policy = strict): string {
  const verdict = checkUrl(text, policy);
  if (verdict.ok) return verdict.url.href;
  return verdict.addressRule === undefined ? verdict.rule : `${verdict.rule}: ${verdict.addressRule}`;
}

const longest = `https://example.com/${'a'.repeat(2048 - 'https://example.com/'.length)}`;

describe('checkUrl with the strict policy', () => {
  test.each([
    ['https://hooks.example.com/records', 'https://hooks.example.com/records'],
    ['https://hooks.example.com', 'https://hooks.example.com/'],
    ['HTTPS://Hooks.Example.COM:443/A?b=c%20d', 'https://hooks.example.com/A?b=c%20d'],
    ['https://hooks.example.com:8443/', 'https://hooks.example.com:8443/'],
    ['https://bücher.example.com/', 'https://xn--bcher-kva.example.com/'],
    ['https:hooks.example.com/x', 'https://hooks.example.com/x'],
    ['https://8.8.8.8/', 'https://8.8.8.8/'],
    ['https://[2606:4700:4700::1111]/', 'https://[2606:4700:4700::1111]/'],
    ['https://127.0.0.1.nip.example.com/', 'https://127.0.0.1.nip.example.com/'],
    [longest, longest],
  ])('accepts %j', (text, href) => {
    expect(verdictOf(text)).toBe(href);
  });

  test.each([
    'https://127.0.0.1/',
    'https://127.0.0.1./',
    'https://127.1/',
    'https://127.0.1/',
    'https://0x7f000001/',
    'https://0x7f.1/',
    'https://0177.0.0.1/',
    'https://2130706433/',
    'https://017700000001/',
    'https://①②⑦.⓪.⓪.①/',
    'https://127。0。0。1/',
    'https://127．0．0．1/',
    'https://%31%32%37.0.0.1/',
    'https://%31%32%37%2e%30%2e%30%2e%31/',
    'https://[::1]/',
    'https://[0:0:0:0:0:0:0:1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::ffff:7f00:1]/',
    'https:/127.0.0.1/',
    'https:////127.0.0.1/',
    'https://@127.0.0.1/',
  ])('recognizes the loopback address in %j', text => {
    expect(verdictOf(text)).toBe('blocked_address: loopback');
  });

  test.each([
    ['https://0/', 'unspecified'],
    ['https://0.0.0.0/', 'unspecified'],
    ['https://[::]/', 'unspecified'],
    ['https://[::ffff:0:0]/', 'unspecified'],
    ['https://10.1.2.3/', 'private'],
    ['https://0xa9fea9fe/', 'metadata'],
    ['https://169.254.169.254/latest/meta-data/', 'metadata'],
    ['https://[::ffff:169.254.169.254]/', 'metadata'],
    ['https://[64:ff9b::7f00:1]/', 'transition'],
    ['https://[2002:7f00:1::]/', 'transition'],
    ['https://[::7f00:1]/', 'transition'],
    ['https://[fe80::1]/', 'link_local'],
  ])('denies the literal address in %s as %s [HOOK-2]', (text, rule) => {
    expect(verdictOf(text)).toBe(`blocked_address: ${rule}`);
  });

  test.each<[string, UrlRule]>([
    [`${longest}a`, 'too_long'],
    [`https://example.com/${'é'.repeat(700)}`, 'too_long'],
    ['https://example.com\\@127.0.0.1/', 'characters'],
    ['https://example.com\\.evil.com/', 'characters'],
    ['https://exa\tmple.com/', 'characters'],
    ['https://example.com/\r\nHost: internal', 'characters'],
    [' https://example.com/', 'characters'],
    ['https://example.com/a b', 'characters'],
    ['', 'malformed'],
    ['example.com', 'malformed'],
    ['//example.com/', 'malformed'],
    ['https://', 'malformed'],
    ['https://exa%00mple.com/', 'malformed'],
    ['https://exa<mple.com/', 'malformed'],
    ['https://1.2.3.4.5/', 'malformed'],
    ['https://256.256.256.256/', 'malformed'],
    ['https://[fe80::1%25eth0]/', 'malformed'],
    ['https://example.com:65536/', 'malformed'],
    ['http://example.com/', 'scheme'],
    ['ftp://example.com/', 'scheme'],
    ['file:///etc/passwd', 'scheme'],
    ['gopher://example.com/', 'scheme'],
    ['javascript:alert(1)', 'scheme'],
    ['data:text/plain,hi', 'scheme'],
    ['https://user@example.com/', 'credentials'],
    ['https://user:password@example.com/', 'credentials'],
    ['https://:password@example.com/', 'credentials'],
    ['https://example.com@127.0.0.1/', 'credentials'],
    ['https://example.com/#', 'fragment'],
    ['https://example.com/#@127.0.0.1/', 'fragment'],
    ['https://example.com./', 'host_malformed'],
    ['https://localhost./', 'host_malformed'],
    ['https://a..example.com/', 'host_malformed'],
    ['https://.example.com/', 'host_malformed'],
    [`https://${'a'.repeat(64)}.example.com/`, 'host_malformed'],
    [`https://${'a.'.repeat(125)}example.com/`, 'host_malformed'],
    ['https://localhost/', 'single_label'],
    ['https://LOCALHOST/', 'single_label'],
    ['https://ⓛⓞⓒⓐⓛⓗⓞⓢⓣ/', 'single_label'],
    ['https://postgres/', 'single_label'],
    ['https://api.localhost/', 'private_name'],
    ['https://printer.local/', 'private_name'],
    ['https://metadata.google.internal/', 'private_name'],
    ['https://metadata.google.INTERNAL/', 'private_name'],
    ['https://nas.lan/', 'private_name'],
    ['https://router.home.arpa/', 'private_name'],
    ['https://1.0.0.127.in-addr.arpa/', 'private_name'],
    ['https://hidden.onion/', 'private_name'],
    ['https://example.com:80/', 'port'],
    ['https://example.com:22/', 'port'],
    ['https://example.com:25/', 'port'],
    ['https://example.com:0/', 'port'],
    ['https://example.com:5432/', 'port'],
    ['https://example.com:6379/', 'port'],
  ])('rejects %j: %s', (text, rule) => {
    expect(verdictOf(text)).toBe(rule);
  });

  test('has a sentence for every rule', () => {
    for (const sentence of Object.values(urlRules)) expect(sentence).toMatch(/^The .*\.$/);
  });
});

describe('checkUrl in development', () => {
  test.each([
    'http://127.0.0.1:4000/',
    'http://[::1]:4000/',
    'http://localhost:4000/',
    'http://receiver:81/',
    'http://host.docker.internal:5000/',
    'https://hooks.example.com/',
  ])('accepts %s', text => {
    expect(verdictOf(text, development)).toBe(text);
  });

  test.each([
    ['http://127.0.0.2/', 'blocked_address: loopback'],
    ['http://10.0.0.1/', 'blocked_address: private'],
    ['http://169.254.169.254/', 'blocked_address: metadata'],
    ['ftp://127.0.0.1/', 'scheme'],
    ['http://user@127.0.0.1/', 'credentials'],
  ])('still rejects %s: %s', (text, expected) => {
    expect(verdictOf(text, development)).toBe(expected);
  });
});
