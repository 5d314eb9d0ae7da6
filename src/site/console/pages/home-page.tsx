/** `/console/companies/{companyId}/{environment}`: where one is, what needs one, and where to go. */
import { EndpointPill, inboxName, type DisabledBy } from '../components/endpoint-words';
import { renderConsolePage, type ShownPlace } from '../components/page';
import type { Viewer } from '../../visit';
import { Notice, Pill, Table } from '../../components/display';
import { pathIn } from '../paths';
import { sectionsFor } from '../sections';

/** An endpoint that needs its owner. */
interface TroubledEndpoint {
  readonly uid: string;
  readonly url: string | null;
  readonly consecutiveFailures: number;
  readonly disabledBy: DisabledBy;
}

/** What somebody new has got to. */
interface FirstFacts {
  readonly hasUsedKey: boolean;
  readonly hasPatient: boolean;
  readonly hasReceived: boolean;
}

/** What the page shows. */
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

/** The first steps that a role can take, in their order. */
function stepsOf(place: ShownPlace, facts: FirstFacts): readonly Step[] {
  const { environment, permissions } = place;
  return [
    {
      isDone: facts.hasUsedKey,
      name: 'Use your key',
      href: pathIn(place, 'keys'),
      text: `Make your ${environment} key, and send a first request with it.`,
    },
    {
      isDone: facts.hasPatient,
      name: 'Register a patient',
      href: '/docs/first-request',
      text: 'The guide leads through it, request by request.',
    },
    ...(permissions.has('ManageWebhooks')
      ? [
          {
            isDone: facts.hasReceived,
            name: 'Receive a webhook',
            href: pathIn(place, 'endpoints'),
            text: 'Add an endpoint, check the signature, and answer an event with 2xx.',
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
            ? 'This is the sandbox: stub data, no partner is asked, nothing reaches production.'
            : 'This is production: real patients, real partners, real receivers.'}
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
          To the API this company is <code>{place.companyId}</code>.
        </p>
      </>
    ),
  });
}
