import {
  authorizationStatusAfter,
  authorizationStatuses,
  holdsSends,
  initialAuthorizationStatus,
  mayDecideStatus,
  needsDocument,
  type AuthorizationStatus,
  type AuthorizedField,
} from '../../../src/domain/authorizations/authorization-status';
import { authorizationMethods, projectPurposes, projectStatuses } from '../../../src/domain/projects/project';

const fields: readonly AuthorizedField[] = ['name', 'dateOfBirth', 'sex', 'zipCodes', 'cityState'];

// The edits that move each status to NeedsApproval.
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

const reviewed = { needsDocument: true, hasDocument: true };

function afterEdit(status: AuthorizationStatus, edit: readonly AuthorizedField[]): AuthorizationStatus {
  return authorizationStatusAfter(status, { kind: 'edited', changed: new Set(edit) }, reviewed);
}

test('The authorization statuses are NeedsApproval, Approved, and nine faults [AUTH-1]', () => {
  expect(authorizationStatuses).toEqual(Object.keys(movedBy));
});

test.each(authorizationStatuses)(
  'Uploading a supporting document sends %s back for review only if that document was missing [DECISION-76]',
  status => {
    const lacksPaper = status === 'MissingPowerOfAttorney' || status === 'MissingProofOfGuardianship';
    expect(authorizationStatusAfter(status, { kind: 'supportingUploaded' }, reviewed)).toBe(
      lacksPaper ? 'NeedsApproval' : status,
    );
  },
);

describe('The authorization status after an edit', () => {
  /** Expects every set of changed fields to do what the table says. */
  function expectTable(status: AuthorizationStatus): void {
    for (const edit of edits) {
      const isMoved = edit.some(field => movedBy[status].includes(field));
      expect({ edit, after: afterEdit(status, edit) }).toEqual({
        edit,
        after: isMoved ? 'NeedsApproval' : status,
      });
    }
  }

  test('goes from Approved to NeedsApproval, whichever field changed [AUTH-10]', () =>
    expectTable('Approved'));

  test.each<readonly [string, AuthorizationStatus]>([
    ['leaves WrongPatientName only for a new name [AUTH-11] [AUTH-15]', 'WrongPatientName'],
    ['leaves WrongDateOfBirth only for a new date of birth [AUTH-12] [AUTH-15]', 'WrongDateOfBirth'],
    ['leaves MissingZip only for new ZIP codes [AUTH-13] [AUTH-15]', 'MissingZip'],
    ['leaves MissingGender only for a new sex [AUTH-14] [AUTH-15]', 'MissingGender'],
  ])('%s', (_what, status) => expectTable(status));

  test('stays at a fault of the document, whichever field changed [AUTH-18]', () => {
    const ofDocument = authorizationStatuses.filter(
      status => status !== 'NeedsApproval' && movedBy[status].length === 0,
    );
    expect(ofDocument).toHaveLength(5);
    ofDocument.forEach(expectTable);
  });

  test('stays NeedsApproval for a document that waits for its review', () => expectTable('NeedsApproval'));

  test.each(authorizationStatuses)('stays %s if nothing changed [AUTH-16]', status => {
    expect(afterEdit(status, [])).toBe(status);
  });

  test('is Approved only if it was before and nothing changed [AUTH-17]', () => {
    for (const status of authorizationStatuses)
      for (const edit of edits)
        if (status !== 'Approved' || edit.length > 0) expect(afterEdit(status, edit)).not.toBe('Approved');
  });
});

describe.each(authorizationStatuses)('The authorization status %s', status => {
  test('becomes NeedsApproval when a document is uploaded [AUTH-3]', () => {
    expect(authorizationStatusAfter(status, { kind: 'documentUploaded' }, reviewed)).toBe('NeedsApproval');
  });

  test('becomes NeedsApproval when a search is enabled if it was Approved [AUTH-8]', () => {
    const after = authorizationStatusAfter(status, { kind: 'searchArmed' }, reviewed);
    expect(after).toBe(status === 'Approved' ? 'NeedsApproval' : status);
  });

  test.each(authorizationStatuses)('becomes %s by a decision [AUTH-4]', decided => {
    expect(authorizationStatusAfter(status, { kind: 'decided', status: decided }, reviewed)).toBe(decided);
  });
});

