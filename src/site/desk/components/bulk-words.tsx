import type { BulkAction, BulkOutcome } from '../../../domain/desk/bulk';
import type { Tone } from '../../components/display';

/** The names of the bulk actions: on the button, and as the title of the results. */
export const bulkNames: Readonly<Record<BulkAction, { readonly button: string; readonly title: string }>> = {
  take: { button: 'Assign selected to me', title: 'Bulk assignment' },
  release: { button: 'Release selected', title: 'Bulk release' },
  snooze: { button: 'Snooze selected', title: 'Bulk snooze' },
  preparePacket: { button: 'Regenerate packets', title: 'Bulk regeneration of packets' },
  rearm: { button: 'Re-arm searches', title: 'Bulk re-arm of searches' },
  verify: { button: 'Verify facilities', title: 'Bulk verification of facilities' },
  enable: { button: 'Enable endpoints', title: 'Bulk enabling of endpoints' },
};

/** The display name of each result, with its reason if the item has none of its own. */
export const outcomeWords: Readonly<
  Record<BulkOutcome, { readonly tone: Tone; readonly word: string; readonly why: string }>
> = {
  waiting: { tone: 'neutral', word: 'Pending', why: '' },
  done: { tone: 'passed', word: 'Done', why: '' },
  refused: { tone: 'failed', word: 'Refused', why: '' },
  failed: { tone: 'failed', word: 'Failed', why: '' },
  gone: { tone: 'warning', word: 'No longer in queue', why: 'It left the queue before this action.' },
};
