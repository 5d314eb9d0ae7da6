/** For every operation: whose key opens it, and what everyone else is told. */
import { makeApiKey } from '../../../src/access/api-key';
import type { Contract } from '../../../src/api/pipeline/contract';
import { permissions } from '../../../src/domain/access/permissions';
import { addMember } from '../../../src/usecases/tenants/members';
import { defineRole } from '../../../src/usecases/tenants/companies';
import { startApiWorld, type ApiWorld, type TestCompany } from '../../support/api-world';
import { anyText } from '../../support/matchers';
import type { PreparedParts } from '../../support/operations/fixtures';
import {
  eachOperation,
  fixtureOf,
  pathParametersOf,
  prepare,
  seenBytes,
  send,
} from '../../support/operations/requests';

let world: ApiWorld;
let company: TestCompany;
let other: TestCompany;
let revokedKey: string;
let roleLessKey: string;
const keysWithout = new Map<string, string>();

async function member(name: string, role: string | undefined): Promise<string> {
  const email = `${name}@acme.example`;
  await world.change(change =>
    addMember(change, { companyId: 'acme', email, name, role, seesAllProjects: true }),
  );
  return world.keyFor('acme', email, 'sandbox');
}

beforeAll(async () => {
  world = await startApiWorld();
  company = await world.company('acme');
  other = await world.company('umbrella');
  revokedKey = await member('revoked', 'Administrator');
  await world.keyFor('acme', 'revoked@acme.example', 'sandbox');
  roleLessKey = await member('roleless', undefined);
  for (const permission of new Set(eachOperation.map(([, { contract }]) => contract.access.permission))) {
    const role = `all but ${permission}`;
    await world.change(change =>
      defineRole(change, {
        companyId: 'acme',
        name: role,
        permissions: permissions.filter(candidate => candidate !== permission),
      }),
    );
    keysWithout.set(permission, await member(`without-${permission}`, role));
  }
});
afterAll(() => world.close());

function breakChecksum(key: string): string {
  return key.slice(0, -1) + (key.endsWith('A') ? 'B' : 'A');
}

test.each(eachOperation)('%s: a request from its fixture succeeds', async (_, { contract }) => {
  const answer = await send(world, contract, await prepare(world, company, contract), {
    key: company.sandboxKey,
  });
  expect({ status: answer.status, error: answer.json['error'] }).toEqual({
    status: contract.example.response.status,
    error: undefined,
  });
});

test.each(eachOperation)(
  '%s: without a key in force it is 401, the same bytes for every reason [KEY-1] [ERROR-6]',
  async (_, { contract }) => {
    const parts = await prepare(world, company, contract);
    const authorizations = [
      undefined,
      'Bearer',
      'Bearer not-a-key',
      `Basic ${Buffer.from(`${company.sandboxKey}:`).toString('base64')}`,
      `Bearer ${breakChecksum(company.sandboxKey)}`,
      `Bearer ${makeApiKey('sandbox')}`,
      `Bearer ${makeApiKey('production')}`,
      `Bearer ${revokedKey}`,
      `Bearer ${company.sandboxKey} ${company.sandboxKey}`,
    ];
    const answers = await Promise.all(
      authorizations.map(authorization =>
        send(world, contract, parts, {
          headers: authorization === undefined ? {} : { Authorization: authorization },
        }),
      ),
    );
    expect(answers.map(answer => answer.status)).toEqual(answers.map(() => 401));
    expect(new Set(answers.map(seenBytes)).size).toBe(1);
    expect(answers[0]?.headers.get('www-authenticate')).toBe('Bearer');
  },
);

test.each(eachOperation)(
  '%s: a user without a role is 403 with code roleNotAssigned [ERROR-1] [ERROR-3] [ERROR-7]',
  async (_, { contract }) => {
    const answer = await send(world, contract, await prepare(world, company, contract), { key: roleLessKey });
    expect(answer.status).toBe(403);
    if (contract.method === 'HEAD') return;
    expect(answer.json).toEqual({
      error: anyText,
      problem: 'role.notAssigned',
      code: 'roleNotAssigned',
      errorId: anyText,
    });
  },
);

test.each(eachOperation)(
  '%s: a role without its permission is 403 [ERROR-1] [ERROR-2] [ERROR-7]',
  async (_, { contract }) => {
    const key = keysWithout.get(contract.access.permission);
    const answer = await send(world, contract, await prepare(world, company, contract), { key });
    expect(answer.status).toBe(403);
    if (contract.method === 'HEAD') return;
    expect(answer.json).toEqual({ error: anyText, problem: 'permission.missing', errorId: anyText });
  },
);

