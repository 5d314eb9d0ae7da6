import { bulkItemsMax, ownActionOf } from '../../../domain/desk/bulk';
import { addDays, type CalendarDate } from '../../../domain/clinical/calendar-date';
import type { QueueItem, QueueKind } from '../../../domain/desk/queue';
import { Form, TextField } from '../../components/form';
import { deskPath } from '../paths';
import { bulkNames } from './bulk-words';
import { kindNames } from './queue-words';

const formId = 'bulk';

/**
 * A box that picks a thing of the queue for what is done to many; it stands in the table, and belongs to the
 * form below it.
 */
export function Pick({ item }: { readonly item: Pick<QueueItem, 'kind' | 'uid' | 'name'> }) {
  return (
    <input
      type="checkbox"
      name="item"
      form={formId}
      value={`${item.kind}:${item.uid}`}
      aria-label={`Pick: ${kindNames[item.kind].one} ${item.name}`}
    />
  );
}

/** Picks all of the table; only the script does that. */
export function PickAll() {
  return (
    <label class="choice" hidden>
      <input type="checkbox" data-all />
      <span>Pick all of this page</span>
    </label>
  );
}

/**
 * What is done to all that are picked (DESK-29). To put off is first: it is what Enter in the field of its
 * day does.
 */
export function BulkForm({
  kind,
  today,
}: {
  /** The kind that alone is listed; what only one kind has is offered there. */
  readonly kind: QueueKind | undefined;
  readonly today: CalendarDate;
}) {
  const own = kind && ownActionOf(kind);
  return (
    <Form id={formId} action={deskPath('bulk')} label="Do it to all that are picked">
      <div class="line">
        <TextField
          id="until-bulk"
          name="until"
          label="All that are picked, until"
          type="date"
          value={addDays(today, 1)}
        />
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
        {bulkItemsMax} at most.{' '}
        {own === undefined
          ? 'What only one kind can be done is offered where that kind alone is listed.'
          : ''}
      </p>
    </Form>
  );
}
