/** `/desk/exchanges/{file}`: a roster that a partner hasn't answered. */
import type { QueueItem } from '../../../domain/desk/queue';
import { Empty, Facts, Instant, MaybeInstant, Table, type Message } from '../../components/display';
import { renderDeskPage } from '../components/desk-page';
import type { Viewer } from '../../visit';
import { Assignment, WorkflowLink } from '../components/assignment';
import { deskPath } from '../paths';

/** The content of the page. */
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

/** The display name of each status of a file. */
const fileStatusNames: Readonly<Partial<Record<string, string>>> = {
  noticed: 'Not processed yet',
  sent: 'Sent',
  applied: 'Applied',
  rejected: 'Rejected',
};

/** The display name of each status of a submission. */
const submissionStatusNames: Readonly<Partial<Record<string, string>>> = {
  queued: 'Not sent yet',
  sent: 'Sent, not acknowledged',
  accepted: 'Acknowledged, not answered',
  notUnderstood: "Answered, but we couldn't read it",
  refused: 'Rejected by the partner',
  answered: 'Answered',
};

/** Renders the page of an exchange. */
export function renderExchangePage(viewer: Viewer, shown: ExchangeShown): string {
  const { file, entries, item, operatorUid, workflowUrl, message } = shown;
  return renderDeskPage({
    title: 'Exchange',
    viewer,
    section: 'queue',
    crumbs: [['Exchanges to resolve', `${deskPath()}?kind=exchange`]],
    message,
    children: (
      <>
        <div class="head">
          <h1>
            {file.partner} · {file.fileName}
          </h1>
          <Assignment kind="exchange" uid={file.uid} item={item} operatorUid={operatorUid} />
          <WorkflowLink url={workflowUrl} />
        </div>
        <Facts
          facts={[
            ['Transmission ID', file.transmissionId ?? '–'],
            ['Status', fileStatusNames[file.state] ?? file.state],
            ['Error', file.fault ?? '–'],
            ['Created', <Instant at={file.createdAt} />],
            ['Sent', <MaybeInstant at={file.handledAt} never="Not yet" />],
          ]}
        />
        <h2>Submissions</h2>
        {entries.length === 0 ? (
          <Empty>
            <p>No submissions on record.</p>
          </Empty>
        ) : (
          <Table
            caption="Submissions"
            headings={['Count', 'Status']}
            rows={entries.map(({ state, entries: count }) => [count, submissionStatusNames[state] ?? state])}
          />
        )}
        {entries.some(({ state }) => state === 'notUnderstood') && (
          <p>
            We couldn't read the answer about some patients. Their searches are still processing. To see what
            was skipped, run the admin command <code>search runs</code>. After a fix, run{' '}
            <code>roster reread</code> to read the file again.
          </p>
        )}
        <p class="muted">
          Ask the partner to answer this transmission. When the answer arrives, it's processed automatically,
          and the searches continue. Snooze the exchange until the date that the partner promised.
        </p>
      </>
    ),
  });
}
