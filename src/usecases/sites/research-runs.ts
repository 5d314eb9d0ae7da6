/** The steps of site research; each may be repeated (EMBED-22, EMBED-23). */
import { noDetail } from '../../domain/audit-events';
import { addressLines, type Site } from '../../domain/clinical/site';
import type { Environment } from '../../domain/projects/project';
import { findingCharactersMax, findingsMax } from '../../domain/research/limits';
import {
  researchUrl,
  type Finding,
  type SiteResearch,
  type SourceOutcome,
} from '../../domain/research/research';
import type {
  ResearchAnswer,
  ResearchSource,
  ResearchSources,
} from '../../partners/research/research-source';
import type { Executor } from '../../store/database';
import {
  findFacilityOf,
  listCandidates,
  listEndpoints,
  listOtherNames,
  type Facility,
} from '../../store/sites/directory';
import { endResearchRow, findResearch, insertAnswer, listAnswers } from '../../store/sites/researches';
import { findSite, type StoredSite } from '../../store/sites/sites';
import { getCompanyId } from '../../store/tenants/tenants';
import { resource, runOwnChange, type ChangeParts } from '../change';
import { tellResearchEnded } from './researches';

/** The dependencies of research. */
export interface ResearchParts extends ChangeParts {
  readonly researchSources: ResearchSources;
  /** The URL at which customers reach the service. */
  readonly publicUrl: string;
}

/** The key of a research run. */
interface ResearchRef {
  readonly researchUid: string;
}

async function existing(executor: Executor, uid: string): Promise<SiteResearch> {
  const research = await findResearch(executor, uid);
  if (research === undefined) throw new Error('there is no such research');
  return research;
}

async function sourcesOf(
  { db, researchSources }: ResearchParts,
  { companyUid, environment }: SiteResearch,
): Promise<readonly ResearchSource[]> {
  return researchSources({ environment, companyId: await getCompanyId(db, companyUid) });
}

/** Returns the sources to ask, in order; none if the research has ended. */
export async function planResearch(
  parts: ResearchParts,
  { researchUid }: ResearchRef,
): Promise<{ readonly sources: ReadonlyArray<Pick<ResearchSource, 'name' | 'answerWithinMs'>> }> {
  const research = await existing(parts.db, researchUid);
  if (research.endedAt !== null) return { sources: [] };
  const sources = await sourcesOf(parts, research);
  return { sources: sources.map(({ name, answerWithinMs }) => ({ name, answerWithinMs })) };
}

/** A source of a research run. */
interface SourceRef extends ResearchRef {
  readonly source: string;
}

/** A source of a started research is no longer configured. */
class SourceMissing extends Error {
  override readonly name = 'SourceMissing';
  readonly isMessageSafe = true;
  constructor(name: string) {
    super(`the source ${name} isn't configured (RESEARCH_SOURCES)`);
  }
}

async function put(
  { db }: ResearchParts,
  { uid: askUid, environment }: SiteResearch,
  source: ResearchSource,
  stored: StoredSite,
): Promise<ResearchAnswer> {
  // Our own standing isn't disclosed to sources.
  const { uid: _uid, standing: _standing, ...site } = stored;
  if (source.kind === 'asked') return source.ask({ askUid, site });
  return { kind: 'answered', findings: await researchDirectory(db, environment, site) };
}

/** The progress of a source: done, or to be asked again after this time. */
export type SourceProgress = 'done' | { readonly askAgainAfterMs: number };

/**
 * Asks one source, and stores its findings. A finished one isn't asked again.
 * @throws if it can't be asked; the caller retries
 */
export async function askResearchSource(
  parts: ResearchParts,
  { researchUid, source: name }: SourceRef,
): Promise<SourceProgress> {
  const { db } = parts;
  const research = await existing(db, researchUid);
  const isDone = (await listAnswers(db, researchUid)).some(({ source }) => source === name);
  if (isDone || research.endedAt !== null) return 'done';
  const source = (await sourcesOf(parts, research)).find(each => each.name === name);
  if (source === undefined) throw new SourceMissing(name);
  const found = await findSite(db, research, research.siteUid);
  if (found === undefined) throw new Error('a research run references a missing site');
  const answer = await put(parts, research, source, found.site);
  if (answer.kind === 'pending') return { askAgainAfterMs: answer.askAgainAfterMs };
  await store(parts, { researchUid, source: name, outcome: 'answered', findings: answer.findings });
  return 'done';
}

