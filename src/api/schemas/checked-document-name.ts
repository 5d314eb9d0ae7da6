import { z } from 'zod';
import { documentNameFault } from '../../domain/auth-checks/document-name';

/** The schema of a standalone document's name. Returns it in Unicode NFC. */
export const checkedDocumentName = z
  .string()
  .normalize('NFC')
  .superRefine((name, context) => {
    const fault = documentNameFault(name);
    if (fault !== undefined) context.addIssue({ code: 'custom', message: fault });
  })
  .meta({
    param: { id: 'AuthCheckFilename' },
    description:
      "A name you choose: one path segment of at most 255 bytes. It can't start with a dot, and needs a " +
      'name before the extension; otherwise 400. Names belong to the user, so a colleague can use the ' +
      'same one.',
    example: 'Authorization Doe.pdf',
  });
