/** The stored submissions of a document outside of any patient. */
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

describe('A document submission', () => {
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

  test('is new for each upload, with the details sent then and the reference cleared [CHECK-20] [CHECK-21]', () => {
    const awaited = awaitUpload(uid, uploaded(jane, 'r-1'), { ...mary, referenceId: null }, later);
    expect(awaited).toMatchObject({ number: 2, etag: null, ...mary, referenceId: null });
    expect(receiveUpload(uid, awaited, second, later)).toMatchObject({ number: 2, ...second, ...mary });
    expect(awaitUpload(uid, uploaded(jane, 'r-1'), { ...jane, referenceId: null }, later)).toMatchObject({
      referenceId: null,
    });
    // A PUT without a body names no patient.
    expect(patientOf(awaitUpload(uid, uploaded(jane, 'r-1'), undefined, later))).toBeUndefined();
  });

  test('that never arrived is reused for the next upload', () => {
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

  test('is new if the same URL is used twice, with the same patient and no reference [CHECK-20] [CHECK-21]', () => {
    expect(receiveUpload(uid, uploaded(jane, 'r-1'), second, later)).toMatchObject({
      number: 2,
      ...second,
      ...jane,
      referenceId: null,
    });
  });
});

describe('The reference when a token is minted', () => {
  test.each([
    ['is replaced by a new one', jane, 'r-2', 'r-2'],
    ['is kept for the same patient if none is sent', jane, null, 'r-1'],
    ['is kept if the name differs only in case', { ...jane, lastName: 'DOE' }, null, 'r-1'],
    ['is dropped for another patient if none is sent', mary, null, null],
    ['is replaced for another patient by a new one', mary, 'r-2', 'r-2'],
    ['is dropped for another birth date if none is sent', { ...jane, dateOfBirth: '1984-03-01' }, null, null],
  ])('%s [CHECK-21]', (_what, stated, sent, kept) => {
    const after = restate(uid, uploaded(jane, 'r-1'), { ...stated, referenceId: sent }, later);
    expect(after).toMatchObject({ number: 1, ...first, ...stated, referenceId: kept });
  });

  test('is kept if nothing was submitted before [DECISION-71]', () => {
    expect(restate(uid, undefined, { ...jane, referenceId: 'r-1' }, at)).toMatchObject({
      number: 1,
      etag: null,
      ...jane,
      referenceId: 'r-1',
    });
  });
});

test('Uploading the same bytes again is another upload', () => {
  expect(isReceived(first, first)).toBe(true);
  expect(isReceived(first, { ...first, uploadedAt: later })).toBe(false);
  expect(isReceived({ etag: null, uploadedAt: null }, first)).toBe(false);
});
