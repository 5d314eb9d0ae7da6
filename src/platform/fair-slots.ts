import { waitInLine, type Patience, type Waiting } from './wait-in-line';

/** Somebody who waits for a slot; they are let in with how they give it back. */
type WaitingForSlot = { readonly party: string } & Waiting<() => void>;

/**
 * Slots that parties share, none of whom may hold all of them. Who is let wait, and how long, is the caller's
 * to say.
 */
export interface FairSlots {
  readonly hasRoom: (party: string) => boolean;
  /** Takes a slot; ask `hasRoom` before. @returns gives it back, once */
  readonly take: (party: string) => () => void;
  /** Waits for a slot. @throws what `waitInLine` throws */
  readonly wait: (party: string, patience: Patience) => Promise<() => void>;
  readonly isAtOwnBound: (party: string) => boolean;
  readonly waitingOf: (party: string) => number;
  readonly waitingOfAll: () => number;
}

/**
 * Creates slots: so many, of which one party has so many at most. One that falls free goes to whoever has
 * fewest.
 */
export function createFairSlots(max: { readonly ofParty: number; readonly ofAll: number }): FairSlots {
  const running = new Map<string, number>();
  const waiting: WaitingForSlot[] = [];
  let runningOfAll = 0;
  const runningOf = (party: string): number => running.get(party) ?? 0;
  const isAtOwnBound = (party: string): boolean => runningOf(party) >= max.ofParty;
  const hasRoom = (party: string): boolean => runningOfAll < max.ofAll && !isAtOwnBound(party);

  /**
   * The first in the line of the party that has least running: who comes in hundreds waits for the others.
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
