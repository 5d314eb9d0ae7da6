import { configSchema } from '../../src/main/config';
import { migrateEnvironment, processEnvironment } from '../../stack/run/process-environment';
import { defaultPorts } from '../../stack/run/stack-ports';

const owner = 'postgres://recordwell_owner:ownersecret@127.0.0.1/recordwell';
const addresses = {
  database: {
    app: 'postgres://recordwell_app:appsecret@127.0.0.1/recordwell',
    browse: 'postgres://recordwell_browse:browsesecret@127.0.0.1/recordwell',
    owner,
  },
  mailFolder: '/state/mail',
  temporalAddress: '127.0.0.1:7233',
  objectStore: { endpoint: 'http://127.0.0.1:7070', accessKeyId: 'id', secretAccessKey: 'secret' },
};
const secrets = {
  superuserPassword: 'superusersecret',
  ownerPassword: 'ownersecret',
  appPassword: 'appsecret',
  browsePassword: 'browsesecret',
  s3AccessKeyId: 'id',
  s3SecretAccessKey: 'secret',
  s3NotificationSecret: 'notification',
  keyFingerprintSecret: 'fingerprint',
  payloadKeys: 'k1:key',
  webhookKeys: 'webhook keys',
  embedKeys: '1:key',
};

test.each([
  ['a shell without settings', {}],
  ["a shell that has the owner's address", { DATABASE_OWNER_URL: owner }],
])("With %s, only `migrate` gets the schema owner's address", (_, shell) => {
  const environment = processEnvironment(addresses, secrets, defaultPorts, shell);
  expect(environment['DATABASE_URL']).toBe(addresses.database.app);
  expect(environment['DATABASE_BROWSE_URL']).toBe(addresses.database.browse);
  expect(JSON.stringify(environment)).not.toMatch(/ownersecret|superusersecret/);
  expect(migrateEnvironment(environment, addresses.database)).toEqual({
    ...environment,
    DATABASE_OWNER_URL: owner,
  });
});

test('Every other setting of the shell is passed on to the processes', () => {
  const environment = processEnvironment(addresses, secrets, defaultPorts, { LOG_LEVEL: 'warn' });
  expect(environment['LOG_LEVEL']).toBe('warn');
  expect(Object.keys(configSchema.shape)).toContain('DATABASE_OWNER_URL');
});
