import { z } from 'zod';
import { isStorableText } from '../../domain/text';
import { extraction, verdictCounts, verdicts } from './auth-check';

/** Who or what placed a file. */
const uploadedBy = z
  .object({ kind: z.enum(['user', 'facility', 'partner', 'service']), id: z.string(), name: z.string() })
  .meta({ id: 'UploadedBy' });

/** A file in a list. */
export const fileInfo = z
  .object({
    url: z
      .string()
      .meta({ description: 'Presigned download URL; needs no Authorization header; valid about an hour.' }),
    fileName: z.string(),
    key: z.string().meta({ description: 'Real storage path.' }),
    size: z.number().int().meta({ description: 'Bytes.' }),
    lastModified: z.iso.datetime(),
    folder: z.string().optional(),
    uploadedBy: uploadedBy.optional(),
  })
  .meta({ id: 'FileInfo' });

/** A single file. */
export const fileResponse = z
  .object({
    uploadUrl: z.string().nullable(),
    uploadHeaders: z.record(z.string(), z.string()),
    expiresIn: z.number().int().meta({
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
    uploadedBy: uploadedBy.optional(),
  })
  .meta({ id: 'FileResponse' });

/** The name of a file in a path. */
export const fileName = z
  .string()
  .min(1)
  .refine(name => Buffer.byteLength(name) <= 255, 'must have at most 255 bytes')
  .refine(name => isStorableText(name) && !name.includes('/'), 'must be one path segment')
  .meta({ description: 'The listed unique name.', example: 'Medical Record.pdf' });
