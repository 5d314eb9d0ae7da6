import { stringify } from 'csv-stringify/sync';
import { billableActions } from '../../domain/billing/ledger-entry';
import { inspectUsage } from '../../usecases/tenants/usage';
import { page, type Reply } from '../reply';
import { renderUsagePage, usageNames } from './pages/usage-page';
import { look, type MemberRoute } from './routes';
import type { MemberVisit } from './visit';

async function showUsage({ parts, principal, viewer, place }: MemberVisit): Promise<Reply> {
  const months = await inspectUsage(parts.db, principal, parts.clock.now());
  return page(renderUsagePage(viewer, place, months));
}

async function exportUsage({ parts, principal }: MemberVisit): Promise<Reply> {
  const months = await inspectUsage(parts.db, principal, parts.clock.now());
  const rows = months.map(({ month, units }) => ({
    Month: month,
    ...Object.fromEntries(
      billableActions.map(action => [usageNames[action], String(units.get(action) ?? 0)]),
    ),
  }));
  const text = stringify(rows, {
    header: true,
    bom: true,
    escape_formulas: true,
    record_delimiter: 'windows',
  });
  return { kind: 'csv', text, fileName: 'Usage.csv' };
}

/** The pages of usage. They have no patient data. */
export const usageRoutes: readonly MemberRoute[] = [
  look('/usage', 'showUsage', showUsage),
  look('/usage/export', 'exportUsage', exportUsage),
];
