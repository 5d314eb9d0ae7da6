/** What a user can track. */
export const trackableKinds = ['project', 'patient', 'recordRequest'] as const;
/** A kind of record that can be tracked. */
export type TrackableKind = (typeof trackableKinds)[number];

/** A user's choice about a record. */
export interface Tracking {
  readonly userUid: string;
  readonly recordUid: string;
  readonly recordKind: TrackableKind;
  readonly companyUid: string;
  readonly isTracked: boolean;
  readonly updatedAt: Date;
}

/** A record as tracking sees it, one level of the path up to its project. */
export interface TrackedLevel {
  /** The user's choice; `undefined` for none. */
  readonly setting: boolean | undefined;
  readonly isCreatedByUser: boolean;
}

/** Whether a user tracks a record. */
export interface TrackingState {
  readonly isTracked: boolean;
  /** Whether a parent record decides it. */
  readonly isInherited: boolean;
}

/**
 * Returns whether a user tracks a record (HOOK-8, DECISION-62): the nearest level decides. At each level the
 * user's choice goes before who created it; without either, the level above decides.
 * @param levels the record, then its parents, up to the project
 */
export function trackingOf(levels: readonly TrackedLevel[]): TrackingState {
  const decides = levels.findIndex(
    ({ setting, isCreatedByUser }) => setting !== undefined || isCreatedByUser,
  );
  const level = levels[decides];
  return { isTracked: level?.setting ?? level !== undefined, isInherited: decides > 0 };
}
