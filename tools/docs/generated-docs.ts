import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorsPage } from './errors-page';
import { buildOpenApi } from '../../src/api/document/openapi';
import { operations } from '../../src/api/operations';
import { browsePage } from './browse-page';
import { changelogPage } from './changelog-page';
import { configurationPage } from './configuration-page';
import { readChapters } from '../../src/reference/rules';
import { notServedYetPage } from './not-served-yet-page';
import { sandboxPage } from './sandbox-page';
import { sampleAuthorization } from './sample-authorization';

/** A checked-in file that is generated from the code. */
interface GeneratedDoc {
  /** Relative to the project's root. */
  readonly path: string;
  readonly content: string | Uint8Array;
}

const rulesFolder = join(__dirname, '../../docs/rules');

/** Returns every generated, checked-in file with its current content. */
export async function generatedDocs(): Promise<GeneratedDoc[]> {
  const changelog = readFileSync(join(__dirname, '../../CHANGELOG.md'), 'utf8');
  const sandbox = readFileSync(join(__dirname, '../../docs/guides/sandbox.md'), 'utf8');
  const contracts = operations.map(({ contract }) => contract);
  return [
    { path: 'openapi.json', content: `${JSON.stringify(buildOpenApi(contracts), null, 2)}\n` },
    { path: 'docs/operate/configuration.md', content: configurationPage() },
    { path: 'docs/guides/browse.md', content: browsePage() },
    { path: 'docs/guides/errors.md', content: errorsPage() },
    { path: 'docs/guides/changelog.md', content: changelogPage(changelog) },
    { path: 'docs/guides/not-served-yet.md', content: notServedYetPage(readChapters(rulesFolder)) },
    { path: 'docs/guides/sandbox.md', content: sandboxPage(sandbox) },
    { path: 'docs/guides/sample-authorization.pdf', content: await sampleAuthorization() },
    // The form that waiting readers have read.
    { path: 'src/reading/rehearsal.pdf', content: await sampleAuthorization() },
  ];
}

/** Returns the paths of the files under `root` that are missing or outdated. */
export async function staleDocs(root: string): Promise<string[]> {
  const isKept = ({ path, content }: GeneratedDoc): boolean => {
    try {
      return readFileSync(join(root, path)).equals(Buffer.from(content));
    } catch {
      return false;
    }
  };
  return (await generatedDocs()).filter(doc => !isKept(doc)).map(({ path }) => path);
}
