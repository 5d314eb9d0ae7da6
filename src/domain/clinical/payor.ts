import { keyText, naturalKey } from './natural-key';

/** What kind of payor pays. */
export const payorKinds = ['Medicare', 'Medicaid', 'DualEligible', 'Commercial', 'Other'] as const;

/** What kind of payor pays. */
export type PayorKind = (typeof payorKinds)[number];

/** Who pays for a visit. */
export interface Payor {
  readonly name: string;
  readonly kind: PayorKind;
}

/** The natural key of a payor: its name, since sources class the same payor differently. */
export function payorKey(payor: Payor): string {
  return naturalKey('payor', keyText(payor.name));
}
