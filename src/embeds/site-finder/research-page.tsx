/** Facility research in the site finder: its progress, and what each source found. Works without scripts. */
import type { SourceAnswer, SourceOutcome } from '../../domain/research/research';
import { instantText } from '../../domain/time-zones';
import { renderPage } from '../page';
import { hereWith } from './here';

/** What the page shows. */
interface ResearchShown {
  readonly token: string;
  readonly research: { readonly uid: string; readonly startedAt: Date; readonly endedAt: Date | null };
  readonly site: {
    readonly uid: string;
    readonly name: string;
    readonly addressLine1: string;
    readonly city: string;
    readonly state: string;
    readonly zip: string;
  };
  readonly answers: readonly SourceAnswer[];
  readonly now: Date;
}

/** How long the page reloads often, because fast sources answer within this time. */
const fastMs = 30_000;

/** Returns the seconds until the next reload, which counts toward the user's rate limit. */
function researchReloadSeconds(startedAt: Date, now: Date): number {
  return now.getTime() - startedAt.getTime() < fastMs ? 3 : 15;
}

const sourceTitles: ReadonlyMap<string, string> = new Map([
  ['directory', 'Facility directory'],
  ['sandbox', 'Sandbox (made-up data)'],
]);

const failures: Readonly<Record<Exclude<SourceOutcome, 'answered'>, string>> = {
  failed: "We couldn't reach this source.",
  late: "This source didn't respond in time.",
};

function Instant({ at }: { readonly at: Date }) {
  const iso = at.toISOString();
  return <time dateTime={iso}>{instantText(at, { timeZone: 'UTC', now: new Date(0) })}</time>;
}

function Source({ source, outcome, findings, answeredAt }: SourceAnswer) {
  const title = sourceTitles.get(source) ?? source;
  return (
    <section class="source" aria-label={title}>
      <h2>{title}</h2>
      <p class="muted small">
        {outcome === 'answered' ? 'Responded ' : 'Stopped trying '}
        <Instant at={answeredAt} />
      </p>
      {outcome === 'answered' ? null : <p class="fault">{failures[outcome]}</p>}
      {outcome === 'answered' && findings.length === 0 ? <p>No information found.</p> : null}
      {findings.length === 0 ? null : (
        <dl>
          {findings.map(({ label, value }) => (
            <div>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}

function statusInWords(answers: readonly SourceAnswer[], endedAt: Date | null): string {
  const missed = answers.filter(({ outcome }) => outcome !== 'answered').length;
  if (endedAt === null) return 'Research in progress. This page updates automatically.';
  if (missed === 0) return 'Research complete.';
  return `Research complete. ${missed} of ${answers.length} sources didn't respond.`;
}

/** Renders the page. It reloads itself until the research is complete. */
export function renderResearchPage({ token, research, site, answers, now }: ResearchShown): string {
  const { uid, startedAt, endedAt } = research;
  const { name, addressLine1, city, state, zip } = site;
  const reload = {
    afterSeconds: researchReloadSeconds(startedAt, now),
    url: hereWith(token, { research: uid }),
  };
  return renderPage({
    title: `Facility research: ${name}`,
    ...(endedAt === null ? { reload } : {}),
    children: (
      <main class="page">
        <h1>{name}</h1>
        <p>
          {addressLine1}, {city}, {state} {zip}
        </p>
        <div class="waiting">
          {endedAt === null ? <span class="spinner" aria-hidden="true" /> : null}
          <p role="status">{statusInWords(answers, endedAt)}</p>
        </div>
        <p class="muted small">
          Requested <Instant at={startedAt} />
        </p>
        {answers.map(answer => (
          <Source {...answer} />
        ))}
        <form method="post" action={hereWith(token)} class="actions">
          <input type="hidden" name="site" value={site.uid} />
          <button class="main" name="do" value="choose">
            Select<span class="hidden"> {name}</span>
          </button>
          <a href={hereWith(token)}>Find another facility</a>
        </form>
      </main>
    ),
  });
}
