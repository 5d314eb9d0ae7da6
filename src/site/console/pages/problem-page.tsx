import { problemRenderer, type ProblemWords } from '../../components/problem-page';
import { consoleSite } from '../components/page';

/** What is said of the ways in that only members have. */
const ownWords: ProblemWords = {
  'console.invitationInvalid': {
    title: 'This invitation is good no more',
    text:
      'It is good once, within 24 hours, and ends when it is sent again or taken back. Ask whoever ' +
      'invited you to send it again. Are you a member already? Then sign in.',
  },
  'console.passkeyInvalid': {
    title: 'This passkey was not taken',
    text:
      'A page takes a passkey once, within 5 minutes, and only one that was added here and not ' +
      'removed. Begin again, or sign in by a link.',
  },
  'console.signOnInvalid': {
    title: 'The sign-in was not finished here',
    text:
      'It was refused or stopped, took longer than 10 minutes, or was begun in another browser. Begin ' +
      'again.',
  },
  'console.signOnUnknown': {
    title: 'You are no member here',
    text:
      'Nobody here has an address that your identity provider has verified to be yours. Ask an ' +
      'administrator of your company to invite you by the address that you sign in with there.',
  },
  'partner.failed': {
    title: 'Somebody else’s service is away',
    text: 'What we asked for you gave no answer that is of use. Try again in a while, or sign in by a link.',
  },
};

/** What the console shows in place of a page. */
export const renderProblemPage = problemRenderer(consoleSite, 'To the console', ownWords);
