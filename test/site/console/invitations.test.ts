import { formTokenOf } from '../../../src/access/console-token';
import { removeExpiredRows } from '../../../src/usecases/housekeeping';
import { assignRole, deleteUser } from '../../../src/usecases/tenants/members';
import { startApiWorld, type ApiWorld, type TestCompany } from '../../support/api-world';
import {
  accept,
  invite,
  membersPath as members,
  newAcmeMember,
  roleUidOf,
} from '../../support/console-members';
import { formOn, linkTo, openVisitor, signedIn, type Visitor } from '../../support/console-visitor';
import { readRows } from '../../support/records';
import { until } from '../../support/until';

const minute = 60_000;

let world: ApiWorld;
let company: TestCompany;
let admin: Visitor;
let skippedMs = 0;

beforeAll(async () => {
  world = await startApiWorld({ clock: { now: () => new Date(Date.now() + skippedMs) } });
  company = await world.company('acme');
});
beforeEach(async () => {
  // A person gets few sign-in links in 15 minutes, and these actions need a recent sign-in.
  skippedMs += 16 * minute;
  admin = await signedIn(world, company.email);
});
afterAll(() => world.close());

/** Returns the path of an invitation's form in the list: `send-again` or `take-back`. */
async function actionOn(what: string, email: string): Promise<string> {
  const [row] = await readRows<{ uid: string }>(
    world.db,
    'select uid from invitation where email = ? order by created_at desc limit 1',
    [email],
  );
  return `${members}/invitations/${row?.uid ?? ''}/${what}`;
}

async function mailsTo(email: string): Promise<number> {
  await world.mailed();
  return world.consoleMails.filter(({ to }) => to.address === email).length;
}

async function pageOf(visitor: Visitor, link: string): Promise<number> {
  return (await visitor.get(link)).status;
}

