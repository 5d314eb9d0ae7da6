/**
 * Federal forms as their agencies publish them: blank, and as their own filled specimens. They aren't in this
 * repository, so you pass their folder. The expectations for each form are listed by its name.
 */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Reading } from '../../src/reading/document-layout';
import { extract } from '../../src/reading/extraction/extract';
import type { Extraction } from '../../src/domain/auth-checks/extraction';
import { judge, type CheckName } from '../../src/domain/auth-checks/judge';
import type { CalendarDate } from '../../src/domain/clinical/calendar-date';

/** The veteran in the department's specimens, and someone with different data. */
const veteran = { firstName: 'Testy', lastName: 'Testerson', dateOfBirth: '1981-11-05' } as const;
const other = { firstName: 'Margaret', lastName: 'Holloway', dateOfBirth: '1952-03-17' } as const;
type FormPerson = typeof veteran | typeof other;

/** The specimens were signed on 2017-07-25, and are valid for twelve months. */
const [withinYear, afterYear] = ['2018-07-24', '2018-07-26'] as const satisfies readonly CalendarDate[];

/** Forms by name. An annex isn't an authorization, so it isn't listed. */
const federalForms = {
  'ssa-827-blank.pdf': 'blank',
  'va-21-4142-blank.pdf': 'blank',
  'va-21-4142-simple.pdf': 'filled',
  'va-21-4142-kitchen_sink.pdf': 'filled',
  'va-21-4142-overflow.pdf': 'filled',
} as const;

/** An expectation for a form, and whether it's met. */
export interface FederalFinding {
  readonly form: string;
  readonly claim: string;
  readonly holds: boolean;
}

function came(
  read: Extraction,
  check: CheckName,
  { firstName, lastName, dateOfBirth }: FormPerson,
  on: CalendarDate = withinYear,
): string | undefined {
  const patient = { firstName, lastNames: [lastName], dateOfBirth, dateOfDeath: null };
  return judge(read, { on, patient, supporting: [], project: null, searchDetails: null })[check]?.status;
}

function findingsOf(form: string, state: 'blank' | 'filled', read: Extraction): FederalFinding[] {
  const claims: ReadonlyArray<readonly [string, boolean]> =
    state === 'blank'
      ? (['patientName', 'patientDateOfBirth', 'signature'] as const).map(
          check => [`\`${check}\` fails`, came(read, check, veteran) === 'failed'] as const,
        )
      : [
          ...(['patientName', 'patientDateOfBirth'] as const).flatMap(
            check =>
              [
                [`\`${check}\` passes for the veteran`, came(read, check, veteran) === 'passed'],
                [`\`${check}\` fails for somebody else`, came(read, check, other) === 'failed'],
              ] as const,
          ),
          ['`signature` passes', came(read, 'signature', veteran) === 'passed'],
          [
            'it expires twelve months after it was signed',
            came(read, 'expiration', veteran) !== 'failed' &&
              came(read, 'expiration', veteran, afterYear) === 'failed',
          ],
        ];
  return claims.map(([claim, holds]) => ({ form, claim, holds }));
}

/**
 * Reads the federal forms in a folder and checks the expectations for each. Ignores other files.
 * @throws Error if the folder has none of them, or one can't be read
 */
export async function scoreFederal(
  folder: string,
  read: (pdf: Uint8Array) => Promise<Reading>,
): Promise<readonly FederalFinding[]> {
  const there = new Set(await readdir(folder));
  const findings: FederalFinding[] = [];
  for (const [form, state] of Object.entries(federalForms)) {
    if (!there.has(form)) continue;
    const reading = await read(new Uint8Array(await readFile(join(folder, form))));
    if (reading.kind === 'refused') throw new Error(`${form} can't be read: ${reading.refusal}`);
    findings.push(...findingsOf(form, state, extract(reading.layout)));
  }
  if (findings.length === 0)
    throw new Error(`--federal: the folder has none of ${Object.keys(federalForms).join(', ')}`);
  return findings;
}
