/** A first name that decides how the searches of a sandbox patient end. */
interface PatientScenario {
  readonly firstName: string;
  readonly scenario: string;
  /** What the searches do, with names of the API as Markdown code. */
  readonly result: string;
}

/**
 * The first name of a sandbox patient decides how its searches end, so that customers can try the outcomes of
 * live searches. Searches for any other first name complete. The guide and the console list them from here.
 */
export const patientScenarios = [
  { firstName: 'Nohit', scenario: 'noHit', result: 'Every search ends in `NoHit`.' },
  {
    firstName: 'Ambiguous',
    scenario: 'ambiguousIdentity',
    result:
      'Without a `sex`: `AmbiguousIdentity` and no rows. Set `sex` to `Male` or `Female`: the rows of that ' +
      'person are released, and it completes.',
  },
  {
    firstName: 'Rejected',
    scenario: 'requestRejected',
    result:
      "`RequestRejected`. The search stays armed. Correct the first name: it's sent again immediately, and " +
      'completes.',
  },
  {
    firstName: 'Deceased',
    scenario: 'deceasedBeforeClinicalData',
    result:
      'The patient died in 2015. EHR Search runs. Site Sonar and Patient Histories show the blocked reason ' +
      '`DeceasedBeforeClinicalData` first, then `null`. `searchStatus` is `DeceasedBeforeClinicalData` if ' +
      'only these two are on, and `Completed` with EHR Search.',
  },
  {
    firstName: 'Slow',
    scenario: 'slow',
    result: "The partner takes 30 seconds. Meanwhile it's `Processing`.",
  },
  {
    firstName: 'Outage',
    scenario: 'partnerOutage',
    result: "The partner is down for 10 seconds, and the search retries until it's back.",
  },
] as const satisfies readonly PatientScenario[];

/** A documented outcome. */
export type SandboxScenario = (typeof patientScenarios)[number]['scenario'];

/** The patient of the sample authorization, whose searches complete. */
export const samplePatient = { firstName: 'Jane', lastName: 'Doe', dateOfBirth: '1984-02-29' } as const;

/** Returns the scenario of a first name, ignoring case; `undefined` for an ordinary one. */
export function sandboxScenario(firstName: string): SandboxScenario | undefined {
  const name = firstName.trim().toLowerCase();
  return patientScenarios.find(known => known.firstName.toLowerCase() === name)?.scenario;
}

/**
 * Returns the date of death of a sandbox patient with this first name, before clinical data begins; `null` if
 * alive.
 */
export function sandboxDateOfDeath(firstName: string): string | null {
  return sandboxScenario(firstName) === 'deceasedBeforeClinicalData' ? '2015-06-30' : null;
}
/** How long a slow partner takes to answer. */
export const slowAnswerMs = 30_000;
/** How long an unavailable partner is down. */
export const outageMs = 10_000;
