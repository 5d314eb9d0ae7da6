/** `/console/companies/{companyId}/{environment}`: the home page of an environment. */
import { EndpointPill, endpointTitle, type DisabledBy } from '../components/endpoint-words';
import { renderConsolePage, type ShownPlace } from '../components/page';
import type { Viewer } from '../../visit';
import { Notice, Pill, Table } from '../../components/display';
import { pathIn } from '../paths';
import { sectionsFor } from '../sections';

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
}

interface Step {
  readonly isDone: boolean;
  readonly name: string;
  readonly href: string;
  readonly text: string;
}

/** Returns the first steps that a role can take, in order. */
function stepsOf(place: ShownPlace, facts: FirstFacts): readonly Step[] {
  const { environment, permissions } = place;
  return [
    {
      isDone: facts.hasUsedKey,
      name: 'Use your API key',
      href: pathIn(place, 'keys'),
      text: `Create your ${environment} key, and send your first request.`,
    },
    {
      isDone: facts.hasPatient,
      name: 'Register a patient',
      href: '/docs/quickstart',
      text: 'Follow the guide, request by request.',
    },
    ...(permissions.has('ManageWebhooks')
      ? [
          {
            isDone: facts.hasReceived,
            name: 'Receive a webhook',
            href: pathIn(place, 'endpoints'),
            text: 'Add an endpoint, verify the signature, and respond to an event with 2xx.',
          },
        ]
      : []),
  ];
}

function FirstSteps({ steps }: { readonly steps: readonly Step[] }) {
  return (
    <section aria-labelledby="first-steps">
      <h2 id="first-steps">First steps</h2>
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
      <h2 id="troubled">Needs your attention</h2>
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
export function renderHomePage(viewer: Viewer, place: ShownPlace, { facts, troubled }: HomeShown): string {
  const steps = stepsOf(place, facts);
  const { environment, companyName } = place;
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
            ? "You're in the sandbox: made-up data, no contact with partners, and no effect on production."
            : "You're in production: real patients, real partners, and real receivers."}
        </Notice>
        {troubled.length === 0 ? null : <Troubled place={place} endpoints={troubled} />}
        {steps.every(({ isDone }) => isDone) ? null : <FirstSteps steps={steps} />}
        <ul class="cards">
          {sectionsFor(place)
            .filter(({ id }) => id !== 'home')
            .map(({ name, summary, segments }) => (
              <li class="card">
                <h2>
                  <a href={pathIn(place, ...segments)}>{name}</a>
                </h2>
                <p>{summary}</p>
              </li>
            ))}
        </ul>
        <p class="muted small">
          Company ID for the API: <code>{place.companyId}</code>
        </p>
      </>
    ),
  });
}
