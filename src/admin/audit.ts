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
  'changes',
  'reason',
  'requestId',
];

/** `audit …` */
export const auditCommands: CommandGroup = {
  name: 'audit',
  summary: 'Export the audit log: who did what to which record',
  commands: [
    command({
      name: 'export',
      summary: 'Export the audit log of a period in order; the export itself is recorded too',
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
      summary: 'Create the monthly partitions of the audit log in advance',
      inputs: {
        months: withDefault('N', 'the number of months in advance', wholeNumber(0, monthsAheadMax), 3),
      },
      examples: ['audit partitions --months 12'],
      run: async ({ change }, { months }) => {
        const madeCount = await change('audit.preparePartitions', operatorChange =>
          prepareAuditPartitions(operatorChange, months),
        );
        return {
          kind: 'done',
          sentence: `The partitions of this month and the next ${months} exist. Created: ${madeCount}.`,
          facts: { monthsAhead: months, madeCount },
        };
      },
    }),
  ],
};
