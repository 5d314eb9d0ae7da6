/** Members who come and go: several are invited at once, and what a removed one had ends or is reassigned. */
import { invitedAtOnceMax } from '../../../src/domain/console/invited-people';
import { defineRole } from '../../../src/usecases/tenants/companies';
import { addMember, grantProjectAccess } from '../../../src/usecases/tenants/members';
import { startApiWorld, type ApiWorld, type TestCompany } from '../../support/api-world';
import {
  accept,
  membersPath as members,
  newAcmeMember,
  pageOfMember,
  roleUidOf,
} from '../../support/console-members';
import { signedIn, type ShownPage, type Visitor } from '../../support/console-visitor';
import { jane, mercyClinic, patientsPath, putPatient } from '../../support/patients';
import { readRows } from '../../support/records';

let world: ApiWorld;
let company: TestCompany;
let admin: Visitor;
let skippedMs = 0;

beforeAll(async () => {
  world = await startApiWorld({ clock: { now: () => new Date(Date.now() + skippedMs) } });
  company = await world.company('acme');
});
beforeEach(async () => {
  skippedMs += 16 * 60_000;
  admin = await signedIn(world, company.email);
});
afterAll(() => world.close());

describe('Inviting several people', () => {
  const several = `${members}/several`;
  const inviteAll = async (people: readonly string[], fields: object = {}): Promise<ShownPage> =>
    admin.send(several, `${members}/invitations/several`, {
      people: people.join('\n'),
      role: await roleUidOf(world.db, 'Viewer'),
      projects: 'all',
      ...fields,
    });

  test('invites each once, says what happened to each, and shows the others again [CONSOLE-110]', async () => {
    const known = await newAcmeMember(world, 'known');
    const people = ['ana@acme.example Ana Diaz', 'Ned Moss <ned@acme.example>', `${known} Known`, 'ida'];
    const sent = await inviteAll(people);
    expect(sent.status).toBe(200);
    expect(sent.html).toContain('2 of 4 invitations sent.');
    expect(sent.html).toContain('This person is already a member of the company.');
    expect(sent.html).toContain("This isn't an e-mail address.");
    expect(sent.html).toContain(`>${known} Known\nida</textarea>`);
    await world.mailed();
    const to = world.consoleMails.map(mail => mail.to);
    expect(to).toContainEqual({ name: 'Ana Diaz', address: 'ana@acme.example' });
    expect(to).toContainEqual({ name: 'Ned Moss', address: 'ned@acme.example' });
    const again = await inviteAll(people.slice(0, 2));
    expect(again.html).toContain('0 of 2 invitations sent.');
    expect(again.html).toContain('This address already has an invitation. Resend the invitation instead.');
    await world.mailed();
    expect(world.consoleMails.filter(mail => mail.to.address === 'ana@acme.example')).toHaveLength(1);
    const audits = await world.audits({ event: 'invitation.send' });
    expect(audits.map(({ outcome }) => outcome)).toEqual([
      'success',
      'success',
      'refused',
      'refused',
      'refused',
    ]);
    const [, accepted] = await accept(world, 'ned@acme.example');
    expect(accepted.status).toBe(303);
  });

  test('needs a role, projects, and 1 to 50 people, and keeps what was typed [CONSOLE-110]', async () => {
    const none = await inviteAll([' ', '']);
    expect([none.status, none.html.includes('Enter 1 to 50 people, one per line.')]).toEqual([422, true]);
    const many = Array.from({ length: invitedAtOnceMax + 1 }, (_, at) => `m${at}@acme.example M`);
    expect((await inviteAll(many)).status).toBe(422);
    const roleless = await inviteAll(['eve@acme.example Eve'], { role: '' });
    expect([roleless.status, roleless.html.includes('Choose a role.')]).toEqual([422, true]);
    expect(roleless.html).toContain('eve@acme.example Eve');
    const viewless = await inviteAll(['eve@acme.example Eve'], { projects: 'picked' });
    expect([viewless.status, viewless.html.includes('Select at least one project')]).toEqual([422, true]);
    expect(await readRows(world.db, "select uid from invitation where email like 'eve@%'", [])).toEqual([]);
  });
});

/** Requests records, and assigns the request. @returns its uid */
async function assigned(email: string, id: string, project: 'sandbox' | 'live' = 'sandbox'): Promise<string> {
  await putPatient(world, company, project, id, jane);
  const { json } = await world.call('POST', `${patientsPath(company, project, id)}/record-requests`, {
    key: project === 'live' ? company.productionKey : company.sandboxKey,
    body: { ...mercyClinic, billing: true },
  });
  const [made] = json['requests'] as Array<{ request: { id: string } }>;
  const uid = made?.request.id ?? '';
  await world
    .db('record_request')
    .where({ uid })
    .update({ assignee_membership_uid: await membershipOf(email) });
  return uid;
}

