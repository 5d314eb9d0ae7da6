/** The channel through which a facility is asked. */
import type { ProjectPurpose } from '../../../src/domain/projects/project';
import { chooseChannel } from '../../../src/domain/record-requests/choose-channel';

const channels = [
  { name: 'all', servesPurposes: ['Legal', 'Insurance'], requires: 'nothing' },
  { name: 'acmes', servesPurposes: ['Legal'], requires: 'nothing' },
  { name: 'mercys', servesPurposes: ['Legal'], requires: 'authorization' },
  { name: 'both', servesPurposes: ['CoveredTreatment'], requires: 'nothing' },
] as const;
const mercy = '1234567893';
const routes = [
  { channel: 'all' },
  { channel: 'acmes', company: 'acme' },
  { channel: 'mercys', npis: [mercy] },
  { channel: 'both', company: 'acme', npis: [mercy] },
];

test.each<[string, string | undefined, ProjectPurpose, 'authorization' | 'approval', string | undefined]>([
  ['acme', mercy, 'CoveredTreatment', 'approval', 'both'],
  ['acme', mercy, 'Legal', 'authorization', 'mercys'],
  ['acme', mercy, 'Legal', 'approval', 'acmes'],
  ['acme', undefined, 'Legal', 'authorization', 'acmes'],
  ['birch', mercy, 'Legal', 'authorization', 'mercys'],
  ['birch', '1999999992', 'Legal', 'authorization', 'all'],
  ['birch', undefined, 'Insurance', 'approval', 'all'],
  ['birch', mercy, 'Research', 'authorization', undefined],
  ['birch', mercy, 'CoveredTreatment', 'approval', undefined],
])(
  'A request of %s to the facility %s for %s based on %s goes through %s [REQUEST-31]',
  (companyId, npi, purpose, basis, name) => {
    const purposeOfUse = { purpose, code: 'HLEGAL', basis } as const;
    expect(chooseChannel(channels, routes, { companyId, npi, purposeOfUse })?.name).toBe(name);
  },
);

test('No channel is chosen if none is configured', () => {
  const purposeOfUse = { purpose: 'Legal', code: 'HLEGAL', basis: 'authorization' } as const;
  expect(chooseChannel([], [], { companyId: 'acme', npi: mercy, purposeOfUse })).toBeUndefined();
});
