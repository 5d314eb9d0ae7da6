import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { generators } from '../../tools/clients/generators';

const root = join(__dirname, '../..');
const page = readFileSync(join(root, 'docs/guides/clients.md'), 'utf8');

test.each(generators.map(({ name, command }) => [name, command] as const))(
  'The guide shows the `npm run clients` command for %s, and its example',
  (name, command) => {
    const lines = page.split('\n').map(line => line.replace(/^npx /, ''));
    expect(lines).toContain(command);
    const [, example = ''] = new RegExp(`\\((examples/clients/${name}/[a-zA-Z.]+)\\)`).exec(page) ?? [];
    expect(example).not.toBe('');
    expect(existsSync(join(root, 'docs/guides', example))).toBe(true);
  },
);

test('The guide names the versions that are tested', () => {
  const versions = [
    ['tools/clients/programs.ts', /version: '([\d.]+)'/],
    ['tools/clients/package.json', /openapi-ts": "([\d.]+)"/],
    ['tools/clients/requirements.txt', /^openapi-python-client==([\d.]+)/m],
    ['docs/guides/examples/clients/oapi-codegen/go.mod', /oapi-codegen\/v2 v([\d.]+)/],
  ] as const;
  for (const [file, pattern] of versions) {
    const [, version = 'absent'] = pattern.exec(readFileSync(join(root, file), 'utf8')) ?? [];
    expect(page).toContain(version);
  }
});
