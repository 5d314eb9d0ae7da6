import type { ComponentChildren } from 'preact';

/** The color that goes with a status or message. */
export type Tone = 'passed' | 'warning' | 'failed' | 'neutral';

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

/**
 * An instant: in UTC without the script, in the viewer's time zone with it. Hovering shows the exact time.
 */
export function Instant({ at }: { readonly at: Date }) {
  const iso = at.toISOString();
  return (
    <time datetime={iso} title={iso}>
      {iso.slice(0, 16).replace('T', ' ')} UTC
    </time>
  );
}

/** An instant, or a text if it hasn't happened. */
export function MaybeInstant({ at, never }: { readonly at: Date | null; readonly never: string }) {
  return at === null ? <span class="muted">{never}</span> : <Instant at={at} />;
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

/** A list of names with their values. */
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

/** A table. On a small screen each row is a card, and each value has its heading beside it. */
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
