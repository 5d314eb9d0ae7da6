import { createPartners } from '../../src/partners/partners';
import { sandbox } from '../../src/sandbox/sandbox';
import { parseConfig } from '../../src/main/config';

const roster = {
  name: 'claimsnet',
  senderId: 'RECORDWELL',
  receiverId: 'CLAIMSNET',
  servesPurposes: ['Legal'],
  requires: 'nothing',
};
const environment = {
  RECORDWELL_ENV: 'development',
  DATABASE_URL: 'postgres://app@127.0.0.1/recordwell',
  S3_ACCESS_KEY_ID: 'a',
  S3_SECRET_ACCESS_KEY: 'b',
  S3_NOTIFICATION_SECRET: 'c'.repeat(24),
  KEY_FINGERPRINT_SECRET: Buffer.alloc(32, 1).toString('base64'),
  PAYLOAD_KEYS: `k1:${Buffer.alloc(32, 2).toString('base64')}`,
  EMBED_KEYS: `1:${Buffer.alloc(32, 2).toString('base64')}`,
};
const parse = (settings: unknown): ReturnType<typeof parseConfig> =>
  parseConfig({
    ...environment,
    SEARCH_PARTNERS: typeof settings === 'string' ? settings : JSON.stringify(settings),
  });

describe('the partner of a search', () => {
  const { SEARCH_PARTNERS } = parse({
    rosters: [roster, { ...roster, name: 'ehrnet' }],
    routes: [
      { search: 'siteSonar', partner: 'claimsnet' },
      { search: 'siteSonar', company: 'acme', partner: 'ehrnet' },
      { search: 'ehrSearch', company: 'acme', partner: 'ehrnet' },
    ],
  });
  const partners = createPartners(SEARCH_PARTNERS, sandbox);
  test.each([
    ['siteSonar', 'Live', 'acme', 'ehrnet'],
    ['siteSonar', 'Live', 'umbrella', 'claimsnet'],
    ['ehrSearch', 'Live', 'acme', 'ehrnet'],
    ['ehrSearch', 'Live', 'umbrella', undefined],
    ['patientHistories', 'Live', 'acme', undefined],
    ['siteSonar', 'Sandbox', 'acme', 'sandbox'],
    ['patientHistories', 'Sandbox', 'umbrella', 'sandbox'],
  ] as const)('%s of a %s project of %s is %s [SEARCH-23]', (kind, status, companyId, expected) => {
    expect(partners.searchPartner(kind, { status, companyId })?.name).toBe(expected);
  });

  test('is nobody where nothing is configured', () => {
    const none = createPartners(parseConfig(environment).SEARCH_PARTNERS, sandbox);
    expect(none.searchPartner('siteSonar', { status: 'Live', companyId: 'acme' })).toBeUndefined();
  });
});

describe('SEARCH_PARTNERS', () => {
  test.each([
    ['{', 'must be JSON'],
    [{ rosters: [], routes: [{ search: 'siteSonar', partner: 'nobody' }] }, 'not among the rosters'],
    [{ rosters: [roster, roster], routes: [] }, 'names a roster twice'],
    [{ rosters: [{ ...roster, name: '../x' }], routes: [] }, 'must be 1 to 31 of a-z 0-9 -'],
    [{ rosters: [{ ...roster, password: 'hunter2' }], routes: [] }, 'Unrecognized key'],
    [{ rosters: [{ ...roster, servesPurposes: [] }], routes: [] }, 'Too small'],
    [{ rosters: [{ ...roster, servesPurposes: undefined }], routes: [] }, 'servesPurposes'],
    [{ rosters: [{ ...roster, requires: undefined }], routes: [] }, 'requires'],
    [{ rosters: [{ ...roster, senderId: 'A|B' }], routes: [] }, 'Invalid'],
  ])('%j is refused with the reason', (settings, reason) => {
    expect(() => parse(settings)).toThrow(reason);
  });
});
