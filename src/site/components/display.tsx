import { createContext, type ComponentChildren } from 'preact';
import { useContext } from 'preact/hooks';
import { usDate } from '../../domain/clinical/calendar-date';
import { clockIn, instantText } from '../../domain/time-zones';

/** The color that goes with a status or message. */
export type Tone = 'passed' | 'warning' | 'failed' | 'info' | 'neutral';

/** The message at the top of a page: what was done, or why it wasn't. */
export interface Message {
  readonly tone: 'passed' | 'failed';
  readonly text: string;
}

/** A status label. */
export function Pill({ tone, children }: { readonly tone: Tone; readonly children: ComponentChildren }) {
  return <span class={`pill ${tone}`}>{children}</span>;
}

/** The result of an action, or a warning. Screen readers announce it at once. */
export function Notice({ tone, children }: { readonly tone: Tone; readonly children: ComponentChildren }) {
  return (
    <div class={`notice ${tone}`} role={tone === 'failed' ? 'alert' : 'status'}>
      {children}
    </div>
  );
}

/** The message at the top of a page, if there is one. */
export function MessageNotice({ message }: { readonly message: Message | undefined }) {
  return message === undefined ? null : <Notice tone={message.tone}>{message.text}</Notice>;
}

/** The pages above a page, outermost first. */
export type Links = ReadonlyArray<readonly [name: string, path: string]>;

/** The breadcrumbs of a page. */
export function Crumbs({ links }: { readonly links: Links }) {
  return (
    <p class="crumbs small">
      {links.map(([name, path]) => (
        <a href={path}>{name}</a>
      ))}
    </p>
  );
}

/** The time zone in which a page shows instants, and when it is shown. */
export interface PageTime {
  readonly timeZone: string;
  readonly now: Date;
}

/** The time of the pages of a company; other pages have none. */
export const Time = createContext<PageTime | undefined>(undefined);

/** How instants are shown where no time zone is known: always with their year. */
const utcWithYear: PageTime = { timeZone: 'UTC', now: new Date(0) };

/**
 * An instant: in the company's time zone on its pages. On other pages, it is in UTC without the script, and
 * in the viewer's time zone with it. Hovering shows the exact time.
 */
export function Instant({ at }: { readonly at: Date }) {
  const time = useContext(Time);
  const iso = at.toISOString();
  return (
    <time datetime={iso} title={iso} data-local={time === undefined}>
      {instantText(at, time ?? utcWithYear)}
    </time>
  );
}

/** The day of an instant, for a list whose columns have no room for the time. Hovering shows that. */
export function Day({ at }: { readonly at: Date }) {
  const time = useContext(Time) ?? utcWithYear;
  return (
    <time class="number" datetime={at.toISOString()} title={instantText(at, time)}>
      {usDate(clockIn(time.timeZone, at).day)}
    </time>
  );
}

/** An instant, or a text if it hasn't happened. */
export function MaybeInstant({ at, never }: { readonly at: Date | null; readonly never: string }) {
  return at === null ? <span class="muted">{never}</span> : <Instant at={at} />;
}

/** A text without spaces that breaks only at certain places. @param after matches each of them, empty */
export function Breakable({ text, after }: { readonly text: string; readonly after: RegExp }) {
  return (
    <>
      {text.split(after).map((part, at) => (
        <>
          {at === 0 ? null : <wbr />}
          {part}
        </>
      ))}
    </>
  );
}

/** An e-mail address, which breaks after `@` and dots rather than within a word. */
export function Address({ of }: { readonly of: string }) {
  return (
    <span class="whole">
      <Breakable text={of} after={/(?<=[@.])/} />
    </span>
  );
}

/** A secret with a button to copy it. */
export function Secret({ id, children }: { readonly id: string; readonly children: string }) {
  return (
    <div class="secret">
      <code id={id}>{children}</code>
      <button type="button" data-copies={id} hidden>
        Copy
      </button>
    </div>
  );
}

/** An empty state: what goes here, and how to add it. */
export function Empty({ children }: { readonly children: ComponentChildren }) {
  return <div class="empty">{children}</div>;
}

/** The most facts in one column on a large screen. */
const factsInColumnMax = 9;

