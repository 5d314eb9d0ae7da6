import type { Sentences } from '../route';

/** What is said where nothing more can be asked. */
export const projectIsClosed =
  'The project is closed, so nothing more is asked in it. To have it opened again, write to the ' +
  'delivery team with its id.';

/** What pages of patients say beside the form: why it was refused, and what to do. */
export const patientSentences: Sentences = {
  'console.formStale':
    'This has changed since the page was shown, so nothing was done. Look at what is here now, and ' +
    'send the form again if it is still wanted.',
  'project.closed': projectIsClosed,
  'search.notAvailable':
    'This search is not available to your company. Ask the delivery team to have it approved.',
  'recordRequest.ended':
    'The record request has come to its end, so it cannot be canceled. Ask anew if you need more.',
  'recordRequest.siteUnknown': 'This facility is not on file any more. Choose another one, or name it.',
};
