import { z } from 'zod';
import { fileNameFault } from '../../domain/record-requests/file-name';
import { isStorableText } from '../../domain/text';
import { actor } from './actor';
import { extraction, verdictCounts, verdicts } from './auth-check';

/** A file in a list. */
export const fileInfo = z
  .object({
    url: z
      .string()
      .meta({ description: 'Presigned download URL; needs no Authorization header; valid about an hour.' }),
    fileName: z.string().meta({ description: 'Unique among the files of its list; the file’s address.' }),
    key: z
      .string()
      .meta({
        description:
          'Real storage path. It stays as it is for as long as the file exists, whatever it is called.',
      }),
    size: z.number().int().meta({ description: 'Bytes.' }),
    lastModified: z.iso.datetime(),
    folder: z
      .string()
      .optional()
      .meta({ description: 'Of deliverables: for display and grouping only, never for addressing.' }),
    uploadedBy: actor.optional(),
  })
  .meta({ id: 'FileInfo' });

/** A single file. */
export const fileResponse = z
  .object({
    uploadUrl: z.string().nullable(),
    uploadHeaders: z.record(z.string(), z.string()),
    expiresIn: z
      .number()
      .int()
      .meta({
        description: 'Seconds for which every URL that is shown stays valid from issue; 0 where none is.',
      }),
    downloadUrl: z.string().nullable(),
    extraction: extraction.nullable(),
    verdicts: verdicts
      .nullable()
      .meta({ description: 'Null while the analysis runs, and where there is none.' }),
    verdictCounts: verdictCounts.nullable().meta({ description: 'Null exactly when `verdicts` is.' }),
    embedToken: z
      .string()
      .nullable()
      .meta({ description: 'Opens the auth-check of this document in a frame; null where there is none.' }),
    looseFiles: z.array(fileInfo),
    uploadedBy: actor.optional(),
  })
  .meta({ id: 'FileResponse' });

const nameBytesMax = 255;

/** The name of a file in a path. */
export const fileName = z
  .string()
  .min(1)
  .refine(name => Buffer.byteLength(name) <= nameBytesMax, `must have at most ${nameBytesMax} bytes`)
  .refine(name => isStorableText(name) && !name.includes('/'), 'must be one path segment')
  .meta({
    description:
      'The listed unique name, as one path segment. Names that differ in capitals or in Unicode ' +
      'form only are one.',
    example: 'Medical Record.pdf',
  });

/** The name of a file that may not be there yet. */
export const newDocumentName = z
  .string()
  .superRefine((name, context) => {
    const fault = fileNameFault(name.normalize('NFC'));
    if (fault !== undefined) context.addIssue({ code: 'custom', message: fault });
  })
  .meta({
    description:
      'The name under which the document is to be listed: at most 255 bytes, no dot or blank at its ' +
      'beginning, no slash, backslash, quote mark, semicolon or control character.',
    example: 'Cover Letter.pdf',
  });

const pathBytesMax = 1_024;

/** A stored path in a path: how a file is addressed for a rename. */
const storedPath = z
  .string()
  .refine(path => Buffer.byteLength(path) <= pathBytesMax, `must have at most ${pathBytesMax} bytes`)
  .refine(
    path =>
      isStorableText(path) &&
      !path.includes('\\') &&
      path.split('/').every(segment => segment !== '' && segment !== '.' && segment !== '..'),
    'must be segments joined by `/`, none of them empty, `.` or `..`',
  );

const slashes = 'It may be several segments; the slashes between them may be written as `/` or as `%2F`.';

/** The stored path of a deliverable. */
export const deliverablePath = storedPath.meta({
  description: `The STORED path: what follows \`/deliverables/\` in the \`key\` of the file. ${slashes}`,
  example: '1/1',
});

/** The name or the stored path of a document. */
export const documentPath = storedPath.meta({
  description:
    `The listed unique name, or the stored path: what follows \`/documents/\` in the \`key\` of the ` +
    `document. ${slashes}`,
  example: 'Cover Letter.pdf',
});

/** What a rename says. */
export const renameForm = z
  .object({
    newFilename: z
      .string()
      .meta({
        description:
          'The new name. A directory before it is dropped, and so is white space around it. It must ' +
          'not be empty, begin with a dot, contain `"`, `;`, `\\` or control characters, or exceed ' +
          '255 bytes; otherwise 400. A name that another file has gets a number.',
        example: 'Chart 2019-2024.pdf',
      }),
  })
  .meta({ id: 'RenameForm' });

/** The files of a list. */
export const fileList = z.object({ files: z.array(fileInfo) }).meta({ id: 'FileList' });
