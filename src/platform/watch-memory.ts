import { readFile } from 'node:fs/promises';

const lookMs = 500;
const pageBytes = 4096;

async function residentMegabytes(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/statm`, 'utf8').catch(() => '0 0');
  return (Number(text.split(' ')[1]) * pageBytes) / (1024 * 1024);
}

/**
 * Ends a process that uses more memory than allowed, checked twice a second, on Linux only.
 * @returns a function that ends the watch
 */
export function watchMemory(
  child: { readonly pid?: number | undefined; readonly kill: (signal: 'SIGKILL') => boolean },
  maxMegabytes: number,
): () => void {
  const looks = setInterval(() => {
    if (child.pid === undefined) return;
    void residentMegabytes(child.pid).then(used => {
      if (used > maxMegabytes) child.kill('SIGKILL');
    });
  }, lookMs);
  looks.unref();
  return () => clearInterval(looks);
}
