import { createPartners } from '../../src/partners/partners';
import { sandbox } from '../../src/sandbox/sandbox';
import { parseConfig } from '../../src/main/config';
import { completeEnvironment as environment } from '../support/complete-environment';

const roster = {
  name: 'claimsnet',
  senderId: 'RECORDWELL',
  receiverId: 'CLAIMSNET',
  servesPurposes: ['Legal'],
  requires: 'nothing',
};
const parse = (settings: unknown): ReturnType<typeof parseConfig> =>
  parseConfig({
    ...environment,
    SEARCH_PARTNERS: typeof settings === 'string' ? settings : JSON.stringify(settings),
  });

describe('The partner of a search', () => {
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
  ] as const)('for %s in a %s project of %s is %s [SEARCH-23]', (kind, status, companyId, expected) => {
    expect(partners.searchPartner(kind, { status, companyId })?.name).toBe(expected);
  });

  test('does not exist if nothing is configured', () => {
    const none = createPartners(parseConfig(environment).SEARCH_PARTNERS, sandbox);
    expect(none.searchPartner('siteSonar', { status: 'Live', companyId: 'acme' })).toBeUndefined();
  });
});

const channel = {
  name: 'ehrnet',
  endpoint: 'https://records.example.com',
  credentialsFile: '/run/secrets/ehrnet.json',
  servesPurposes: ['Legal'],
  requires: 'nothing',
};
const sender = { name: 'Recordwell', addressLines: ['1 Example Plaza'] };

describe('FACILITY_CHANNELS and OUTREACH', () => {
  test.each([
    [{ channels: [channel], routes: [{ channel: 'nobody' }] }, 'not among the channels'],
    [{ channels: [channel, channel], routes: [] }, 'names a channel twice'],
    [{ channels: [{ ...channel, name: 'outreach' }], routes: [] }, 'is a name of our own'],
    [{ channels: [{ ...channel, kind: 'telepathy' }], routes: [] }, 'expected "http"'],
    [{ channels: [{ ...channel, daysMax: 89 }], routes: [] }, 'Too small'],
    [{ channels: [{ ...channel, endpoint: 'file:///etc/passwd' }], routes: [] }, 'Invalid URL'],
    [{ channels: [{ ...channel, servesPurposes: undefined }], routes: [] }, 'servesPurposes'],
    [{ channels: [channel], routes: [{ channel: 'ehrnet', npis: ['12'] }] }, 'Invalid'],
  ])('reject the channels %j with the reason', (settings, reason) => {
    expect(() => parseConfig({ ...environment, FACILITY_CHANNELS: JSON.stringify(settings) })).toThrow(
      reason,
    );
  });

  test('use HTTP for a channel without a kind', () => {
    const settings = JSON.stringify({ channels: [channel], routes: [] });
    const { FACILITY_CHANNELS: parsed } = parseConfig({ ...environment, FACILITY_CHANNELS: settings });
    expect(parsed?.channels.map(({ kind }) => kind)).toEqual(['http']);
  });

  test.each([
    [{ sender, returnInstructions: [] }, 'Too small'],
    [{ sender: { ...sender, addressLines: [] }, returnInstructions: ['By fax.'] }, 'Too small'],
    [{ sender, returnInstructions: ['By fax.'], answerWithinDays: 181 }, 'Too big'],
    [{ sender, returnInstructions: ['x'.repeat(301)] }, 'Too big'],
  ])('reject the letter %j with the reason', (settings, reason) => {
    expect(() => parseConfig({ ...environment, OUTREACH: JSON.stringify(settings) })).toThrow(reason);
  });

  test('require TLS for every endpoint in production', () => {
    const plain = { channels: [{ ...channel, endpoint: 'http://records.example.com' }], routes: [] };
    const production = {
      ...environment,
      RECORDWELL_ENV: 'production',
      PUBLIC_URL: 'https://api.example.com',
    };
    const parse = (settings: object) => () =>
      parseConfig({ ...production, FACILITY_CHANNELS: JSON.stringify(settings) });
    expect(parse(plain)).toThrow('ehrnet must be https');
    expect(parse({ channels: [channel], routes: [] })).not.toThrow();
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
  ])('rejects %j with the reason', (settings, reason) => {
    expect(() => parse(settings)).toThrow(reason);
  });
});
