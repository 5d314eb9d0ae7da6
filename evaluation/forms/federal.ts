/**
 * Federal forms as their agencies publish them, blank and as their own filled specimens. They are not of this
 * repository: whoever has them names their folder. What must hold of each is known by its name.
 */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Reading } from '../../src/reading/document-layout';
import { extract } from '../../src/reading/extraction/extract';
import type { Extraction } from '../../src/domain/auth-checks/extraction';
import { judge, type CheckName } from '../../src/domain/auth-checks/judge';
import type { CalendarDate } from '../../src/domain/clinical/calendar-date';

/** The veteran of the department's specimens, and somebody who shares nothing with them. */
const veteran = { firstName: 'Testy', lastName: 'Testerson', dateOfBirth: '1981-11-05' } as const;
const other = { firstName: 'Margaret', lastName: 'Holloway', dateOfBirth: '1952-03-17' } as const;
type FormPerson = typeof veteran | typeof other;

/** The specimens were signed on 2017-07-25, and are good for twelve months. */
const [withinYear, afterYear] = ['2018-07-24', '2018-07-26'] as const satisfies readonly CalendarDate[];

/** Forms by name: an annex of one is no authorization, and not among them. */
const federalForms = {
  'ssa-827-blank.pdf': 'blank',
  'va-21-4142-blank.pdf': 'blank',
  'va-21-4142-simple.pdf': 'filled',
  'va-21-4142-kitchen_sink.pdf': 'filled',
  'va-21-4142-overflow.pdf': 'filled',
} as const;

/** What must hold of a form, and whether it does. */
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
 * Reads the federal forms of a folder and says what holds of each; other files in it are left alone.
 * @throws Error where the folder has none of them, or one cannot be read
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
    if (reading.kind === 'refused') throw new Error(`${form} cannot be read: ${reading.refusal}`);
    findings.push(...findingsOf(form, state, extract(reading.layout)));
  }
  if (findings.length === 0)
    throw new Error(`--federal: the folder has none of ${Object.keys(federalForms).join(', ')}`);
  return findings;
}