describe('An invitation [CONSOLE-22]', () => {
  test('makes a new person a member and signs them in when they press the button', async () => {
    const email = 'ana@acme.example';
    expect((await invite(world, admin, email)).location).toBe(`${members}?done=sent`);
    expect((await admin.get(members)).html).toContain('Pending');
    const link = await linkTo(world, email);
    for (let look = 0; look < 3; look++) {
      const { status, html } = await openVisitor(world).get(link);
      expect([status, html]).toEqual([200, expect.stringContaining('Admin invited')]);
      expect(html).toContain('Company acme');
    }
    const [ana, accepted] = await accept(world, email);
    expect([accepted.status, accepted.location]).toEqual([303, '/console']);
    const landed = await ana.get((await ana.get(accepted.location)).location);
    expect(landed.html).toMatch(/Company acme.*?<h1>Sandbox project/s);
    const { html } = await admin.get(members);
    expect(html.replaceAll('<wbr/>', '')).toMatch(/Ana Diaz.*?ana@acme\.example.*?Viewer.*?All/s);
    expect(html).not.toContain('Pending');
    expect((await world.audits({ event: 'invitation.accept' })).at(-1)).toMatchObject({
      outcome: 'success',
      actorKind: 'console',
      companyUid: company.uid,
      resourceKind: 'user',
    });
  });

  test('says who invites to what, and leaves no token or address in logs, audit events, or rows', async () => {
    const email = 'mailed@acme.example';
    await invite(world, admin, email);
    const link = await linkTo(world, email);
    const mail = world.consoleMails.findLast(({ to }) => to.address === email);
    expect(mail?.text).toContain('Admin invited you to join Company acme');
    expect(mail?.text).toContain('expires in 24 hours');
    const token = link.split('/').at(-1) ?? '';
    const trail = JSON.stringify(await world.audits({}));
    for (const text of [world.logLines.join('\n'), trail]) {
      expect(text).not.toContain(token);
      expect(text).not.toContain(email);
    }
    const rows = await readRows<{ text: string }>(
      world.db,
      'select invitation::text as text from invitation',
    );
    expect(rows.filter(({ text }) => text.includes(token))).toEqual([]);
  });

  test('works once, within 24 hours', async () => {
    const email = 'once@acme.example';
    await invite(world, admin, email);
    const link = await linkTo(world, email);
    skippedMs += 24 * 60 * minute - 1000;
    const visitor = openVisitor(world);
    expect((await visitor.send(link, link)).status).toBe(303);
    expect((await openVisitor(world).send('/console/sign-in', link)).status).toBe(400);
    admin = await signedIn(world, company.email);
    const late = 'late@acme.example';
    await invite(world, admin, late);
    const lateLink = await linkTo(world, late);
    skippedMs += 24 * 60 * minute;
    expect(await pageOf(openVisitor(world), lateLink)).toBe(400);
    const refused = await openVisitor(world).send('/console/sign-in', lateLink);
    expect([refused.status, refused.html]).toEqual([
      400,
      expect.stringContaining('Invitation no longer valid'),
    ]);
    admin = await signedIn(world, company.email);
    expect((await admin.get(members)).html).toContain('No longer valid');
    expect((await world.audits({ event: 'invitation.accept' })).at(-1)).toMatchObject({
      outcome: 'refused',
      problem: 'console.invitationInvalid',
      actorUid: null,
    });
  });

  test('works once when it is used twice at the same moment', async () => {
    const email = 'twice@acme.example';
    await invite(world, admin, email);
    const link = await linkTo(world, email);
    const answers = await Promise.all([1, 2].map(() => openVisitor(world).send(link, link)));
    expect(answers.filter(({ headers }) => headers.get('set-cookie') !== null)).toHaveLength(1);
    const rows = await readRows(world.db, 'select uid from app_user where email = ?', [email]);
    expect(rows).toHaveLength(1);
  });

  test('adds a person once when two companies invited them and both links are used at once', async () => {
    const email = 'sought@acme.example';
    const harbor = await world.company('harbor');
    const harborAdmin = await signedIn(world, harbor.email);
    await invite(world, admin, email);
    const first = await linkTo(world, email);
    await harborAdmin.send(
      '/console/companies/harbor/sandbox/members/new',
      '/console/companies/harbor/sandbox/members/invitations',
      {
        email: email.toUpperCase(),
        name: 'Ana Diaz',
        role: await roleUidOf(world.db, 'Viewer'),
        projects: 'all',
      },
    );
    const second = await linkTo(world, email.toUpperCase());
    expect(second).not.toBe(first);
    // Neither commits before both have looked for the person.
    const lock = await world.db.transaction();
    await lock.raw('lock table app_user in share row exclusive mode');
    const links = [first, second];
    const answers = links.map(link => openVisitor(world).send(link, link));
    await until('both to wait to add the person', async () => {
      const waiting = await readRows<{ pid: number }>(
        world.db,
        "select pid from pg_locks where relation = 'app_user'::regclass and not granted",
      );
      return waiting.length === 2;
    });
    await lock.commit();
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([303, 303]);
    const members = await readRows<{ id: string }>(
      world.db,
      `select c.id from app_user u join membership m on m.user_uid = u.uid
         join company c on c.uid = m.company_uid
       where lower(u.email) = ? order by 1`,
      [email],
    );
    expect(members.map(({ id }) => id)).toEqual(['acme', 'harbor']);
  });

  test("doesn't sign in a person who already has an account", async () => {
    const email = 'known@rival.example';
    await world.company('rival');
    await world.db.raw('update app_user set email = ? where email = ?', [email, 'admin@rival.example']);
    await invite(world, admin, email);
    const [visitor, accepted] = await accept(world, email);
    expect(visitor.cookie()).toBe('');
    expect(accepted.location).toBe('/console/sign-in?to=%2Fconsole%2Fcompanies%2Facme%2Fsandbox');
    const person = await signedIn(world, email);
    expect((await person.get('/console/companies')).html).toContain('Company acme');
  });

  test('signs out a different person who is signed in, and leads its own person to the company', async () => {
    const email = 'known@rival.example';
    const other = await signedIn(world, await newAcmeMember(world, 'other'));
    await world.db.raw(
      'delete from membership where company_uid = ? and user_uid = (select uid from app_user where ' +
        'email = ?)',
      [company.uid, email],
    );
    await invite(world, admin, email);
    const link = await linkTo(world, email);
    const cookie = other.cookie();
    expect((await other.send(link, link)).headers.get('set-cookie')).toContain('Max-Age=0');
    other.setCookie(cookie);
    expect((await other.get('/console/account')).status).toBe(303);
    await world.db.raw(
      'delete from membership where company_uid = ? and user_uid = (select uid from app_user where ' +
        'email = ?)',
      [company.uid, email],
    );
    await invite(world, admin, email);
    const again = await linkTo(world, email);
    const person = await signedIn(world, email);
    expect((await person.send(again, again)).location).toBe('/console/companies/acme/sandbox');
  });

  test('gets a new link when it is resent, and the previous link stops working', async () => {
    const email = 'again@acme.example';
    await invite(world, admin, email);
    const first = await linkTo(world, email);
    skippedMs += 9 * minute;
    expect((await admin.send(members, await actionOn('send-again', email))).location).toBe(
      `${members}?done=sent`,
    );
    const second = await linkTo(world, email);
    expect(second).not.toBe(first);
    expect(await pageOf(openVisitor(world), first)).toBe(400);
    skippedMs += 24 * 60 * minute - 2 * minute;
    expect(await pageOf(openVisitor(world), second)).toBe(200);
  });

  test('stops working when it is revoked, and its address can be invited again', async () => {
    const email = 'taken@acme.example';
    await invite(world, admin, email);
    const link = await linkTo(world, email);
    expect((await admin.send(members, await actionOn('take-back', email))).location).toBe(
      `${members}?done=takenBack`,
    );
    expect(await pageOf(openVisitor(world), link)).toBe(400);
    expect((await admin.get(members)).html).not.toContain(email);
    expect((await invite(world, admin, email)).status).toBe(303);
  });

  test('is e-mailed at most five times, and an address has only one', async () => {
    const email = 'often@acme.example';
    await invite(world, admin, email);
    expect((await invite(world, admin, email.toUpperCase())).html).toContain(
      'This address already has an invitation',
    );
    for (let sent = 1; sent < 5; sent++)
      expect((await admin.send(members, await actionOn('send-again', email))).status).toBe(303);
    const sixth = await admin.send(members, await actionOn('send-again', email));
    expect([sixth.status, sixth.html]).toEqual([422, expect.stringContaining('at most 5 times')]);
    expect(await mailsTo(email)).toBe(5);
  });

  test('is refused after a hundred within 24 hours', async () => {
    await world.db.raw(
      `insert into invitation (uid, company_uid, email, name, role_uid, sees_all_projects, token_hash,
        invited_by_user_uid, sent_count,
         created_at, sent_at, expires_at, taken_back_at)
       select gen_random_uuid(), ?, 'n' || n || '@acme.example', 'N', (select uid from role limit 1), true,
         sha256(n::text::bytea), (select uid from app_user limit 1), 1, ?, ?, ?, ? from generate_series(1,
           100) n`,
      [company.uid, ...Array.from({ length: 4 }, () => new Date(Date.now() + skippedMs))],
    );
    const answer = await invite(world, admin, 'over@acme.example');
    expect([answer.status, answer.html]).toEqual([422, expect.stringContaining('100 invitations')]);
    await world.db.raw("delete from invitation where name = 'N'");
  });

  test('requires an address, a name, and a role, and refuses a current member', async () => {
    for (const [fields, message] of [
      [{ email: 'no address' }, 'Enter a valid e-mail address.'],
      [{ email: 'a@b.example\r\nBcc: c@d.example' }, 'Enter a valid e-mail address.'],
      [{ name: ' ' }, 'Enter a name with 1 to 200 characters.'],
      [{ name: 'x'.repeat(201) }, 'Enter a name with 1 to 200 characters.'],
      [{ role: '' }, 'Choose a role.'],
      [{ projects: 'picked' }, 'Select at least one project'],
      [{ email: company.email.toUpperCase() }, 'is already a member of the company'],
    ] as const) {
      const answer = await invite(world, admin, 'typed@acme.example', fields);
      expect([message, answer.status]).toEqual([message, 422]);
      expect(answer.html).toContain(message);
    }
    expect((await admin.get(members)).html).not.toContain('typed@acme.example');
  });

  test('refuses a form that is older than its last change [CONSOLE-25]', async () => {
    const email = 'stale@acme.example';
    await invite(world, admin, email);
    const action = await actionOn('take-back', email);
    const shown = Object.fromEntries(formOn((await admin.get(members)).html, action) ?? []);
    await admin.send(members, await actionOn('send-again', email));
    expect((await admin.send('/console/account', action, shown)).status).toBe(409);
    const now = Object.fromEntries(formOn((await admin.get(members)).html, action) ?? []);
    await accept(world, email);
    expect((await admin.send('/console/account', action, now)).status).toBe(409);
  });

  test('of another company is the same 404 as an absent one', async () => {
    const email = 'foreign@acme.example';
    await invite(world, admin, email);
    const foreign = await signedIn(world, 'known@rival.example');
    const own = '/console/companies/rival/sandbox/members';
    expect((await foreign.get(own)).html).not.toContain(email);
    const ofAcme = (await actionOn('take-back', email)).split('/').at(-2) ?? '';
    const answers = [];
    for (const uid of [ofAcme, crypto.randomUUID(), 'x']) {
      const action = `${own}/invitations/${uid}/take-back`;
      const formToken = formTokenOf(foreign.cookie().split('=')[1] ?? '', action);
      const { status, html } = await foreign.send(own, action, { seen: '1' }, { formToken });
      answers.push([status, html]);
    }
    expect(answers[0]?.[0]).toBe(404);
    expect(new Set(answers.map(answer => JSON.stringify(answer))).size).toBe(1);
    expect(await pageOf(openVisitor(world), await linkTo(world, email))).toBe(200);
  });
});

