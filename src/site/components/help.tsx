/** The Help menu in the header of every page. */
import type { ComponentChildren } from 'preact';
import type { HelpFacts } from '../visit';
import { Icon } from './icon';

/** Renders the menu: links to guides, the status of the service, and who helps. */
export function Help({
  help: { statusPageUrl },
  children,
}: {
  readonly help: HelpFacts;
  readonly children?: ComponentChildren;
}) {
  return (
    <details class="person help">
      <summary>
        <Icon name="help" /> Help
      </summary>
      <div class="menu">
        <a href="/docs/console">Guide to the console</a>
        <a href="/docs">All guides</a>
        <a href="/docs/changelog">What's new</a>
        {statusPageUrl === undefined ? null : <a href={statusPageUrl}>Status of the service</a>}
        {children}
      </div>
    </details>
  );
}
