import { keyText, naturalKey } from './natural-key';

/** The kinds of payor. */
export const payorKinds = ['Medicare', 'Medicaid', 'DualEligible', 'Commercial', 'Other'] as const;

/** A kind of payor. */
export type PayorKind = (typeof payorKinds)[number];

/** A payor of visits. */
export interface Payor {
  readonly name: string;
  readonly kind: PayorKind;
}

/** Returns the natural key of a payor: its name, since sources classify the same payor differently. */
export function payorKey(payor: Payor): string {
  return naturalKey('payor', keyText(payor.name));
}
