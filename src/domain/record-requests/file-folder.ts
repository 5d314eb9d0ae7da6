/** What of a deliverable decides the folder in which it is shown. */
interface ReturnedFile {
  /** Which return of the site it came with, from 1. */
  readonly returnNumber: number;
  /** The folder that is its own; null where it has none. */
  readonly folder: string | null;
}

/**
 * Where files stand that were asked for in several parts, because the dates reach further than a system takes
 * at once (FILE-21).
 */
export const chartDocumentsFolder = 'Chart Documents';

/**
 * The files, each with the folder in which it is shown: null at the top. As long as all came at once nothing
 * parts them; once a site was asked again, what it returned last and what it returned before stand apart
 * (FILE-22).
 */
export function withDisplayFolders<File extends ReturnedFile>(files: readonly File[]): File[] {
  const returns = files.map(({ returnNumber }) => returnNumber);
  const latest = Math.max(...returns);
  const isAsked = returns.some(number => number < latest);
  return files.map(file => {
    const ofReturn = file.returnNumber === latest ? 'Latest return' : 'Earlier return';
    const steps = [...(isAsked ? [ofReturn] : []), ...(file.folder === null ? [] : [file.folder])];
    return { ...file, folder: steps.length === 0 ? null : steps.join('/') };
  });
}
