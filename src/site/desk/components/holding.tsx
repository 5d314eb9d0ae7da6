import type { QueueItem, QueueKind } from '../../../domain/desk/queue';
import { Form } from '../../components/form';
import { Notice } from '../../components/display';
import { deskPath } from '../paths';

/** Who has what a page is about, and the way to have it (DESK-10). */
export function Holding({
  kind,
  uid,
  item,
  operatorUid,
}: {
  readonly kind: QueueKind;
  readonly uid: string;
  /** `undefined`: it waits no more, or not at the moment. */
  readonly item: QueueItem | undefined;
  readonly operatorUid: string;
}) {
  if (item === undefined)
    return <Notice tone="neutral">Nothing of it waits for the delivery team now.</Notice>;
  const action = (act: string): string => deskPath('queue', kind, uid, act);
  if (item.operatorUid === null)
    return (
      <Form action={action('take')} label="Take it">
        <input type="hidden" name="back" value="here" />
        <button type="submit" accesskey="t">
          Take it
        </button>
      </Form>
    );
  if (item.operatorUid !== operatorUid)
    return <Notice tone="warning">{item.operatorName} has it. Look, but leave it to them.</Notice>;
  return (
    <Form action={action('release')} label="Release it">
      <button type="submit">Release it</button>
    </Form>
  );
}

/** The way to the very workflow in the Temporal UI, where it is known where that is. */
export function WorkflowLink({ url }: { readonly url: string | undefined }) {
  if (url === undefined) return null;
  return (
    <a class="button aside" href={url} rel="noreferrer">
      Its workflow
    </a>
  );
}
