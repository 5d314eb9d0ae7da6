/** `/desk/exchanges/{file}`: a roster that its partner has not answered. */
import type { QueueItem } from '../../../domain/desk/queue';
import { Empty, Facts, Instant, MaybeInstant, Table, type Message } from '../../components/display';
import { renderDeskPage } from '../components/desk-page';
import type { Viewer } from '../../visit';
import { Holding, WorkflowLink } from '../components/holding';
import { deskPath } from '../paths';

/** What the page shows. */
export interface ExchangeShown {
  readonly file: {
    readonly uid: string;
    readonly partner: string;
    readonly fileName: string;
    readonly transmissionId: string | null;
    readonly state: string;
    readonly fault: string | null;
    readonly createdAt: Date;
    readonly handledAt: Date | null;
  };
  readonly entries: ReadonlyArray<{ readonly state: string; readonly entries: number }>;
  readonly item: QueueItem | undefined;
  readonly operatorUid: string;
  readonly workflowUrl: string | undefined;
  readonly message: Message | undefined;
}

/** What each state of a submission means. */
const meanings: Readonly<Record<string, string>> = {
  queued: 'not sent yet',
  sent: 'sent, and not acknowledged',
  accepted: 'acknowledged, and not answered',
  refused: 'refused by the partner',
  answered: 'answered',
};

/** An exchange. */
export function renderExchangePage(viewer: Viewer, shown: ExchangeShown): string {
  const { file, entries, item, operatorUid, workflowUrl, message } = shown;
  return renderDeskPage({
    title: 'Exchange',
    viewer,
    section: 'queue',
    crumbs: [['Exchanges', `${deskPath()}?kind=exchange`]],
    message,
    children: (
      <>
        <div class="head">
          <h1>
            {file.partner} · {file.fileName}
          </h1>
          <Holding kind="exchange" uid={file.uid} item={item} operatorUid={operatorUid} />
          <WorkflowLink url={workflowUrl} />
        </div>
        <Facts
          facts={[
            ['Transmission', file.transmissionId ?? '–'],
            ['State', file.state],
            ['Fault', file.fault ?? '–'],
            ['Made', <Instant at={file.createdAt} />],
            ['Sent', <MaybeInstant at={file.handledAt} never="Not yet" />],
          ]}
        />
        <h2>The submissions in it</h2>
        {entries.length === 0 ? (
          <Empty>
            <p>None is on record.</p>
          </Empty>
        ) : (
          <Table
            caption="The submissions in it"
            headings={['How many', 'Where they stand']}
            rows={entries.map(({ state, entries: count }) => [count, meanings[state] ?? state])}
          />
        )}
        <p class="muted">
          Ask the partner for the answer to this transmission. What comes is taken by itself, and the searches
          go on; put it off until when they promised.
        </p>
      </>
    ),
  });
}
