import type { VerdictStatus } from '../domain/auth-checks/verdict';

/** The result of a check: the status of its verdict, or that it didn't run. */
export type Standing = VerdictStatus | 'notRun';

const paths: Readonly<Record<Standing, string>> = {
  passed: 'M8 0a8 8 0 1 1 0 16A8 8 0 0 1 8 0Zm3.6 5.2-4.4 4.9-2.3-2.2-1 1.1 3.4 3.2 5.4-6z',
  warning: 'M8 1 0 15h16zm-.8 5h1.6v5H7.2zm0 6h1.6v1.6H7.2z',
  failed:
    'M8 0a8 8 0 1 1 0 16A8 8 0 0 1 8 0Zm3.5 5.6-1.1-1.1L8 6.9 5.6 4.5 4.5 5.6 6.9 8l-2.4 2.4 1.1 ' +
    '1.1L8 9.1l2.4 2.4 1.1-1.1L9.1 8z',
  notRun: 'M8 0a8 8 0 1 1 0 16A8 8 0 0 1 8 0ZM4 7.2v1.6h8V7.2z',
};

/** The icon of a result. Screen readers skip it, so always show the word next to it. */
export function Icon({ standing }: { readonly standing: Standing }) {
  return (
    <svg class="icon" viewBox="0 0 16 16" aria-hidden="true">
      <path d={paths[standing]} fill="currentColor" fill-rule="evenodd" />
    </svg>
  );
}
