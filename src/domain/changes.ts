/**
 * What a change changed, by the names of fields, as the audit trail keeps it. `from` and `to` are told of
 * fields alone whose values come from a closed set and say nothing of a patient; of every other one the name
 * is all that is told.
 */
export type Changes = Readonly<Record<string, { readonly from: string; readonly to: string } | null>>;
