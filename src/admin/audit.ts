import type { AuditEvent } from '../store/audit/audit';
import { exportAuditTrail, monthsAheadMax, prepareAuditPartitions } from '../usecases/audit-trail';
import { command, type CommandGroup } from './command';
import { exported, exportInputs } from './export';
import { wholeNumber, withDefault } from './inputs';

const columns: ReadonlyArray<keyof AuditEvent> = [
  'uid',
  'occurredAt',
  'companyUid',
  'actorKind',
  'actorUid',
  'actorName',
  'keyUid',
  'event',
  'resourceKind',
  'resourceUid',
  'outcome',
  'problem',
  'reason',
  'requestId',
];

/** `audit …` */
export const auditCommands: CommandGroup = {
  name: 'audit',
  summary: 'The audit trail: who did what to which record',
  commands: [
    command({
      name: 'export',
      summary: 'Write a period of the trail, in order; the export itself leaves a row',
      inputs: exportInputs,
      examples: [
        'audit export --from 2026-11-01 --until 2026-12-01 --out november.ndjson',
        'audit export --from 2026-11-01 --company acme --format csv --out acme.csv',
      ],
      run: (context, { from, until, company, ...written }) => {
        const trail = exportAuditTrail(context, context.principal, { from, until, companyId: company });
        return exported(context, { rows: trail, columns }, written);
      },
    }),
    command({
      name: 'partitions',
      summary: 'Make the monthly partitions of the trail ahead of time',
      inputs: { months: withDefault('N', 'how many months ahead', wholeNumber(0, monthsAheadMax), 3) },
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
