/** The settings of the object store. */
import { z } from 'zod';

/** The settings of files in the environment. */
export const fileSettings = {
  S3_ENDPOINT: z.url().optional().describe('The S3 endpoint; absent means AWS.'),
  S3_PUBLIC_ENDPOINT: z
    .url()
    .optional()
    .describe('The S3 endpoint as customers reach it, for presigned URLs; absent means `S3_ENDPOINT`.'),
  S3_REGION: z.string().default('us-east-1').describe('The S3 region.'),
  S3_BUCKET: z.string().default('recordwell').describe('The bucket that holds every file.'),
  S3_ACCESS_KEY_ID: z.string().describe('The S3 access key id.'),
  S3_SECRET_ACCESS_KEY: z.string().describe('The S3 secret access key.'),
  S3_NOTIFICATION_SECRET: z
    .string()
    .min(24)
    .describe(
      'The secret that the object store shows when it posts an event, as a bearer token or as `?secret=`; ' +
        'at least 24 characters.',
    ),
} as const;
