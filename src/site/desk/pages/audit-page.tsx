/** `/desk/audit`: who did what to which record, with filters that stand in the address. */
import { auditDaysMax } from '../../../domain/desk/audit-period';
import { TextField } from '../../components/form';
import { Empty, Instant, MessageNotice, Pill, Table, type Message } from '../../components/display';
import { withQuery } from '../../paths';
import { renderDeskPage } from '../components/desk-page';
import type { Viewer } from '../../visit';
import { deskPath } from '../paths';

/** The filters as they stand in the address. */
export interface AuditFilters {
  readonly from: string;
  readonly until: string;
  readonly company: string;
  readonly actor: string;
  readonly record: string;
}

/** A row of the trail. */
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

/** What the page shows. */
export interface AuditShown {
  readonly filters: AuditFilters;
  readonly rows: readonly ShownRow[];
  /** Where the next page begins, where there is one. */
  readonly moreBefore: string | undefined;
  /** What of the filters cannot be read. */
  readonly message: Message | undefined;
}

/** The records that have a page at the desk. */
const folders: Readonly<Partial<Record<string, string>>> = {
  patient: 'patients',
  recordRequest: 'requests',
  site: 'sites',
  webhookEndpoint: 'endpoints',
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
    <form method="get" action={deskPath('audit')} role="search" aria-label="Filter the trail">
      <div class="line">
        <TextField id="from" name="from" label="From (UTC)" type="date" value={from} />
        <TextField id="until" name="until" label="Until (UTC)" type="date" value={until} />
        <TextField id="company" name="company" label="Company, by its id" value={company} max={64} />
        <TextField id="actor" name="actor" label="Who, by name or e-mail" value={actor} max={254} />
        <TextField id="record" name="record" label="Record, by its uid" value={record} max={36} />
        <button type="submit">Filter</button>
        <a href={deskPath('audit')}>All</a>
      </div>
    </form>
  );
}

/** The trail. */
export function renderAuditPage(viewer: Viewer, shown: AuditShown): string {
  const { filters, rows, moreBefore, message } = shown;
  return renderDeskPage({
    title: 'Audit trail',
    viewer,
    section: 'audit',
    children: (
      <>
        <h1>Audit trail</h1>
        <MessageNotice message={message} />
        <Filters filters={filters} />
        {rows.length === 0 ? (
          <Empty>
            <h2>Nothing is on record</h2>
            <p>
              Take a filter away, or look at other days: {auditDaysMax} at once at most. All of a longer
              period is written by the admin command, <code>audit export</code>.
            </p>
          </Empty>
        ) : (
          <Table
            caption="Audit trail"
            headings={['When', 'Who', 'Did', 'Company', 'Record', 'Outcome']}
            rows={rows.map(row => [
              <Instant at={row.occurredAt} />,
              <>
                {row.userEmail ?? row.actorName ?? '–'} <span class="muted small">{row.actorKind}</span>
              </>,
              <span class="code">{row.event}</span>,
              row.companyId ?? '–',
              <RecordOf row={row} />,
              <>
                <Pill tone={row.outcome === 'success' ? 'passed' : 'failed'}>{row.outcome}</Pill>{' '}
                <span class="muted small">{[row.problem, row.reason].filter(Boolean).join(': ')}</span>
              </>,
            ])}
          />
        )}
        {moreBefore === undefined ? null : (
          <p>
            <a class="button" href={withQuery(deskPath('audit'), { ...filters, before: moreBefore })}>
              Older ones
            </a>
          </p>
        )}
      </>
    ),
  });
}
