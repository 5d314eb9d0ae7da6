/** `/desk`: the work queue of the operators, with filters in the URL. */
import { bulkItemsMax } from '../../../domain/desk/bulk';
import { addDays, usDate, type CalendarDate } from '../../../domain/clinical/calendar-date';
import {
  isOverdue,
  isSnoozed,
  queueKinds,
  snoozeDaysMax,
  type QueueItem,
  type QueueKind,
} from '../../../domain/desk/queue';
import { Check, ChoiceField, Form, TextField } from '../../components/form';
import { Empty, Instant, MessageNotice, Pill, Table, type Message } from '../../components/display';
import { withQuery } from '../../paths';
import { BulkForm, SelectAll, SelectItem } from '../components/bulk-form';
import { countTexts, detailOf, isRush, kindNames } from '../components/queue-words';
import { renderDeskPage } from '../components/desk-page';
import type { Viewer } from '../../visit';
import { deskPath, pathOfItem } from '../paths';

/** The filters, as given in the URL. */
export interface QueueFilters {
  readonly kind: string;
  readonly company: string;
  readonly environment: string;
  readonly mine: string;
  readonly overdue: string;
  readonly snoozed: string;
  readonly many: string;
}

/** The content of the page. */
export interface QueueShown {
  readonly filters: QueueFilters;
  readonly items: readonly QueueItem[];
  readonly counts: Readonly<Record<QueueKind, number>>;
  /** Where the next page starts; `undefined` on the last one, and if all kinds are listed. */
  readonly moreAfter: string | undefined;
  readonly isMore: boolean;
  readonly today: CalendarDate;
  readonly operatorUid: string;
  /** The result of the last action, or the filters with invalid values. */
  readonly message: Message | undefined;
}

/** How often an open page refreshes its counts. */
const countEveryMs = 20_000;

function Kinds({ filters, counts, message }: Pick<QueueShown, 'filters' | 'counts' | 'message'>) {
  const texts = countTexts(counts);
  const tabs: ReadonlyArray<readonly [string, string, QueueKind | 'all']> = [
    ['', 'All', 'all'],
    ...queueKinds.map(kind => [kind, kindNames[kind].many, kind] as const),
  ];
  // With invalid filters, the page shows everything and doesn't refresh its counts.
  const { kind: _kind, many: _many, ...counted } = filters;
  const address = message?.tone === 'failed' ? undefined : withQuery(deskPath('counts'), counted);
  return (
    <nav class="tabs" aria-label="Kinds of items" data-counts={address} data-every={countEveryMs}>
      {tabs.map(([kind, name, count]) => (
        <a
          href={withQuery(deskPath(), { ...filters, kind })}
          aria-current={kind === filters.kind ? 'page' : undefined}
        >
          {name}{' '}
          <span class="count" data-count={count}>
            {texts[count]}
          </span>
        </a>
      ))}
    </nav>
  );
}

function Filters({ filters }: { readonly filters: QueueFilters }) {
  return (
    <form method="get" action={deskPath()} role="search" aria-label="Filter work queue">
      {filters.kind === '' ? null : <input type="hidden" name="kind" value={filters.kind} />}
      <div class="line">
        <TextField id="company" name="company" label="Company ID" value={filters.company} max={64} />
        <ChoiceField
          id="environment"
          name="environment"
          label="Environment"
          value={filters.environment}
          options={[
            ['', 'Both'],
            ['production', 'Production'],
            ['sandbox', 'Sandbox'],
          ]}
        />
        <div class="checks-across">
          <Check name="mine" value="yes" isChecked={filters.mine === 'yes'}>
            Assigned to me
          </Check>
          <Check name="overdue" value="yes" isChecked={filters.overdue === 'yes'}>
            Overdue
          </Check>
          <Check name="snoozed" value="yes" isChecked={filters.snoozed === 'yes'}>
            Include snoozed
          </Check>
          <Check name="many" value="yes" isChecked={filters.many === 'yes'}>
            {bulkItemsMax} per page
          </Check>
        </div>
        <button type="submit">Apply filters</button>
        <a href={deskPath()}>Clear filters</a>
      </div>
    </form>
  );
}

/** The form that opens a record request, even one that isn't waiting in the queue. */
function FindRequest() {
  return (
    <Form action={deskPath('requests', 'find')} label="Find record request">
      <div class="line">
        <TextField
          id="number"
          name="number"
          label="Request number or ID"
          isRequired={true}
          value=""
          max={64}
        />
        <button type="submit">Find record request</button>
      </div>
    </Form>
  );
}

function actionOf({ kind, uid }: QueueItem, act: string): string {
  return deskPath('queue', kind, uid, act);
}

/**
 * Who an item is assigned to. Each button's name includes the item. The forms have no name, because that
 * would make each of them a landmark, and two rows may have the same name.
 */
