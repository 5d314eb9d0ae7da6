import { z } from 'zod';

/** Who did something. */
export const actor = z
  .object({ kind: z.enum(['user', 'facility', 'partner', 'service']), id: z.string(), name: z.string() })
  .meta({
    id: 'Actor',
    description: 'Who did it: a user of your company, the facility, a partner, or the service.',
  });

/** A user, in examples. */
export const exampleUser = {
  kind: 'user',
  id: '01936f2e-7b3c-7a51-8f0d-3c5b2d1e4f62',
  name: 'Sam Rivers',
} as const;
