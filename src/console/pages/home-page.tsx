/** `/console/companies/{companyId}/{environment}`: where one is, what needs one, and where to go. */
import { EndpointPill, inboxName, type DisabledBy } from '../components/endpoint-words';
import { renderConsolePage, type ShownPlace, type Viewer } from '../components/page';
import { Notice, Pill, Table } from '../components/said';
import { pathIn } from '../paths';
import { sectionsFor, type SectionId } from '../sections';

/** An endpoint that needs its owner. */
interface TroubledEndpoint {
  readonly uid: string;
  readonly url: string | null;
  readonly consecutiveFailures: number;
  readonly disabledBy: DisabledBy;
}

/** What the page shows. */
interface HomeShown {
  /** The first steps, each with whether it is done. */
  readonly isDone: Readonly<Partial<Record<SectionId, boolean>>>;
  readonly troubled: readonly TroubledEndpoint[];
}

function Troubled({ place, endpoints }: { place: ShownPlace; endpoints: readonly TroubledEndpoint[] }) {
  return (
    <section aria-labelledby="troubled">
      <h2 id="troubled">These need you</h2>
      <Table
        caption="Endpoints that need you"
        headings={['Endpoint', 'State']}
        rows={endpoints.map(({ uid, url, ...state }) => [
          <a href={pathIn(place, 'endpoints', uid)}>{url ?? inboxName}</a>,
          <EndpointPill {...state} />,
        ])}
      />
    </section>
  );
}

/** The first page of a place. */
export function renderHomePage(viewer: Viewer, place: ShownPlace, { isDone, troubled }: HomeShown): string {
  const { environment, companyName, permissions } = place;
  return renderConsolePage({
    title: companyName,
    viewer,
    place,
    section: 'home',
    children: (
      <>
        <h1>{companyName}</h1>
        <Notice tone={environment === 'sandbox' ? 'warning' : 'neutral'}>
          {environment === 'sandbox'
            ? 'This is the sandbox: stub data, no partner is asked, nothing reaches production.'
            : 'This is production: real patients, real partners, real receivers.'}
        </Notice>
        {troubled.length === 0 ? null : <Troubled place={place} endpoints={troubled} />}
        <ul class="cards">
          {sectionsFor(permissions)
            .filter(({ id }) => id !== 'home')
            .map(({ id, name, summary, segments }) => (
              <li class="card">
                <h2>
                  <a href={pathIn(place, ...segments)}>{name}</a>{' '}
                  {isDone[id] === undefined ? null : (
                    <Pill tone={isDone[id] ? 'passed' : 'neutral'}>{isDone[id] ? 'Set up' : 'To do'}</Pill>
                  )}
                </h2>
                <p>{summary}</p>
              </li>
            ))}
        </ul>
        <p class="muted small">
          To the API this company is <code>{place.companyId}</code>.
        </p>
      </>
    ),
  });
}
