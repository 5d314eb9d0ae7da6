/**
 * How a page speaks to the page that frames it: by one script, which sends what stands in the page and
 * nothing else.
 */
import { parentScriptPath } from './assets';

/** A message to the page around; it names no patient. What a person looked for may say something of one. */
export interface ParentMessage {
  readonly type: string;
  readonly [name: string]: unknown;
}

/** What a page has for the script. */
export function ParentMessageElement({
  message,
  parentOrigin,
}: {
  readonly message: ParentMessage;
  /** Null: any page may frame, so any may read it. */
  readonly parentOrigin: string | null;
}) {
  return (
    <>
      <div hidden data-message={JSON.stringify(message)} data-target={parentOrigin ?? '*'} />
      <script src={parentScriptPath} defer />
    </>
  );
}
