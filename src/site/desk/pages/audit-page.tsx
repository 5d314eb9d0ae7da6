/** `/desk/audit`: who did what to which record, with filters in the URL. */
import { auditWordsOf } from '../../../domain/audit-words';
import { auditDaysMax } from '../../../domain/desk/audit-period';
import { TextField } from '../../components/form';
import {
  Address,
  Empty,
  Instant,
  MessageNotice,
  Pill,
  Table,
  Time,
  type Message,
} from '../../components/display';
import { withQuery } from '../../paths';
import { renderDeskPage } from '../components/desk-page';
import type { Viewer } from '../../visit';
import { deskPath } from '../paths';

/** The filters, as given in the URL. */
export interface AuditFilters {
  readonly from: string;
  readonly until: string;
  readonly company: string;
  readonly actor: string;
  readonly record: string;
}

/** A row of the log. */
interface ShownRow {
  readonly uid: string;
  readonly occurredAt: Date;
  readonly companyId: string | null;
  readonly actorKind: string;
  readonly actorName: string | null;
  readonly userEmail: string | null;
  readonly event: string;
  readonly resourceKind: string | null;
  readonly resourceUid: string | null;
  readonly outcome: 'success' | 'refused' | 'failed';
  readonly problem: string | null;
  readonly reason: string | null;
}

/** The content of the page. */
export interface AuditShown {
  readonly filters: AuditFilters;
  readonly rows: readonly ShownRow[];
  /** Where the next page starts; `undefined` on the last one. */
  readonly moreBefore: string | undefined;
  readonly now: Date;
  /** Names filters with invalid values. */
  readonly message: Message | undefined;
}

/** The kinds of records that have a page at the desk, with the first segment of its path. */
const folders: Readonly<Partial<Record<string, string>>> = {
  patient: 'patients',
  recordRequest: 'requests',
  site: 'sites',
  webhookEndpoint: 'endpoints',
};

const outcomeNames: Readonly<Record<ShownRow['outcome'], string>> = {
  success: 'Succeeded',
  refused: 'Refused',
  failed: 'Failed',
};

function RecordOf({ row: { resourceKind, resourceUid } }: { readonly row: ShownRow }) {
  if (resourceKind === null || resourceUid === null) return <span class="muted">–</span>;
  const folder = folders[resourceKind];
  const name = `${resourceKind} ${resourceUid}`;
  return folder === undefined ? <>{name}</> : <a href={deskPath(folder, resourceUid)}>{name}</a>;
}

function Filters({ filters }: { readonly filters: AuditFilters }) {
  const { from, until, company, actor, record } = filters;
  return (
    <form method="get" action={deskPath('audit')} role="search" aria-label="Filter audit log">
      <div class="line">
        <TextField id="from" name="from" label="From (UTC)" type="date" value={from} />
        <TextField id="until" name="until" label="To (UTC)" type="date" value={until} />
        <TextField id="company" name="company" label="Company ID" value={company} max={64} />
        <TextField id="actor" name="actor" label="Actor (name or e-mail)" value={actor} max={254} />
        <TextField id="record" name="record" label="Record ID" value={record} max={36} />
        <button type="submit">Apply filters</button>
        <a href={deskPath('audit')}>Clear filters</a>
      </div>
    </form>
  );
}

/** Renders the audit log. */
export function renderAuditPage(viewer: Viewer, shown: AuditShown): string {
  const { filters, rows, moreBefore, now, message } = shown;
  return renderDeskPage({
    title: 'Audit log',
    viewer,
    section: 'audit',
    // The days of the filters are in UTC, so the times of the rows are, too.
    children: (
      <Time.Provider value={{ timeZone: 'UTC', now }}>
        <h1>Audit log</h1>
        <MessageNotice message={message} />
        <Filters filters={filters} />
        {rows.length === 0 ? (
          <Empty>
            <h2>No matching entries</h2>
            <p>
              Clear a filter, or choose other dates. A page shows up to {auditDaysMax} days. To export a
              longer period, use the admin command <code>audit export</code>.
            </p>
          </Empty>
        ) : (
          <Table
            caption="Audit log"
            headings={['When', 'Actor', 'Action', 'Company', 'Record', 'Outcome']}
            rows={rows.map(row => [
              <Instant at={row.occurredAt} />,
              <>
                <Address of={row.userEmail ?? row.actorName ?? '–'} />{' '}
                <span class="muted small">{row.actorKind}</span>
              </>,
              <>
                {auditWordsOf(row.event)} <span class="muted small code">{row.event}</span>
              </>,
              row.companyId ?? '–',
              <RecordOf row={row} />,
              <>
                {row.outcome === 'success' ? (
                  <span class="whole">{outcomeNames.success}</span>
                ) : (
                  <Pill tone="failed">{outcomeNames[row.outcome]}</Pill>
                )}{' '}
                <span class="muted small whole">{[row.problem, row.reason].filter(Boolean).join(': ')}</span>
              </>,
            ])}
          />
        )}
        {moreBefore === undefined ? null : (
          <p>
            <a class="button" href={withQuery(deskPath('audit'), { ...filters, before: moreBefore })}>
              Show older
            </a>
          </p>
        )}
      </Time.Provider>
    ),
  });
}
