import { z } from 'zod';

/** Who did something. */
export const actor = z
  .object({
    kind: z
      .enum(['user', 'facility', 'partner', 'service'])
      .meta({
        description:
          '`user`: a user of your company. `facility`: the facility that was asked for records. ' +
          '`partner`: an upstream partner. `service`: this service or its support.',
      }),
    id: z
      .string()
      .meta({ description: 'ID of the user, facility, or partner, or a fixed name of the service.' }),
    name: z.string().meta({ description: 'Name to show.' }),
  })
  .meta({ id: 'Actor', description: 'Who did it.' });

/** A user, in examples. */
export const exampleUser = {
  kind: 'user',
  id: '01936f2e-7b3c-7a51-8f0d-3c5b2d1e4f62',
  name: 'Sam Rivers',
} as const;
