/**
 * What a test over all pages and actions knows of each: how its path and its form are filled, and who may.
 */

/**
 * Uids and names by what they are of: `patient`, `endpoint`; a parameter of a path is filled by the one of
 * its name.
 */
export type Things = Readonly<Record<string, string>>;

/** What a form sends. */
export type Fields = Readonly<Record<string, string | readonly string[]>>;

/** Who gets what they ask for. */
export type Access =
  /** Whoever asks: the door. */
  | 'anybody'
  /** Whoever is signed in; what is of another person is not there. */
  | 'person'
  /** Every member with a role. */
  | 'member'
  /** A member whose role permits it; what a member does not see is not there. */
  | 'permitted';

/** A page or an action. */
export interface Row {
  readonly access: Access;
  /** What comes of it for whoever may: a page unless said, a way on for a form. */
  readonly gives?: 'page' | 'way' | 'data' | 'picture';
  /** The thing that fills a parameter, where it is called otherwise. */
  readonly by?: Things;
  /** The path of the page on which the form stands; absent for a form that no page shows as things stand. */
  readonly on?: string;
  readonly fields?: (things: Things) => Fields;
  /** The fields that name a thing, and which; another company’s is as good as none. */
  readonly names?: Things;
  /** Of one project: not there for a member who does not see it. */
  readonly isOfProject?: true;
  /** Of the member who made it: not there for another one; one who manages members may look at it. */
  readonly isOfOwner?: true;
  /** The same in both environments. */
  readonly isOfBoth?: true;
  /** The status of a form that is rightly sent; 303 unless said. */
  readonly done?: number;
  /**
   * Whether a form that was made of something says so: sent after that has changed it is told, and changes
   * nothing.
   */
  readonly isAboutVersion?: true;
}

/** Rows by method and path, as the router has them. */
export type Rows = Readonly<Record<string, Row>>;

/** The parameters of a path, in their order. */
export function parametersOf(path: string): string[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
}

/** A path with its parameters filled. @throws Error for a parameter that no thing fills */
export function fill(path: string, things: Things, by: Things = {}): string {
  return path.replaceAll(/:(\w+)/g, (_, name: string) => {
    const thing = things[by[name] ?? name];
    if (thing === undefined) throw new Error(`nothing fills ${by[name] ?? name} of ${path}`);
    return encodeURIComponent(thing);
  });
}
