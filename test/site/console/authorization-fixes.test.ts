/** Every finding on an authorization, with what fixes it, on the Authorization tab and the printed list. */
import { refusalFacts, refusalReasons } from '../../../src/domain/authorizations/refusal-reason';
import { authorizationStatuses } from '../../../src/domain/authorizations/authorization-status';
import { sensitiveCategoryNames } from '../../../src/domain/auth-checks/extraction';
import { outcomesByCheck } from '../../../src/domain/auth-checks/outcomes';
import type { Outcome } from '../../../src/domain/auth-checks/verdict';
import { categoryLabels, checkLabels } from '../../../src/embeds/auth-check/check-labels';
import { fixesByFinding, fixesByReason, fixesByStatus } from '../../../src/site/console/authorization-fixes';
import { uploadAnalyzed } from '../../support/analyzed-authorization';
import { startApiWorld, type ApiWorld, type TestCompany } from '../../support/api-world';
import { formPdf } from '../../support/authorization-documents';
import { signedIn, type Visitor } from '../../support/console-visitor';
import { jane } from '../../support/patients';

let world: ApiWorld;
let company: TestCompany;
let admin: Visitor;
let page: string;
let uid: string;
beforeAll(async () => {
  world = await startApiWorld();
  company = await world.company('acme');
  admin = await signedIn(world, company.email);
  ({ uid } = await uploadAnalyzed(
    { world, company },
    { project: 'sandbox', id: 'found' },
    jane,
    await formPdf(),
  ));
  page = `/console/companies/acme/sandbox/patients/${uid}`;
}, 60_000);
afterAll(() => world.close());

interface Finding {
  readonly code: string;
  readonly outcome: Outcome;
}

const findingsOf = (outcomes: Readonly<Record<string, Outcome>>): Finding[] =>
  Object.entries(outcomes)
    .filter(([, { status }]) => status !== 'passed')
    .map(([code, outcome]) => ({ code, outcome }));

const findings = Object.entries(outcomesByCheck).map(
  ([name, outcomes]) => [name, findingsOf(outcomes)] as const,
);

const verdictOf = ({ code, outcome }: Finding) => ({
  rule: null,
  remedy: null,
  ...outcome,
  code,
  evidence: [],
});

/** Returns the items of a list on the page, by the label that each starts with. */
function itemsOf(html: string): Map<string, string> {
  const items = html.matchAll(
    /<li(?: class="check")?>(?:(?!<\/li>)[^])*?<strong>([^<]*)<\/strong>((?:(?!<\/li>)[^])*)<\/li>/g,
  );
  return new Map(Array.from(items, ([, label = '', rest = '']) => [unescaped(label), unescaped(rest)]));
}

const unescaped = (html: string): string =>
  html.replaceAll('&#39;', "'").replaceAll('&quot;', '"').replaceAll('&amp;', '&');

const rounds = Math.max(...findings.map(([, all]) => all.length));

test.each(Array.from({ length: rounds }, (_, round) => round))(
  'Each finding says what to do and links to it, on the tab and the printed list (round %d) [CONSOLE-124]',
  async round => {
    const shown = new Map(
      findings.flatMap(([name, all]) => {
        const found = all[round % all.length];
        return found === undefined ? [] : [[name, found] as const];
      }),
    );
    const { sensitiveInformation, ...checks } = Object.fromEntries(
      Array.from(shown, ([name, found]) => [name, verdictOf(found)]),
    );
    const categories = Object.fromEntries(sensitiveCategoryNames.map(name => [name, sensitiveInformation]));
    const verdicts = JSON.stringify({ ...checks, sensitiveInformation: { categories } });
    await world.db('auth_check').whereNot({ status: 'discarded' }).update({ verdicts });
    const tab = (await admin.get(`${page}/documents`)).html;
    const onTab = itemsOf(tab);
    const onList = itemsOf((await admin.get(`${page}/fix-list`)).html);
    for (const [name, { code, outcome }] of shown) {
      const label =
        name === 'sensitiveInformation'
          ? categoryLabels.substanceUse
          : checkLabels[name as keyof typeof checkLabels];
      const item = onTab.get(label) ?? '';
      const listed = onList.get(label) ?? '';
      const told = {
        name,
        code,
        tab: item.includes(outcome.message),
        list: listed.includes(outcome.message),
      };
      expect(told).toEqual({ name, code, tab: true, list: true });
      const remedy = outcome.remedy ?? "Look at the form. If it's right, you don't have to do anything.";
      const fixed = { name, code, tab: item.includes(remedy), list: listed.includes(remedy) };
      expect(fixed).toEqual({ name, code, tab: true, list: true });
      const links = [...item.matchAll(/<a class="button" href="([^"]+)"/g)].map(([, href = '']) => href);
      expect([name, code, links.length]).not.toEqual([name, code, 0]);
      for (const [, id] of links.flatMap(href => [...href.matchAll(/^#(.*)$/g)]))
        expect(tab).toContain(`id="${id}"`);
    }
  },
);

test('Each outcome that did not pass has a fix, and no other one has [CONSOLE-124]', () => {
  const codes = findings.map(([name, all]) => [name, all.map(({ code }) => code).toSorted()]);
  const fixed = Object.entries(fixesByFinding).map(([name, byCode]) => [
    name,
    Object.keys(byCode).toSorted(),
  ]);
  expect(Object.fromEntries(fixed)).toEqual(Object.fromEntries(codes));
  expect(Object.keys(fixesByReason)).toEqual(refusalReasons);
});

test.each(refusalReasons)(
  'The refusal %s says what to do, on the tab and on the list [CONSOLE-124]',
  async reason => {
    const { status, label, remedy } = refusalFacts(reason);
    const refused = { authorization_status: status, authorization_reason: reason };
    await world.db('patient').where({ uid }).update(refused);
    const tab = unescaped((await admin.get(`${page}/documents`)).html);
    const [card = ''] = /<section class="card" [^>]*="authorization">[^]*?<\/section>/.exec(tab) ?? [];
    expect(card).toContain(`${label}. ${remedy}`);
    expect(card).toMatch(/<a class="button" href="#upload"/);
    expect(unescaped((await admin.get(`${page}/fix-list`)).html)).toContain(
      `<strong>${label}</strong><p>${remedy}</p>`,
    );
  },
);

test.each(authorizationStatuses.filter(status => fixesByStatus[status].length > 0))(
  'A refusal as %s has a button that leads to its fix, and a line on the list [CONSOLE-124]',
  async status => {
    await world
      .db('patient')
      .where({ uid })
      .update({ authorization_status: status, authorization_reason: null });
    const tab = unescaped((await admin.get(`${page}/documents`)).html);
    const [card = ''] = /<section class="card" [^>]*="authorization">[^]*?<\/section>/.exec(tab) ?? [];
    expect(card).toMatch(/<a class="button" href="/);
    const list = (await admin.get(`${page}/fix-list`)).html;
    expect(list).not.toContain('Nothing to fix');
  },
);