async function store(
  parts: ResearchParts,
  answer: Omit<Parameters<typeof insertAnswer>[1], 'answeredAt'>,
): Promise<void> {
  await runOwnChange(parts, 'site research', 'siteResearch.answer', async change => {
    change.unaudited('facility data is public; the end of the research is audited');
    await insertAnswer(change.tx, { ...answer, answeredAt: change.now });
  });
}

/** Records that a source was given up; its earlier answer stays. */
export async function missResearchSource(
  parts: ResearchParts,
  { researchUid, source, outcome }: SourceRef & { readonly outcome: Exclude<SourceOutcome, 'answered'> },
): Promise<void> {
  await store(parts, { researchUid, source, outcome, findings: [] });
}

/** How many sources answered, and how many didn't. */
export interface EndedResearch {
  readonly answered: number;
  readonly missed: number;
}

/** Ends a research run and notifies the user who started it; a repeat doesn't notify again (EVENT-16). */
export async function endResearch(
  parts: ResearchParts,
  { researchUid }: ResearchRef,
): Promise<EndedResearch> {
  await runOwnChange(parts, 'site research', 'siteResearch.end', async change => {
    const ended = await endResearchRow(change.tx, researchUid, change.now);
    if (ended === undefined) return change.unaudited('it had already ended');
    const { companyUid, environment, siteUid, startedByUid: starterUid } = ended;
    const url = researchUrl(parts.publicUrl, researchUid);
    await tellResearchEnded(change, { companyUid, environment, siteUid, starterUid, url });
    await change.audit(resource('site', { uid: siteUid, companyUid }), 'siteResearch.end', noDetail);
  });
  const answers = await listAnswers(parts.db, researchUid);
  const answered = answers.filter(({ outcome }) => outcome === 'answered').length;
  return { answered, missed: answers.length - answered };
}

/** The most other names, electronic addresses, and possible facilities that are reported. */
const namesMax = 10;
const endpointsMax = 10;
const candidatesMax = 5;

function addressOf(facility: Facility): string {
  return addressLines(facility).join(', ');
}

function findings(pairs: ReadonlyArray<readonly [label: string, value: string | null]>): Finding[] {
  return pairs.flatMap(([label, value]) => (value === null ? [] : [{ label, value }]));
}

async function findingsOf(executor: Executor, facility: Facility): Promise<Finding[]> {
  const { npi, name, systemName, phone, fax } = facility;
  const names = await listOtherNames(executor, npi, namesMax);
  const endpoints = (await listEndpoints(executor, npi)).slice(0, endpointsMax);
  return findings([
    ...([
      ['NPI', npi],
      ['Directory name', name],
      ['Health system', systemName],
    ] as const),
    ...([
      ['Address', addressOf(facility)],
      ['Phone', phone],
      ['Fax', fax],
    ] as const),
    ...names.map(other => ['Other name', other] as const),
    ...endpoints.map(
      ({ kind, address, use }) =>
        ['Electronic address', [kind, address, use].filter(part => part !== null).join(' ')] as const,
    ),
  ]);
}

/**
 * Finds the facility of the directory that a site certainly is, with all that is published about it;
 * otherwise the possible ones, most likely first.
 */
async function researchDirectory(
  executor: Executor,
  environment: Environment,
  site: Site,
): Promise<readonly Finding[]> {
  const facility = await findFacilityOf(executor, environment, site);
  const found =
    facility === undefined
      ? findings(
          (await listCandidates(executor, environment, site)).slice(0, candidatesMax).map(candidate => {
            const { name, npi, phone } = candidate.facility;
            const facts = [name, addressOf(candidate.facility), `NPI ${npi}`, phone];
            return ['It may be', facts.filter(fact => fact !== null).join(', ')];
          }),
        )
      : await findingsOf(executor, facility);
  return found
    .slice(0, findingsMax)
    .map(({ label, value }) => ({ label, value: value.slice(0, findingCharactersMax.value) }));
}
