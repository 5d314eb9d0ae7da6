import { askedText, headText } from '../../../src/domain/record-requests/asked';

const today = '2026-11-28';
const sent = { requestedOn: '2026-11-01', sentOn: '2026-11-03', answerBy: '2026-12-03' };

test.each([
  ['Submitted', { ...sent, sentOn: null }, 'Requested on 11/01/2026, not sent yet.'],
  ['Submitted', sent, 'Asked on 11/03/2026, not sent again yet.'],
  ['Processing', sent, 'Asked on 11/03/2026. Answer expected by 12/03/2026.'],
  ['Processing', { ...sent, answerBy: today }, 'Asked on 11/03/2026. Answer expected by 11/28/2026.'],
  [
    'Processing',
    { ...sent, answerBy: '2026-11-27' },
    'Asked on 11/03/2026. An answer was expected by 11/27/2026.',
  ],
  ['Processing', { ...sent, answerBy: null }, 'Asked on 11/03/2026.'],
  ['Processing', { ...sent, sentOn: null, answerBy: null }, 'Requested on 11/01/2026.'],
  ['NeedToReviewResults', sent, 'Asked on 11/03/2026.'],
] as const)('A request that is %s says when the facility was asked [CONSOLE-128]', (status, asked, text) => {
  expect(askedText(asked, { status, today })).toBe(text);
});

const plain = { status: 'Processing', isRush: false, dueDate: null } as const;

test.each([
  [plain, 19, '19 days out'],
  [plain, 1, '1 day out'],
  [plain, 0, 'Requested today'],
  [{ ...plain, isRush: true, dueDate: '2027-01-05' }, 19, 'Rush, 19 days out, due 01/05/2027'],
  [{ ...plain, dueDate: '2026-11-28' }, 1_200, '1,200 days out, due 11/28/2026'],
  [{ ...plain, dueDate: '2026-11-27' }, 2, '2 days out, was due 11/27/2026'],
  [{ ...plain, status: 'Completed', dueDate: '2026-11-27' }, 12, 'Answered after 12 days'],
  [{ ...plain, status: 'Partial' }, 0, 'Answered on the day of the request'],
  [{ ...plain, status: 'Canceled', isRush: true }, null, 'Rush'],
  [{ ...plain, status: 'Canceled' }, null, ''],
] as const)('The head of %j after %s days says "%s" [CONSOLE-128]', (request, daysOut, text) => {
  expect(headText(request, { daysOut, today })).toBe(text);
});
