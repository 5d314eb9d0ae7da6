/** The rows of patients and their searches. */
import { searchKinds } from '../../src/domain/searches/search';
import { dateOf, instant, row, text, textArray } from './copy-row';
import { createDraw, type Draw } from './draw';
import { patientMaker, type SeededPatient, type World } from './histories';
import { material } from './material';
import { orderedUuid } from './ordered-uuid';
import { purposes } from './plan';
import { fictionalPhone } from './sites';
import { pickEvenly } from './weighted';

const pickFemaleName = pickEvenly(material.femaleNames);
const pickMaleName = pickEvenly(material.maleNames);
// Squared, because a few names are common.
const pickLastName = pickEvenly(material.lastNames);

const deathOdds = 0.04;

/** Returns a patient ID as a company's staff would assign it. */
const idStyles: ReadonlyArray<(number: string) => string> = [
  number => `case-${number}`,
  number => `MRN${number}`,
  number => `claimant.${number}`,
  number => number,
  number => `P_${number}~a`,
];

function drawFirstName({ sex }: SeededPatient, draw: Draw): string {
  const isFemale = sex === 'Female' || (sex !== 'Male' && draw.chance(0.5));
  return (isFemale ? pickFemaleName : pickMaleName)(draw.next());
}

function drawLastNames(draw: Draw): string[] {
  const at = draw.next();
  const names = [pickLastName(at * at)];
  if (draw.chance(0.12)) names.push(pickLastName(draw.next()));
  return [...new Set(names)];
}

/** Converts a name to the English letters that e-mail providers allow. */
function mailName(name: string): string {
  return name
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[^a-z]/g, '');
}

function drawContact(names: { readonly first: string; readonly last: string }, draw: Draw): string | null {
  const local = [mailName(names.first), mailName(names.last)].filter(part => part !== '').join('.');
  return draw.chance(0.6) && local !== '' ? `${local}${draw.below(100)}@example.com` : null;
}

function drawDeathDay(patient: SeededPatient, draw: Draw): number | undefined {
  const last = patient.outlines[0]?.latestDay ?? 0;
  const registered = Math.floor(patient.registeredAtMs / 86_400_000);
  return draw.chance(deathOdds) ? last + draw.below(registered - last) : undefined;
}

/** Generates the rows of `patient` in order of registration. */
export function* patientRows(world: World): Generator<string> {
  const { patient: make } = patientMaker(world);
  const draw = createDraw(world.plan.seed);
  for (let index = 0; index < world.plan.patients; index += 1) {
    const patient = make(index);
    const { uid, company, project, place, sex, birthDay, registeredAtMs, runs } = patient;
    draw.restart(index, purposes.profile, 0);
    const style = idStyles[company.id.length % idStyles.length] ?? String;
    const first = drawFirstName(patient, draw);
    const lastNames = drawLastNames(draw);
    const zips = [...new Set([draw, draw].map(() => place.zips[draw.below(place.zips.length)] ?? ''))];
    const hasCity = draw.chance(0.8);
    const deathDay = drawDeathDay(patient, draw);
    const changedAtMs = world.calendar.answeredAtMs(index, runs - 1);
    yield row(
      ...[uid, company.uid, project.uid, text(style(String(index + 1).padStart(7, '0')))],
      ...[text(first), textArray(lastNames), dateOf(birthDay), text(sex), textArray(zips)],
      ...[text(hasCity ? place.city : null), text(hasCity ? place.state : null)],
      text(draw.chance(0.7) ? fictionalPhone(place, draw) : null),
      text(drawContact({ first, last: lastNames[0] ?? '' }, draw)),
      text(deathDay === undefined ? null : dateOf(deathDay)),
      ...['Approved', 'Completed', company.administrator.userUid, String(runs + 1)],
      ...[instant(registeredAtMs), instant(changedAtMs)],
    );
  }
}

/**
 * Generates the rows of `patient_search`: each run belongs to the search with its number; other searches were
 * never requested.
 */
export function* patientSearchRows(world: World): Generator<string> {
  const { patient: make } = patientMaker(world);
  const draw = createDraw(world.plan.seed);
  for (let index = 0; index < world.plan.patients; index += 1) {
    const { uid, runs } = make(index);
    draw.restart(index, purposes.search, 0);
    for (const [run, kind] of searchKinds.entries()) {
      const atMs = world.calendar.answeredAtMs(index, run);
      const runUid = orderedUuid(atMs, run, draw);
      yield run < runs
        ? row(uid, kind, 't', 'answered', 'Completed', '1', runUid, '2', instant(atMs))
        : row(
            uid,
            kind,
            'f',
            'off',
            text(null),
            '0',
            text(null),
            '0',
            instant(world.calendar.registeredAtMs(index)),
          );
    }
  }
}