const membershipOf = async (email: string): Promise<string> =>
  (await pageOfMember(world.db, email)).split('/').at(-1) ?? '';

async function assigneesOf(uids: readonly string[]): Promise<Array<string | null>> {
  const rows = await readRows<{ uid: string; email: string | null }>(
    world.db,
    `select r.uid, u.email from record_request r
     left join membership m on m.uid = r.assignee_membership_uid left join app_user u on u.uid = m.user_uid
     where r.uid = any(?)`,
    [[...uids]],
  );
  return uids.map(uid => rows.find(row => row.uid === uid)?.email ?? null);
}

describe('Removing a member', () => {
  test('says what ends, and reassigns the open record requests that the successor sees [CONSOLE-111]', async () => {
    const leaver = await newAcmeMember(world, 'leaver', 'Administrator');
    await world.keyFor('acme', leaver, 'sandbox');
    const successor = 'successor@acme.example';
    const member = {
      companyId: 'acme',
      email: successor,
      name: 'Sam Lee',
      role: 'Member',
      seesAllProjects: false,
    };
    await world.change(change => addMember(change, member));
    await world.change(change =>
      grantProjectAccess(change, {
        companyId: 'acme',
        email: successor,
        environment: 'sandbox',
        projectId: 'sandbox',
      }),
    );
    const open = await assigned(leaver, 'off-1');
    const unseen = await assigned(leaver, 'off-2', 'live');
    const ended = await assigned(leaver, 'off-3');
    await world.db('record_request').where({ uid: ended }).update({ status: 'Canceled' });
    const theirs = await assigned(company.email, 'off-4');
    const one = await pageOfMember(world.db, leaver);
    const { html } = await admin.get(one);
    expect(html).toContain('1 active API key<');
    expect(html).not.toContain('webhook endpoint:');
    expect(html).toContain('Reassign 2 open record requests to');
    const removed = await admin.send(one, `${one}/remove`, { assignee: await membershipOf(successor) });
    expect(removed.location).toBe(`${members}?done=reassigned`);
    expect(await assigneesOf([open, unseen, ended, theirs])).toEqual([
      successor,
      leaver,
      leaver,
      company.email,
    ]);
    expect((await world.audits({ event: 'member.remove' })).at(-1)?.changes).toMatchObject({
      reassigned: 1,
      assignee: await membershipOf(successor),
    });
  });

  test('who returns later, gives them back none of the requests that no one took over [CONSOLE-24]', async () => {
    const email = await newAcmeMember(world, 'back', 'Administrator');
    const uid = await assigned(email, 'off-6');
    const one = await pageOfMember(world.db, email);
    await admin.send(one, `${one}/remove`);
    expect(await assigneesOf([uid])).toEqual([email]);
    await admin.send(`${members}/several`, `${members}/invitations/several`, {
      people: `${email} Back`,
      role: await roleUidOf(world.db, 'Viewer'),
      projects: 'all',
    });
    await accept(world, email);
    expect((await admin.get(one)).status).toBe(200);
    expect(await assigneesOf([uid])).toEqual([null]);
  });

  test('refuses a successor who is not one, and a manager who may not assign, and removes no one [CONSOLE-111]', async () => {
    const leaver = await newAcmeMember(world, 'stays', 'Member');
    const uid = await assigned(leaver, 'off-5');
    const one = await pageOfMember(world.db, leaver);
    const rival = await world.company('rival');
    const [outsider] = await readRows<{ uid: string }>(
      world.db,
      'select m.uid from membership m join app_user u on u.uid = m.user_uid where u.email = ?',
      [rival.email],
    );
    expect((await admin.send(one, `${one}/remove`, { assignee: outsider?.uid ?? '' })).status).toBe(404);
    expect((await admin.send(one, `${one}/remove`, { assignee: 'x' })).status).toBe(422);
    await world.change(change =>
      defineRole(change, { companyId: 'acme', name: 'People', permissions: ['ManageMembers'] }),
    );
    const keeper = await newAcmeMember(world, 'keeper', 'People');
    const helper = await newAcmeMember(world, 'helper', 'People');
    const visitor = await signedIn(world, keeper);
    const other = await pageOfMember(world.db, helper);
    await world
      .db('record_request')
      .where({ uid })
      .update({ assignee_membership_uid: await membershipOf(helper) });
    const { html } = await visitor.get(other);
    expect(html).toContain('Someone with the ManageRecordRequests permission can ');
    const sent = await visitor.send(other, `${other}/remove`, {
      assignee: await membershipOf(company.email),
    });
    expect(sent.status).toBe(403);
    expect((await admin.get(other)).status).toBe(200);
  });
});
