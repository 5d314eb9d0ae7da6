import type { ProjectStatus } from '../domain/projects/project';
import type { TermsMismatch } from '../domain/purposes/purpose-of-use';
import {
  chooseChannel,
  type ChannelPlace,
  type ChannelRoute,
} from '../domain/record-requests/choose-channel';
import type { SearchKind } from '../domain/searches/search';
import type { OutreachSettings, SearchPartnerSettings } from './settings';
import type { EhrChannel } from './ehr/ehr-channel';
import type { FacilityChannel } from './facility-channel';
import type { DirectPartner, SearchPartner } from './search-partner';

/** The jobs of searches: each has its own partner. */
export const jobs = {
  siteSonar: 'claims discovery',
  patientHistories: 'histories',
  ehrSearch: 'EHR enrolment',
} as const satisfies Record<SearchKind, string>;

/** The place of a search. */
export interface PartnerPlace {
  readonly status: ProjectStatus;
  readonly companyId: string;
}

/** Finds the partner for a job, company, and environment. */
export interface Partners {
  /** Returns the partner of a job; `undefined` if none is configured. */
  readonly searchPartner: (kind: SearchKind, place: PartnerPlace) => SearchPartner | undefined;
  /** Returns the channel to facilities; `undefined` if operators work the requests manually. */
  readonly facilityChannel: (status: ProjectStatus) => FacilityChannel | undefined;
  /** Returns the system for asking a facility of a live project; absent if none is configured. */
  readonly ehrChannel?: (place: ChannelPlace) => EhrChannel | undefined;
  /** Returns the system with this name, through which a request was sent. */
  readonly ehrChannelNamed?: (name: string) => EhrChannel | undefined;
  /**
   * The packet settings for facilities of live projects without a channel; absent if operators write their
   * own letters.
   */
  readonly outreach?: OutreachSettings | undefined;
}

/** No partner is configured for the job; the search stays armed and is retried. */
export class PartnerMissing extends Error {
  override readonly name = 'PartnerMissing';
  readonly isMessageSafe = true;
  constructor(kind: SearchKind) {
    super(`no partner is configured for ${jobs[kind]} on live projects of this company (SEARCH_PARTNERS)`);
  }
}

/** The partner's terms no longer accept the run; nothing is sent until they do. */
export class PartnerNotToBeAsked extends Error {
  override readonly name = 'PartnerNotToBeAsked';
  readonly isMessageSafe = true;
  constructor(kind: SearchKind, mismatch: TermsMismatch) {
    super(`the partner for ${jobs[kind]} is not to be asked by its terms: ${mismatch} (SEARCH_PARTNERS)`);
  }
}

/**
 * Whether a channel reaches facilities for projects with this status; otherwise operators work the requests
 * manually.
 */
function hasFacilityChannel(status: ProjectStatus): boolean {
  return status === 'Sandbox';
}

/** How facilities of live projects are asked. */
export interface FacilityParts {
  readonly outreach?: OutreachSettings | undefined;
  readonly channels: readonly EhrChannel[];
  readonly routes: readonly ChannelRoute[];
}

/** What answers on sandbox projects. */
export interface SandboxParts {
  readonly searchPartner: DirectPartner;
  readonly facilityChannel: FacilityChannel;
}

/**
 * Creates the partners of this deployment. A sandbox project never reaches an outside one, whatever is
 * configured; on live projects a route for the company takes precedence over one for all.
 * @param settings absent if nobody answers searches of live projects
 * @param facilities absent if operators ask every facility of live projects in their own way
 */
export function createPartners(
  settings: SearchPartnerSettings | undefined,
  sandbox: SandboxParts,
  { outreach, channels, routes: channelRoutes }: FacilityParts = { channels: [], routes: [] },
): Partners {
  const { rosters: rosterSettings, routes } = settings ?? { rosters: [], routes: [] };
  const rosters = new Map<string, SearchPartner>(
    rosterSettings.map(({ name, answerWithinHours, servesPurposes, requires }) => [
      name,
      { kind: 'roster', name, answerWithinMs: answerWithinHours * 60 * 60 * 1000, servesPurposes, requires },
    ]),
  );
  return {
    searchPartner: (kind, { status, companyId }) => {
      if (status === 'Sandbox') return sandbox.searchPartner;
      const ofJob = routes.filter(({ search }) => search === kind);
      const route =
        ofJob.find(({ company }) => company === companyId) ??
        ofJob.find(({ company }) => company === undefined);
      return route === undefined ? undefined : rosters.get(route.partner);
    },
    facilityChannel: status => (hasFacilityChannel(status) ? sandbox.facilityChannel : undefined),
    ehrChannel: place => chooseChannel(channels, channelRoutes, place),
    ehrChannelNamed: name => channels.find(channel => channel.name === name),
    outreach,
  };
}
