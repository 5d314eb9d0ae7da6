/**
 * What a test over all pages and actions knows about each: how its path and form are filled in, and who is
 * permitted.
 */

/**
 * Uids and names by what they belong to: `patient`, `endpoint`; each fills the path parameter of its name.
 */
export type Things = Readonly<Record<string, string>>;

/** The fields that a form sends. */
export type Fields = Readonly<Record<string, string | readonly string[]>>;

/** Who has access. */
export type Access =
  /** Anyone, before signing in. */
  | 'anybody'
  /** Anyone signed in; another person's items don't exist for them. */
  | 'person'
  /** Every member with a role. */
  | 'member'
  /** A member whose role permits it; what a member doesn't see doesn't exist for them. */
  | 'permitted';

/** A page or an action. */
export interface Row {
  readonly access: Access;
  /** The result for a permitted person: by default a page, for a form a redirect. */
  readonly gives?: 'page' | 'way' | 'data' | 'picture' | 'file';
  /** The item that fills a parameter, if it has another name. */
  readonly by?: Things;
  /** The path of the page with the form; absent if no page shows it currently. */
  readonly on?: string;
  readonly fields?: (things: Things) => Fields;
  /** The fields that name an item, and which; another company's doesn't exist. */
  readonly names?: Things;
  /** Belongs to one project: doesn't exist for a member who doesn't see it. */
  readonly isOfProject?: true;
  /**
   * Belongs to the member who created it: doesn't exist for another one, except that managers of members may
   * view it.
   */
  readonly isOfOwner?: true;
  /** The same in both environments. */
  readonly isOfBoth?: true;
  /** The status of a successful form; 303 by default. */
  readonly done?: number;
  /** What a view writes besides the audit log; nothing by default. */
  readonly writes?: string;
  /** Whether a form made for an earlier version is rejected with a message, and changes nothing. */
  readonly isAboutVersion?: true;
  /** What a form adds each time it is sent, by table, because each one is wanted; nothing by default. */
  readonly addsAgain?: readonly string[];
}

/** Rows by method and path, as in the router. */
export type Rows = Readonly<Record<string, Row>>;

/** Returns the parameters of a path in order. */
export function parametersOf(path: string): string[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
}

/** Returns a path with its parameters filled in. @throws Error for a parameter that no item fills */
export function fill(path: string, things: Things, by: Things = {}): string {
  return path.replaceAll(/:(\w+)/g, (_, name: string) => {
    const thing = things[by[name] ?? name];
    if (thing === undefined) throw new Error(`nothing fills ${by[name] ?? name} of ${path}`);
    return encodeURIComponent(thing);
  });
}
