import { z } from 'zod';
import { isParentOrigin, parentOriginCharactersMax } from '../domain/embeds/parent-origin';

/** The schema of an embed token request: the page that frames the embed (EMBED-10). */
export const embedTokenForm = z
  .object({
    parentOrigin: z
      .string()
      .max(parentOriginCharactersMax)
      .refine(isParentOrigin, {
        error:
          'must be `https://host[:port]` as `location.origin` has it, without path, query, ' +
          'fragment, credentials and wildcard',
      })
      .optional()
      .meta({
        description:
          'Origin of the page that frames the embed: `https://host[:port]`, the same as `location.origin` ' +
          'on that page. It must be on the list of approved origins. Only pages of this origin can frame ' +
          'the embed, and messages are posted only to it. Leaving it out is deprecated and will later ' +
          'return 400: any page can frame such an embed.',
        example: 'https://app.example.com',
      }),
  })
  .meta({ id: 'EmbedTokenForm', description: 'The page that frames the embed.' });
