import { z } from 'zod';
import { fileNameFault, visibleFileName } from '../../domain/record-requests/file-name';
import { patientCheckResults } from '../../domain/record-requests/returned-file';
import { isStorableText } from '../../domain/text';
import { actor } from './actor';
import { extraction, verdictCounts, verdicts } from './auth-check';
import { instant } from './times';

const uploadedBy = actor.optional().meta({ description: 'Who uploaded the file. Absent if not recorded.' });

/** A file in a list. */
export const fileInfo = z
  .object({
    url: z
      .string()
      .meta({
        description: 'Presigned download URL, valid for about an hour. Send no Authorization header.',
      }),
    fileName: z
      .string()
      .meta({
        description:
          'Name to show. Unique in its list; use it as `filename` in paths. A repeated name ' +
          'gets a number in parentheses before the extension.',
      }),
    key: z
      .string()
      .meta({
        description: "Storage path, with `/` between its parts. It doesn't change when the file is renamed.",
      }),
    size: z.number().int().meta({ description: 'Size in bytes.' }),
    pages: z
      .number()
      .int()
      .nullable()
      .meta({
        description:
          'Number of pages of a PDF or a picture that the facility returned, and of the combined chart. ' +
          '`null` for other files, for files from before pages were counted, and for files that we ' +
          "couldn't read.",
      }),
    lastModified: instant('When the content was last written (UTC).'),
    folder: z
      .string()
      .optional()
      .meta({
        description:
          'Folder to show a deliverable in, with `/` between its parts. Absent at the top. Only for ' +
          'display, never part of an address.',
      }),
    patientCheck: z
      .object({
        result: z
          .enum(patientCheckResults)
          .meta({
            description:
              "`matched`: the file states your patient's name or date of birth, and no other patient's. " +
              "`notStated`: it states none. `notReadable`: we couldn't read it. `released`: it also names " +
              'someone else, and support released it.',
          }),
        note: z.string().meta({ description: 'The result in words, to show next to the file.' }),
      })
      .optional()
      .meta({
        description:
          'How a deliverable compares with the patient. Absent for other files, and for deliverables from ' +
          'before returned files were compared.',
      }),
    uploadedBy,
  })
  .meta({ id: 'FileInfo', description: 'A file in a list.' });

/** A single file. */
export const fileResponse = z
  .object({
    uploadUrl: z
      .string()
      .nullable()
      .meta({
        description:
          'Presigned URL: PUT the raw bytes here, exactly as issued and without an Authorization header. ' +
          'A later upload replaces the file. `null` if this operation offers no upload, or your role or a ' +
          "closed project doesn't allow one.",
      }),
    uploadHeaders: z
      .record(z.string(), z.string())
      .meta({ description: 'Extra headers to send with the upload. Normally empty.' }),
    expiresIn: z
      .number()
      .int()
      .meta({ description: 'Seconds the URLs stay valid after they were issued. 0 if there are none.' }),
    downloadUrl: z
      .string()
      .nullable()
      .meta({
        description:
          'Presigned download URL; send no Authorization header. `null` if no file is stored, or the ' +
          'answer only offers an upload.',
      }),
    extraction: extraction
      .nullable()
      .meta({
        description:
          'What was read from the document. `null` until it has been read. It can appear before ' +
          '`verdicts`, so poll those.',
      }),
    verdicts: verdicts
      .nullable()
      .meta({
        description: 'Results of the auth-check. `null` while the analysis runs, and without an analysis.',
      }),
    verdictCounts: verdictCounts
      .nullable()
      .meta({ description: 'Number of verdicts by status. `null` exactly when `verdicts` is.' }),
    embedToken: z
      .string()
      .nullable()
      .meta({
        description:
          'Opens the auth-check of this document in a frame. `null` if no patient was sent for it, or ' +
          'there is no document.',
      }),
    looseFiles: z
      .array(fileInfo)
      .meta({
        description:
          "Other files in the same place that aren't part of the document set: those stored directly on " +
          'the record request, with their own URLs. Empty for an authorization, for a standalone document, ' +
          'and if the answer only offers an upload.',
      }),
    uploadedBy,
  })
  .meta({
    id: 'FileResponse',
    description: 'A single file with its URLs and, for an auth-check, its analysis.',
  });

const nameBytesMax = 255;

/** The name of a file in a path. */
export const fileName = z
  .string()
  .min(1)
  .refine(name => Buffer.byteLength(name) <= nameBytesMax, `must have at most ${nameBytesMax} bytes`)
  .refine(name => isStorableText(name) && !name.includes('/'), 'must be one path segment')
  .meta({
    param: { id: 'Filename' },
    description:
      'The `fileName` in the list, as one path segment. Names that differ only in case or Unicode form ' +
      'are the same name.',
    example: 'Medical Record.pdf',
  });

/** The name of a file that may not exist yet. */
export const newDocumentName = z
  .string()
  .superRefine((name, context) => {
    const fault = fileNameFault(visibleFileName(name).normalize('NFC'));
    if (fault !== undefined) context.addIssue({ code: 'custom', message: fault });
  })
  .meta({
    description:
      "Name for the document: at most 255 bytes. Invisible characters are removed. It can't start with a " +
      'dot or space, or contain a slash, ' +
      'backslash, quotation mark, semicolon, or control character.',
    example: 'Cover Letter.pdf',
  });

const pathBytesMax = 1_024;

/** The stored path of a file, by which a rename addresses it. */
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

const slashes = 'It can have several segments. Write the slashes between them as `/` or `%2F`.';

/** The stored path of a deliverable. */
export const deliverablePath = storedPath.meta({
  description: `The STORED path: the part of \`key\` after \`/deliverables/\`. ${slashes}`,
  example: '1/1',
});

/** The name or the stored path of a document. */
export const documentPath = storedPath.meta({
  description:
    'The `fileName` in the list, or the stored path: the part of `key` after `/documents/`. ' + slashes,
  example: 'Cover Letter.pdf',
});

/** The body of a rename. */
export const renameForm = z
  .object({
    newFilename: z
      .string()
      .meta({
        description:
          'The new name. A directory before it is dropped, and spaces around it are trimmed. It must not ' +
          'be empty, start with a dot, contain `"`, `;`, `\\`, or control characters, or exceed 255 ' +
          'bytes; otherwise 400. If another file has the name, it gets a number.',
        example: 'Chart 2019-2024.pdf',
      }),
  })
  .meta({ id: 'RenameForm', description: 'The new name of a file.' });

/** An answer with every file of a list. */
export const fileList = z
  .object({ files: z.array(fileInfo).meta({ description: 'The files, sorted by name.' }) })
  .meta({ id: 'FileList', description: 'All files of a list.' });
