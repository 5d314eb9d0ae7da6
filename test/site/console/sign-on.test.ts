import { removeExpiredRows } from '../../../src/usecases/housekeeping';
import { addMember, deleteUser, unbindSignOn } from '../../../src/usecases/tenants/members';
import { demandSignOn } from '../../../src/usecases/tenants/required-sign-on';
import { startApiWorld, type ApiWorld } from '../../support/api-world';
import { newAcmeMember } from '../../support/console-members';
import {
  askForLink,
  linkTo,
  openVisitor,
  signedIn,
  type ShownPage,
  type Visitor,
} from '../../support/console-visitor';
import {
  startIdentityProvider,
  type IdentityProvider,
  type ProviderMood,
} from '../../support/identity-provider';
import { readRows } from '../../support/records';

const minute = 60_000;

let world: ApiWorld;
let provider: IdentityProvider;
let skippedMs = 0;

beforeAll(async () => {
  provider = await startIdentityProvider();
  world = await startApiWorld({
    clock: { now: () => new Date(Date.now() + skippedMs) },
    signOn: { issuer: provider.issuer, name: 'Acme ID' },
  });
  await world.company('acme');
});
beforeEach(() => provider.be({}));
afterAll(async () => {
  await world.close();
  await provider.close();
});

/** Returns where the provider redirects a browser. */
async function backFrom({ location }: ShownPage): Promise<URL> {
  const { headers } = await fetch(location, { redirect: 'manual' });
  return new URL(headers.get('location') ?? 'https://nowhere.example');
}

async function comeBack(visitor: Visitor, back: URL): Promise<ShownPage> {
  expect(back.origin).toBe('https://recordwell.example');
  return visitor.get(back.pathname + back.search);
}

async function signOn(visitor: Visitor, mood: ProviderMood, to = ''): Promise<ShownPage> {
  provider.be(mood);
  const begun = await visitor.get(`/console/sign-on${to === '' ? '' : `?to=${encodeURIComponent(to)}`}`);
  return comeBack(visitor, await backFrom(begun));
}

