import {
  authorizationStatuses,
  initialAuthorizationStatus,
  isDocumentRequired,
  statusAfterArming,
  statusAfterEdit,
  type AuthorizationStatus,
  type AuthorizedField,
} from '../../../src/domain/authorizations/authorization-status';
import { authorizationMethods, projectPurposes } from '../../../src/domain/projects/project';

const fields: readonly AuthorizedField[] = ['name', 'dateOfBirth', 'sex', 'zipCodes', 'cityState'];

// The specification's table (Authorization status), one line a status: the edits that move it to NeedsApproval.
const movedBy: Readonly<Record<AuthorizationStatus, readonly AuthorizedField[]>> = {
  NeedsApproval: [],
  Approved: ['name', 'dateOfBirth', 'sex', 'zipCodes', 'cityState'],
  WrongPatientName: ['name'],
  WrongDateOfBirth: ['dateOfBirth'],
  MissingZip: ['zipCodes'],
  MissingGender: ['sex'],
  WrongDateOfService: [],
  MissingSignature: [],
  MissingPowerOfAttorney: [],
  MissingProofOfGuardianship: [],
  MissingRedisclosureSmt: [],
};

/** Every subset of the fields an edit can change. */
const edits = Array.from({ length: 2 ** fields.length }, (_, bits) =>
  fields.filter((_field, index) => (bits & (1 << index)) !== 0),
);

describe('the authorization status after an edit', () => {
  it.each(authorizationStatuses)('of %s follows the table for every set of changed fields', status => {
    for (const edit of edits) {
      const isMoved = edit.some(field => movedBy[status].includes(field));
      expect({ edit, after: statusAfterEdit(status, new Set(edit)) }).toEqual({
        edit,
        after: isMoved ? 'NeedsApproval' : status,
      });
    }
  });

  it('is never Approved unless it was and nothing changed', () => {
    for (const status of authorizationStatuses)
      for (const edit of edits)
        if (status !== 'Approved' || edit.length > 0)
          expect(statusAfterEdit(status, new Set(edit))).not.toBe('Approved');
  });
});

describe('the authorization status after a search was newly enabled', () => {
  it.each(authorizationStatuses)('of %s', status => {
    expect(statusAfterArming(status)).toBe(status === 'Approved' ? 'NeedsApproval' : status);
  });
});

describe('a project', () => {
  const covered = new Set(['CoveredOperations', 'CoveredPayment', 'CoveredTreatment']);
  const combinations = projectPurposes.flatMap(purpose =>
    authorizationMethods.map(authorizationMethod => ({ purpose, authorizationMethod })),
  );

  it.each(combinations)('for $purpose with $authorizationMethod starts its patients right', project => {
    const isFree = covered.has(project.purpose) || project.authorizationMethod === 'ial2Tokens';
    expect(initialAuthorizationStatus(project)).toBe(isFree ? 'Approved' : 'NeedsApproval');
    expect(isDocumentRequired({ ...project, isSandbox: false })).toBe(!isFree);
    expect(isDocumentRequired({ ...project, isSandbox: true })).toBe(false);
  });
});
