import {
  checkedStep,
  isSameCheck,
  missingSteps,
  removedStep,
  stepsOfChange,
  uploadedStep,
  uploadHistory,
  uploadsShownMax,
  type AuthorizationStep,
  type NewStep,
  type RecordedAuthorization,
} from '../../../src/domain/authorizations/authorization-history';
import { deliveryTeam, type Actor } from '../../../src/domain/actor';
import { judge } from '../../../src/domain/auth-checks/judge';

const day = (number: number): Date => new Date(Date.UTC(2026, 10, number));
const pia: Actor = { kind: 'user', id: 'pia', name: 'Pia' };

/** The steps of uploads as they are stored. */
function stored(...uploads: ReadonlyArray<readonly NewStep[]>): AuthorizationStep[] {
  return uploads.flatMap((steps, upload) =>
    steps.map((step, index) => ({ ...step, patientUid: 'p', upload: upload + 1, step: index + 1 })),
  );
}

const none: RecordedAuthorization = {
  authorizationStatus: 'NeedsApproval',
  authorizationReason: null,
  authorizationEtag: null,
  authorizationUploadedAt: null,
  authorizationExpiresOn: null,
  authorizationRevokedOn: null,
};
const recorded = (etag: string, number: number, more: Partial<RecordedAuthorization> = {}) => ({
  ...none,
  authorizationEtag: etag,
  authorizationUploadedAt: day(number),
  ...more,
});
const uploaded = (etag: string, number: number, by: Actor | null = null): NewStep =>
  uploadedStep({ etag, uploadedAt: day(number) }, by);
const context = { on: '2026-11-01', patient: null, supporting: [], project: null, searchDetails: null };
const encrypted = judge('encrypted', context);
const damaged = judge('damaged', context);

const change = (after: Partial<RecordedAuthorization>, before = recorded('a', 1)) =>
  stepsOfChange(before, { ...before, ...after }, deliveryTeam, day(3));

describe('The steps of a change [CONSOLE-125]', () => {
  test.each<[string, Partial<RecordedAuthorization>, readonly object[]]>([
    ['an approval', { authorizationStatus: 'Approved' }, [{ kind: 'decided', status: 'Approved' }]],
    [
      'a refusal with its reason',
      { authorizationStatus: 'MissingSignature', authorizationReason: 'unsigned' },
      [{ kind: 'decided', status: 'MissingSignature', reason: 'unsigned' }],
    ],
    ['another reason', { authorizationReason: 'revoked' }, [{ kind: 'decided', reason: 'revoked' }]],
    ['a last day', { authorizationExpiresOn: '2027-01-01' }, [{ kind: 'dated', day: '2027-01-01' }]],
    ['a revocation', { authorizationRevokedOn: '2026-11-02' }, [{ kind: 'revoked', day: '2026-11-02' }]],
    ['nothing about the authorization', {}, []],
    ['another document, whose status and term start again', { authorizationEtag: 'b' }, []],
    ['the same document again', { authorizationUploadedAt: day(2), authorizationStatus: 'Approved' }, []],
  ])('of %s', (_, after, steps) => {
    expect(change(after)).toEqual(
      steps.map(step => expect.objectContaining({ ...step, at: day(3), actor: deliveryTeam }) as object),
    );
  });

  test('of a status without a document are none', () => {
    expect(change({ authorizationStatus: 'Approved' }, none)).toEqual([]);
  });
});

test('A check is the same if its suggestion and its failed checks are [CONSOLE-125]', () => {
  expect(isSameCheck(checkedStep(encrypted, day(1)), checkedStep(encrypted, day(2)))).toBe(true);
  expect(isSameCheck(checkedStep(encrypted, day(1)), checkedStep(damaged, day(1)))).toBe(false);
});

