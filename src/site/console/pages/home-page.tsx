/** `/console/companies/{companyId}/{environment}`: the home page of an environment. */
import { homeTasks, type HomeCounts, type HomeTask } from '../../../domain/console/home-tasks';
import { countedMax } from '../../../domain/record-requests/request-list';
import { EndpointPill, endpointTitle, type DisabledBy } from '../components/endpoint-words';
import { renderConsolePage, type ShownPlace } from '../components/page';
import type { Viewer } from '../../visit';
import { countText, Instant, Notice, Pill, Table } from '../../components/display';
import { pathIn, withQuery } from '../paths';

/** An endpoint with a problem. */
interface TroubledEndpoint {
  readonly uid: string;
  readonly url: string | null;
  readonly name: string | null;
  readonly consecutiveFailures: number;
  readonly disabledBy: DisabledBy;
}

/** Which first steps are done. */
interface FirstFacts {
  readonly hasUsedKey: boolean;
  readonly hasPatient: boolean;
  readonly hasReceived: boolean;
}

/** The content of the page. */
interface HomeShown {
  readonly facts: FirstFacts;
  readonly troubled: readonly TroubledEndpoint[];
  readonly counts: HomeCounts;
  /** What came since the last visit; absent on the first one. */
  readonly results: NewResults | undefined;
}

/** The results since an instant, counted. */
interface NewResults {
  readonly since: Date;
  readonly completed: number;
  readonly notFound: number;
}

function Tasks({ tasks }: { readonly tasks: readonly HomeTask[] }) {
  return (
    <section aria-labelledby="needs-you">
      <h2 id="needs-you">Needs you</h2>
      {tasks.length === 0 ? (
        <p class="muted">Nothing needs you.</p>
      ) : (
        <ul class="tasks">
          {tasks.map(({ count, name, todo, path }) => (
            <li>
              <a href={path}>
                <span class="total">{countText(count, countedMax)}</span> {name}
              </a>
              <span class="muted small">{todo}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Overview({ place, counts }: { readonly place: ShownPlace; readonly counts: HomeCounts }) {
  const { openRequests, overdueRequests, myRequests = 0 } = counts;
  if (openRequests === undefined || overdueRequests === undefined) return null;
  const views = [
    ['open', 'Open', openRequests],
    ['overdue', 'Overdue', overdueRequests],
    ...(myRequests === 0 ? [] : ([['mine', 'Assigned to you', myRequests]] as const)),
  ] as const;
  return (
    <section aria-labelledby="overview">
      <h2 id="overview">Record requests</h2>
      <ul class="totals">
        {views.map(([view, name, count]) => (
          <li>
            <a href={withQuery(pathIn(place, 'record-requests'), { view })}>
              <span class="total">{countText(count, countedMax)}</span> {name}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Results({ place, results }: { readonly place: ShownPlace; readonly results: NewResults }) {
  const { since, completed, notFound } = results;
  const views = (
    [
      ['completed', 'Completed', completed],
      ['notFound', 'Not found', notFound],
    ] as const
  ).filter(([, , count]) => count > 0);
  return (
    <section aria-labelledby="results">
      <h2 id="results">Results since your last visit</h2>
      {views.length === 0 ? (
        <p class="muted">
          No results since <Instant at={since} />.
        </p>
      ) : (
        <ul class="totals">
          {views.map(([view, name, count]) => (
            <li>
              <a href={withQuery(pathIn(place, 'record-requests'), { view, since: since.toISOString() })}>
                <span class="total">{countText(count, countedMax)}</span> {name}
              </a>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

interface Step {
  readonly isDone: boolean;
  readonly name: string;
  readonly href: string;
  readonly text: string;
}

/** Returns the first steps of a developer that a role can take, in order; none for other roles. */
function stepsOf(place: ShownPlace, facts: FirstFacts): readonly Step[] {
  const { environment, permissions } = place;
  if (!permissions.has('ManageWebhooks')) return [];
  return [
    {
      isDone: facts.hasUsedKey,
      name: 'Use your API key',
      href: pathIn(place, 'keys'),
      text: `Create your ${environment} key, and send your first request.`,
    },
    ...(permissions.has('ManagePatients')
      ? [
          {
            isDone: facts.hasPatient,
            name: 'Register a patient',
            href: '/docs/quickstart',
            text: 'Follow the guide, request by request.',
          },
        ]
      : []),
    {
      isDone: facts.hasReceived,
      name: 'Receive a webhook',
      href: pathIn(place, 'endpoints'),
      text: 'Add an endpoint, verify the signature, and respond to an event with 2xx.',
    },
  ];
}

function FirstSteps({ steps }: { readonly steps: readonly Step[] }) {
  return (
    <section aria-labelledby="first-steps">
      <h2 id="first-steps">First steps for developers</h2>
      <ol class="cards">
        {steps.map(({ isDone, name, href, text }) => (
          <li class="card">
            <h3>
              <a href={href}>{name}</a>{' '}
              <Pill tone={isDone ? 'passed' : 'neutral'}>{isDone ? 'Done' : 'To do'}</Pill>
            </h3>
            <p>{text}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}

function Troubled({ place, endpoints }: { place: ShownPlace; endpoints: readonly TroubledEndpoint[] }) {
  return (
    <section aria-labelledby="troubled">
      <h2 id="troubled">Webhook endpoints</h2>
      <Table
        caption="Endpoints that need your attention"
        headings={['Endpoint', 'Status']}
        rows={endpoints.map(({ uid, ...endpoint }) => [
          <a href={pathIn(place, 'endpoints', uid)}>{endpointTitle(endpoint)}</a>,
          <EndpointPill {...endpoint} />,
        ])}
      />
    </section>
  );
}

/** Renders the home page of an environment. */
export function renderHomePage(viewer: Viewer, place: ShownPlace, shown: HomeShown): string {
  const { facts, troubled, counts, results } = shown;
  const steps = stepsOf(place, facts);
  const tasks = homeTasks(place, counts);
  const { environment, companyName, permissions } = place;
  return renderConsolePage({
    title: companyName,
    viewer,
    place,
    section: 'home',
    children: (
      <>
        <div class="head">
          <h1>{companyName}</h1>
          {permissions.has('ManagePatients') && permissions.has('ViewPatients') ? (
            <p class="aside bar noprint">
              <a class="button main" href={pathIn(place, 'patients', 'new')}>
                Add patient
              </a>
            </p>
          ) : null}
        </div>
        {environment === 'sandbox' ? (
          <Notice tone="warning">
            You're in the sandbox: made-up data, no contact with partners, and no effect on production.
          </Notice>
        ) : null}
        <Tasks tasks={tasks} />
        {troubled.length === 0 ? null : <Troubled place={place} endpoints={troubled} />}
        {results === undefined ? null : <Results place={place} results={results} />}
        <Overview place={place} counts={counts} />
        {steps.every(({ isDone }) => isDone) ? null : <FirstSteps steps={steps} />}
        {steps.length === 0 ? null : (
          <p class="muted small">
            Company ID for the API: <code>{place.companyId}</code>
          </p>
        )}
      </>
    ),
  });
}