describe('The right to decide on a status', () => {
  test.each(projectStatuses)(
    'depends on the status of the project: %s [AUTH-4] [AUTH-5] [AUTH-6]',
    projectStatus => {
      const who = (['customer', 'operator'] as const).filter(by => mayDecideStatus(by, projectStatus));
      expect({ projectStatus, who }).toEqual({
        projectStatus,
        who: { Sandbox: ['customer'], Live: ['operator'], Closed: [] }[projectStatus],
      });
    },
  );
});

describe('A project', () => {
  const covered = new Set(['CoveredOperations', 'CoveredPayment', 'CoveredTreatment']);
  const combinations = projectPurposes.flatMap(purpose =>
    authorizationMethods.map(authorizationMethod => ({ purpose, authorizationMethod })),
  );

  const isCovered = ({ purpose }: (typeof combinations)[number]): boolean => covered.has(purpose);
  const hasTokens = ({ authorizationMethod }: (typeof combinations)[number]): boolean =>
    authorizationMethod === 'ial2Tokens';

  test.each(combinations.filter(isCovered))(
    'for $purpose with $authorizationMethod starts approved without a document [AUTH-20] [DECISION-12]',
    project => {
      expect([initialAuthorizationStatus(project), needsDocument(project)]).toEqual(['Approved', false]);
    },
  );

  test.each(combinations.filter(hasTokens))(
    'for $purpose with tokens starts approved and needs no document [AUTH-21] [DECISION-12]',
    project => {
      expect([initialAuthorizationStatus(project), needsDocument(project)]).toEqual(['Approved', false]);
    },
  );

  test.each(combinations.filter(project => !isCovered(project) && !hasTokens(project)))(
    'for $purpose with $authorizationMethod starts with a review of its document [AUTH-2] [DECISION-12]',
    project => {
      expect([initialAuthorizationStatus(project), needsDocument(project)]).toEqual(['NeedsApproval', true]);
    },
  );

  test.each(combinations)(
    'for $purpose with $authorizationMethod holds requests only in the right statuses [DECISION-13]',
    project => {
      for (const status of authorizationStatuses) {
        const isFault = status !== 'Approved' && status !== 'NeedsApproval';
        const held = ['Sandbox', 'Live'].map(kind =>
          holdsSends({ ...project, status: kind === 'Live' ? 'Live' : 'Sandbox' }, status),
        );
        // On sandbox a fault alone holds, whatever the purpose [AUTH-7]; elsewhere all but an approval
        // [DECISION-13].
        expect({ status, held }).toEqual({
          status,
          held: [isFault, needsDocument(project) && status !== 'Approved'],
        });
      }
    },
  );
});

describe('An approved authorization', () => {
  test.each([
    [false, false, 'Approved'],
    [false, true, 'NeedsApproval'],
    [true, false, 'NeedsApproval'],
    [true, true, 'NeedsApproval'],
  ] as const)(
    'is, after an edit or a new search (document needed: %s, on file: %s), %s [DECISION-15]',
    (needs, has, after) => {
      const basis = { needsDocument: needs, hasDocument: has };
      const changed = new Set<AuthorizedField>(['name']);
      expect(authorizationStatusAfter('Approved', { kind: 'edited', changed }, basis)).toBe(after);
      expect(authorizationStatusAfter('Approved', { kind: 'searchArmed' }, basis)).toBe(after);
      expect(authorizationStatusAfter('WrongPatientName', { kind: 'edited', changed }, basis)).toBe(
        'NeedsApproval',
      );
    },
  );
});
