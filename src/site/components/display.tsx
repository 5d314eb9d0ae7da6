import type { ComponentChildren } from 'preact';

/** How something stands, in a color beside the words. */
export type Tone = 'passed' | 'warning' | 'failed' | 'neutral';

/** What a page says first: what was done, or why it was not. */
export interface Message {
  readonly tone: 'passed' | 'failed';
  readonly text: string;
}

/** A word on how something stands. */
export function Pill({ tone, children }: { readonly tone: Tone; readonly children: ComponentChildren }) {
  return <span class={`pill ${tone}`}>{children}</span>;
}

/** What came of what was asked; a reader of the screen is told at once. */
export function Notice({ tone, children }: { readonly tone: Tone; readonly children: ComponentChildren }) {
  return (
    <div class={`notice ${tone}`} role={tone === 'failed' ? 'alert' : 'status'}>
      {children}
    </div>
  );
}

/** What a page says first, if anything. */
export function MessageNotice({ message }: { readonly message: Message | undefined }) {
  return message === undefined ? null : <Notice tone={message.tone}>{message.text}</Notice>;
}

/** The pages above a page, the outermost first. */
export type Links = ReadonlyArray<readonly [name: string, path: string]>;

/** Where a page is. */
export function Crumbs({ links }: { readonly links: Links }) {
  return (
    <p class="crumbs small">
      {links.map(([name, path]) => (
        <a href={path}>{name}</a>
      ))}
    </p>
  );
}

/**
 * An instant: without the script in UTC, with it in the viewer's zone; the exact one when it is pointed at.
 */
export function Instant({ at }: { readonly at: Date }) {
  const iso = at.toISOString();
  return (
    <time datetime={iso} title={iso}>
      {iso.slice(0, 16).replace('T', ' ')} UTC
    </time>
  );
}

/** An instant that may not have come. */
export function MaybeInstant({ at, never }: { readonly at: Date | null; readonly never: string }) {
  return at === null ? <span class="muted">{never}</span> : <Instant at={at} />;
}

/** A secret, to be copied. */
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

/** What a list says that is empty: what it is for, and what to do. */
export function Empty({ children }: { readonly children: ComponentChildren }) {
  return <div class="empty">{children}</div>;
}

/** Names with what they stand for. */
export function Facts({
  facts,
}: {
  readonly facts: ReadonlyArray<readonly [name: string, value: ComponentChildren]>;
}) {
  return (
    <dl class="facts">
      {facts.map(([name, value]) => (
        <>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </>
      ))}
    </dl>
  );
}

interface TableParts {
  readonly caption: string;
  readonly headings: readonly string[];
  readonly rows: ReadonlyArray<readonly ComponentChildren[]>;
}

/** A table; on a small screen each row is a card whose lines say their heading. */
export function Table({ caption, headings, rows }: TableParts) {
  return (
    <table class="rows" aria-label={caption}>
      <thead>
        <tr>
          {headings.map(heading => (
            <th scope="col">{heading}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(cells => (
          <tr>
            {cells.map((cell, at) => (
              <td data-label={headings[at]}>
                <span>{cell}</span>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
