/** For every operation: which API keys may call it, and what all other callers get. */
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

test.each(eachOperation)('%s succeeds with the request from its fixture', async (_, { contract }) => {
  const answer = await send(world, contract, await prepare(world, company, contract), {
    key: company.sandboxKey,
  });
  expect({ status: answer.status, error: answer.json['error'] }).toEqual({
    status: contract.example.response.status,
    error: undefined,
  });
});

test.each(eachOperation)(
  '%s answers 401 without an active API key, with the same bytes for every reason [KEY-1] [ERROR-6]',
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
  '%s answers 403 with code roleNotAssigned to a user without a role [ERROR-1] [ERROR-3] [ERROR-7]',
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
  '%s answers 403 to a role that lacks its permission [ERROR-1] [ERROR-2] [ERROR-7]',
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
  '%s answers 403 to a role with every permission but ViewRecordRequests [KEY-14]',
  async (_, { contract }) => {
    const key = keysWithout.get('ViewRecordRequests');
    expect(key).toBeDefined();
    const answer = await send(world, contract, await prepare(world, company, contract), { key });
    expect(answer.status).toBe(403);
  },
);

/**
 * Requests for records that the sandbox key of `acme` can't see: for each path parameter, one record of
 * another company, and one that doesn't exist.
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
      // Both companies' projects have the same ids here, so the project in the other environment is used.
      const theirs = name === 'projectId' ? company.projects.Live : foreign.params[name];
      return [name, swap(theirs), swap(contract.example.params?.[name])] as const;
    });
}

const scoped = eachOperation.filter(([, { contract }]) => contract.access.scope !== 'caller');

/** How an operation handles requests for records that the key can't see. */
interface Unseen {
  /** Every complete answer. */
  readonly answers: readonly string[];
  /** The SQL statements for another company's record, and those for a record that doesn't exist. */
  readonly statements: ReadonlyArray<readonly [theirs: readonly string[], nobodys: readonly string[]]>;
}

async function askForInvisible(contract: Contract): Promise<Unseen> {
  const statementsRun: string[] = [];
  const listen = ({ sql }: { readonly sql: string }): void => {
    // The last use of a key is recorded once a minute, and the log of requests once a second, independent of
    // the request.
    if (!/^\s*(?:update api_key|insert into api_request)/.test(sql)) statementsRun.push(sql);
  };
  world.db.on('query', listen);
  const ask = async (parts: PreparedParts, rawBody?: string): Promise<{ bytes: string; sql: string[] }> => {
    statementsRun.length = 0;
    const raw = rawBody === undefined ? {} : { rawBody };
    const answer = await send(world, contract, parts, { key: company.sandboxKey, ...raw });
    return { bytes: seenBytes(answer), sql: [...statementsRun] };
  };
  const answers: string[] = [];
  const statements: Array<readonly [string[], string[]]> = [];
  for (const [name, theirs, nobodys] of await invisible(contract)) {
    const [ofTheirs, ofNobodys] = [await ask(theirs), await ask(nobodys)];
    statements.push([ofTheirs.sql, ofNobodys.sql]);
    answers.push(ofTheirs.bytes, ofNobodys.bytes);
    // The body isn't parsed until the key has access to the project.
    if (contract.body !== undefined && ['companyId', 'projectId'].includes(name))
      answers.push((await ask(theirs, '{')).bytes);
  }
  world.db.off('query', listen);
  return { answers, statements };
}

describe.each(scoped)("%s: records that the key can't see", (_, { contract }) => {
  let unseen: Unseen;
  beforeAll(async () => {
    unseen = await askForInvisible(contract);
  });

  test('answers 404 for every path parameter [KEY-3] [KEY-4] [ERROR-8]', () => {
    expect(unseen.answers).not.toEqual([]);
    expect(unseen.answers.filter(bytes => !bytes.includes('"status":404'))).toEqual([]);
  });

  test("answers with the same bytes as for a record that doesn't exist [KEY-9]", () => {
    expect(new Set(unseen.answers).size).toBe(1);
  });

  test("runs the same SQL statements as for a record that doesn't exist [KEY-9]", () => {
    for (const [theirs, nobodys] of unseen.statements) expect(theirs).toEqual(nobodys);
  });
});

const inProject = eachOperation.filter(([, { contract }]) => contract.access.scope === 'project');

test.each(inProject)(
  '%s answers 404 to a production key for a sandbox project [API-4] [KEY-5]',
  async (_, { contract }) => {
    const parts = await prepare(world, company, contract);
    const answer = await send(world, contract, parts, { key: company.productionKey });
    expect(answer.status).toBe(404);
  },
);
