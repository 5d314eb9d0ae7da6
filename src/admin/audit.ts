import { exportAuditTrail, monthsAheadMax, prepareAuditPartitions } from '../usecases/audit-trail';
import { command, type CommandGroup } from './command';
import { instant, oneOf, optional, required, text, wholeNumber, withDefault } from './inputs';
import { writeTrail } from './write-trail';

/** `audit …` */
export const auditCommands: CommandGroup = {
  name: 'audit',
  summary: 'The audit trail: who did what to which record',
  commands: [
    command({
      name: 'export',
      summary: 'Write a period of the trail, in order; the export itself leaves a row',
      inputs: {
        company: optional('ID', 'one company only', text(64)),
        from: required('WHEN', 'the beginning, a date (in UTC) or an instant', instant),
        until: optional('WHEN', 'the end, which is not in the period any more; absent means now', instant),
        format: withDefault(
          'FORMAT',
          'NDJSON, or CSV that is safe to open as a sheet',
          oneOf(['ndjson', 'csv']),
          'ndjson',
        ),
        out: optional('FILE', 'a new file, readable by you alone; absent means standard output', text(4_096)),
      },
      examples: [
        'audit export --from 2026-11-01 --until 2026-12-01 --out november.ndjson',
        'audit export --from 2026-11-01 --company acme --format csv --out acme.csv',
      ],
      run: async (context, { from, until, company, format, out }) => {
        const trail = exportAuditTrail(context, context.principal, { from, until, companyId: company });
        const rowCount = await writeTrail(trail, format, out, context.terminal.stdout);
        if (out === undefined) return { kind: 'streamed', sentence: `Rows: ${rowCount}.` };
        return { kind: 'done', sentence: `Rows in ${out}: ${rowCount}.`, facts: { file: out, rowCount } };
      },
    }),
    command({
      name: 'partitions',
      summary: 'Make the monthly partitions of the trail ahead of time',
      inputs: {
        months: withDefault('N', 'how many months ahead', wholeNumber(0, monthsAheadMax), 3),
      },
      examples: ['audit partitions --months 12'],
      run: async ({ change }, { months }) => {
        const madeCount = await change('audit.preparePartitions', inner =>
          prepareAuditPartitions(inner, months),
        );
        return {
          kind: 'done',
          sentence: `The partitions of this month and the next ${months} are there; new: ${madeCount}.`,
          facts: { monthsAhead: months, madeCount },
        };
      },
    }),
  ],
};
