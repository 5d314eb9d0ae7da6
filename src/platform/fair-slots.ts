import { waitInLine, type Patience, type Waiting } from './wait-in-line';

/** A waiting party; it is admitted with a function that returns the slot. */
type WaitingForSlot = { readonly party: string } & Waiting<() => void>;

/**
 * Slots shared by parties, none of which may hold all of them. The caller decides who may wait, and how long.
 */
export interface FairSlots {
  readonly hasRoom: (party: string) => boolean;
  /** Takes a slot; check `hasRoom` first. @returns a function that returns the slot, once */
  readonly take: (party: string) => () => void;
  /** Waits for a slot. @throws what `waitInLine` throws */
  readonly wait: (party: string, patience: Patience) => Promise<() => void>;
  readonly isAtOwnBound: (party: string) => boolean;
  readonly waitingOf: (party: string) => number;
  readonly waitingOfAll: () => number;
}

/** Creates slots: a total, and a maximum per party. A free slot goes to the party with the fewest. */
export function createFairSlots(max: { readonly ofParty: number; readonly ofAll: number }): FairSlots {
  const running = new Map<string, number>();
  const waiting: WaitingForSlot[] = [];
  let runningOfAll = 0;
  const runningOf = (party: string): number => running.get(party) ?? 0;
  const isAtOwnBound = (party: string): boolean => runningOf(party) >= max.ofParty;
  const hasRoom = (party: string): boolean => runningOfAll < max.ofAll && !isAtOwnBound(party);

  /**
   * Returns the first waiting request of the party with the fewest slots, so that one with hundreds waits for
   * the others.
   */
  function next(): WaitingForSlot | undefined {
    const may = waiting.filter(({ party }) => hasRoom(party));
    const least = Math.min(...may.map(({ party }) => runningOf(party)));
    return may.find(({ party }) => runningOf(party) === least);
  }

  function giveBack(party: string): void {
    runningOfAll -= 1;
    const left = runningOf(party) - 1;
    if (left === 0) running.delete(party);
    else running.set(party, left);
    const first = next();
    if (first === undefined) return;
    waiting.splice(waiting.indexOf(first), 1);
    first.enter(take(first.party));
  }

  function take(party: string): () => void {
    runningOfAll += 1;
    running.set(party, runningOf(party) + 1);
    let isHeld = true;
    return () => {
      if (isHeld) giveBack(party);
      isHeld = false;
    };
  }

  return {
    hasRoom,
    take,
    isAtOwnBound,
    wait: (party, patience) => waitInLine(waiting, { party }, patience),
    waitingOf: party => waiting.filter(one => one.party === party).length,
    waitingOfAll: () => waiting.length,
  };
}
