import {
  companyAddressLinesMax,
  createCompany,
  inspectCompanies,
  inspectCompany,
  setAddress,
  setTimeZone,
} from '../usecases/tenants/companies';
import { demandSignOn } from '../usecases/tenants/required-sign-on';
import { authorizationMethods } from '../domain/projects/project';
import { command, type CommandGroup } from './command';
import { argument, oneOf, repeated, required, text } from './inputs';

/** `company …` */
export const companyCommands: CommandGroup = {
  name: 'company',
  summary: 'Manage companies',
  commands: [
    command({
      name: 'create',
      summary: 'Create a company with a working sandbox; approve production features with `feature approve`',
      inputs: {
        id: argument(
          'ID',
          "its ID in every path: 1 to 64 of A-Z a-z 0-9 . _ ~ -; can't be changed later",
          text(64),
        ),
        name: required('NAME', 'its name', text(200)),
      },
      examples: ['company create acme --name "Acme Legal"'],
      run: async ({ change }, form) => {
        const { id, name, createdAt } = await change('company.create', operatorChange =>
          createCompany(operatorChange, form),
        );
        return {
          kind: 'done',
          sentence:
            `Created company ${id}. Its sandbox is ready, with every authorization method ` +
            `(${authorizationMethods.join(', ')}) and every search. Nothing is approved for ` +
            'production yet.',
          next: [
            [
              'Add the first member, who can invite others in the console',
              `user add EMAIL --company ${id} --name NAME --role Administrator --all-projects`,
            ],
            ['Allow live projects', `feature approve authorizationPdf --company ${id}`],
            ['Allow EHR Search in live projects', `feature approve ehrSearch --company ${id}`],
            ['Allow Patient Histories in live projects', `feature approve patientHistories --company ${id}`],
          ],
          facts: { id, name, createdAt, sandboxOnlyFeatures: authorizationMethods },
        };
      },
    }),
    command({
      name: 'set-time-zone',
      summary: "Set a company's time zone; follow-up notifications are sent from 8 a.m. on in that zone",
      inputs: {
        id: argument('ID', 'the company', text(64)),
        zone: argument('ZONE', 'the tz database name, such as America/Chicago', text(64)),
      },
      examples: ['company set-time-zone acme America/Chicago'],
      run: async ({ change }, { id, zone }) => {
        await change('company.setTimeZone', operatorChange =>
          setTimeZone(operatorChange, { companyId: id, timeZone: zone }),
        );
        return {
          kind: 'done',
          sentence: `Set the time zone of ${id} to ${zone}.`,
          facts: { id, timeZone: zone },
        };
      },
    }),
    command({
      name: 'set-address',
      summary: "Set a company's postal address, printed on authorization forms as the recipient's",
      inputs: {
        id: argument('ID', 'the company', text(64)),
        line: repeated(
          'LINE',
          `a line, at most ${companyAddressLinesMax}; none removes the address`,
          text(100),
        ),
      },
      examples: ['company set-address acme --line "200 Court Square" --line "Boston, MA 02108"'],
      run: async ({ change }, { id, line: lines }) => {
        await change('company.setAddress', operatorChange =>
          setAddress(operatorChange, { companyId: id, lines }),
        );
        return {
          kind: 'done',
          sentence: lines.length === 0 ? `Removed the address of ${id}.` : `Set the address of ${id}.`,
          facts: { id, addressLines: lines },
        };
      },
    }),
    command({
      name: 'require-sign-on',
      summary: "Require a company's members to sign in at the identity provider, or stop requiring it",
      inputs: {
        id: argument('ID', 'the company', text(64)),
        state: argument('STATE', 'on or off; on signs everyone out', oneOf(['on', 'off'])),
      },
      examples: ['company require-sign-on acme off'],
      run: async ({ change }, { id, state }) => {
        const isRequired = state === 'on';
        await change('company.requireSignOn', operatorChange =>
          demandSignOn(operatorChange, { companyId: id, isRequired }),
        );
        return {
          kind: 'done',
          sentence: isRequired
            ? `Members of ${id} sign in only at the identity provider now, and were signed out.`
            : `Members of ${id} can sign in with links and passkeys, too.`,
          facts: { id, isRequired },
        };
      },
    }),
    command({
      name: 'list',
      summary: 'List companies',
      inputs: {},
      examples: ['company list', 'company list --json'],
      run: async ({ db }) => ({
        kind: 'list',
        headings: { id: 'ID', name: 'Name', createdAt: 'Created' },
        rows: (await inspectCompanies(db)).map(({ id, name, createdAt }) => ({ id, name, createdAt })),
        ifEmpty: 'No companies yet. Run `company create` to create one.',
      }),
    }),
    command({
      name: 'show',
      summary: "Show a company's features, members, API keys, and projects",
      inputs: { id: argument('ID', 'the company', text(64)) },
      examples: ['company show acme'],
      run: async ({ db, clock }, { id }) => {
        const { projectCounts, ...overview } = await inspectCompany(db, id, clock.now());
        return {
          kind: 'record',
          headings: {
            id: 'ID',
            name: 'Name',
            createdAt: 'Created',
            approvedFeatures: 'Approved features',
            sandboxOnlyFeatures: 'Sandbox-only features',
            memberCount: 'Members',
            keysInForceCount: 'Active keys',
            feeLimitCents: 'Fees approved at once, up to (cents)',
            sandboxProjectCount: 'Sandbox projects',
            liveProjectCount: 'Live projects',
            closedProjectCount: 'Closed projects',
          },
          row: {
            ...overview,
            sandboxProjectCount: projectCounts.Sandbox,
            liveProjectCount: projectCounts.Live,
            closedProjectCount: projectCounts.Closed,
          },
        };
      },
    }),
  ],
};
