import { passkeyPlaceOf } from '../../../src/access/passkey-ceremony';
import { deleteUser } from '../../../src/usecases/tenants/members';
import { removeExpiredRows } from '../../../src/usecases/housekeeping';
import { startApiWorld, type ApiWorld } from '../../support/api-world';
import { makeAuthenticator, type Authenticator, type AnswerParts } from '../../support/authenticator';
import { newAcmeMember } from '../../support/console-members';
import { openVisitor, signedIn, type ShownPage, type Visitor } from '../../support/console-visitor';
import { readRows } from '../../support/records';

const minute = 60_000;
const account = '/console/account';

let world: ApiWorld;
let skippedMs = 0;

beforeAll(async () => {
  world = await startApiWorld({ clock: { now: () => new Date(Date.now() + skippedMs) } });
  await world.company('acme');
});
afterAll(() => world.close());

interface Asked {
  readonly challenge: string;
  readonly rpId?: string;
  readonly rp?: { readonly id: string };
  readonly user?: { readonly id: string };
  readonly excludeCredentials?: ReadonlyArray<{ readonly id: string }>;
  readonly allowCredentials?: readonly unknown[];
  readonly userVerification?: string;
}

/** Returns what a page asks an authenticator. */
function askedBy({ html }: ShownPage): Asked {
  const [, options = '{}'] = /data-options="([^"]+)"/.exec(html) ?? [];
  return JSON.parse(options.replaceAll('&quot;', '"')) as Asked;
}

async function newPerson(name: string): Promise<readonly [Visitor, string]> {
  const email = await newAcmeMember(world, name);
  return [await signedIn(world, email), email];
}

async function begin(visitor: Visitor): Promise<ShownPage> {
  return visitor.send(account, `${account}/passkeys/new`);
}

/** Sends an authenticator's answer with the form of the page that asked for it. */
async function answer(
  visitor: Visitor,
  asked: ShownPage,
  action: string,
  fields: Readonly<Record<string, string>>,
): Promise<ShownPage> {
  const [, formToken] = /name="form" value="([^"]+)"/.exec(
    asked.html.slice(asked.html.indexOf(`action="${action}"`)),
  ) ?? [undefined, undefined];
  return visitor.send('/console/sign-in', action, fields, formToken === undefined ? {} : { formToken });
}

/** Adds a passkey, and returns it with the user handle that the authenticator stores. */
async function add(
  visitor: Visitor,
  overrides: Partial<AnswerParts> = {},
  authenticator = makeAuthenticator(),
): Promise<{ readonly device: Authenticator; readonly userHandle: string; readonly added: ShownPage }> {
  const asked = await begin(visitor);
  const { challenge, user } = askedBy(asked);
  const added = await answer(visitor, asked, `${account}/passkeys`, {
    name: 'My laptop',
    answer: authenticator.create({ challenge, ...overrides }),
  });
  return { device: authenticator, userHandle: user?.id ?? '', added };
}

async function beginSignIn(visitor: Visitor): Promise<ShownPage> {
  return visitor.send('/console/sign-in', '/console/passkey');
}

/** Signs in with a passkey. */
async function signInWith(
  device: Authenticator,
  userHandle: string,
  overrides: Partial<AnswerParts> = {},
): Promise<readonly [Visitor, ShownPage]> {
  const visitor = openVisitor(world);
  const { challenge } = askedBy(await beginSignIn(visitor));
  const sent = await visitor.send('/console/sign-in', '/console/passkey/answer', {
    answer: device.get({ challenge, userHandle, ...overrides }),
  });
  return [visitor, sent];
}

