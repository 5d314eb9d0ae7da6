/**
 * What the delivery team knows of a site that a tenant has. `directory`: it is the directory's. `unverified`: it was
 * named, and nobody has looked. `verified`: it is real, and the directory does not have it. `linked`, `merged`: it is
 * another one, the directory's or one of the tenant's own, and all of its rows are there.
 */
export const siteStandings = ['directory', 'unverified', 'verified', 'linked', 'merged'] as const;

/** What is known of a site. */
export type SiteStanding = (typeof siteStandings)[number];
