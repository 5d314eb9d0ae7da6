/**
 * `npm run docs:run`: runs the commands of the README, the guides, and the operators' pages, page by page
 * from top to bottom, as a reader pastes them: into an interactive shell, bash and zsh. A failing command, or
 * an output that differs from the page, is reported with its place. Pages and shells can be named:
 * `npm run docs:run -- --shell zsh docs/guides/sandbox.md`.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { runNpm, projectRoot } from '../../stack/demo/run-tool';
import { readStackFile } from '../../stack/demo/stack-file';
import { findOnPath } from '../../stack/run/cache';
import { commandBlocksOf, matchesOutput, type CommandBlock } from './code-blocks';
import { surviveClosedPipe } from '../../src/platform/closed-pipe';

/** The time limit of one page's commands: the one about keys restarts the stack three times. */
const pageTimeoutMs = 420_000;
/** How many lines of a stack's log explain why it isn't running. */
const logLinesShown = 60;
/** The output limit; a page that writes more is in a loop. */
const writtenMax = 1_000_000;

/** The other guides continue in the shell of this one, after it has registered the patient. */
const quickstart = {
  page: 'docs/guides/quickstart.md',
  /** The section that ends with the patient registered. */
  lastSection: 'Register a patient',
} as const;

/** No start-up files, because a reader's are unknown. `#` isn't a comment in interactive zsh. */
const shells = {
  bash: {
    args: ['--norc', '--noprofile', '-i'],
    prelude: `PS1='' PS2=''; trap 'printf "@@failed %s\\n" "$?" >&2' ERR`,
  },
  zsh: {
    args: ['-f', '-i', '-s'],
    prelude: `setopt no_prompt_sp no_prompt_cr; PS1='' PS2=''; trap 'printf "@@failed %s\\n" "$?" >&2' ZERR`,
  },
} as const;
type ShellName = keyof typeof shells;
const shellNames = ['bash', 'zsh'] as const satisfies readonly ShellName[];

/** The output of a block. */
interface Written {
  readonly out: string;
  readonly complaint: string;
  /** Whether the shell continued to the next block, or to its own end. */
  readonly isOver: boolean;
}

/** Returns the variables that the quickstart tells its reader to set. */
function variablesOf(state: string): Readonly<Record<string, string>> {
  const { api, sandboxKey, companyId, sandboxProjectId } = readStackFile(state);
  return {
    API: api,
    KEY: sandboxKey,
    PROJECT: `${api}/v0/companies/${companyId}/projects/${sandboxProjectId}`,
  };
}

/** Returns what is between the marks of the blocks. */
function piecesOf(text: string): string[] {
  return text.split(/^@@block \d+\n/m).slice(1);
}

async function paste(
  shell: ShellName,
  before: readonly CommandBlock[],
  blocks: readonly CommandBlock[],
  environment: Readonly<Record<string, string>>,
): Promise<Written[]> {
  const { args, prelude } = shells[shell];
  const child = spawn(shell, [...args], {
    cwd: projectRoot,
    env: { ...process.env, ...environment },
    // A separate process group: an interactive shell ignores SIGTERM, and what it started has to end with it.
    detached: true,
  });
  const end = (): void => {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  };
  const timer = setTimeout(end, pageTimeoutMs);
  let out = '';
  let complaint = '';
  child.stdout.on('data', (chunk: Buffer) => {
    out += chunk.toString();
    if (out.length > writtenMax) end();
  });
  child.stderr.on('data', (chunk: Buffer) => (complaint += chunk.toString()));
  const mark = (index: number): string =>
    `printf '\\n@@block %s\\n' ${index}; printf '\\n@@block %s\\n' ${index} >&2`;
  const lines = blocks.flatMap(({ commands }, index) => [mark(index), commands]);
  const earlier = before.map(({ commands }) => commands);
  child.stdin.end([prelude, ...earlier, ...lines, mark(blocks.length), 'exit 0', ''].join('\n'));
  await new Promise<void>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', () => resolve());
  });
  clearTimeout(timer);
  const complaints = piecesOf(complaint);
  const pieces = piecesOf(out);
  return pieces.map((text, index) => ({
    out: text,
    complaint: complaints[index] ?? '',
    isOver: index + 1 < pieces.length,
  }));
}

/** Returns what is wrong with a block's output; nothing if it matches the page. */
function faultsOf({ output }: CommandBlock, written: Written | undefined): string[] {
  if (written === undefined) return ["wasn't reached"];
  if (!written.isOver) return ['ended the shell, or took too long'];
  const failed = [...written.complaint.matchAll(/^@@failed (\d+)$/gm)].map(
    ([, code = '']) => `ended with ${code}`,
  );
  const differs = output !== undefined && !matchesOutput(output, written.out);
  return [...failed, ...(differs ? ['printed something different from the page'] : [])];
}

function blocksOf(page: string): CommandBlock[] {
  return commandBlocksOf(readFileSync(join(projectRoot, page), 'utf8'));
}

