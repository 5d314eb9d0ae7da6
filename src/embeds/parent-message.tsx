/** How a page speaks to the page that frames it: by one script, which sends what stands in the page and nothing else. */
import { createHash } from 'node:crypto';

/** Sends the message of the page to the one window that it is addressed to. */
export const parentScript = `'use strict';
for (const { dataset } of document.querySelectorAll('[data-message]'))
  if (window.parent !== window) window.parent.postMessage(JSON.parse(dataset.message), dataset.target);
`;

const hash = createHash('sha256').update(parentScript).digest('base64url').slice(0, 16);

/** Where the script is: another one has another address, so that it can be kept. */
export const parentScriptPath = `/ui/embed-${hash}.js`;

/** A message to the page around; names of the directory, never a patient's. */
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
