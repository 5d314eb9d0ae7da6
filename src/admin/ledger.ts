import type { NamedLedgerEntry } from '../store/billing/ledger';
import { exportLedger } from '../usecases/ledger';
import { command, type CommandGroup } from './command';
import { exported, exportInputs } from './export';

const columns: ReadonlyArray<keyof NamedLedgerEntry> = [
  ...(['uid', 'occurredAt', 'companyId', 'companyUid', 'environment'] as const),
  ...(['action', 'siteUid', 'userEmail', 'userUid'] as const),
];

/** `ledger …` */
export const ledgerCommands: CommandGroup = {
  name: 'ledger',
  summary: 'What is billed: the actions of people in the site finder',
  commands: [
    command({
      name: 'export',
      summary: 'Write the entries of a period, in order; the export leaves an audit row',
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
