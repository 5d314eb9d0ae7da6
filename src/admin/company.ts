import { createCompany, inspectCompanies, inspectCompany, setTimeZone } from '../usecases/tenants/companies';
import { authorizationMethods } from '../domain/projects/project';
import { command, type CommandGroup } from './command';
import { argument, required, text } from './inputs';

/** `company …` */
export const companyCommands: CommandGroup = {
  name: 'company',
  summary: 'Companies: the customers',
  commands: [
    command({
      name: 'create',
      summary: 'Create a company with a working sandbox; production waits for `feature approve`',
      inputs: {
        id: argument('ID', 'its id in every path, 1 to 64 of A-Z a-z 0-9 . _ ~ -; fixed for ever', text(64)),
        name: required('NAME', 'its name', text(200)),
      },
      examples: ['company create acme --name "Acme Legal"'],
      run: async ({ change }, form) => {
        const { id, name, createdAt } = await change('company.create', inner => createCompany(inner, form));
        return {
          kind: 'done',
          sentence:
            `Created the company ${id}. Its sandbox works: every authorization method ` +
            `(${authorizationMethods.join(', ')}) and every search. Nothing is approved for production yet.`,
          next: [
            [
              'Add its first member, who invites the others in the console',
              `user add EMAIL --company ${id} --name NAME --role Administrator --all-projects`,
            ],
            ['Let it create live projects', `feature approve authorizationPdf --company ${id}`],
            ['Let live projects use EHR Search', `feature approve ehrSearch --company ${id}`],
            ['Let live projects use Patient Histories', `feature approve patientHistories --company ${id}`],
          ],
          facts: { id, name, createdAt, sandboxOnlyFeatures: authorizationMethods },
        };
      },
    }),
    command({
      name: 'set-time-zone',
      summary:
        'Set the time zone by whose days the follow-ups of a company are told, from 8 in the morning on',
      inputs: {
        id: argument('ID', 'the company', text(64)),
        zone: argument('ZONE', 'its name in the tz database, such as America/Chicago', text(64)),
      },
      examples: ['company set-time-zone acme America/Chicago'],
      run: async ({ change }, { id, zone }) => {
        await change('company.setTimeZone', inner => setTimeZone(inner, { companyId: id, timeZone: zone }));
        return {
          kind: 'done',
          sentence: `Follow-ups of ${id} are told by the days of ${zone}.`,
          facts: { id, timeZone: zone },
        };
      },
    }),
    command({
      name: 'list',
      summary: 'List the companies',
      inputs: {},
      examples: ['company list', 'company list --json'],
      run: async ({ db }) => ({
        kind: 'list',
        headings: { id: 'Id', name: 'Name', createdAt: 'Created' },
        rows: (await inspectCompanies(db)).map(({ id, name, createdAt }) => ({ id, name, createdAt })),
        ifEmpty: 'There is no company yet; `company create` makes one.',
      }),
    }),
    command({
      name: 'show',
      summary: 'Show a company: features, people, keys, projects',
      inputs: { id: argument('ID', 'the company', text(64)) },
      examples: ['company show acme'],
      run: async ({ db }, { id }) => {
        const { projectCounts, ...overview } = await inspectCompany(db, id);
        return {
          kind: 'record',
          headings: {
            id: 'Id',
            name: 'Name',
            createdAt: 'Created',
            approvedFeatures: 'Approved features',
            sandboxOnlyFeatures: 'Approved for the sandbox only',
            memberCount: 'Members',
            keysInForceCount: 'Keys in force',
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
