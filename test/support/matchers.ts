/** Matches any text; jest's own matcher is of type `any`. */
export const anyText: unknown = expect.any(String);
