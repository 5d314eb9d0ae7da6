import { z } from 'zod';
import { chartLimits, chartNotes, leftOutReasons } from '../../domain/record-requests/combined-chart';

const natural = z.number().int().positive();
const notes = z.array(z.enum(chartNotes)).max(chartNotes.length);
// As much as a name has letters.
const title = z.string().max(1_000);
/** Plans have hundreds. */
const layersMax = 20_000;
const report = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('leftOut'), reason: z.enum(leftOutReasons) }),
  z.object({
    kind: z.literal('taken'),
    pages: z.array(natural).min(1),
    objectBytes: z.array(natural).min(1),
    layers: z.array(z.object({ object: natural, isHidden: z.boolean() })).max(layersMax),
    attachments: z
      .array(
        z.union([
          z.object({ title, pages: natural, notes }),
          z.object({ title, reason: z.enum(leftOutReasons) }),
        ]),
      )
      .max(chartLimits.attachments),
    notes,
  }),
]);

/** The result of a job. */
export type Report = z.output<typeof report>;

/** A source that was taken in. */
export type TakenReport = Extract<Report, { readonly kind: 'taken' }>;

/**
 * Parses the chart process's report on a job. The process is ours, but it has opened what may be malicious,
 * so its report is untrusted. `undefined` if it is invalid.
 */
export function parseReport(output: Buffer): Report | undefined {
  try {
    return report.safeParse(JSON.parse(output.toString('utf8'))).data;
  } catch {
    return undefined;
  }
}
