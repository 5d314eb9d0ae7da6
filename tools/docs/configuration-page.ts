import { attributesOf, configEntries } from '../../src/main/describe-config';

/** Returns the page `docs/operate/configuration.md`. */
export function configurationPage(): string {
  const rows = configEntries().map(
    entry => `| \`${entry.key}\` | ${attributesOf(entry)} | ${entry.description} |`,
  );
  return [
    '# Configuration',
    '',
    'Written by `npm run docs:write` from `src/main/config.ts` and the settings of the rooms ' +
      '(`settings.ts`). Every process reads the environment, with a file `.env` in its working folder ' +
      'below it; each key that is missing or malformed is named at once, and `production` refuses ' +
      'unsafe values.',
    '',
    '| key | | what it is |',
    '|---|---|---|',
    ...rows,
    '',
  ].join('\n');
}
