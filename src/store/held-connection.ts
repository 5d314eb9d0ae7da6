import type pg from 'pg';

/** Plans that a connection keeps; it is closed for a new one then, so that no sequence of requests fills its memory. */
const plansMax = 64;

/**
 * A connection of browse while somebody uses it. Whoever leaves has its statement ended, and it is given back not before
 * that is over, lest what comes next on it is ended instead. One is made for every statement, and is its own listener:
 * functions made for each were felt in small answers.
 */
export class HeldConnection {
  private ending: Promise<void> | undefined;

  /**
   * @param plans the names of those that the connection keeps
   * @param gone tells when nobody waits for it any more
   * @param endStatement ends what runs on the connection; does not fail
   */
  constructor(
    readonly client: pg.PoolClient,
    readonly plans: Set<string>,
    private readonly gone: AbortSignal,
    private readonly endStatement: (client: pg.PoolClient) => Promise<void>,
  ) {
    gone.addEventListener('abort', this);
  }

  /** Nobody waits any more. */
  handleEvent(): void {
    this.ending = this.endStatement(this.client);
  }

  /** Ends what runs, if anything does. From here on nobody’s leaving ends anything: the rollback that follows has to come to its end. */
  async settle(isRunning: boolean): Promise<void> {
    this.gone.removeEventListener('abort', this);
    if (isRunning) this.ending = this.endStatement(this.client);
    await this.ending;
  }

  /** Gives the connection back, to be closed where it is unusable. A promise only where something is waited for: most answers are there without. */
  release(isUnusable: boolean): Promise<void> | undefined {
    this.gone.removeEventListener('abort', this);
    if (this.ending !== undefined) return this.ending.then(() => this.giveBack(isUnusable));
    this.giveBack(isUnusable);
    return undefined;
  }

  private giveBack(isUnusable: boolean): void {
    this.client.release(isUnusable || this.plans.size >= plansMax);
  }
}
