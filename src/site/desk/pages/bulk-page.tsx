/** `/desk/bulk/{bulk}`: a bulk action with the result of each item. */
import type { BulkAction, BulkOutcome } from '../../../domain/desk/bulk';
import { bulkOutcomes } from '../../../domain/desk/bulk';
import type { CalendarDate } from '../../../domain/clinical/calendar-date';
import type { QueueKind } from '../../../domain/desk/queue';
import { Instant, MaybeInstant, Pill, Table } from '../../components/display';
import { bulkNames, outcomeWords } from '../components/bulk-words';
import { renderDeskPage } from '../components/desk-page';
import type { Viewer } from '../../visit';
import { WorkflowLink } from '../components/assignment';
import { kindNames } from '../components/queue-words';
import { deskPath, pathOfItem } from '../paths';

/** The content of the page. */
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
  /** How often the page reloads, in milliseconds; `undefined` if it doesn't. */
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

/** Renders the page of a bulk action. */
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
          Requested by {operatorName}, <Instant at={createdAt} />
        </p>
        <Counts items={items} />
        {endedAt === null ? (
          <p data-again={againMs}>
            In progress, one item at a time. <a href={deskPath('bulk', uid)}>Reload this page</a>
          </p>
        ) : (
          <p>
            Finished, <Instant at={endedAt} />
          </p>
        )}
        <Table
          caption="Results"
          headings={['Item', 'Kind', 'Result', 'Reason', 'When']}
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
