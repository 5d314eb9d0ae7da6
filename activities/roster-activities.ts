import type { ExchangeParts } from '../src/usecases/rosters/exchange-parts';
import { reviewExchange, sendRosters, type ExchangeReview } from '../src/usecases/rosters/send-roster';
import { takeExchangedFile } from '../src/usecases/rosters/take-exchanged-file';

/** A partner by its name in the configuration. */
interface ExchangeInput {
  readonly partner: string;
}

/** The activities of the exchange with a partner; arguments and results are names, identifiers and counts only. */
export function createRosterActivities(parts: ExchangeParts) {
  return {
    /** Tells what is to be done. */
    reviewExchange: ({ partner }: ExchangeInput): Promise<ExchangeReview> => reviewExchange(parts, partner),
    /** Sends what is queued. */
    sendRosters: ({ partner }: ExchangeInput): Promise<number> => sendRosters(parts, partner),
    /** Reads a file that the partner has left. */
    takeExchangedFile: ({ fileUid }: { readonly fileUid: string }): Promise<void> =>
      takeExchangedFile(parts, fileUid),
  };
}

/** The activities as the workflow calls them. */
export type RosterActivities = ReturnType<typeof createRosterActivities>;
