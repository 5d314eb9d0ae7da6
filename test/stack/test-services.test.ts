import { HeadBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { Connection } from '@temporalio/client';
import { Client } from 'pg';
import { ensureBucket } from '../../stack/run/object-store';

const given = (name: string): string => {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is not set by the global set-up`);
  return value;
};

test('A test run has PostgreSQL 18 with the extensions we use', async () => {
  const client = new Client({ connectionString: given('TEST_POSTGRES_URL') });
  await client.connect();
  try {
    const version = await client.query<{ version: number }>(
      `select current_setting('server_version_num')::int / 10000 as version`,
    );
    expect(version.rows).toEqual([{ version: 18 }]);
    const extensions = await client.query<{ name: string }>(
      `select name from pg_available_extensions
       where name in ('pg_trgm', 'pgcrypto', 'pg_stat_statements') order by name`,
    );
    expect(extensions.rows.map(row => row.name)).toEqual(['pg_stat_statements', 'pg_trgm', 'pgcrypto']);
  } finally {
    await client.end();
  }
});

test('A test run has Temporal with the namespace `default`', async () => {
  const connection = await Connection.connect({ address: given('TEST_TEMPORAL_ADDRESS') });
  try {
    const answer = await connection.workflowService.describeNamespace({ namespace: 'default' });
    expect(answer.namespaceInfo?.name).toBe('default');
  } finally {
    await connection.close();
  }
});

test('A test run has an S3 server, and creating a bucket twice is harmless', async () => {
  const credentials = {
    accessKeyId: given('TEST_S3_ACCESS_KEY_ID'),
    secretAccessKey: given('TEST_S3_SECRET_ACCESS_KEY'),
  };
  const endpoint = given('TEST_S3_ENDPOINT');
  await ensureBucket(endpoint, credentials, 'made-twice');
  await ensureBucket(endpoint, credentials, 'made-twice');
  const client = new S3Client({ endpoint, region: 'us-east-1', forcePathStyle: true, credentials });
  try {
    const answer = await client.send(new HeadBucketCommand({ Bucket: 'made-twice' }));
    expect(answer.$metadata.httpStatusCode).toBe(200);
  } finally {
    client.destroy();
  }
});
