import { z } from 'zod';

/** An answer with an embed token. */
export const embedToken = z.object({
  token: z
    .string()
    .meta({ description: 'Pass it as `token` in the address of the embed. Valid for one hour.' }),
});
