import type { QueueItem, QueueKind } from '../../../domain/desk/queue';
import { Form } from '../../components/form';
import { Notice } from '../../components/display';
import { deskPath } from '../paths';

/** Who a page's item is assigned to, with the button to assign or release it (DESK-10). */
export function Assignment({
  kind,
  uid,
  item,
  operatorUid,
}: {
  readonly kind: QueueKind;
  readonly uid: string;
  /** `undefined` if it isn't in the queue now. */
  readonly item: QueueItem | undefined;
  readonly operatorUid: string;
}) {
  if (item === undefined) return <Notice tone="neutral">This isn't in the work queue right now.</Notice>;
  const action = (act: string): string => deskPath('queue', kind, uid, act);
  if (item.operatorUid === null)
    return (
      <Form action={action('take')} label="Assign to me">
        <input type="hidden" name="back" value="here" />
        <button type="submit" accesskey="t">
          Assign to me
        </button>
      </Form>
    );
  if (item.operatorUid !== operatorUid)
    return (
      <Notice tone="warning">Assigned to {item.operatorName}. You can view it, but not change it.</Notice>
    );
  return (
    <Form action={action('release')} label="Release">
      <button type="submit">Release</button>
    </Form>
  );
}

/** A link to a workflow in the Temporal UI, if the UI's URL is set. */
export function WorkflowLink({ url }: { readonly url: string | undefined }) {
  if (url === undefined) return null;
  return (
    <a class="button aside" href={url} rel="noreferrer">
      View workflow
    </a>
  );
}