describe('Single sign-on [CONSOLE-35]', () => {
  test('starts a session as a link does, and returns to the requested page', async () => {
    const email = await newAcmeMember(world, 'one');
    const visitor = openVisitor(world);
    const keys = '/console/companies/acme/sandbox/keys';
    const { location } = await visitor.get(keys);
    const door = await visitor.get(location);
    expect(door.html).toContain('Sign in with Acme ID');
    const [, link = ''] = /href="(\/console\/sign-on[^"]*)"/.exec(door.html) ?? [];
    provider.be({ email: email.toUpperCase() });
    const begun = await visitor.get(link.replaceAll('&amp;', '&'));
    expect(begun.headers.get('set-cookie')).toMatch(
      /^__Host-recordwell-sign-on=[\w-]{43}; Path=\/; Secure; HttpOnly; SameSite=Lax; Max-Age=600$/,
    );
    const back = await comeBack(visitor, await backFrom(begun));
    expect([back.status, back.location]).toEqual([303, keys]);
    expect(back.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^__Host-recordwell-sign-on=; .*Max-Age=0$/),
      expect.stringMatching(/^__Host-recordwell=[\w-]{43}; Path=\/; Secure; HttpOnly; SameSite=Lax$/),
    ]);
    expect((await visitor.send(keys, keys)).html).toContain('rw_test_');
    expect((await world.audits({ event: 'console.signOn' })).at(-1)).toMatchObject({
      outcome: 'success',
      actorKind: 'console',
      resourceKind: 'user',
    });
  });

  test('uses the code flow with independent PKCE, state, and nonce values', async () => {
    const email = await newAcmeMember(world, 'flow');
    const visitor = openVisitor(world);
    provider.be({ email });
    const begun = await visitor.get('/console/sign-on');
    const { searchParams } = new URL(begun.location);
    expect(Object.fromEntries(searchParams)).toMatchObject({
      response_type: 'code',
      client_id: 'console',
      scope: 'openid email',
      code_challenge_method: 'S256',
      redirect_uri: 'https://recordwell.example/console/sign-on/callback',
    });
    const made = ['state', 'nonce', 'code_challenge'].map(name => searchParams.get(name) ?? '');
    expect(new Set(made).size).toBe(3);
    for (const value of made) expect(value).toMatch(/^[\w-]{43}$/);
    const secret = /sign-on=([\w-]{43})/.exec(begun.headers.get('set-cookie') ?? '')?.[1] ?? '';
    expect(begun.location).not.toContain(secret);
    const rows = await readRows<{ text: string }>(
      world.db,
      'select single_sign_on::text as text from single_sign_on',
    );
    expect(rows.filter(({ text }) => text.includes(secret))).toEqual([]);
    await comeBack(visitor, await backFrom(begun));
    const verifier = provider.asked.at(-1)?.get('code_verifier') ?? '';
    expect(verifier).toMatch(/^[\w-]{43}$/);
    expect(begun.location).not.toContain(verifier);
    expect(world.logLines.join('\n')).not.toContain(provider.asked.at(-1)?.get('code') ?? 'no code');
  });

  test('accepts an address from the user info', async () => {
    const email = await newAcmeMember(world, 'beside');
    expect((await signOn(openVisitor(world), { email, isBesideToken: true })).status).toBe(303);
  });

  test('works once, within ten minutes, and only in the browser that began it', async () => {
    const email = await newAcmeMember(world, 'bound');
    const visitor = openVisitor(world);
    provider.be({ email });
    const back = await backFrom(await visitor.get('/console/sign-on'));
    const other = openVisitor(world);
    expect((await comeBack(other, back)).status).toBe(400);
    await other.get('/console/sign-on');
    expect((await comeBack(other, back)).status).toBe(400);
    expect(other.cookie()).toBe('');
    expect((await comeBack(visitor, back)).status).toBe(303);
    expect((await comeBack(visitor, back)).status).toBe(400);
    const wrongFirst = openVisitor(world);
    const begun = await wrongFirst.get('/console/sign-on');
    const cookie = begun.headers.get('set-cookie') ?? '';
    const right = await backFrom(begun);
    const wrong = new URL(right);
    wrong.searchParams.delete('code');
    for (const answer of [wrong, right]) {
      wrongFirst.setCookie(cookie);
      expect((await comeBack(wrongFirst, answer)).status).toBe(400);
    }
    const late = openVisitor(world);
    const lateBack = await backFrom(await late.get('/console/sign-on'));
    skippedMs += 10 * minute;
    expect((await comeBack(late, lateBack)).status).toBe(400);
    expect((await world.audits({ event: 'console.signOn' })).at(-1)).toMatchObject({
      outcome: 'refused',
      problem: 'console.signOnInvalid',
      actorUid: null,
    });
  });

  test("refuses another browser's code", async () => {
    const email = await newAcmeMember(world, 'injected');
    provider.be({ email });
    const attacker = openVisitor(world);
    const theirs = await backFrom(await attacker.get('/console/sign-on'));
    const victim = openVisitor(world);
    const back = await backFrom(await victim.get('/console/sign-on'));
    back.searchParams.set('code', theirs.searchParams.get('code') ?? '');
    expect((await comeBack(victim, back)).status).toBe(400);
    expect(victim.cookie()).toBe('');
  });

  test('fails if the provider refuses', async () => {
    const email = await newAcmeMember(world, 'refused');
    const visitor = openVisitor(world);
    const back = await signOn(visitor, { email, refuses: true });
    expect([back.status, back.html]).toEqual([
      400,
      expect.stringContaining("We couldn't complete your sign-in"),
    ]);
  });
});

describe('Matching a member by verified address [CONSOLE-36]', () => {
  test.each([
    ['is not verified', { isVerified: false }],
    ['has no verified claim', { isVerified: 'unsaid' }],
    ['has no verified claim in the user info', { isVerified: 'unsaid', isBesideToken: true }],
    ['has a verified claim that says no', { claims: { email_verified: 'false' } }],
    ['has a verified claim of the wrong type', { claims: { email_verified: 1 } }],
    ['belongs to nobody', { email: 'stranger@acme.example' }],
  ] as const)('refuses an address that %s', async (what, mood) => {
    const email = await newAcmeMember(world, `unknown-${what.replaceAll(/[^a-z]+/g, '-')}`);
    const visitor = openVisitor(world);
    const back = await signOn(visitor, { email, ...mood });
    expect([back.status, back.html]).toEqual([403, expect.stringContaining('No account found')]);
    expect(visitor.cookie()).toBe('');
    expect((await world.audits({ event: 'console.signOn' })).at(-1)).toMatchObject({
      outcome: 'refused',
      problem: 'console.signOnUnknown',
    });
  });

  test('takes an address that the provider says is verified as a text', async () => {
    const email = await newAcmeMember(world, 'said-as-text');
    const back = await signOn(openVisitor(world), { email, claims: { email_verified: 'true' } });
    expect(back.status).toBe(303);
  });

  test('refuses a deleted person and a member of no company', async () => {
    const gone = await newAcmeMember(world, 'gone');
    await world.change(change => deleteUser(change, { companyId: 'acme', email: gone }));
    expect((await signOn(openVisitor(world), { email: gone })).status).toBe(403);
    const nowhere = await newAcmeMember(world, 'nowhere');
    await world.db.raw(
      'update membership set ended_at = now() where user_uid = (select uid from app_user where email = ?)',
      [nowhere],
    );
    expect((await signOn(openVisitor(world), { email: nowhere })).status).toBe(403);
  });
});

