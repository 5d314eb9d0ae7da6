import { payorKey, type Payor } from '../../src/domain/clinical/payor';
import { createDraw } from './draw';
import { material } from './material';
import { orderedUuid } from './ordered-uuid';
import { purposes, type Calendar, type SeedPlan } from './plan';

/** A payor. */
export interface SeededPayor extends Payor {
  readonly uid: string;
  readonly key: string;
  readonly weight: number;
  readonly createdAtMs: number;
}

/** Generates the payors of a plan. All of them exist before the first patient. */
export function makePayors(plan: SeedPlan, { beginsAtMs }: Calendar): readonly SeededPayor[] {
  const draw = createDraw(plan.seed);
  return material.payors.map((payor, index) => {
    draw.restart(index, purposes.payor, 0);
    const createdAtMs = beginsAtMs + 500 + index;
    return { ...payor, createdAtMs, uid: orderedUuid(createdAtMs, index, draw), key: payorKey(payor) };
  });
}
