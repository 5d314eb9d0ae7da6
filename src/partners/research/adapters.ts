import type { ResearchSourceSettings } from '../settings';
import { createHttpResearchSource } from './http-research-source';
import type { AskedSource } from './research-source';

/** Creates a source from its settings and the token of its credentials file. */
type ResearchSourceAdapter = (settings: ResearchSourceSettings, token: string) => AskedSource;

/** The adapters of research sources by the `kind` that RESEARCH_SOURCES names. */
export const researchSourceAdapters: Readonly<Record<ResearchSourceSettings['kind'], ResearchSourceAdapter>> =
  { http: createHttpResearchSource };