/** A list of names with their values, in two columns where it is long and there is room. */
export function Facts({
  facts,
}: {
  readonly facts: ReadonlyArray<readonly [name: string, value: ComponentChildren]>;
}) {
  return (
    <dl class={facts.length > factsInColumnMax ? 'facts many' : 'facts'}>
      {facts.map(([name, value]) => (
        <div>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The heading of a column that isn't plain text. */
export interface Heading {
  readonly name: string;
  /** The link that sorts the table by the column. */
  readonly href?: string;
  /** How the table is sorted by the column; absent if it isn't. */
  readonly sorted?: 'ascending' | 'descending';
  readonly isNumber?: boolean;
  /** Whether the column is left out on a screen that is too narrow for all of them. */
  readonly isMinor?: boolean;
}

interface TableParts {
  readonly caption: string;
  readonly headings: ReadonlyArray<string | Heading>;
  readonly rows: ReadonlyArray<readonly ComponentChildren[]>;
  /** Whether a table that is wider than the page scrolls in its own box. */
  readonly scrolls?: boolean;
  /** The heads of groups, by the index of the first row of each; the first row has one. */
  readonly groups?: ReadonlyMap<number, string>;
}

function classOf(heading: Heading | undefined): string | undefined {
  const classes = [
    ...(heading?.isNumber === true ? ['number'] : []),
    ...(heading?.isMinor === true ? ['minor'] : []),
  ];
  return classes.length === 0 ? undefined : classes.join(' ');
}

function HeadingCell({ heading }: { readonly heading: Heading }) {
  const { name, href, sorted } = heading;
  return (
    <th scope="col" aria-sort={sorted} class={classOf(heading)}>
      {href === undefined ? name : <a href={href}>{name}</a>}
    </th>
  );
}

/** The most columns that fit beside the menu on a screen of 1280 pixels, and on one of 1600. */
const columnsFit = 11;
const columnsFitWide = 14;

function boxClass(columns: number): string {
  if (columns > columnsFitWide) return 'across many more';
  return columns > columnsFit ? 'across many' : 'across';
}

interface RowsParts {
  readonly columns: readonly Heading[];
  readonly rows: TableParts['rows'];
}

function Rows({ columns, rows }: RowsParts) {
  return (
    <>
      {rows.map(cells => (
        <tr>
          {cells.map((cell, at) => (
            <td data-label={columns[at]?.name} class={classOf(columns[at])}>
              <span>{cell}</span>
            </td>
          ))}
        </tr>
      ))}
    </>
  );
}

function Groups({ columns, rows, groups }: RowsParts & { readonly groups: ReadonlyMap<number, string> }) {
  const starts = [...groups.keys()];
  return (
    <>
      {starts.map((start, index) => (
        <tbody>
          <tr class="turns">
            <th scope="rowgroup" colSpan={columns.length}>
              {groups.get(start)}
            </th>
          </tr>
          <Rows columns={columns} rows={rows.slice(start, starts[index + 1])} />
        </tbody>
      ))}
    </>
  );
}

/** A table. On a small screen each row is a card, and each value has its heading beside it. */
export function Table({ caption, headings, rows, scrolls = false, groups }: TableParts) {
  const columns = headings.map((heading): Heading =>
    typeof heading === 'string' ? { name: heading } : heading,
  );
  const table = (
    <table class="rows" aria-label={caption}>
      <thead>
        <tr>
          {columns.map(heading => (
            <HeadingCell heading={heading} />
          ))}
        </tr>
      </thead>
      {groups === undefined ? (
        <tbody>
          <Rows columns={columns} rows={rows} />
        </tbody>
      ) : (
        <Groups columns={columns} rows={rows} groups={groups} />
      )}
    </table>
  );
  if (!scrolls) return table;
  // A box that scrolls must be reachable by keyboard.
  return (
    <div class={boxClass(columns.length)} role="region" aria-label={`Table: ${caption}`} tabIndex={0}>
      {table}
    </div>
  );
}

/** The views of a list as links, with the count of each where it is known. */
export function Tabs({
  label,
  tabs,
}: {
  readonly label: string;
  readonly tabs: ReadonlyArray<{
    readonly name: string;
    readonly href: string;
    readonly isCurrent: boolean;
    readonly count?: string;
  }>;
}) {
  return (
    <nav class="tabs" aria-label={label}>
      {tabs.map(({ name, href, isCurrent, count }) => (
        <a href={href} aria-current={isCurrent ? 'true' : undefined}>
          {name}
          {count === undefined ? null : <span class="count"> {count}</span>}
        </a>
      ))}
    </nav>
  );
}

/** Returns a count that stops at a limit: `1,000+`. */
export function countText(count: number, max: number): string {
  return count > max ? `${max.toLocaleString('en-US')}+` : count.toLocaleString('en-US');
}

/** Returns the size of a file in words: `15 KB`. */
export function sizeText(bytes: number): string {
  if (bytes < 1_000_000) return `${Math.max(1, Math.round(bytes / 1_000))} KB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** The rows that a page of a list shows, and the links to the pages around it. */
export function Pager({
  first,
  shown,
  total,
  previous,
  next,
}: {
  /** The number of the first row, from 1. */
  readonly first: number;
  readonly shown: number;
  readonly total: string;
  readonly previous: string | undefined;
  readonly next: string | undefined;
}) {
  return (
    <nav class="pager" aria-label="Pages">
      <span class="number">
        {first.toLocaleString('en-US')}–{(first + shown - 1).toLocaleString('en-US')} of {total}
      </span>
      {previous === undefined ? null : <a href={previous}>Previous</a>}
      {next === undefined ? null : <a href={next}>Next</a>}
    </nav>
  );
}
