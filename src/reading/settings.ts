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
      'How many document reader processes a worker of the queue `documents` starts ahead, each for ' +
        'one document; a waiting one uses about 150 MB. 0 starts each one when its document arrives.',
    ),
} as const;
