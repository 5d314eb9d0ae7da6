import { referenceMax } from '../domain/text';
import { singleLine } from './text';

/**
 * The schema of a reference: a matter or claim number of the customer, free text on one line. It may identify
 * a patient, so it is in no URL, title, or log line.
 */
export const reference = singleLine({ max: referenceMax });
