import { z } from 'zod';
import { isParentOrigin, parentOriginCharactersMax } from '../domain/embeds/parent-origin';

/** Which page is to frame an embed (EMBED-10). */
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
          'The origin of the page that frames the embed, `https://host[:port]`, as ' +
          '`location.origin` has it there. It must be approved by the deployment. That page alone ' +
          'can frame the embed then, and is spoken to. Leaving it out is deprecated, and will be ' +
          '400 one day: any page may frame such an embed.',
        example: 'https://app.example.com',
      }),
  })
  .meta({ id: 'EmbedTokenForm' });