describe('The history of uploads [CONSOLE-125]', () => {
  test('has each upload with its check, decisions, and last day, newest first', () => {
    const approved = recorded('a', 1, { authorizationStatus: 'Approved' });
    const decided = stepsOfChange(recorded('a', 1), approved, deliveryTeam, day(2));
    const dated = stepsOfChange(
      recorded('a', 1),
      recorded('a', 1, { authorizationExpiresOn: '2027-01-01' }),
      pia,
      day(2),
    );
    const steps = stored(
      [uploaded('a', 1, pia), checkedStep(encrypted, day(1)), ...decided, ...dated],
      [uploaded('b', 5)],
    );
    const { uploads, isCut } = uploadHistory(steps, recorded('b', 5), null);
    expect(isCut).toBe(false);
    expect(uploads).toEqual([
      {
        uploadedAt: day(5),
        uploadedBy: null,
        isOnFile: true,
        isSameFile: false,
        isTooLarge: false,
        check: null,
        decisions: [],
        validThrough: null,
        revokedOn: null,
      },
      {
        uploadedAt: day(1),
        uploadedBy: pia,
        isOnFile: false,
        isSameFile: false,
        isTooLarge: false,
        check: { status: 'MissingSignature', reason: 'passwordProtected', failed: ['documentLegibility'] },
        decisions: [{ status: 'Approved', reason: null, made: { at: day(2), by: deliveryTeam } }],
        validThrough: '2027-01-01',
        revokedOn: null,
      },
    ]);
  });

  test('takes the document on file from the record and its analysis', () => {
    const facts = { authorizationExpiresOn: '2027-02-02', authorizationRevokedOn: '2026-11-09' };
    const current = recorded('a', 1, { ...facts, authorizationStatus: 'Approved' });
    const { uploads } = uploadHistory(stored([uploaded('a', 1, pia)]), current, encrypted);
    expect(uploads).toEqual([
      expect.objectContaining({
        uploadedBy: pia,
        isOnFile: true,
        check: expect.objectContaining({ reason: 'passwordProtected' }) as object,
        // Decided before decisions were kept.
        decisions: [{ status: 'Approved', reason: null, made: null }],
        validThrough: '2027-02-02',
        revokedOn: '2026-11-09',
      }),
    ]);
  });

  test('has the document on file even if an earlier release recorded it without a step', () => {
    const { uploads } = uploadHistory(stored([uploaded('a', 1)]), recorded('b', 2), null);
    expect(uploads.map(({ uploadedAt, isOnFile }) => [uploadedAt, isOnFile])).toEqual([
      [day(2), true],
      [day(1), false],
    ]);
  });

  test('takes the check of the same file, which is not read twice', () => {
    const steps = stored(
      [uploaded('a', 1), checkedStep(damaged, day(1))],
      [uploaded('a', 2)],
      [uploaded('c', 3)],
    );
    const [, second] = uploadHistory(steps, recorded('c', 3), null).uploads;
    expect(second).toMatchObject({ isSameFile: true, check: { reason: 'unreadable' } });
  });

  test('takes the check of the same file, however often it was uploaded', () => {
    const steps = stored(
      [uploaded('a', 1), checkedStep(damaged, day(1))],
      [uploaded('a', 2)],
      [uploaded('a', 3)],
      [uploaded('c', 4)],
    );
    const [, third] = uploadHistory(steps, recorded('c', 4), null).uploads;
    expect(third).toMatchObject({ isSameFile: true, check: { reason: 'unreadable' } });
  });

  test('names no one for the same file that an earlier release recorded', () => {
    const { uploads } = uploadHistory(stored([uploaded('a', 1, pia)]), recorded('a', 2), null);
    expect(uploads.map(({ uploadedBy, uploadedAt }) => [uploadedBy, uploadedAt])).toEqual([
      [null, day(2)],
      [pia, day(1)],
    ]);
  });

  test('ends with the decision that the record says, even if an earlier release made it', () => {
    const refused = recorded('a', 1, { authorizationStatus: 'MissingSignature' });
    const decided = stepsOfChange(recorded('a', 1), refused, pia, day(2));
    const steps = stored([uploaded('a', 1), ...decided]);
    const approved = recorded('a', 1, { authorizationStatus: 'Approved' });
    expect(uploadHistory(steps, approved, null).uploads[0]?.decisions).toEqual([
      { status: 'MissingSignature', reason: null, made: { at: day(2), by: pia } },
      { status: 'Approved', reason: null, made: null },
    ]);
  });

  test('knows how an upload of an earlier release ended when it is replaced', () => {
    const facts = { authorizationExpiresOn: '2027-02-02', authorizationRevokedOn: '2026-11-09' };
    const ended = recorded('a', 1, { ...facts, authorizationStatus: 'Approved' });
    const first = [uploaded('a', 1)];
    const missing = missingSteps(stored(first), ended, damaged, day(4));
    const closed = stored([...first, ...missing], [uploaded('b', 4)]);
    expect(uploadHistory(closed, recorded('b', 4), null).uploads[1]).toMatchObject({
      check: { reason: 'unreadable' },
      decisions: [{ status: 'Approved', reason: null, made: null }],
      validThrough: '2027-02-02',
      revokedOn: '2026-11-09',
    });
    expect(missingSteps(stored([...first, ...missing]), ended, damaged, day(5))).toEqual([]);
    expect(missingSteps(stored(first), recorded('a', 1), null, day(5))).toEqual([]);
    expect(missingSteps([], none, null, day(5))).toEqual([]);
  });

  test('says which file was too large, and that none is on file then', () => {
    const { uploads } = uploadHistory(stored([uploaded('a', 1), removedStep(day(1))]), none, null);
    expect(uploads).toEqual([expect.objectContaining({ isTooLarge: true, isOnFile: false }) as object]);
  });

  test('has 20 uploads, and says if there are more', () => {
    const many = (count: number) =>
      stored(...Array.from({ length: count }, (_, index) => [uploaded(`e${index}`, index + 1)]));
    const full = uploadHistory(many(uploadsShownMax), none, null);
    expect([full.uploads.length, full.isCut]).toEqual([20, false]);
    const cut = uploadHistory(many(uploadsShownMax + 1), none, null);
    expect([cut.uploads.length, cut.isCut]).toEqual([20, true]);
    const later = many(uploadsShownMax + 1).filter(({ upload }) => upload > 1);
    expect(uploadHistory(later, none, null).isCut).toBe(true);
  });
});
