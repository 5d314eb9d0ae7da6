import { stubFacilities } from '../../src/sandbox/stub-facilities';
import { createResearchSources } from '../../src/partners/research/research-source';
import { sandboxResearchSource } from '../../src/sandbox/research-source';
import { importStubFacilities } from '../../src/usecases/sites/directory-imports';
import { askResearchSource, endResearch, planResearch } from '../../src/usecases/sites/research-runs';
import { siteFinderPath } from '../../src/domain/research/research';
import type { Answer, ApiWorld } from './api-world';

/** The site finder as a browser uses it: redirects after a POST are followed. */
export interface SiteFinder {
  /** The stub facility that the tests use. */
  readonly facility: ReturnType<typeof stubFacilities>[number];
  readonly minted: (key: string) => Promise<string>;
  readonly open: (token: string, query?: Readonly<Record<string, string>>) => Promise<Answer>;
  readonly post: (token: string, form: Readonly<Record<string, string>>) => Promise<Answer>;
  /** Returns the id of the facility, as in a search. */
  readonly facilityUid: (token: string) => Promise<string>;
  /** Starts research about the facility. */
  readonly research: (token: string) => Promise<Answer>;
}

/** Returns the id of the research that a page waits for. */
export function researchIn({ text }: Answer): string {
  return /research=([0-9a-f-]{36})/.exec(text)?.[1] ?? '';
}

/** Does what a research run's workflow does, with the sources of a deployment without configured ones. */
export async function runResearch(world: ApiWorld, researchUid: string): Promise<void> {
  const researchSources = createResearchSources(sandboxResearchSource);
  const parts = { ...world.services, researchSources, publicUrl: world.url };
  for (const { name: source } of (await planResearch(parts, { researchUid })).sources)
    await askResearchSource(parts, { researchUid, source });
  await endResearch(parts, { researchUid });
}

/** Imports the stub facilities. */
export async function useSiteFinder(world: ApiWorld): Promise<SiteFinder> {
  const facilities = stubFacilities();
  const [facility] = facilities;
  if (facility === undefined) throw new Error('the sandbox has no facility');
  await world.change(change => importStubFacilities(change, facilities));
  const headers = { Accept: 'text/html' };
  const at = (token: string, query: Readonly<Record<string, string>> = {}): string =>
    `${siteFinderPath}?${new URLSearchParams({ token, ...query }).toString()}`;
  const open: SiteFinder['open'] = (token, query) => world.call('GET', at(token, query), { headers });
  const post: SiteFinder['post'] = (token, form) =>
    world.call('POST', at(token), {
      headers: { ...headers, 'Content-Type': 'application/x-www-form-urlencoded' },
      rawBody: new URLSearchParams(form).toString(),
    });
  const facilityUid: SiteFinder['facilityUid'] = async token => {
    const { text } = await open(token, { do: 'search', zip: facility.zip, name: facility.name });
    return /name="facility" value="([^"]+)"/.exec(text)?.[1] ?? '';
  };
  return {
    facility,
    open,
    post,
    facilityUid,
    minted: async key => {
      const { json } = await world.call('POST', '/v0/site-finder/embed-token', { key, body: {} });
      return String(json['token']);
    },
    research: async token => post(token, { do: 'research', facility: await facilityUid(token) }),
  };
}
