/** The frame of the pages about selected record requests. */
import type { ComponentChildren } from 'preact';
import { Notice } from '../../components/display';
import type { Viewer } from '../../visit';
import { pathIn } from '../paths';
import { renderConsolePage, type ShownPlace } from './page';
import { patientNameOf, type ListedRequest } from './requests-table';

/** Returns a number of record requests in words. */
export function countedRequests(count: number): string {
  return `${count} record request${count === 1 ? '' : 's'}`;
}

/** The patient of a request, with a link to its page. */
export function RequestLink({
  place,
  request,
}: {
  readonly place: ShownPlace;
  readonly request: ListedRequest;
}) {
  return (
    <a href={pathIn(place, 'patients', request.patientUid, 'record-requests', request.uid)}>
      {patientNameOf(place, request)}
    </a>
  );
}

/** A button that leads back to the list. */
export function BackToRequests({ place }: { readonly place: ShownPlace }) {
  return (
    <p>
      <a class="button" href={pathIn(place, 'record-requests')}>
        Back to record requests
      </a>
    </p>
  );
}

/** Says how many of the selected requests something was done to. */
export function SelectionResult({
  done,
  total,
  verb,
}: {
  readonly done: number;
  readonly total: number;
  /** `saved`, `canceled`. */
  readonly verb: string;
}) {
  return (
    <Notice tone={done === total ? 'passed' : 'warning'}>
      {done === total
        ? `${countedRequests(done)} ${verb}.`
        : `${done} of ${countedRequests(total)} ${verb}. The reasons for the rest are below.`}
    </Notice>
  );
}

/** Renders a page about selected record requests. */
export function renderSelectedPage(
  viewer: Viewer,
  place: ShownPlace,
  { title, children }: { readonly title: string; readonly children: ComponentChildren },
): string {
  return renderConsolePage({
    title,
    viewer,
    place,
    section: 'requests',
    crumbs: [['Record requests', pathIn(place, 'record-requests')]],
    children,
  });
}
