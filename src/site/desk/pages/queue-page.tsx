/** `/desk`: what waits for the delivery team, with filters that stand in the address. */
import { bulkItemsMax } from '../../../domain/desk/bulk';
import { addDays, type CalendarDate } from '../../../domain/clinical/calendar-date';
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
import { BulkForm, Pick, PickAll } from '../components/bulk-form';
import { countTexts, kindNames } from '../components/queue-words';
import { renderDeskPage } from '../components/desk-page';
import type { Viewer } from '../../visit';
import { deskPath, pathOfItem } from '../paths';

/** The filters as they stand in the address. */
export interface QueueFilters {
  readonly kind: string;
  readonly company: string;
  readonly environment: string;
  readonly mine: string;
  readonly overdue: string;
  readonly snoozed: string;
  readonly many: string;
}

/** What the page shows. */
export interface QueueShown {
  readonly filters: QueueFilters;
  readonly items: readonly QueueItem[];
  readonly counts: Readonly<Record<QueueKind, number>>;
  /** Where the next page begins, where there is one. */
  readonly moreAfter: string | undefined;
  readonly isMore: boolean;
  readonly today: CalendarDate;
  readonly operatorUid: string;
  /** What of the filters cannot be read. */
  readonly message: Message | undefined;
}

/** How often an open page asks how much waits. */
const countEveryMs = 20_000;

function Kinds({ filters, counts, message }: Pick<QueueShown, 'filters' | 'counts' | 'message'>) {
  const texts = countTexts(counts);
  const tabs: ReadonlyArray<readonly [string, string, QueueKind | 'all']> = [
    ['', 'Everything', 'all'],
    ...queueKinds.map(kind => [kind, kindNames[kind].many, kind] as const),
  ];
  // Where the filters cannot be read, the page shows all, and asks for nothing more.
  const { kind: _kind, many: _many, ...counted } = filters;
  const address = message?.tone === 'failed' ? undefined : withQuery(deskPath('counts'), counted);
  return (
    <nav class="tabs" aria-label="What waits" data-counts={address} data-every={countEveryMs}>
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
    <form method="get" action={deskPath()} role="search" aria-label="Filter what waits">
      {filters.kind === '' ? null : <input type="hidden" name="kind" value={filters.kind} />}
      <div class="line">
        <TextField id="company" name="company" label="Company, by its id" value={filters.company} max={64} />
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
        <div class="choices">
          <Check name="mine" value="yes" isChecked={filters.mine === 'yes'}>
            Mine
          </Check>
          <Check name="overdue" value="yes" isChecked={filters.overdue === 'yes'}>
            Overdue
          </Check>
          <Check name="snoozed" value="yes" isChecked={filters.snoozed === 'yes'}>
            Put off as well
          </Check>
          <Check name="many" value="yes" isChecked={filters.many === 'yes'}>
            {bulkItemsMax} on a page
          </Check>
        </div>
        <button type="submit">Filter</button>
        <a href={deskPath()}>All</a>
      </div>
    </form>
  );
}

function actionOf({ kind, uid }: QueueItem, act: string): string {
  return deskPath('queue', kind, uid, act);
}

/**
 * Who has it; each name of a button says of what, since there are many. A name of the form would make it a
 * landmark, and two rows may be called alike.
 */
function Holder({ item, operatorUid }: { readonly item: QueueItem; readonly operatorUid: string }) {
  const label = `${kindNames[item.kind].one} ${item.name}`;
  if (item.operatorUid === null)
    return (
      <Form action={actionOf(item, 'take')}>
        <button type="submit" aria-label={`Take: ${label}`}>
          Take
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
      <span class="number">{item.dueOn}</span> {isLate ? <Pill tone="failed">Overdue</Pill> : null}
      {isSnoozed(item, today) ? <Pill tone="neutral">Put off until {item.snoozedUntil}</Pill> : null}
    </>
  );
}

function Snooze({ item, today }: { readonly item: QueueItem; readonly today: CalendarDate }) {
  const label = `${kindNames[item.kind].one} ${item.name}`;
  if (isSnoozed(item, today))
    return (
      <Form action={actionOf(item, 'wake')}>
        <button type="submit" aria-label={`Bring back: ${label}`}>
          Bring back
        </button>
      </Form>
    );
  return (
    <details class="inner">
      <summary aria-label={`Put off: ${label}`}>Put off</summary>
      <Form action={actionOf(item, 'snooze')}>
        <TextField
          id={`until-${item.uid}`}
          name="until"
          label="Until"
          type="date"
          value={addDays(today, 1)}
          isRequired
        />
        <button type="submit" aria-label={`Put off: ${label}`}>
          Put off
        </button>
      </Form>
    </details>
  );
}

function Nothing({ filters }: { readonly filters: QueueFilters }) {
  const isFiltered = Object.entries(filters).some(([name, value]) => name !== 'many' && value !== '');
  return (
    <Empty>
      <h2>{isFiltered ? 'Nothing of this waits' : 'Nothing waits'}</h2>
      <p>
        {isFiltered
          ? 'Take a filter away to see the rest.'
          : 'Authorizations to review, record requests to resolve and sites to verify are listed here ' +
            'as they come. Load this page again to look.'}
      </p>
    </Empty>
  );
}

function Items({ items, today, operatorUid }: Pick<QueueShown, 'items' | 'today' | 'operatorUid'>) {
  return (
    <Table
      caption="What waits"
      headings={['Pick', 'What', 'Kind', 'Company', 'Waits since', 'Due', 'Who has it', 'Later']}
      rows={items.map(item => [
        <Pick item={item} />,
        <>
          <a href={pathOfItem(item)}>{item.name}</a>
          {item.detail === null ? null : <span class="muted small"> {item.detail}</span>}
        </>,
        kindNames[item.kind].one,
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
        <Holder item={item} operatorUid={operatorUid} />,
        <Snooze item={item} today={today} />,
      ])}
    />
  );
}

/** The queue. */
export function renderQueuePage(viewer: Viewer, shown: QueueShown): string {
  const { filters, items, counts, moreAfter, isMore, message } = shown;
  return renderDeskPage({
    title: 'What waits',
    viewer,
    section: 'queue',
    children: (
      <>
        <h1>What waits</h1>
        <MessageNotice message={message} />
        <Kinds filters={filters} counts={counts} message={message} />
        <Filters filters={filters} />
        {items.length === 0 ? (
          <Nothing filters={filters} />
        ) : (
          <>
            <fieldset>
              <PickAll />
              <Items {...shown} />
            </fieldset>
            <BulkForm kind={queueKinds.find(kind => kind === filters.kind)} today={shown.today} />
          </>
        )}
        {moreAfter === undefined ? null : (
          <p>
            <a class="button" href={withQuery(deskPath(), { ...filters, after: moreAfter })}>
              More
            </a>
          </p>
        )}
        {isMore && moreAfter === undefined ? (
          <p class="muted">These are due first. Choose a kind to see more of it.</p>
        ) : null}
        <p class="muted small">
          What is put off waits again on its day, after {snoozeDaysMax} days at the latest.
        </p>
      </>
    ),
  });
}
