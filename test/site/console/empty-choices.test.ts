/** The console of a new company: no page offers a choice that can only fail. */
import { permissions, type Permission } from '../../../src/domain/access/permissions';
import { environments } from '../../../src/domain/projects/project';
import { approveFeature, createCompany, defineRole } from '../../../src/usecases/tenants/companies';
import { addMember } from '../../../src/usecases/tenants/members';
import { startApiWorld, type ApiWorld } from '../../support/api-world';
import { signedIn, type Visitor } from '../../support/console-visitor';

let world: ApiWorld;
beforeAll(async () => {
  world = await startApiWorld();
});
afterAll(() => world.close());

const base = '/console/companies';

async function newCompany(id: string): Promise<void> {
  await world.change(change => createCompany(change, { id, name: `Company ${id}` }));
}

async function member(companyId: string, role: string, seesAllProjects: boolean): Promise<Visitor> {
  const name = `${role.toLowerCase().replace(' ', '-')}-${seesAllProjects ? 'all' : 'some'}`;
  const email = `${name}@${companyId}.example`;
  await world.change(change => addMember(change, { companyId, email, name: role, role, seesAllProjects }));
  return signedIn(world, email);
}

interface FormShown {
  readonly page: string;
  readonly action: string;
  readonly html: string;
}

/** Returns every form on a page. */
function formsOf(page: string, html: string): FormShown[] {
  return [...html.matchAll(/<form [^>]*action="([^"]+)"[^>]*>(.*?)<\/form>/gs)].map(
    ([, action = '', html = '']) => ({ page, action, html }),
  );
}

/** Returns the choices of a form that have nothing to choose, one line each. */
function emptyChoicesOf({ page, action, html }: FormShown): string[] {
  const selects = [...html.matchAll(/<select id="[^"]*" name="([^"]*)".*?<\/select>/gs)].filter(
    ([select]) => !/<option value="[^"]+"/.test(select),
  );
  const boxes = new Map<string, boolean>();
  for (const [tag = '', name = ''] of html.matchAll(/<input type="(?:checkbox|radio)" name="([^"]+)"[^>]*>/g))
    boxes.set(name, (boxes.get(name) ?? false) || !/ disabled/.test(tag));
  const shut = [...boxes].filter(([, canBeChosen]) => !canBeChosen).map(([name]) => name);
  // A form offers selected projects only if there are projects to select.
  const isPickedEmpty = html.includes('value="picked"') && !html.includes('name="project"');
  const lists = [...html.matchAll(/<div class="scroll"[^>]*><\/div>/g)];
  return [
    ...selects.map(([, name = '']) => `${page}: nothing to choose in ${name} of ${action}`),
    ...shut.map(name => `${page}: every ${name} of ${action} is disabled`),
    ...(isPickedEmpty ? [`${page}: nothing to pick in ${action}`] : []),
    ...lists.map(() => `${page}: an empty list in ${action}`),
  ];
}

/** Returns the pages of both environments whose paths name nothing else. */
function pagesOf(companyId: string): string[] {
  return world.pageRoutes
    .filter(({ method, path }) => method === 'GET' && path.startsWith(`${base}/:companyId/:environment`))
    .map(({ path }) => path.replace(':companyId', companyId))
    .filter(path => !path.replace(':environment', '').includes(':'))
    .flatMap(path => environments.map(environment => path.replace(':environment', environment)));
}

test('No page of a company without projects or approvals has an empty choice, in any role [CONSOLE-60]', async () => {
  await newCompany('blank');
  const role = (name: string, held: readonly Permission[]): Promise<void> =>
    world.change(change => defineRole(change, { companyId: 'blank', name, permissions: held }));
  await role('Inviter', ['ManageMembers']);
  await role('Tracker', ['ManageWebhooks', 'ManageNotifications']);
  await role('Opener', ['ManageProjects', 'ViewProjects', 'ViewPatients']);
  for (const permission of permissions) await role(`Only ${permission}`, [permission]);
  const withdrawn = ['authorizationPdf', 'ial2Tokens'] as const;
  const faults: string[] = [];
  const shown = new Set<string>();
  const lookAround = async (visitor: Visitor): Promise<void> => {
    for (const page of pagesOf('blank')) {
      const { status, html } = await visitor.get(page);
      expect([page, [200, 403, 404].includes(status)]).toEqual([page, true]);
      const forms = status === 200 ? formsOf(page, html) : [];
      forms.forEach(({ action }) => shown.add(action));
      faults.push(...forms.flatMap(emptyChoicesOf));
    }
  };
  const roles = ['Administrator', 'Member', 'Viewer', 'Inviter', 'Tracker', 'Opener'];
  const visitors: Visitor[] = [];
  for (const name of roles)
    for (const seesAll of [true, false]) visitors.push(await member('blank', name, seesAll));
  for (const permission of permissions) visitors.push(await member('blank', `Only ${permission}`, false));
  for (const visitor of visitors) await lookAround(visitor);
  for (const feature of withdrawn)
    await world.change(change => approveFeature(change, { companyId: 'blank', feature, isApproved: false }));
  for (const visitor of visitors.slice(0, 2)) await lookAround(visitor);
  expect(faults).toEqual([]);
  // The forms that have choices were among them.
  for (const form of ['projects', 'endpoints', 'notifications', 'members/invitations'])
    expect([...shown]).toContain(`${base}/blank/sandbox/${form}`);
});

