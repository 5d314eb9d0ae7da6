/** The message from an embed to the page that frames it. A script posts it as written in the page. */
import { parentScriptPath } from './assets';

/** A message to the parent page. It names no patient, but its search terms may reveal something about one. */
export interface ParentMessage {
  readonly type: string;
  readonly [name: string]: unknown;
}

/** Renders the message and the script that posts it. */
export function ParentMessageElement({
  message,
  parentOrigin,
}: {
  readonly message: ParentMessage;
  /** Null if any page may frame the embed, and therefore read the message. */
  readonly parentOrigin: string | null;
}) {
  return (
    <>
      <div hidden data-message={JSON.stringify(message)} data-target={parentOrigin ?? '*'} />
      <script src={parentScriptPath} defer />
    </>
  );
}
