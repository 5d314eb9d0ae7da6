import { problemRenderer, type ProblemWords } from '../../components/problem-page';
import { consoleSite } from '../components/page';

/** Texts for problems that only occur in the console. */
const ownWords: ProblemWords = {
  'console.invitationInvalid': {
    title: 'Invitation no longer valid',
    text:
      'An invitation works once, within 24 hours, and stops working when it is resent or revoked. Ask the ' +
      "person who invited you to send another. If you're already a member, sign in.",
  },
  'console.passkeyInvalid': {
    title: "We couldn't verify your passkey",
    text:
      'A passkey prompt works once, within 5 minutes, and only with a passkey that you added to your ' +
      'account and did not remove. Try again, or sign in with an e-mail link.',
  },
  'console.signOnInvalid': {
    title: "We couldn't complete your sign-in",
    text:
      'It was refused or canceled, took longer than 10 minutes, or was started in another browser. Try ' +
      'again.',
  },
  'console.signOnRequired': {
    title: 'Sign in with your identity provider',
    text:
      'Your company requires its members to sign in with its identity provider. Choose it on the sign-in ' +
      'page.',
  },
  'console.signOnClock': {
    title: "We couldn't verify your sign-in",
    text:
      'The clock of our server or of your identity provider is off by more than 30 seconds. Sign in with ' +
      'an e-mail link, and report this to support.',
  },
  'console.signOnUnknown': {
    title: 'No account found',
    text:
      'No account here matches a verified e-mail address from your identity provider, or the account here ' +
      'belongs to another one there. Ask an administrator of your company to invite the address you sign ' +
      'in with. If you signed in before, ask support to let you sign in with your new account.',
  },
  'partner.failed': {
    title: 'Another service is unavailable',
    text:
      "A service that we depend on didn't respond correctly. Try again in a few minutes, or sign in with " +
      'an e-mail link.',
  },
};

/** Renders a problem as a page of the console. */
export const renderProblemPage = problemRenderer(consoleSite, 'Back to the console', ownWords);
