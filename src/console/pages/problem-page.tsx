import type { ProblemCode } from '../../domain/problem-catalogue';
import { renderDoorPage } from '../components/page';
import { consolePath } from '../paths';

interface Words {
  readonly title: string;
  readonly text: string;
}

/** What a person is told where the sentence of the API is for programs. */
const wordsFor: Partial<Readonly<Record<ProblemCode, Words>>> = {
  'resource.notFound': {
    title: 'This page does not exist',
    text: 'Or it is not yours to see. Check the address, or go back to the beginning.',
  },
  'role.notAssigned': {
    title: 'You have no role yet',
    text: 'Your account is there, and an administrator of your company has to give it a role. Ask them, then load this page again.',
  },
  'permission.missing': {
    title: 'Your role does not permit this',
    text: 'Ask an administrator of your company. What belongs to another member is changed by that member.',
  },
  'console.signedOut': {
    title: 'You are signed out',
    text: 'Your session has ended, and nothing was changed. Sign in, and do it again.',
  },
  'console.linkInvalid': {
    title: 'This link signs in no more',
    text: 'A link signs in once, within 15 minutes, and the latest sign-in ends all others. Ask for another one.',
  },
  'console.formForeign': {
    title: 'This form is not from here',
    text: 'It did not come from a page of your session, so nothing was changed. Open the page again, and send its form.',
  },
  'console.formStale': {
    title: 'It has changed meanwhile',
    text: 'Somebody, or you in another window, changed this since the form was shown. Nothing was done. Go back, load the page again, and look at what is there now.',
  },
  'rate.limited': { title: 'Too many requests', text: 'Wait a minute, then load this page again.' },
};

/** What is shown in place of a page: the same for everybody, so that nothing is learnt from it. */
export function renderProblemPage(
  { error, errorId }: { readonly error: string; readonly errorId?: string },
  retryAfterSeconds: number | undefined,
  code: ProblemCode,
): string {
  const known = wordsFor[code];
  const retry = retryAfterSeconds === undefined ? '' : ' Try again in a while.';
  return renderDoorPage({
    title: known?.title ?? 'This cannot be shown',
    children: (
      <>
        <p role="alert">{known?.text ?? `${error}${retry}`}</p>
        {errorId === undefined || error.includes(errorId) ? null : (
          <p class="muted small">Reference: {errorId}</p>
        )}
        <p>
          <a href={consolePath()}>To the console</a>
        </p>
      </>
    ),
  });
}
