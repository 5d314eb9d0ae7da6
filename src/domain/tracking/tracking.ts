/** What a user can track. */
export const trackableKinds = ['project', 'patient', 'recordRequest'] as const;
/** A kind of record that can be tracked. */
export type TrackableKind = (typeof trackableKinds)[number];

/** What a user said of a record. */
export interface Tracking {
  readonly userUid: string;
  readonly recordUid: string;
  readonly recordKind: TrackableKind;
  readonly companyUid: string;
  readonly isTracked: boolean;
  readonly updatedAt: Date;
}

/** A record as tracking sees it, from itself up to its project. */
export interface TrackedLevel {
  /** What the user said of it; `undefined`: nothing. */
  readonly said: boolean | undefined;
  readonly isCreatedByUser: boolean;
}

/** Whether a user tracks a record. */
export interface TrackingState {
  readonly isTracked: boolean;
  /** Whether what it belongs to decides that. */
  readonly isInherited: boolean;
}

/**
 * Whether a user tracks a record (HOOK-8, DECISION-62): what is nearest decides. At each level what was said
 * goes before who created it; where there is neither, the level above decides.
 * @param levels the record, then what it belongs to, up to the project
 */
export function trackingOf(levels: readonly TrackedLevel[]): TrackingState {
  const decides = levels.findIndex(({ said, isCreatedByUser }) => said !== undefined || isCreatedByUser);
  const level = levels[decides];
  return { isTracked: level?.said ?? level !== undefined, isInherited: decides > 0 };
}
