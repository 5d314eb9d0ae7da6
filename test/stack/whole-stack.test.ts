/** The stack with our own processes, as `npm start` starts it, and the demo on it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runTool, toolCommand } from '../../stack/demo/run-tool';
import { readStackFile } from '../../stack/demo/stack-file';
import { signInLinkIn } from '../../stack/run/sign-in-links';
import { stateFolderAt } from '../../stack/run/state-folder';
import { startBrowser } from '../support/browser';
import { hasChromium } from '../support/chromium';
import { sendForm } from '../support/reference-form';
import { until, within } from '../support/until';

let state: string;
/** What the start printed. */
let printed: string;
beforeAll(async () => {
  state = await mkdtemp(join(tmpdir(), 'recordwell-whole-'));
  printed = await runTool('stack/run/main.ts', ['start', '--state', state, '--ports', 'auto', '--detach']);
}, 240_000);
afterAll(async () => {
  await runTool('stack/run/main.ts', ['stop', '--state', state]);
  await rm(state, { recursive: true, force: true });
}, 60_000);

const prefilledCalls = [
  'upsertPatient',
  'getPatient',
  'listPatients',
  'browseVisits',
  'createRecordRequests',
  'getRecordRequest',
] as const;

interface Endpoint {
  readonly endpoint: string;
  readonly disabledAt: string | null;
}

async function endpoints(): Promise<readonly Endpoint[]> {
  const args = ['webhook', 'list', '--company', readStackFile(state).companyId, '--state', state, '--json'];
  const answer = JSON.parse(await runTool('stack/run/admin.ts', args)) as unknown;
  return (Array.isArray(answer) ? answer : [answer]) as Endpoint[];
}

/** Starts the demo, and ends it once its receiver is registered. @returns its exit code and output */
async function endDemoBy(signal: 'SIGINT' | 'SIGTERM'): Promise<[number | null, string]> {
  const [command, args] = toolCommand('stack/demo/main.ts', ['--state', state]);
  const demo = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  const registered = new Promise<void>(resolve => {
    demo.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      if (output.includes('a webhook receiver is running')) resolve();
    });
  });
  const exited = once(demo, 'exit') as Promise<[number | null]>;
  await within('the receiver to be registered', registered, () => output, 60_000);
  demo.kill(signal);
  const [code] = await within('the demo to end', exited, () => output, 60_000);
  return [code, output];
}

test('A demo ended by SIGINT or SIGTERM leaves no active endpoint', async () => {
  const signals = ['SIGINT', 'SIGTERM'] as const;
  const ends = await Promise.all(signals.map(endDemoBy));
  const codes = { SIGINT: 130, SIGTERM: 143 };
  expect(ends).toEqual(
    signals.map(signal => [codes[signal], expect.stringContaining(`Stopped by ${signal}.`) as string]),
  );
  const left = await endpoints();
  expect([left.length, left.filter(({ disabledAt }) => disabledAt === null)]).toEqual([2, []]);
}, 180_000);

test('The printed start leads to the desk: its command adds an operator, who gets a link by e-mail [DESK-31]', async () => {
  const { api } = readStackFile(state);
  expect(printed).toContain(`${api}/desk (for operators`);
  const [, typed = ''] =
    /npm run admin -- (operator add you@example\.com --name You --state \S+)/.exec(printed) ?? [];
  await runTool('stack/run/admin.ts', typed.split(' '));
  const asked = await fetch(`${api}/desk/sign-in`, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: api },
    body: new URLSearchParams({ email: 'you@example.com' }),
  });
  expect([asked.status, asked.headers.get('location')]).toEqual([303, '/desk/sign-in/sent']);
  const { mail } = stateFolderAt(state);
  const link = await until(
    'the link to be e-mailed',
    async () =>
      readdirSync(mail)
        .filter(name => name.endsWith('.eml'))
        .map(name => signInLinkIn(readFileSync(join(mail, name), 'utf8')))
        .find(found => found !== undefined),
    found => found !== undefined,
  );
  expect(link).toMatch(new RegExp(`^${api}/desk/sign-in/`));
  expect((await fetch(link ?? '')).status).toBe(200);
}, 60_000);

test("The customer's page shows all four embeds with tokens, and doesn't reveal the sandbox key [EMBED-27]", async () => {
  const { api, demoEmbeds, sandboxKey } = readStackFile(state);
  expect(new URL(demoEmbeds).origin).not.toBe(api);
  const answer = await fetch(demoEmbeds);
  const text = await answer.text();
  expect(answer.status).toBe(200);
  const frames = Array.from(text.matchAll(/<iframe [^>]*src="([^"]+)"/g), ([, src = '']) => src);
  const shown = await Promise.all(frames.map(async src => (await fetch(src)).status));
  expect(shown).toEqual([200, 200, 200, 200]);
  expect(text).not.toContain(sandboxKey);
}, 60_000);

test('Research requested in the site finder ends within seconds on the deployed processes [EMBED-22]', async () => {
  const { api, sandboxKey } = readStackFile(state);
  const minted = await fetch(`${api}/v0/site-finder/embed-token`, {
    method: 'POST',
    headers: { authorization: `Bearer ${sandboxKey}`, 'content-type': 'application/json' },
    body: '{}',
  });
  const { token } = (await minted.json()) as { token: string };
  const place = { addressLine1: '9 Pier Road', city: 'Salem', state: 'MA', zip: '01970' };
  const begun = await fetch(`${api}/ui/site-finder/embed?token=${token}`, {
    method: 'POST',
    body: new URLSearchParams({ do: 'research', name: 'Pier Clinic', ...place }),
  });
  await until(
    'the research to end',
    async () => (await fetch(begun.url)).text(),
    text => text.includes('Research complete.') && text.includes('Sandbox (made-up data)'),
    { shown: text => `a page of ${text.length} characters` },
  );
}, 60_000);

// The other tests of the stack need only Node.
if (hasChromium())
  test("The reference's prefilled calls succeed in a browser with the stack's sandbox key", async () => {
    const { api, docs, sandboxKey } = readStackFile(state);
    const browser = await startBrowser(Number(new URL(api).port));
    try {
      const page = await browser.newPage();
      await page.goto(`${docs}/reference`);
      await page.getByLabel('API key').fill(sandboxKey);
      const answers: string[] = [];
      for (const id of prefilledCalls) answers.push(`${id} ${(await sendForm(page, id)).slice(0, 3)}`);
      expect(answers).toEqual([
        'upsertPatient 200',
        'getPatient 200',
        'listPatients 200',
        'browseVisits 200',
        'createRecordRequests 201',
        'getRecordRequest 200',
      ]);
    } finally {
      await browser.close();
    }
  }, 60_000);

test.each(['api', 'worker', 'codec'])('Every line of %s.log is a JSON object as documented', name => {
  const lines = readFileSync(join(state, 'logs', `${name}.log`), 'utf8')
    .trimEnd()
    .split('\n');
  expect(lines.length).toBeGreaterThan(0);
  for (const line of lines) {
    const entry = JSON.parse(line) as Readonly<Record<string, unknown>>;
    expect(entry['process']).toBe(name);
    expect(['debug', 'info', 'warn', 'error']).toContain(entry['level']);
    expect(new Date(String(entry['time'])).toISOString()).toBe(entry['time']);
    expect(typeof entry['msg']).toBe('string');
  }
});
