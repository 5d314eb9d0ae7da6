import type { Sex } from '../../src/domain/patients/details';
import type { OfPeople } from './material';
import { pickByWeight, type Picker } from './weighted';

/** The sex on file. */
export type PatientSex = Sex | null;

const sexes = ['Female', 'Male', null] as const;
const agesMax = 110;

/**
 * Picks from what a person of a sex and an age can have. Items for one sex are excluded if the sex isn't on
 * file. The tables are created on first use; drawing until something fits would cost more.
 * @param weightOf 0 for excluded items
 */
export function pickerOfPeople<T extends OfPeople>(
  items: readonly T[],
  weightOf: (item: T) => number = ({ weight }) => weight,
): (sex: PatientSex, age: number) => Picker<T> | undefined {
  const made = new Map<number, Picker<T> | undefined>();
  return (sex, age) => {
    const known = sex === 'Female' || sex === 'Male' ? sex : null;
    const years = Math.min(age, agesMax);
    const key = sexes.indexOf(known) * (agesMax + 1) + years;
    if (!made.has(key)) {
      const fitting = items.filter(
        item =>
          weightOf(item) > 0 &&
          item.ageMin <= years &&
          item.ageMax >= years &&
          (item.sex === undefined || item.sex === known),
      );
      made.set(key, fitting.length === 0 ? undefined : pickByWeight(fitting, weightOf));
    }
    return made.get(key);
  };
}
