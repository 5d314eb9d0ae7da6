import { z } from 'zod';
import { documentNameFault } from '../../domain/auth-checks/document-name';

/** The name of a document outside of any patient, in Unicode NFC. */
export const checkedDocumentName = z
  .string()
  .normalize('NFC')
  .superRefine((name, context) => {
    const fault = documentNameFault(name);
    if (fault !== undefined) context.addIssue({ code: 'custom', message: fault });
  })
  .meta({
    description:
      'A name of your own: one path segment of at most 255 bytes that does not begin with a dot and ' +
      'has a name before the extension; else 400. It is the user’s: another user may have the same ' +
      'for another document.',
    example: 'Authorization Doe.pdf',
  });
