/** `/desk/bulk/{bulk}`: what became of each thing to which one thing was done. */
import type { BulkAction, BulkOutcome } from '../../../domain/desk/bulk';
import { bulkOutcomes } from '../../../domain/desk/bulk';
import type { CalendarDate } from '../../../domain/clinical/calendar-date';
import type { QueueKind } from '../../../domain/desk/queue';
import { Instant, MaybeInstant, Pill, Table } from '../../components/display';
import { bulkNames, outcomeWords } from '../components/bulk-words';
import { renderDeskPage } from '../components/desk-page';
import type { Viewer } from '../../visit';
import { WorkflowLink } from '../components/holding';
import { kindNames } from '../components/queue-words';
import { deskPath, pathOfItem } from '../paths';

/** What the page shows. */
export interface BulkShown {
  readonly uid: string;
  readonly action: BulkAction;
  readonly until: CalendarDate | null;
  readonly operatorName: string;
  readonly createdAt: Date;
  readonly endedAt: Date | null;
  readonly items: ReadonlyArray<{
    readonly kind: QueueKind;
    readonly subjectUid: string;
    readonly name: string;
    readonly outcome: BulkOutcome;
    readonly reason: string | null;
    readonly settledAt: Date | null;
  }>;
  readonly workflowUrl: string | undefined;
  /** Every how many milliseconds the page is loaded again; absent: no more. */
  readonly againMs: number | undefined;
}

function Counts({ items }: Pick<BulkShown, 'items'>) {
  return (
    <p>
      {bulkOutcomes.map(outcome => {
        const count = items.filter(item => item.outcome === outcome).length;
        const { tone, word } = outcomeWords[outcome];
        return count === 0 ? null : (
          <>
            <Pill tone={tone}>
              {word}: {count}
            </Pill>{' '}
          </>
        );
      })}
    </p>
  );
}

/** A bulk action. */
export function renderBulkPage(viewer: Viewer, shown: BulkShown): string {
  const { uid, action, until, operatorName, createdAt, endedAt, items, workflowUrl, againMs } = shown;
  const { title } = bulkNames[action];
  return renderDeskPage({
    title,
    viewer,
    section: 'queue',
    crumbs: [],
    children: (
      <>
        <div class="head">
          <h1>{until === null ? title : `${title} until ${until}`}</h1>
          <WorkflowLink url={workflowUrl} />
        </div>
        <p>
          {operatorName} asked for it, <Instant at={createdAt} />.
        </p>
        <Counts items={items} />
        {endedAt === null ? (
          <p data-again={againMs}>
            It is being done, one after the other. <a href={deskPath('bulk', uid)}>Load this page again</a>
          </p>
        ) : (
          <p>
            It is over, <Instant at={endedAt} />.
          </p>
        )}
        <Table
          caption="What became of each"
          headings={['What', 'Kind', 'Came to', 'Why', 'When']}
          rows={items.map(({ kind, subjectUid, name, outcome, reason, settledAt }) => [
            <a href={pathOfItem({ kind, uid: subjectUid })}>{name}</a>,
            kindNames[kind].one,
            <Pill tone={outcomeWords[outcome].tone}>{outcomeWords[outcome].word}</Pill>,
            reason ?? (outcomeWords[outcome].why || '–'),
            <MaybeInstant at={settledAt} never="–" />,
          ])}
        />
      </>
    ),
  });
}
