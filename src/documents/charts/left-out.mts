import type { LeftOutReason } from '../../domain/record-requests/combined-chart.ts';

/** Thrown for a file that can't be included. */
export class LeftOut extends Error {
  readonly reason: LeftOutReason;

  constructor(reason: LeftOutReason) {
    super(reason);
    this.reason = reason;
  }
}

/** Returns why a file is left out. Any error of a library about a file is the file's fault. */
export function reasonOf(error: unknown): LeftOutReason {
  return error instanceof LeftOut ? error.reason : 'damaged';
}
