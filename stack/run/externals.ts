/** External services from the environment. The stack doesn't start its own instead of them. */
import type { DatabaseUrls } from './database-urls';
import { StackError } from './stack-error';

/** The environment of a process. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Returns an environment variable. An empty one counts as absent, as it does for our processes. */
export function settingOf(environment: Environment, name: string): string | undefined {
  const value = environment[name];
  return value === '' ? undefined : value;
}

/** The external services. */
export interface Externals {
  readonly database?: DatabaseUrls;
  readonly temporalAddress?: string;
  readonly objectStore?: {
    readonly endpoint: string;
    readonly accessKeyId: string;
    readonly secretAccessKey: string;
  };
}

/**
 * Reads `DATABASE_URL`, `TEMPORAL_ADDRESS`, and `S3_ENDPOINT` with their other settings.
 * @throws StackError naming a missing setting of one of them
 */
export function readExternals(environment: Environment): Externals {
  const given = (name: string): string | undefined => settingOf(environment, name);
  const needed = (name: string, because: string): string => {
    const value = given(name);
    if (value === undefined) throw new StackError(`${because} is set, so you must also set ${name}.`);
    return value;
  };
  const database = given('DATABASE_URL');
  const temporalAddress = given('TEMPORAL_ADDRESS');
  const endpoint = given('S3_ENDPOINT');
  return {
    ...(database === undefined
      ? {}
      : {
          database: {
            app: database,
            owner: needed('DATABASE_OWNER_URL', 'DATABASE_URL'),
            browse: needed('DATABASE_BROWSE_URL', 'DATABASE_URL'),
          },
        }),
    ...(temporalAddress === undefined ? {} : { temporalAddress }),
    ...(endpoint === undefined
      ? {}
      : {
          objectStore: {
            endpoint,
            accessKeyId: needed('S3_ACCESS_KEY_ID', 'S3_ENDPOINT'),
            secretAccessKey: needed('S3_SECRET_ACCESS_KEY', 'S3_ENDPOINT'),
          },
        }),
  };
}
