import { z } from 'zod';
import {
  actors,
  searchReasonNames,
  searchReasons,
  searchStates,
} from '../../domain/searches/search-progress';
import { requestReasonNames, requestReasons } from '../../domain/record-requests/request-progress';
import { searchOutcomes } from '../../domain/searches/search';

/** Who has to act. */
const whoActs = z
  .enum(actors)
  .nullable()
  .meta({ description: 'Who has to act: you, the facility, the partner, or support. `null` for nobody.' });

/** What something waits for. */
const waitsFor = z
  .string()
  .nullable()
  .meta({ description: 'What it waits for, for example `zipCode` or `approval`. `null` for nothing.' });

/** What to say, and what to do about it. */
const progressWords = {
  message: z.string().meta({ description: 'The reason in a sentence. The wording may change.' }),
  remedy: z
    .string()
    .nullable()
    .meta({ description: 'What you can do about it. `null` for nothing. The wording may change.' }),
};

/** The status of one search. */
export const searchProgress = z
  .object({
    state: z
      .enum(searchStates)
      .meta({
        description:
          '`Off`: not requested. `Waiting`: requested and not sent. `Running`: sent. `Finished`: answered.',
      }),
    outcome: z
      .enum(searchOutcomes)
      .nullable()
      .meta({ description: 'How the last run ended. `null` before the first one ends, and during a run.' }),
    reason: z
      .enum(searchReasonNames)
      .meta({
        description: `Why the search has this status. ${searchReasonNames
          .map(name => `\`${name}\`: ${searchReasons[name].says}`)
          .join(' ')}`,
      }),
    since: z.iso.datetime().meta({ description: 'Since when it is so (UTC).' }),
    waitsFor,
    whoActs,
    ...progressWords,
  })
  .meta({ id: 'SearchProgress', description: 'The status of one search, and who has to act.' });

/** What an open record request waits for. */
export const requestProgress = z
  .object({
    reason: z
      .enum(requestReasonNames)
      .meta({
        description: `Why the request has this status. ${requestReasonNames
          .map(name => `\`${name}\`: ${requestReasons[name].says}`)
          .join(' ')}`,
      }),
    since: z.iso.datetime().meta({ description: 'Since when it is so (UTC).' }),
    waitsFor,
    whoActs,
    ...progressWords,
  })
  .meta({ id: 'RecordRequestProgress', description: 'What a record request waits for, and who has to act.' });
