/** What is kept of the submissions of a document outside of any patient. */
import {
  awaitUpload,
  isReceived,
  patientOf,
  receiveUpload,
  restate,
  type Submission,
} from '../../../src/domain/auth-checks/submission';

const uid = '01a1fa97-d2fe-79e9-86f6-0d78d0a0e74a';
const at = new Date('2026-11-22T12:00:00Z');
const later = new Date('2026-11-22T13:00:00Z');
const jane = { firstName: 'Jane', lastName: 'Doe', dateOfBirth: '1984-02-29' };
const mary = { firstName: 'Mary', lastName: 'Poe', dateOfBirth: '1990-01-01' };
const first = { etag: '"1"', uploadedAt: at };
const second = { etag: '"2"', uploadedAt: later };

function uploaded(stated: typeof jane | undefined, referenceId: string | null): Submission {
  const awaited = awaitUpload(uid, undefined, stated && { ...stated, referenceId }, at);
  return receiveUpload(uid, awaited, first, at);
}

describe('a submission', () => {
  test('keeps the patient and the reference that were sent with its PUT [CHECK-20]', () => {
    expect(uploaded(jane, 'r-1')).toEqual({
      documentUid: uid,
      number: 1,
      ...first,
      ...jane,
      referenceId: 'r-1',
      statedAt: at,
    });
    expect(patientOf(uploaded(undefined, null))).toBeUndefined();
  });

  test('is a new one for each upload, with what was sent then, and the reference is cleared [CHECK-20] [CHECK-21]', () => {
    const awaited = awaitUpload(uid, uploaded(jane, 'r-1'), { ...mary, referenceId: null }, later);
    expect(awaited).toMatchObject({ number: 2, etag: null, ...mary, referenceId: null });
    expect(receiveUpload(uid, awaited, second, later)).toMatchObject({ number: 2, ...second, ...mary });
    expect(awaitUpload(uid, uploaded(jane, 'r-1'), { ...jane, referenceId: null }, later)).toMatchObject({
      referenceId: null,
    });
    // A PUT without a body states nobody.
    expect(patientOf(awaitUpload(uid, uploaded(jane, 'r-1'), undefined, later))).toBeUndefined();
  });

  test('that never came is taken for the next', () => {
    const never = awaitUpload(uid, undefined, { ...jane, referenceId: 'r-1' }, at);
    expect(awaitUpload(uid, never, undefined, later)).toEqual({
      documentUid: uid,
      number: 1,
      etag: null,
      uploadedAt: null,
      statedAt: later,
      firstName: null,
      lastName: null,
      dateOfBirth: null,
      referenceId: null,
    });
  });

  test('is a new one when the same URL is used twice: its patient, without the reference [CHECK-20] [CHECK-21]', () => {
    expect(receiveUpload(uid, uploaded(jane, 'r-1'), second, later)).toMatchObject({
      number: 2,
      ...second,
      ...jane,
      referenceId: null,
    });
  });
});

describe('the reference, when a token is minted', () => {
  test.each([
    ['a new one replaces it', jane, 'r-2', 'r-2'],
    ['none keeps it for the same patient', jane, null, 'r-1'],
    ['none keeps it, however the name is capitalized', { ...jane, lastName: 'DOE' }, null, 'r-1'],
    ['none drops it for another patient', mary, null, null],
    ['a new one is taken for another patient', mary, 'r-2', 'r-2'],
    ['none drops it for another birth date', { ...jane, dateOfBirth: '1984-03-01' }, null, null],
  ])('%s [CHECK-21]', (_what, stated, sent, kept) => {
    const after = restate(uid, uploaded(jane, 'r-1'), { ...stated, referenceId: sent }, later);
    expect(after).toMatchObject({ number: 1, ...first, ...stated, referenceId: kept });
  });

  test('is kept where nothing was submitted before [DECISION-71]', () => {
    expect(restate(uid, undefined, { ...jane, referenceId: 'r-1' }, at)).toMatchObject({
      number: 1,
      etag: null,
      ...jane,
      referenceId: 'r-1',
    });
  });
});

test('the same bytes put there again are another upload', () => {
  expect(isReceived(first, first)).toBe(true);
  expect(isReceived(first, { ...first, uploadedAt: later })).toBe(false);
  expect(isReceived({ etag: null, uploadedAt: null }, first)).toBe(false);
});
