import { researchSourceAdapters } from '../partners/research/adapters';
import { createResearchSources, type ResearchSources } from '../partners/research/research-source';
import { sandboxResearchSource } from '../sandbox/research-source';
import type { Config } from './config';
import { readToken } from './read-credentials';

/**
 * Who is asked about facilities, by the configuration; the tokens are in the files that it names.
 * @throws ConfigError when such a file cannot be used; no value of it is shown
 */
export function openResearchSources(config: Pick<Config, 'RESEARCH_SOURCES'>): ResearchSources {
  return createResearchSources(
    sandboxResearchSource,
    (config.RESEARCH_SOURCES ?? []).map(settings => ({
      source: researchSourceAdapters[settings.kind](
        settings,
        readToken('RESEARCH_SOURCES', settings.name, settings.credentialsFile),
      ),
      companies: settings.companies,
    })),
  );
}
