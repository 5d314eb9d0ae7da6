/** The environment of a stack's processes, for tools that use the stack. */
import { readExternals, type Environment } from './externals';
import { readJsonFile } from './json-file';
import { processEnvironment } from './process-environment';
import { loadSecrets } from './secrets';
import { defaultPorts } from './stack-ports';
import { stackFileSchema, type StateFolder } from './state-folder';

function withUser(url: string, name: string, password: string): string {
  const changed = new URL(url);
  changed.username = name;
  changed.password = password;
  return changed.href;
}

/**
 * Returns the environment of the folder's stack when it was last ready. It may not be running now.
 * @returns undefined if no stack was ever ready in the folder
 * @throws StackError as `readExternals`
 */
export function readStackEnvironment(
  folder: StateFolder,
  shell: Environment,
): Record<string, string> | undefined {
  const stack = readJsonFile(folder.stackFile, stackFileSchema);
  if (stack === undefined) return undefined;
  const secrets = loadSecrets(folder);
  const externals = readExternals(shell);
  const addresses = {
    database: externals.database ?? {
      app: stack.databaseUrl,
      owner: withUser(stack.databaseUrl, 'recordwell_owner', secrets.ownerPassword),
      browse: withUser(stack.databaseUrl, 'recordwell_browse', secrets.browsePassword),
    },
    temporalAddress: stack.temporalAddress,
    mailFolder: folder.mail,
    objectStore: externals.objectStore ?? {
      endpoint: stack.s3,
      accessKeyId: secrets.s3AccessKeyId,
      secretAccessKey: secrets.s3SecretAccessKey,
    },
  };
  // The other ports are only for processes that the stack starts, so stack.json doesn't have them.
  const ports = { ...defaultPorts, api: Number(new URL(stack.api).port) };
  return processEnvironment(addresses, secrets, ports, shell);
}
