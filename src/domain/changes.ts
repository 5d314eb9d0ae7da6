/**
 * The fields that a change changed, as the audit log keeps them. `from` and `to` are kept only for fields
 * whose values come from a fixed set and say nothing about a patient; for every other field only the name is
 * kept.
 */
export type Changes = Readonly<Record<string, { readonly from: string; readonly to: string } | null>>;