describe('A page with nothing to choose [CONSOLE-60]', () => {
  let administrator: Visitor;
  beforeAll(async () => {
    await newCompany('fresh');
    administrator = await member('fresh', 'Administrator', true);
  });

  test('says that no authorization method is enabled for production, and to ask support', async () => {
    for (const page of ['projects', 'projects/new']) {
      const { status, html } = await administrator.get(`${base}/fresh/production/${page}`);
      expect(status).toBe(200);
      expect(html).toContain('No authorization method is enabled for');
      expect(html).toContain('in production yet');
      expect(html).toContain('Ask support to enable one for <code>fresh</code>.');
      expect(html).toContain(`href="${base}/fresh/sandbox"`);
      expect(html).not.toContain(`action="${base}/fresh/production/projects"`);
      expect(html).not.toContain(`href="${base}/fresh/production/projects/new"`);
    }
  });

  test("says that an inviter who sees no projects can't share any, and shows no patients", async () => {
    const inviter = await member('fresh', 'Administrator', false);
    const invite = await inviter.get(`${base}/fresh/sandbox/members/new`);
    expect(invite.html).toContain('you can only share projects that you can see');
    expect(invite.html).not.toContain('Send invitation');
    const patients = await inviter.get(`${base}/fresh/sandbox/patients`);
    expect(patients.html).toContain("You can't see any sandbox projects yet.");
    expect(patients.html).not.toContain('Filter patients');
  });

  test('shows only forms that can be sent', async () => {
    const sandbox = `${base}/fresh/sandbox`;
    const endpoint = await administrator.send(`${sandbox}/notifications`, `${sandbox}/notifications`, {
      events: 'patient.created',
      projects: 'all',
      records: 'visible',
    });
    expect(endpoint.location).toBe(`${sandbox}/notifications?done=saved`);
    const { html } = await administrator.get(`${sandbox}/members/new`);
    const [, role = ''] = /<option value="([^"]+)">Viewer/.exec(html) ?? [];
    const invited = await administrator.send(`${sandbox}/members/new`, `${sandbox}/members/invitations`, {
      email: 'new@fresh.example',
      name: 'New',
      role,
      projects: 'all',
    });
    expect(invited.location).toBe(`${sandbox}/members?done=sent`);
    const made = await administrator.send(`${sandbox}/projects/new`, `${sandbox}/projects`, {
      name: 'First',
      purpose: 'Insurance',
      method: 'authorizationPdf',
    });
    expect((await administrator.get(made.location)).html).toContain('/docs/sample-authorization.pdf');
  });

  test("keeps a project's authorization method after its approval is withdrawn", async () => {
    const sandbox = `${base}/fresh/sandbox/projects`;
    const made = await administrator.send(`${sandbox}/new`, sandbox, {
      name: 'Kept',
      purpose: 'Legal',
      method: 'ial2Tokens',
    });
    await world.change(change =>
      approveFeature(change, { companyId: 'fresh', feature: 'ial2Tokens', isApproved: false }),
    );
    const one = made.location.replace(/\?.*/, '');
    expect((await administrator.get(one)).html).toContain('<option value="ial2Tokens" selected');
    const saved = await administrator.send(one, `${one}/edit`, {
      name: 'Kept on',
      purpose: 'Legal',
      method: 'ial2Tokens',
    });
    expect(saved.location).toBe(`${one}?done=saved`);
  });
});
