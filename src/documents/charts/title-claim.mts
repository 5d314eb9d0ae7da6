import type { SourceJob } from './chart-job.ts';

/** Returns the form of a file by its name. */
export function claimOf(title: string): SourceJob['claim'] {
  if (/\.(?:txt|csv|log)$/iu.test(title)) return 'text';
  return /\.(?:pdf|jpe?g|png|tiff?|webp|rtf)$/iu.test(title) ? 'paged' : 'unknown';
}