function Assignee({ item, operatorUid }: { readonly item: QueueItem; readonly operatorUid: string }) {
  const label = `${kindNames[item.kind].one} ${item.name}`;
  if (item.operatorUid === null)
    return (
      <Form action={actionOf(item, 'take')}>
        <button type="submit" aria-label={`Assign to me: ${label}`}>
          Assign to me
        </button>
      </Form>
    );
  if (item.operatorUid !== operatorUid) return <>{item.operatorName}</>;
  return (
    <Form action={actionOf(item, 'release')}>
      <button type="submit" aria-label={`Release: ${label}`}>
        Release
      </button>
    </Form>
  );
}

function Due({ item, today }: { readonly item: QueueItem; readonly today: CalendarDate }) {
  const isLate = isOverdue(item, today);
  return (
    <>
      <span class="number">{usDate(item.dueOn)}</span> {isLate ? <Pill tone="failed">Overdue</Pill> : null}
      {item.snoozedUntil !== null && isSnoozed(item, today) ? (
        <p class="muted small">Snoozed until {usDate(item.snoozedUntil)}</p>
      ) : null}
    </>
  );
}

function Snooze({ item, today }: { readonly item: QueueItem; readonly today: CalendarDate }) {
  const label = `${kindNames[item.kind].one} ${item.name}`;
  if (isSnoozed(item, today))
    return (
      <Form action={actionOf(item, 'wake')}>
        <button type="submit" aria-label={`Unsnooze: ${label}`}>
          Unsnooze
        </button>
      </Form>
    );
  return (
    <details class="inner">
      <summary aria-label={`Snooze: ${label}`}>Snooze</summary>
      <Form action={actionOf(item, 'snooze')}>
        <TextField
          id={`until-${item.uid}`}
          name="until"
          label="Snooze until"
          type="date"
          value={addDays(today, 1)}
          isRequired
        />
        <button type="submit" aria-label={`Snooze: ${label}`}>
          Snooze
        </button>
      </Form>
    </details>
  );
}

function EmptyQueue({ filters }: { readonly filters: QueueFilters }) {
  const isFiltered = Object.entries(filters).some(([name, value]) => name !== 'many' && value !== '');
  return (
    <Empty>
      <h2>{isFiltered ? 'No matching items' : 'The queue is empty'}</h2>
      <p>
        {isFiltered
          ? 'Clear a filter to see more.'
          : 'Authorizations to review, record requests to resolve, and facilities to verify appear here ' +
            'automatically. Reload the page to check.'}
      </p>
    </Empty>
  );
}

function Detail({ item }: { readonly item: QueueItem }) {
  const detail = detailOf(item);
  return (
    <>
      {detail === null ? null : <span class="muted small"> {detail}</span>}
      {isRush(item) ? <Pill tone="warning">Rush</Pill> : null}
    </>
  );
}

function Items({ items, today, operatorUid }: Pick<QueueShown, 'items' | 'today' | 'operatorUid'>) {
  return (
    <Table
      caption="Work queue"
      headings={['Select', 'Item', 'Kind', 'Company', 'Waiting since', 'Due', 'Assigned to', 'Snooze']}
      rows={items.map(item => [
        <SelectItem item={item} />,
        <>
          <a href={pathOfItem(item)}>{item.name}</a>
          <Detail item={item} />
        </>,
        <span class="whole">{kindNames[item.kind].one}</span>,
        item.companyId === null ? (
          <span class="muted">All</span>
        ) : (
          <>
            {item.companyId}
            {item.environment === 'sandbox' ? <span class="muted small"> sandbox</span> : null}
          </>
        ),
        <Instant at={item.since} />,
        <Due item={item} today={today} />,
        <Assignee item={item} operatorUid={operatorUid} />,
        <Snooze item={item} today={today} />,
      ])}
    />
  );
}

/** Renders the work queue. */
export function renderQueuePage(viewer: Viewer, shown: QueueShown): string {
  const { filters, items, counts, moreAfter, isMore, message } = shown;
  return renderDeskPage({
    title: 'Work queue',
    viewer,
    section: 'queue',
    children: (
      <>
        <h1>Work queue</h1>
        <MessageNotice message={message} />
        <Kinds filters={filters} counts={counts} message={message} />
        <Filters filters={filters} />
        <FindRequest />
        {items.length === 0 ? (
          <EmptyQueue filters={filters} />
        ) : (
          <>
            <fieldset>
              <SelectAll />
              <Items {...shown} />
            </fieldset>
            <BulkForm kind={queueKinds.find(kind => kind === filters.kind)} today={shown.today} />
          </>
        )}
        {moreAfter === undefined ? null : (
          <p>
            <a class="button" href={withQuery(deskPath(), { ...filters, after: moreAfter })}>
              Show more
            </a>
          </p>
        )}
        {isMore && moreAfter === undefined ? (
          <p class="muted">Only the items that are due first are shown. Choose a kind to see more.</p>
        ) : null}
        <p class="muted small">
          A snoozed item returns to the queue on the date you choose, up to {snoozeDaysMax} days from now.
        </p>
      </>
    ),
  });
}
