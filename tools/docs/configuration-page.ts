import { attributesOf, configEntries } from '../../src/main/describe-config';

/** Returns the page `docs/operate/configuration.md`. */
export function configurationPage(): string {
  const rows = configEntries().map(
    entry => `| \`${entry.key}\` | ${attributesOf(entry)} | ${entry.description} |`,
  );
  return [
    '# Configuration',
    '',
    'Every process reads its settings from the environment, and from a file `.env` in its working folder ' +
      "for those that the environment doesn't have. If settings are missing or malformed, the process " +
      'names all of them and exits. `production` rejects unsafe values. `npm run docs:write` writes this ' +
      'page.',
    '',
    '| setting | value | meaning |',
    '|---|---|---|',
    ...rows,
    '',
  ].join('\n');
}