describe('The account at the provider [CONSOLE-36]', () => {
  const otherAccount = 'account-2';

  test('is bound at the first sign-in, and then signs in whatever its address', async () => {
    const email = await newAcmeMember(world, 'moved');
    const claims = { sub: 'account-1' };
    expect((await signOn(openVisitor(world), { email, claims })).status).toBe(303);
    const moved = { email: 'elsewhere@acme.example', isVerified: false, claims };
    expect((await signOn(openVisitor(world), moved)).status).toBe(303);
  });

  test('of another person never signs in as a bound member, even with their address', async () => {
    const email = await newAcmeMember(world, 'taken-over');
    expect((await signOn(openVisitor(world), { email })).status).toBe(303);
    const visitor = openVisitor(world);
    const back = await signOn(visitor, { email, claims: { sub: otherAccount } });
    expect([back.status, visitor.cookie()]).toEqual([403, '']);
    const who = { companyId: 'acme', email };
    await world.change(change => unbindSignOn(change, who));
    expect((await signOn(openVisitor(world), { email, claims: { sub: otherAccount } })).status).toBe(303);
    expect((await signOn(openVisitor(world), { email })).status).toBe(403);
  });

  test('is free again once its person was deleted', async () => {
    const claims = { sub: 'account-of-two' };
    const first = await newAcmeMember(world, 'left');
    expect((await signOn(openVisitor(world), { email: first, claims })).status).toBe(303);
    await world.change(change => deleteUser(change, { companyId: 'acme', email: first }));
    const again = await newAcmeMember(world, 'left');
    expect((await signOn(openVisitor(world), { email: again, claims })).status).toBe(303);
  });

  test('counts as verified if the deployment trusts its issuer and it says nothing, but not if it denies it', async () => {
    const trusting = await startApiWorld({
      database: world.database,
      signOn: { issuer: provider.issuer, name: 'Entra', isTrusted: true },
    });
    const email = await newAcmeMember(world, 'entra');
    expect((await signOn(openVisitor(trusting), { email, isVerified: false })).status).toBe(403);
    expect((await signOn(openVisitor(trusting), { email, isVerified: 'unsaid' })).status).toBe(303);
    await trusting.close();
  });
});

describe('A company that requires its provider [CONSOLE-62]', () => {
  const members = '/console/companies/strict/production/members';
  const act = `${members}/sign-on`;

  test('signs out members who signed in another way, and refuses links', async () => {
    const company = await world.company('strict');
    const admin = openVisitor(world);
    expect((await signOn(admin, { email: company.email })).status).toBe(303);
    await world.change(change =>
      addMember(change, {
        companyId: 'strict',
        email: 'ben@strict.example',
        name: 'Ben',
        role: 'Member',
        seesAllProjects: true,
      }),
    );
    const ben = await signedIn(world, 'ben@strict.example');
    expect((await admin.send(members, act)).location).toBe(`${members}?done=signOn`);
    expect((await ben.get('/console/account')).location).toContain('/console/sign-in');
    expect((await admin.get(members)).html).toContain('Members sign in only with Acme ID.');

    await askForLink(ben, 'ben@strict.example');
    await world.mailed();
    const { text } = world.consoleMails.at(-1) ?? { text: '' };
    expect(text).toContain('Your company requires you to sign in with its identity provider');
    expect(text).not.toMatch(/sign-in\/[\w-]{43}/);
    expect((await signOn(openVisitor(world), { email: 'ben@strict.example' })).status).toBe(303);

    expect((await admin.send(members, act)).location).toBe(`${members}?done=anySignIn`);
    expect((await signedIn(world, 'ben@strict.example')).cookie()).not.toBe('');
  });

  test('is only switched on by someone who signed in with it themselves, or by an operator', async () => {
    const company = await world.company('loose');
    const admin = await signedIn(world, company.email);
    const path = '/console/companies/loose/production/members';
    const refused = await admin.send(path, `${path}/sign-on`);
    expect([refused.status, refused.html]).toEqual([
      422,
      expect.stringContaining('Sign in with the identity provider yourself'),
    ]);
    const late = openVisitor(world);
    await askForLink(late, company.email);
    const pending = await linkTo(world, company.email);
    await world.change(change => demandSignOn(change, { companyId: 'loose', isRequired: true }));
    expect((await admin.get('/console/account')).location).toContain('/console/sign-in');
    const answer = await late.send(pending, pending);
    expect([answer.status, answer.html]).toEqual([
      403,
      expect.stringContaining('requires its members to sign in'),
    ]);
  });
});

