import type { NamedLedgerEntry } from '../store/billing/ledger';
import { exportLedger } from '../usecases/ledger';
import { command, type CommandGroup } from './command';
import { exported, exportInputs } from './export';

const columns: ReadonlyArray<keyof NamedLedgerEntry> = [
  ...(['uid', 'occurredAt', 'companyId', 'companyUid', 'environment'] as const),
  ...(['action', 'siteUid', 'userEmail', 'userUid', 'projectId', 'projectUid'] as const),
  ...(['searchRunUid', 'searchOutcome', 'lastNames', 'units'] as const),
];

/** `ledger …` */
export const ledgerCommands: CommandGroup = {
  name: 'ledger',
  summary: 'Export search runs, and the billable actions of members in the site finder',
  commands: [
    command({
      name: 'export',
      summary: 'Export the entries of a period in order; recorded in the audit log',
      inputs: exportInputs,
      examples: [
        'ledger export --from 2026-11-01 --until 2026-12-01 --format csv --out november.csv',
        'ledger export --from 2026-11-01 --company acme',
      ],
      run: (context, { from, until, company, ...written }) => {
        const entries = exportLedger(context, context.principal, { from, until, companyId: company });
        return exported(context, { rows: entries, columns }, written);
      },
    }),
  ],
};
