/** Says where a program of the tests comes from, and how far its download or build is. */
export function reportProgram(program: string, line: string): void {
  process.stderr.write(`${program}: ${line}\n`);
}
