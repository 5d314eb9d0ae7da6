import { compareNames } from './compare-names';
import type { AuthorizationData } from './extraction';
import type { JudgingContext } from './judging-context';

type Patient = NonNullable<JudgingContext['patient']>;

/** The capacity in which the signer signed. */
export type Capacity = 'self' | 'parent' | 'guardian' | 'agent' | 'estate' | 'family' | 'unstated' | 'other';

const capacities: ReadonlyArray<readonly [Capacity, RegExp]> = [
  ['self', /\b(?:self|patient|myself|same|(?:yo )?mism[oa]|paciente)\b/i],
  ['guardian', /\b(?:guardian|conservator)/i],
  ['agent', /\b(?:power of attorney|p\.?o\.?a\.?|attorney in fact|agent|proxy|surrogate)\b/i],
  [
    'estate',
    /\b(?:executor|executrix|administrat(?:or|rix)|personal representative of the estate|estate)\b/i,
  ],
  ['parent', /\b(?:parent|mother|father|madre|padre)\b/i],
  ['family', /\b(?:spouse|wife|husband|partner|son|daughter|child|brother|sister|next of kin|sibling)\b/i],
];

/** Returns the signer's capacity: from what the authorization states, else from the printed name. */
export function capacityOf(
  { relationship, signerName, patientName }: AuthorizationData,
  patient: Patient,
): Capacity {
  if (relationship !== null)
    return capacities.find(([, pattern]) => pattern.test(relationship.text))?.[0] ?? 'other';
  const signer = signerName ?? patientName;
  return signer === null || compareNames(signer.text, patient) !== 'other' ? 'self' : 'unstated';
}

/** Whether a personal representative signed for the patient. */
export function isRepresentative(capacity: Capacity): boolean {
  return capacity !== 'self' && capacity !== 'unstated' && capacity !== 'other';
}
