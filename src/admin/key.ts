import { hasDefaultKey, inspectKeys, issueKey, revokeMemberKeys } from '../usecases/tenants/keys';
import { command, type CommandGroup } from './command';
import { argument } from './inputs';
import { company, email, environment } from './shared-inputs';

const person = argument('EMAIL', 'the member', email);

/** `key …` */
export const keyCommands: CommandGroup = {
  name: 'key',
  summary: "Manage members' API keys",
  commands: [
    command({
      name: 'issue',
      summary: "Issue a default API key; it's shown once, and the previous one stops working immediately",
      inputs: { email: person, company, environment },
      examples: [
        'key issue ana@acme.example --company acme --environment sandbox',
        'key issue ana@acme.example --company acme --environment production --yes --json',
      ],
      loses: async ({ db, clock }, { email, company, environment }) =>
        (await hasDefaultKey(db, { companyId: company, email, environment }, clock.now()))
          ? {
              id: email,
              consequence: `The current default ${environment} key of ${email} stops working immediately.`,
            }
          : undefined,
      run: async ({ change, fingerprintSecret }, { email, company, environment }) => {
        const form = { companyId: company, email, environment };
        const key = await change('key.issue', operatorChange =>
          issueKey(operatorChange, fingerprintSecret, form),
        );
        return {
          kind: 'done',
          sentence: `The new ${environment} key of ${email}. It won't be shown again:\n${key}`,
          facts: { company, email, environment, key },
        };
      },
    }),
    command({
      name: 'revoke',
      summary: "Revoke a member's API keys for an environment; they stop working immediately",
      inputs: { email: person, company, environment },
      examples: ['key revoke ana@acme.example --company acme --environment production'],
      loses: async (_context, { email, environment }) => ({
        id: email,
        consequence: `All ${environment} keys of ${email} stop working immediately.`,
      }),
      run: async ({ change }, { email, company, environment }) => {
        await change('key.revoke', operatorChange =>
          revokeMemberKeys(operatorChange, { companyId: company, email, environment }),
        );
        return {
          kind: 'done',
          sentence: `Revoked the ${environment} keys of ${email}.`,
          facts: { company, email, environment },
        };
      },
    }),
    command({
      name: 'list',
      summary:
        'List all API keys of a company, including revoked ones; only the last four characters are known',
      inputs: { company },
      examples: ['key list --company acme'],
      run: async ({ db, clock }, { company }) => ({
        kind: 'list',
        headings: {
          email: 'E-mail',
          environment: 'Environment',
          name: 'Name',
          lastFour: 'Ends in',
          isInForce: 'Active',
          createdAt: 'Issued',
          lastUsedAt: 'Last used',
          expiresAt: 'Expires',
          revokedAt: 'Revoked',
        },
        rows: (await inspectKeys(db, company, clock.now())).map(key => ({
          email: key.email,
          environment: key.environment,
          name: key.name,
          lastFour: key.lastFour,
          isInForce: key.isInForce,
          createdAt: key.createdAt,
          lastUsedAt: key.lastUsedAt,
          expiresAt: key.expiresAt,
          revokedAt: key.revokedAt,
        })),
        ifEmpty: 'No API keys yet. Run `key issue` to create one.',
      }),
    }),
  ],
};
