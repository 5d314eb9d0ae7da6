import { siteScenarios } from '../../src/domain/record-requests/sandbox-scenarios';
import { patientScenarios } from '../../src/domain/searches/sandbox-scenarios';

type Rows = ReadonlyArray<readonly [name: string, result: string]>;

/** Returns a page with the table below a heading replaced. @throws Error for a page without it */
function withTable(page: string, heading: string, [name, rows]: readonly [name: string, rows: Rows]): string {
  const place = new RegExp(`(?<=\\n## ${heading}\\n(?:(?!\\||##).*\\n)*)(?:\\|.*\\n)+`);
  if (!place.test(page)) throw new Error(`The page has no table below the heading ${heading}.`);
  const lines = [[name, 'result'], ['---', '---'], ...rows].map(([first, second]) =>
    first === '---' ? '|---|---|' : `| ${first} | ${second} |`,
  );
  return page.replace(place, () => `${lines.join('\n')}\n`);
}

/** Returns the page `docs/guides/sandbox.md` with the tables of scenarios as the sandbox has them. */
export function sandboxPage(page: string): string {
  const patients: Rows = [
    ...patientScenarios.map(({ firstName, result }) => [`\`${firstName}\``, result] as const),
    ['any other', '`Completed`.'],
  ];
  const sites: Rows = [
    ...siteScenarios.map(
      ({ siteNames, result }) => [siteNames.map(siteName => `\`${siteName}\``).join(', '), result] as const,
    ),
    ['any other', '`Completed`, with a file.'],
  ];
  const withPatients = withTable(page, 'Search results by first name', ['`firstName`', patients]);
  return withTable(withPatients, 'Record request results by site name', ['`siteName`', sites]);
}