const ofRecordRequests = new Set([
  'getRecordRequest',
  'listRecordRequests',
  'listDeliverables',
  'getDeliverable',
  'headDeliverable',
  'browseDeliverables',
  'listDocuments',
  'getDocument',
  'headDocument',
  'getAttachment',
  'headAttachment',
]);

test.each(eachOperation.filter(([id]) => ofRecordRequests.has(id)))(
  '%s: is 403 for a role that holds all but ViewRecordRequests [KEY-14]',
  async (_, { contract }) => {
    const key = keysWithout.get('ViewRecordRequests');
    expect(key).toBeDefined();
    const answer = await send(world, contract, await prepare(world, company, contract), { key });
    expect(answer.status).toBe(403);
  },
);

/**
 * Requests for what the sandbox key of `acme` cannot see: per path parameter, someone else's and nobody's.
 */
async function invisible(
  contract: Contract,
): Promise<Array<readonly [string, PreparedParts, PreparedParts]>> {
  const own = await prepare(world, company, contract);
  const foreign = await prepare(world, other, contract);
  const created = fixtureOf(contract).creates ?? [];
  return pathParametersOf(contract)
    .filter(name => !created.includes(name))
    .map(name => {
      const swap = (value: string | undefined): PreparedParts => ({
        ...own,
        params: { ...own.params, [name]: value ?? '' },
      });
      // Two companies' projects carry the same ids here, so the foreign project is the one of the other
      // environment.
      const theirs = name === 'projectId' ? company.projects.Live : foreign.params[name];
      return [name, swap(theirs), swap(contract.example.params?.[name])] as const;
    });
}

const scoped = eachOperation.filter(([, { contract }]) => contract.access.scope !== 'caller');

/** What an operation answers to requests for what the key cannot see. */
interface Unseen {
  /** Every answer, whole. */
  readonly answers: readonly string[];
  /** The statements run for someone else's, and those run for nobody's. */
  readonly statements: ReadonlyArray<readonly [theirs: readonly string[], nobodys: readonly string[]]>;
}

async function askForInvisible(contract: Contract): Promise<Unseen> {
  const heard: string[] = [];
  const listen = ({ sql }: { readonly sql: string }): void => {
    // That a key was used is noted once a minute, whatever it asked for.
    if (!sql.startsWith('update api_key')) heard.push(sql);
  };
  world.db.on('query', listen);
  const ask = async (parts: PreparedParts, rawBody?: string): Promise<{ bytes: string; sql: string[] }> => {
    heard.length = 0;
    const raw = rawBody === undefined ? {} : { rawBody };
    const answer = await send(world, contract, parts, { key: company.sandboxKey, ...raw });
    return { bytes: seenBytes(answer), sql: [...heard] };
  };
  const answers: string[] = [];
  const statements: Array<readonly [string[], string[]]> = [];
  for (const [name, theirs, nobodys] of await invisible(contract)) {
    const [seen, none] = [await ask(theirs), await ask(nobodys)];
    statements.push([seen.sql, none.sql]);
    answers.push(seen.bytes, none.bytes);
    // A body is not looked at before the key may see the project it goes to.
    if (contract.body !== undefined && ['companyId', 'projectId'].includes(name))
      answers.push((await ask(theirs, '{')).bytes);
  }
  world.db.off('query', listen);
  return { answers, statements };
}

describe.each(scoped)('%s: what the key cannot see', (_, { contract }) => {
  let unseen: Unseen;
  beforeAll(async () => {
    unseen = await askForInvisible(contract);
  });

  test('is 404, whatever in the path is not of the key [KEY-3] [KEY-4] [ERROR-8]', () => {
    expect(unseen.answers).not.toEqual([]);
    expect(unseen.answers.filter(bytes => !bytes.includes('"status":404'))).toEqual([]);
  });

  test('is answered byte for byte as what does not exist [KEY-9]', () => {
    expect(new Set(unseen.answers).size).toBe(1);
  });

  test('is looked for by the same statements as what does not exist [KEY-9]', () => {
    for (const [theirs, nobodys] of unseen.statements) expect(theirs).toEqual(nobodys);
  });
});

const inProject = eachOperation.filter(([, { contract }]) => contract.access.scope === 'project');

test.each(inProject)(
  '%s: the production key does not see a sandbox project [API-4] [KEY-5]',
  async (_, { contract }) => {
    const parts = await prepare(world, company, contract);
    const answer = await send(world, contract, parts, { key: company.productionKey });
    expect(answer.status).toBe(404);
  },
);
