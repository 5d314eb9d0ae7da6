/** `WWW-Authenticate` challenges a caller exactly if other credentials would help. */
import { problemCatalogue, problemEntry, type ProblemCode } from '../../src/domain/problem-catalogue';
import { makeApiKey } from '../../src/access/api-key';
import { startApiWorld, type Answer, type ApiWorld, type TestCompany } from '../support/api-world';

let world: ApiWorld;
let company: TestCompany;
beforeAll(async () => {
  world = await startApiWorld();
  company = await world.company('acme');
});
afterAll(() => world.close());

const listing = '/v0/companies/acme/projects';

/** How to provoke every 401 of the catalogue, and its challenge. */
const refusals: Readonly<
  Record<string, { readonly provoke: () => Promise<Answer>; readonly challenge: string | null }>
> = {
  // The browser must not ask for a password, because the console has its own sign-in page.
  'console.signedOut': {
    provoke: () =>
      world.call('POST', '/console/sign-out', {
        rawBody: 'form=none',
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      }),
    challenge: null,
  },
  'credentials.missing': { provoke: () => world.call('GET', listing), challenge: 'Bearer' },
  'embed.tokenInvalid': {
    provoke: () => world.call('GET', '/ui/auth-check/embed?token=none'),
    challenge: null,
  },
  'project.statusFixed': {
    provoke: () =>
      world.call('PUT', `${listing}/live`, {
        key: company.productionKey,
        body: { name: 'Live project', purpose: 'Legal', status: 'Closed' },
      }),
    challenge: null,
  },
};

test('These tests cover every 401 of the catalogue', () => {
  const codes = (Object.keys(problemCatalogue) as ProblemCode[]).filter(
    code => problemEntry(code).status === 401,
  );
  expect(Object.keys(refusals).toSorted()).toEqual(codes.toSorted());
});

test.each(Object.entries(refusals))(
  'The 401 %s has a challenge exactly if other credentials would help [ERROR-6]',
  async (code, { provoke, challenge }) => {
    const answer = await provoke();
    expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, challenge]);
    expect(answer.json).toMatchObject({ problem: code, error: problemEntry(code as ProblemCode).sentence });
  },
);

test.each(['', 'Bearer', 'Basic eDp5', `Bearer ${makeApiKey('sandbox')}`])(
  'The credentials %j get a challenge',
  async authorization => {
    const answer = await world.call('GET', listing, { headers: { Authorization: authorization } });
    expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
  },
);

test('Only a 401 has a challenge', async () => {
  const answers = [
    await world.call('GET', '/v0/companies/nobodys/projects', { key: company.sandboxKey }),
    await world.call('POST', listing, {
      key: company.sandboxKey,
      body: { name: 'x', purpose: 'Legal', status: 'Live' },
    }),
    await world.call('GET', listing, { key: company.sandboxKey }),
  ];
  expect(answers.map(({ status, headers }) => [status, headers.get('www-authenticate')])).toEqual([
    [404, null],
    [403, null],
    [200, null],
  ]);
});
