/** Every outcome of every check, so that what depends on them can't forget one. */
import { recordOutcomes, type CheckName } from './judge';
import { contentOutcomes } from './judge-content';
import { documentOutcomes } from './judge-document';
import { formOutcomes } from './judge-forms';
import { patientOutcomes } from './judge-patient';
import { serviceDatesOutcomes } from './judge-service-dates';
import { supportingOutcomes } from './judge-supporting';
import { termOutcomes } from './judge-terms';
import type { FindingCode, Outcomes } from './verdict';

/** The outcomes of each check, by code. */
export const outcomesByCheck = {
  ...documentOutcomes,
  ...formOutcomes,
  ...patientOutcomes,
  ...termOutcomes,
  ...contentOutcomes,
  ...serviceDatesOutcomes,
  ...supportingOutcomes,
  ...recordOutcomes,
} satisfies Readonly<Record<CheckName | 'sensitiveInformation', Outcomes>>;

type OutcomesByCheck = typeof outcomesByCheck;

/** A value for each outcome of each check that didn't pass. */
export type ByFinding<Value> = {
  readonly [Name in keyof OutcomesByCheck]: Readonly<Record<FindingCode<OutcomesByCheck[Name]>, Value>>;
};
