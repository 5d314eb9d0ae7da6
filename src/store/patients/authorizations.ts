// SQL text: one condition that several statements share.
import { needsDocument } from '../../domain/authorizations/authorization-status';
import { projectPurposes, type ProjectPurpose } from '../../domain/projects/project';

/** The purposes of projects whose requests need an authorization document. */
export const documentPurposes: readonly ProjectPurpose[] = projectPurposes.filter(purpose =>
  needsDocument({ purpose, authorizationMethod: 'authorizationPdf' }),
);

/**
 * The condition for what `holdOf` says about a patient `p` of a production project `j` of a company `c`: that
 * nothing blocks sending. Its parameters are `documentPurposes` and `now`. A test compares the two.
 */
export const maySendSql = `(j.authorization_method <> 'authorizationPdf'
      or j.purpose <> all(:documentPurposes::text[])
      or p.authorization_status = 'Approved' and p.authorization_revoked_on is null
        and (p.authorization_expires_on is null
          or p.authorization_expires_on >= (:now::timestamptz at time zone c.time_zone)::date))`;
