import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorsPage } from '../api/document/errors-page';
import { buildOpenApi } from '../api/document/openapi';
import { operations } from '../api/operations';
import { configurationPage } from '../platform/config-documents';

/** A checked-in file that derives from the code. */
interface GeneratedDocument {
  /** From the root of the project. */
  readonly path: string;
  readonly content: string;
}

/** The server that the checked-in document names; a running API names its own. */
const neutralServer = 'https://api.example.com';

/** Every checked-in file that derives from the code, as it should be. */
export function generatedDocuments(): GeneratedDocument[] {
  const contracts = operations.map(({ contract }) => contract);
  return [
    { path: 'openapi.json', content: `${JSON.stringify(buildOpenApi(contracts, neutralServer), null, 2)}\n` },
    { path: 'docs/configuration.md', content: configurationPage() },
    { path: 'docs/errors.md', content: errorsPage() },
  ];
}

/** The paths of the files under `root` that are absent or not as they should be. */
export function staleDocuments(root: string): string[] {
  const kept = (path: string): string | undefined => {
    try {
      return readFileSync(join(root, path), 'utf8');
    } catch {
      return undefined;
    }
  };
  return generatedDocuments()
    .filter(({ path, content }) => kept(path) !== content)
    .map(({ path }) => path);
}
