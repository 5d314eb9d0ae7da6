import type { BulkAction, BulkOutcome } from '../../../domain/desk/bulk';
import type { Tone } from '../../components/display';

/** How each act on many things is called: on its button, and once it is asked for. */
export const bulkNames: Readonly<Record<BulkAction, { readonly button: string; readonly title: string }>> = {
  take: { button: 'Take them', title: 'Taking them' },
  release: { button: 'Release them', title: 'Releasing them' },
  snooze: { button: 'Put them off', title: 'Putting them off' },
  preparePacket: { button: 'Have their packets made anew', title: 'Having their packets made anew' },
  rearm: { button: 'Re-arm them', title: 'Re-arming them' },
  verify: { button: 'Verify them', title: 'Verifying them' },
  enable: { button: 'Enable them', title: 'Enabling them' },
};

/** How what became of a thing is said. */
export const outcomeWords: Readonly<
  Record<BulkOutcome, { readonly tone: Tone; readonly word: string; readonly why: string }>
> = {
  waiting: { tone: 'neutral', word: 'To do', why: '' },
  done: { tone: 'passed', word: 'Done', why: '' },
  refused: { tone: 'failed', word: 'Not done', why: '' },
  gone: { tone: 'warning', word: 'Gone', why: 'It waited no more: somebody was there before.' },
};
