/** Reports where a test program comes from, and the progress of its download or build. */
export function reportProgram(program: string, line: string): void {
  process.stderr.write(`${program}: ${line}\n`);
}
