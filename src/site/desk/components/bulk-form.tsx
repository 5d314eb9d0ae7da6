import { bulkItemsMax, ownActionOf } from '../../../domain/desk/bulk';
import { addDays, type CalendarDate } from '../../../domain/clinical/calendar-date';
import type { QueueItem, QueueKind } from '../../../domain/desk/queue';
import { Form, FormKey, TextField } from '../../components/form';
import { deskPath } from '../paths';
import { bulkNames } from './bulk-words';
import { kindNames } from './queue-words';

const formId = 'bulk';

/** The checkbox that selects an item for a bulk action. It is in the table, but belongs to the form below. */
export function SelectItem({ item }: { readonly item: Pick<QueueItem, 'kind' | 'uid' | 'name'> }) {
  return (
    <input
      type="checkbox"
      name="item"
      form={formId}
      value={`${item.kind}:${item.uid}`}
      aria-label={`Select: ${kindNames[item.kind].one} ${item.name}`}
    />
  );
}

/** The checkbox that selects all items of the table. It needs the script. */
export function SelectAll() {
  return (
    <label class="choice" hidden>
      <input type="checkbox" data-all />
      <span>Select all on this page</span>
    </label>
  );
}

/** The bulk actions (DESK-29). Snoozing is first, so that Enter in the date field snoozes. */
export function BulkForm({
  kind,
  today,
}: {
  /** The only kind in the list, if there is one: its own action is offered too. */
  readonly kind: QueueKind | undefined;
  readonly today: CalendarDate;
}) {
  const own = kind && ownActionOf(kind);
  return (
    <Form id={formId} action={deskPath('bulk')} label="Bulk actions">
      <FormKey />
      <div class="line">
        <TextField id="until-bulk" name="until" label="Snooze until" type="date" value={addDays(today, 1)} />
        <button type="submit" name="action" value="snooze">
          {bulkNames.snooze.button}
        </button>
        <button type="submit" name="action" value="take">
          {bulkNames.take.button}
        </button>
        <button type="submit" name="action" value="release">
          {bulkNames.release.button}
        </button>
        {own === undefined ? null : (
          <button type="submit" name="action" value={own}>
            {bulkNames[own].button}
          </button>
        )}
      </div>
      <p class="muted small">
        Up to {bulkItemsMax} items at once.{' '}
        {own === undefined ? 'Some kinds have more bulk actions. To see them, choose a kind above.' : ''}
      </p>
    </Form>
  );
}