const isRun = ({ notRun }: CommandBlock): boolean => notRun === undefined;

/** Returns the blocks of the quickstart up to the section that registers the patient, with that one. */
function beginningOfQuickstart(): CommandBlock[] {
  const text = readFileSync(join(projectRoot, quickstart.page), 'utf8');
  const [beginning = '', after] = text.split(`## ${quickstart.lastSection}\n`);
  if (after === undefined)
    throw new Error(
      `${quickstart.page} has no section "${quickstart.lastSection}". Name its new title in ` +
        'tools/docs/run-commands.ts.',
    );
  const end = after.indexOf('\n## ');
  return commandBlocksOf(beginning + after.slice(0, end < 0 ? undefined : end)).filter(isRun);
}

/** Runs one page in one shell. @returns whether everything matched */
async function runPage(shell: ShellName, page: string, state: string): Promise<boolean> {
  const blocks = blocksOf(page);
  const run = blocks.filter(isRun);
  const isGuide = page.startsWith('docs/guides/');
  const before = isGuide && page !== quickstart.page ? beginningOfQuickstart() : [];
  const environment = { RECORDWELL_STATE: state, ...(isGuide ? variablesOf(state) : {}) };
  const written = run.length === 0 ? [] : await paste(shell, before, run, environment);
  let isGood = true;
  run.forEach((block, index) => {
    for (const fault of faultsOf(block, written[index])) {
      isGood = false;
      console.error(`${page}:${block.line}, ${shell}: ${fault}`);
      console.error(
        [written[index]?.out, written[index]?.complaint].join('\n').trim().replaceAll(/^/gm, '    '),
      );
    }
  });
  for (const { line, notRun } of shell === 'bash' ? blocks : [])
    if (notRun !== undefined) console.log(`${page}:${line} isn't run: ${notRun}`);
  console.log(`${page}, ${shell}: ${run.length} blocks${isGood ? '' : ', some with problems'}`);
  return isGood;
}

function pagesIn(folder: string): string[] {
  const names = readdirSync(join(projectRoot, folder)).filter(name => name.endsWith('.md'));
  return names.toSorted().map(name => `${folder}/${name}`);
}

function allPages(): string[] {
  return ['README.md', ...pagesIn('docs/guides'), ...pagesIn('docs/operate')];
}

/** Returns the last lines of a stack's log, without the requests that the API answered. */
function lastLogLines(state: string): string {
  const path = join(state, 'logs/supervisor.log');
  if (!existsSync(path)) return `There's no ${path}.`;
  const lines = readFileSync(path, 'utf8').split('\n');
  return lines
    .filter(line => !line.includes('| Answered.'))
    .slice(-logLinesShown)
    .join('\n');
}

/**
 * Runs pages in one shell, up to the first with a problem after which the stack isn't running: every later
 * one would fail for that reason, and some would wait for it until their time is up.
 * @returns whether everything matched
 */
async function runPages(shell: ShellName, pages: readonly string[], state: string): Promise<boolean> {
  let isGood = true;
  for (const page of pages) {
    if (await runPage(shell, page, state)) continue;
    isGood = false;
    if ((await runNpm(['run', '--silent', 'status', '--', '--state', state], { isQuiet: true })) === 0)
      continue;
    console.error(`After ${page} in ${shell}, the stack isn't running. The end of its log:`);
    console.error(lastLogLines(state).replaceAll(/^/gm, '    '));
    return false;
  }
  return isGood;
}

/** Calls `use` with a separate stack, which is removed afterward. */
async function withOwnStack(use: (state: string) => Promise<boolean>): Promise<boolean> {
  const state = mkdtempSync(join(tmpdir(), 'recordwell-docs-'));
  try {
    const started = await runNpm(['start', '--', '--state', state, '--ports', 'auto', '--detach', '--reset']);
    return started === 0 && (await use(state));
  } finally {
    await runNpm(['stop', '--', '--state', state]);
    rmSync(state, { recursive: true, force: true });
  }
}

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { shell: { type: 'string' }, state: { type: 'string' } },
  });
  const pages = positionals.length === 0 ? allPages() : positionals;
  const there: ShellName[] = [];
  for (const name of shellNames) {
    if (values.shell !== undefined && values.shell !== name) continue;
    if ((await findOnPath(name)) === undefined)
      console.log(`${name} isn't installed, so nothing was run in it.`);
    else there.push(name);
  }
  let isGood = there.length > 0;
  for (const shell of there) {
    const runAll = (state: string): Promise<boolean> => runPages(shell, pages, state);
    // A stack for each, because what one reader created would exist for the next.
    isGood = (await (values.state === undefined ? withOwnStack(runAll) : runAll(values.state))) && isGood;
  }
  return isGood ? 0 : 1;
}

surviveClosedPipe();
void main()
  .catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    return 1;
  })
  .then(code => process.exit(code));
