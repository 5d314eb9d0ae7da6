import { hasKeyInForce, inspectKeys, issueKey, revokeMemberKey } from '../usecases/tenants/keys';
import { command, type CommandGroup } from './command';
import { argument } from './inputs';
import { company, email, environment } from './shared-inputs';

const person = argument('EMAIL', 'whose key', email);

/** `key …` */
export const keyCommands: CommandGroup = {
  name: 'key',
  summary: 'The keys by which people call the API',
  commands: [
    command({
      name: 'issue',
      summary:
        'Issue a member’s key; it is shown now and never again, and the one before stops working at once',
      inputs: { email: person, company, environment },
      examples: [
        'key issue ana@acme.example --company acme --environment sandbox',
        'key issue ana@acme.example --company acme --environment production --yes --json',
      ],
      loses: async ({ db }, { email, company, environment }) =>
        (await hasKeyInForce(db, { companyId: company, email, environment }))
          ? { id: email, consequence: `The ${environment} key that ${email} has now stops working at once.` }
          : undefined,
      run: async ({ change, fingerprintSecret }, { email, company, environment }) => {
        const form = { companyId: company, email, environment };
        const key = await change('key.issue', inner => issueKey(inner, fingerprintSecret, form));
        return {
          kind: 'done',
          sentence: `The ${environment} key of ${email}, shown only now:\n${key}`,
          facts: { company, email, environment, key },
        };
      },
    }),
    command({
      name: 'revoke',
      summary: 'Revoke a member’s key; the next request with it is refused',
      inputs: { email: person, company, environment },
      examples: ['key revoke ana@acme.example --company acme --environment production'],
      loses: async (_context, { email, environment }) => ({
        id: email,
        consequence: `The ${environment} key of ${email} stops working at once.`,
      }),
      run: async ({ change }, { email, company, environment }) => {
        await change('key.revoke', inner =>
          revokeMemberKey(inner, { companyId: company, email, environment }),
        );
        return {
          kind: 'done',
          sentence: `The ${environment} key of ${email} is revoked.`,
          facts: { company, email, environment },
        };
      },
    }),
    command({
      name: 'list',
      summary: 'List the keys ever issued in a company; of each only the last four characters are known',
      inputs: { company },
      examples: ['key list --company acme'],
      run: async ({ db }, { company }) => ({
        kind: 'list',
        headings: {
          email: 'E-mail',
          environment: 'Environment',
          lastFour: 'Ends in',
          isInForce: 'In force',
          createdAt: 'Issued',
          lastUsedAt: 'Last used',
          revokedAt: 'Revoked',
        },
        rows: (await inspectKeys(db, company)).map(
          ({ email, environment, lastFour, isInForce, createdAt, lastUsedAt, revokedAt }) => ({
            email,
            environment,
            lastFour,
            isInForce,
            createdAt,
            lastUsedAt,
            revokedAt,
          }),
        ),
        ifEmpty: 'No key has been issued; `key issue` makes one.',
      }),
    }),
  ],
};
