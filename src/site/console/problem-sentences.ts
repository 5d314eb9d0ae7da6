import type { Sentences } from '../route';
import type { MemberVisit } from './visit';

/** Returns what pages say about a closed project. */
export function projectIsClosed(supportName: string): string {
  return (
    "The project is closed. You can still view it, but you can't change it or request records. To reopen " +
    `it, contact ${supportName} with its ID.`
  );
}

/** Returns what pages about patients say next to a form that was refused. */
export function patientSentences({ place: { supportName } }: MemberVisit): Sentences {
  return {
    'console.formStale':
      'This record has changed since you opened the page. Nothing was saved. Review the changes, then ' +
      'submit the form again.',
    'project.closed': projectIsClosed(supportName),
    'note.notYours': 'You can only edit your own notes. Add a new note instead.',
    'note.tooMany': 'This record request has the maximum number of notes. Edit one of yours instead.',
    'contact.tooMany': 'The contact log has the maximum number of entries. Add a note instead.',
    'file.zipTooLarge': 'These files are too many or too large for one ZIP file. Download them one by one.',
    'file.tooMany': 'This record request has the maximum number of documents. Delete one first.',
    'file.nameNotAllowed':
      'Enter a name without slashes, quotation marks, or semicolons, of at most 255 characters, that does ' +
      'not start with a dot.',
    'search.notAvailable': `This search isn't available to your company. Ask ${supportName} to enable it.`,
    'recordRequest.ended':
      "This record request has ended and can't be canceled. To request more records, create a new record " +
      'request.',
    'authorizationForm.notPrintable':
      "A name or an address has characters that we can't print. Use Latin, Greek, or Cyrillic letters, as " +
      "in the facility's records.",
    'recordRequest.beforeBirth':
      'The dates of service end before the patient was born. Check the dates, and the date of birth.',
    'recordRequest.siteUnknown': "We couldn't find that facility. Choose another one, or enter its address.",
  };
}
