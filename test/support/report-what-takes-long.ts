/** Silent on what was at hand; says at once which way else a program is had, since that can take minutes. */
export function reportWhatTakesLong(program: string, line: string): void {
  if (!/\([A-Z_]+\)$|\(cache\)$/.test(line)) process.stderr.write(`${program}: ${line}\n`);
}