describe('Adding a passkey [CONSOLE-32]', () => {
  test('requires a recent sign-in, and notifies its person by e-mail', async () => {
    const [person, email] = await newPerson('adder');
    expect((await person.get(account)).html).toContain('No passkeys yet.');
    const { added } = await add(person);
    expect(added.location).toBe(`${account}?done=passkeyAdded`);
    const { html } = await person.get(account);
    expect(html).toContain('My laptop');
    await world.mailed();
    const mail = world.consoleMails.findLast(({ to }) => to.address === email);
    expect(mail?.subject).toBe('A passkey was added to your account');
    expect(mail?.text).toContain('https://recordwell.example/console/account');
    expect((await world.audits({ event: 'console.addPasskey' })).at(-1)).toMatchObject({
      outcome: 'success',
      actorKind: 'console',
      resourceKind: 'user',
    });
    skippedMs += 10 * minute;
    expect((await begin(person)).location).toBe('/console/sign-in?to=%2Fconsole%2Faccount');
    const late = await person.send(account, `${account}/passkeys`, { name: 'x', answer: '{}' });
    expect(late.status).toBe(403);
  });

  test('asks for a discoverable, user-verified passkey without personal data', async () => {
    const [person, email] = await newPerson('anonymous');
    const asked = await begin(person);
    const options = askedBy(asked);
    expect(options).toMatchObject({
      rp: { id: 'recordwell.example' },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      attestation: 'none',
    });
    const handle = Buffer.from(options.user?.id ?? '', 'base64url').toString('latin1');
    expect(handle).toHaveLength(16);
    expect(handle).not.toContain(email);
    const { device } = await add(person);
    expect(askedBy(await begin(person)).excludeCredentials).toMatchObject([{ id: device.credentialId }]);
  });

  test.each([
    ['from another origin', { origin: 'https://evil.example' }],
    ['for another domain', { rpId: 'evil.example' }],
    ['without user verification', { isVerified: false }],
    ['without user presence', { isPresent: false }],
    ['that is for a sign-in', { type: 'webauthn.get' }],
    ['to another challenge', { challenge: 'a'.repeat(42) + 'A' }],
  ])('refuses an answer %s', async (what, overrides) => {
    const [person] = await newPerson(`adds-${what.replaceAll(' ', '-')}`);
    const { added } = await add(person, overrides);
    expect(added.status).toBe(400);
    expect((await person.get(account)).html).toContain('No passkeys yet.');
    expect((await world.audits({ event: 'console.addPasskey' })).at(-1)).toMatchObject({
      outcome: 'refused',
      problem: 'console.passkeyInvalid',
    });
  });

  test.each([
    ['not JSON', 'x'],
    ['empty', ''],
    ['of another shape', '{"id":1}'],
    [
      'of invalid bytes',
      '{"id":"a","rawId":"a","type":"public-key","response":{"clientDataJSON":"a","attestationObject":"a"}}',
    ],
    ['a list', '[]'],
  ])('refuses an answer that is %s', async (what, text) => {
    const [person] = await newPerson(`shape-${what.replaceAll(' ', '-')}`);
    const asked = await begin(person);
    const sent = await answer(person, asked, `${account}/passkeys`, { name: 'x', answer: text });
    expect(sent.status).toBe(400);
  });

  test("refuses another person's passkey and a twenty-first", async () => {
    const [person] = await newPerson('collector');
    const { device } = await add(person);
    const [other] = await newPerson('thief');
    expect((await add(other, {}, device)).added.status).toBe(422);
    for (let made = 1; made < 20; made++) expect((await add(person)).added.status).toBe(303);
    const { added } = await add(person);
    expect([added.status, added.html]).toEqual([
      422,
      expect.stringContaining('You already have 20 passkeys'),
    ]);
    expect((await world.audits({ event: 'console.addPasskey' })).at(-1)).toMatchObject({
      outcome: 'refused',
    });
  });

  test('lets only its person remove it, after which it no longer signs in', async () => {
    const [person] = await newPerson('remover');
    const { device, userHandle } = await add(person);
    const [, action = ''] =
      /action="(\/console\/account\/passkeys\/[^"]+\/remove)"/.exec((await person.get(account)).html) ?? [];
    const [other] = await newPerson('stranger');
    expect((await other.send(account, action)).status).toBe(403);
    expect((await person.send(account, action, {}, { origin: 'https://evil.example' })).status).toBe(403);
    expect((await signInWith(device, userHandle))[1].status).toBe(303);
    expect((await person.send(account, action)).location).toBe(`${account}?done=passkeyRemoved`);
    expect((await signInWith(device, userHandle))[1].status).toBe(400);
    expect((await world.audits({ event: 'console.removePasskey' })).at(-1)).toMatchObject({
      outcome: 'success',
      resourceKind: 'user',
    });
  });
});

describe('Signing in with a passkey [CONSOLE-33]', () => {
  let device: Authenticator;
  let userHandle: string;
  beforeAll(async () => {
    const [person] = await newPerson('signer');
    ({ device, userHandle } = await add(person));
  });

  test('starts a session as a link does, and returns to the requested page', async () => {
    const visitor = openVisitor(world);
    const keys = '/console/companies/acme/sandbox/keys';
    const { location } = await visitor.get(keys);
    const asked = await visitor.send(location, '/console/passkey', { to: keys });
    expect(askedBy(asked)).toMatchObject({ rpId: 'recordwell.example', userVerification: 'required' });
    expect(askedBy(asked).allowCredentials ?? []).toEqual([]);
    const { challenge } = askedBy(asked);
    const sent = await visitor.send('/console/sign-in', '/console/passkey/answer', {
      to: keys,
      answer: device.get({ challenge, userHandle }),
    });
    expect([sent.status, sent.location]).toEqual([303, keys]);
    expect(sent.headers.get('set-cookie')).toMatch(
      /^__Host-recordwell=[\w-]{43}; Path=\/; Secure; HttpOnly; SameSite=Lax$/,
    );
    expect((await visitor.send(keys, keys)).html).toContain('rw_test_');
    expect((await world.audits({ event: 'console.signInByPasskey' })).at(-1)).toMatchObject({
      outcome: 'success',
      actorKind: 'console',
      resourceKind: 'user',
    });
    expect((await visitor.get(account)).html).not.toContain('Never');
  });

  test.each([
    ['from another origin', { origin: 'https://recordwell.example.evil.example' }],
    ['for another domain', { rpId: 'evil.example' }],
    ['without user verification', { isVerified: false }],
    ['without user presence', { isPresent: false }],
    ['that is for a new passkey', { type: 'webauthn.create' }],
    ['to another challenge', { challenge: 'b'.repeat(42) + 'A' }],
    ['signed by another key', { isForged: true }],
    ['for another person', { userHandle: Buffer.alloc(16, 1).toString('base64url') }],
  ])('refuses an answer %s', async (_, overrides) => {
    const [visitor, sent] = await signInWith(device, userHandle, overrides);
    expect(sent.status).toBe(400);
    expect(visitor.cookie()).toBe('');
    expect((await world.audits({ event: 'console.signInByPasskey' })).at(-1)).toMatchObject({
      outcome: 'refused',
      problem: 'console.passkeyInvalid',
    });
  });

  test("refuses an answer whose counter hasn't increased", async () => {
    const [person] = await newPerson('counter');
    const made = await add(person, { count: 5 });
    const count = async (number: number): Promise<number> =>
      (await signInWith(made.device, made.userHandle, { count: number }))[1].status;
    expect([await count(6), await count(6), await count(3), await count(9)]).toEqual([303, 400, 400, 303]);
  });

  test('refuses an unknown passkey and a deleted person', async () => {
    expect((await signInWith(makeAuthenticator(), userHandle))[1].status).toBe(400);
    const [person, email] = await newPerson('gone');
    const made = await add(person);
    await world.change(change => deleteUser(change, { companyId: 'acme', email }));
    expect((await signInWith(made.device, made.userHandle))[1].status).toBe(400);
  });

  test('refuses a form from another site', async () => {
    const visitor = openVisitor(world);
    const { challenge } = askedBy(await beginSignIn(visitor));
    const fields = { answer: device.get({ challenge, userHandle }) };
    const sent = await visitor.send('/console/sign-in', '/console/passkey/answer', fields, {
      origin: 'https://evil.example',
    });
    expect([sent.status, visitor.cookie()]).toEqual([403, '']);
  });
});