describe('A clock that is off [CONSOLE-35]', () => {
  test.each([
    ['in the past', { exp: 1 }],
    ['in the future', { nbf: 4_000_000_000 }],
  ])('is named if the token is %s', async (what, claims) => {
    const email = await newAcmeMember(world, `clock-${what.replaceAll(' ', '-')}`);
    const visitor = openVisitor(world);
    const back = await signOn(visitor, { email, claims });
    expect([back.status, visitor.cookie()]).toEqual([502, '']);
    expect(back.html).toContain('is off by more than 30 seconds');
    expect((await world.audits({ event: 'console.signOn' })).at(-1)).toMatchObject({
      problem: 'console.signOnClock',
    });
  });
});

describe('A failing identity provider [ERROR-12]', () => {
  test.each([
    ['from another issuer', { claims: { iss: 'https://evil.example' } }],
    ['for another client', { claims: { aud: 'another client' } }],
    ['for another nonce', { claims: { nonce: 'of another sign-in' } }],
    ['signed by an unpublished key', { isForged: true }],
  ] as const)('is 502 for a token that is %s', async (what, mood) => {
    const email = await newAcmeMember(world, `token-${what.replaceAll(' ', '-')}`);
    const visitor = openVisitor(world);
    const back = await signOn(visitor, { email, ...mood });
    expect([back.status, visitor.cookie()]).toEqual([502, '']);
    expect((await world.audits({ event: 'console.signOn' })).at(-1)).toMatchObject({
      outcome: 'failed',
      problem: 'partner.failed',
    });
  });

  test('is 502 while it is unavailable, and is tried again', async () => {
    const email = await newAcmeMember(world, 'away');
    const fresh = await startApiWorld({
      database: world.database,
      signOn: { issuer: provider.issuer, name: 'Acme ID' },
    });
    provider.be({ isAway: true });
    const visitor = openVisitor(fresh);
    const away = await visitor.get('/console/sign-on');
    expect([away.status, away.html]).toEqual([502, expect.stringContaining('is unavailable')]);
    provider.be({ email });
    const begun = await visitor.get('/console/sign-on');
    expect(begun.status).toBe(303);
    const back = await backFrom(begun);
    provider.be({ isAway: true });
    expect((await comeBack(visitor, back)).status).toBe(502);
    await fresh.close();
  });
});

test('An unfinished single sign-on is removed once it expires', async () => {
  await openVisitor(world).get('/console/sign-on');
  const rows = (): Promise<unknown[]> => readRows(world.db, 'select uid from single_sign_on');
  expect((await rows()).length).toBeGreaterThan(0);
  const clock = { now: () => new Date(Date.now() + skippedMs + 10 * minute + 1) };
  await removeExpiredRows({ db: world.services.db, clock });
  expect(await rows()).toEqual([]);
});

test('A deployment without a provider has no single sign-on [CONSOLE-35]', async () => {
  const without = await startApiWorld({ database: world.database });
  const visitor = openVisitor(without);
  expect((await visitor.get('/console/sign-in')).html).not.toContain('sign-on');
  expect((await visitor.get('/console/sign-on')).status).toBe(404);
  expect((await visitor.get('/console/sign-on/callback?code=1&state=2')).status).toBe(404);
  await without.close();
});
