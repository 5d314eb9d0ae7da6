/** The follow-up date of a record request, which the company and support share. */
import { addDays, dayInUtc, usDate } from '../../../src/domain/clinical/calendar-date';
import { startApiWorld, type ApiWorld, type TestCompany } from '../../support/api-world';
import { signedIn, type Visitor } from '../../support/console-visitor';
import { awaitResolution, operatorAtDesk } from '../../support/desk-work';
import { storedPatient } from '../../support/patients';

let world: ApiWorld;
let acme: TestCompany;
let olga: Visitor;
let member: Visitor;
beforeAll(async () => {
  world = await startApiWorld();
  acme = await world.company('acme');
  olga = await operatorAtDesk(world, 'Olga');
  member = await signedIn(world, acme.email);
});
afterAll(() => world.close());

const today = dayInUtc(new Date());
const [theirs, ours] = [addDays(today, 10), addDays(today, 40)];

async function requestOf(patientId: string): Promise<{ uid: string; page: string }> {
  const uid = await awaitResolution(world, acme, patientId);
  const { uid: patient } = await storedPatient(world, acme, 'live', patientId);
  return { uid, page: `/console/companies/acme/production/patients/${patient}/record-requests/${uid}` };
}

const contact = async (uid: string, followUp: string) =>
  olga.send(`/desk/requests/${uid}`, `/desk/requests/${uid}/contact`, {
    ...{ contact: today, way: 'phone', followUp },
  });

/** Returns the text of the fact about the follow-up. */
async function followUpIn(page: string): Promise<string> {
  const { html } = await member.get(page);
  const fact = /<dt>Follow-up<\/dt><dd>(.*?)<\/dd>/s.exec(html)?.[1] ?? '';
  return fact.replaceAll(/<[^>]+>/g, '');
}

test("support's contact that replaces the customer's earlier date says so on the request's page and in the log [DESK-58]", async () => {
  const { uid, page } = await requestOf('replaced');
  await member.send(page, `${page}/follow-up`, { followUpDate: theirs });
  expect(await followUpIn(page)).toBe(usDate(theirs));
  expect((await contact(uid, ours)).status).toBe(303);
  const fact = await followUpIn(page);
  expect(fact).toMatch(
    new RegExp(`^${usDate(ours)} \\(set by Support, .*; it was ${usDate(theirs)} before\\)$`),
  );
  for (const { html } of [await member.get(page), await olga.get(`/desk/requests/${uid}`)])
    expect(html).toContain(`Before: ${usDate(theirs)}`);
  const [audited] = await world.audits({ event: 'recordRequest.noteContact', resourceUid: uid });
  expect(audited?.changes).toEqual({ followUpDate: null });
  await member.send(page, `${page}/follow-up`, { followUpDate: theirs });
  expect(await followUpIn(page)).toBe(usDate(theirs));
});

test('a contact that clears the date keeps what it was, and one that leaves it says nothing [DESK-58]', async () => {
  const { uid, page } = await requestOf('cleared');
  await member.send(page, `${page}/follow-up`, { followUpDate: theirs });
  await contact(uid, theirs);
  expect(await followUpIn(page)).toBe(usDate(theirs));
  expect((await member.get(page)).html).not.toContain('Before: ');
  await contact(uid, '');
  expect(await followUpIn(page)).toMatch(/^None \(cleared by Support, .*; it was .* before\)$/);
});

test("a colleague's contact that replaces the date names the colleague [DESK-58]", async () => {
  const { page } = await requestOf('colleague');
  await member.send(page, `${page}/follow-up`, { followUpDate: theirs });
  await member.send(page, `${page}/contacts`, { contactedOn: today, way: 'fax', nextOn: ours });
  expect(await followUpIn(page)).toContain('set by Admin, ');
});

test("a date that the customer moves away and back to support's is theirs [DESK-58]", async () => {
  const { uid, page } = await requestOf('back');
  await member.send(page, `${page}/follow-up`, { followUpDate: theirs });
  await contact(uid, ours);
  expect(await followUpIn(page)).toContain('set by Support');
  await member.send(page, `${page}/follow-up`, { followUpDate: theirs });
  await member.send(page, `${page}/follow-up`, { followUpDate: ours });
  expect(await followUpIn(page)).toBe(usDate(ours));
});
