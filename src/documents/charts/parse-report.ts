import { z } from 'zod';
import { leftOutReasons } from '../../domain/record-requests/combined-chart';

const natural = z.number().int().positive();
const report = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('leftOut'), reason: z.enum(leftOutReasons) }),
  z.object({
    kind: z.literal('taken'),
    pages: z.array(natural).min(1),
    objectBytes: z.array(natural).min(1),
  }),
]);

/** What became of a job. */
export type Report = z.output<typeof report>;

/**
 * Parses what the chart process says of a job. It is ours, but it has opened what may have been made to take
 * it over, so its word is taken as a stranger's. `undefined` when it is none.
 */
export function parseReport(said: Buffer): Report | undefined {
  try {
    return report.safeParse(JSON.parse(said.toString('utf8'))).data;
  } catch {
    return undefined;
  }
}
