/** The settings for opening documents. */
import { z } from 'zod';

/** The settings of document readers in the environment. */
export const readingSettings = {
  DOCUMENT_READERS_AHEAD: z.coerce
    .number()
    .int()
    .min(0)
    .max(8)
    .default(2)
    .describe(
      'How many processes that read documents a worker of the queue `documents` has started ahead, ' +
        'each for one document; one that waits holds some 150 MB. 0 starts each when its document is ' +
        'there.',
    ),
} as const;
