/** The properties of a deliverable that decide its display folder. */
interface ReturnedFile {
  /** Which return of the site it came with, from 1. */
  readonly returnNumber: number;
  /** Its own folder; `null` without one. */
  readonly folder: string | null;
}

/**
 * The folder for files requested in several parts, because the dates exceed what a system takes at once
 * (FILE-21).
 */
export const chartDocumentsFolder = 'Chart Documents';

/**
 * Returns the files with their display folder, `null` for the top level. Files of a single return stay
 * together; if a site was asked again, the latest return and the earlier ones are separate (FILE-22).
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
