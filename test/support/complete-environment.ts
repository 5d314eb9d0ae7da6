/** An environment with every required key. */
export const completeEnvironment: Readonly<Record<string, string>> = {
  RECORDWELL_ENV: 'development',
  DATABASE_URL: 'postgres://app@127.0.0.1/recordwell',
  S3_ACCESS_KEY_ID: 'a',
  S3_SECRET_ACCESS_KEY: 'b',
  S3_NOTIFICATION_SECRET: 'c'.repeat(24),
  KEY_FINGERPRINT_SECRET: Buffer.alloc(32, 1).toString('base64'),
  PAYLOAD_KEYS: `k1:${Buffer.alloc(32, 2).toString('base64')}`,
  EMBED_KEYS: `1:${Buffer.alloc(32, 2).toString('base64')}`,
  WEBHOOK_KEYS: `k1:${Buffer.alloc(32, 2).toString('base64')}`,
};