describe('A passkey challenge [CONSOLE-34]', () => {
  test('can be answered once, even if the answer is wrong', async () => {
    const [person] = await newPerson('replayed');
    const { device, userHandle } = await add(person);
    const visitor = openVisitor(world);
    const { challenge } = askedBy(await beginSignIn(visitor));
    const send = async (overrides: Partial<AnswerParts>): Promise<number> =>
      (
        await visitor.send('/console/sign-in', '/console/passkey/answer', {
          answer: device.get({ challenge, userHandle, ...overrides }),
        })
      ).status;
    expect([await send({ isForged: true }), await send({})]).toEqual([400, 400]);
  });

  test('expires after five minutes', async () => {
    const [person] = await newPerson('slow');
    const { device, userHandle } = await add(person);
    const visitor = openVisitor(world);
    const early = askedBy(await beginSignIn(visitor));
    const late = askedBy(await beginSignIn(visitor));
    const send = async ({ challenge }: Asked): Promise<number> =>
      (
        await visitor.send('/console/sign-in', '/console/passkey/answer', {
          answer: device.get({ challenge, userHandle }),
        })
      ).status;
    skippedMs += 5 * minute - 5000;
    expect(await send(early)).toBe(303);
    skippedMs += 5000;
    expect(await send(late)).toBe(400);
  });

  test("can't be answered by another person, or be one from the sign-in page", async () => {
    const [person] = await newPerson('asker');
    const [other] = await newPerson('answerer');
    const asked = askedBy(await begin(person));
    expect((await add(other, { challenge: asked.challenge })).added.status).toBe(400);
    const ofDoor = askedBy(await beginSignIn(openVisitor(world)));
    expect((await add(other, { challenge: ofDoor.challenge })).added.status).toBe(400);
  });

  test('is stored as a hash, and removed once it expires', async () => {
    const { challenge } = askedBy(await beginSignIn(openVisitor(world)));
    const rows = (): Promise<Array<{ text: string }>> =>
      readRows(world.db, 'select passkey_challenge::text as text from passkey_challenge');
    expect((await rows()).length).toBeGreaterThan(0);
    const bytes = Buffer.from(challenge, 'base64url').toString('hex');
    expect((await rows()).filter(({ text }) => text.includes(challenge) || text.includes(bytes))).toEqual([]);
    const clock = { now: () => new Date(Date.now() + skippedMs + 5 * minute + 1) };
    await removeExpiredRows({ db: world.services.db, clock });
    expect(await rows()).toEqual([]);
  });
});

test('A deployment whose address is an IP address has no passkeys', async () => {
  expect(passkeyPlaceOf('http://127.0.0.1:3000')).toBeUndefined();
  expect(passkeyPlaceOf('http://[::1]:3000')).toBeUndefined();
  expect(passkeyPlaceOf('https://api.example.com/v0')).toEqual({
    rpId: 'api.example.com',
    origin: 'https://api.example.com',
  });
  const nameless = await startApiWorld({ database: world.database, passkeysAt: 'http://127.0.0.1:3000' });
  const visitor = openVisitor(nameless);
  expect((await visitor.get('/console/sign-in')).html).not.toContain('passkey');
  expect((await visitor.send('/console/sign-in', '/console/passkey')).status).toBe(404);
  await nameless.close();
});
