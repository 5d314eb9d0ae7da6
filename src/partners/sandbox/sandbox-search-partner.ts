import type { SearchPartner } from '../search-partner';
import { stubClinicalContent } from './stub-clinical-content';
import { stubContentUntil } from './stub-content-until';

/** The partner of sandbox projects: stub content, at once; nobody outside is contacted. */
export const sandboxSearchPartner: SearchPartner = {
  submit: async ({ kind, patient }) => {
    const { firstName, lastNames, dateOfBirth, sex } = patient;
    const identity = { firstName, lastNames, dateOfBirth, ...(sex === null ? {} : { sex }) };
    const content = stubClinicalContent({ patient: identity, search: kind, until: stubContentUntil });
    return { kind: 'answered', outcome: content.visits.length === 0 ? 'NoHit' : 'Completed', content };
  },
};