describe('An invitation whose sender could no longer send it [CONSOLE-23]', () => {
  test.each([
    ['has a lesser role', (email: string) => assignTo(email, 'Viewer')],
    ['has no role', (email: string) => assignTo(email, undefined)],
    [
      'is deleted',
      (email: string) => world.change(change => deleteUser(change, { companyId: 'acme', email })),
    ],
  ])('makes nobody a member if the sender %s', async (name, lose) => {
    const email = await newAcmeMember(world, `inviter-${name.replaceAll(' ', '-')}`, 'Administrator');
    const inviter = await signedIn(world, email);
    const invited = `by-${email}`;
    await invite(world, inviter, invited, { role: await roleUidOf(world.db, 'Administrator') });
    const link = await linkTo(world, invited);
    await lose(email);
    expect(await pageOf(openVisitor(world), link)).toBe(400);
    expect((await openVisitor(world).send('/console/sign-in', link)).status).toBe(400);
    expect((await admin.get(members)).html).toContain('No longer valid');
    await admin.send(members, await actionOn('send-again', invited));
    const [, accepted] = await accept(world, invited);
    expect(accepted.status).toBe(303);
  });

  async function assignTo(email: string, role: string | undefined): Promise<void> {
    await world.change(change => assignRole(change, { companyId: 'acme', email, role }));
  }
});

test('Invitations are removed 31 days after they were sent', async () => {
  await invite(world, admin, 'forgotten@acme.example');
  const rows = (): Promise<unknown[]> => readRows(world.db, 'select uid from invitation');
  const at = (days: number) => ({ now: () => new Date(Date.now() + skippedMs + days * 24 * 60 * minute) });
  await removeExpiredRows({ db: world.services.db, clock: at(30) });
  expect((await rows()).length).toBeGreaterThan(0);
  await removeExpiredRows({ db: world.services.db, clock: at(32) });
  expect(await rows()).toEqual([]);
});
