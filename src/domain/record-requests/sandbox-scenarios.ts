import { facilityRefusalStatuses, type FacilityRefusalStatus } from './record-request';

/**
 * The name of a site decides how a sandbox record request ends, so that customers can try the outcomes of
 * live requests. With any other name, a request completes.
 */
export type RecordRequestScenario =
  | { readonly kind: 'refused'; readonly status: FacilityRefusalStatus }
  /** Some files, and no more. */
  | { readonly kind: 'partial' }
  /** Some files at once, the others later. */
  | { readonly kind: 'inParts' }
  /** The first authorization is denied. */
  | { readonly kind: 'authDenied' }
  | { readonly kind: 'slow' };

const refusals = facilityRefusalStatuses.map((status): [string, RecordRequestScenario] => [
  status.toLowerCase(),
  { kind: 'refused', status },
]);

const scenarios: Readonly<Record<string, RecordRequestScenario>> = {
  ...Object.fromEntries(refusals),
  partial: { kind: 'partial' },
  needtoreviewresults: { kind: 'inParts' },
  // The request continues after this one; the others end it.
  authdenied: { kind: 'authDenied' },
  slow: { kind: 'slow' },
};

/** Returns the scenario of a site name, ignoring case and spaces; `undefined` for an ordinary one. */
export function recordRequestScenario(siteName: string): RecordRequestScenario | undefined {
  const name = siteName.toLowerCase().replaceAll(/[^a-z]/g, '');
  return Object.hasOwn(scenarios, name) ? scenarios[name] : undefined;
}

/** How long a slow site takes, and how long the rest of a partial return takes. */
export const siteAnswersAfterMs = 5_000;

/** Returns a status as words: `NoRecordFound` is `No Record Found`. */
const inWords = (status: string): string => status.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ');

/** Names of facilities that decide how a request ends. */
interface SiteScenarios {
  readonly siteNames: readonly string[];
  /** What the request does, with names of the API as Markdown code. */
  readonly result: string;
}

/** What the guide and the console say about each name of a site. */
export const siteScenarios: readonly SiteScenarios[] = [
  {
    siteNames: facilityRefusalStatuses.filter(status => status !== 'AuthDenied').map(inWords),
    result: 'The request ends in that status, without a file.',
  },
  { siteNames: ['Partial'], result: '`Partial`, with a file.' },
  {
    siteNames: ['Need To Review Results'],
    result:
      'A file immediately: `NeedToReviewResults`. After 5 seconds the rest: `Completed`, with two files.',
  },
  {
    siteNames: ['Auth Denied'],
    result:
      "`AuthDenied`. Set a fault of the authorization and then `Approved`, both by PATCH: it's sent again, " +
      'and completes.',
  },
  { siteNames: ['Slow'], result: '`Processing` for 5 seconds, then `Completed`.' },
];
