/**
 * A research about a site, in the site finder: how far it is, and what was found by whom. It works without a
 * script.
 */
import type { SourceAnswer, SourceOutcome } from '../../domain/research/research';
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

/** How long a research is young: what is there at once is shown at once. */
const youngMs = 30_000;

/** When a page about a research that runs loads itself again: each look counts in its user's minute. */
function researchReloadSeconds(startedAt: Date, now: Date): number {
  return now.getTime() - startedAt.getTime() < youngMs ? 3 : 15;
}

const sourceTitles: ReadonlyMap<string, string> = new Map([
  ['directory', 'The directory of facilities'],
  ['sandbox', 'The sandbox: made up'],
]);

const silences: Readonly<Record<Exclude<SourceOutcome, 'answered'>, string>> = {
  failed: 'It could not be asked.',
  late: 'It did not answer in time.',
};

function Instant({ at }: { readonly at: Date }) {
  const iso = at.toISOString();
  return <time dateTime={iso}>{`${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`}</time>;
}

function Source({ source, outcome, findings, answeredAt }: SourceAnswer) {
  const title = sourceTitles.get(source) ?? source;
  return (
    <section class="source" aria-label={title}>
      <h2>{title}</h2>
      <p class="muted small">
        {outcome === 'answered' ? 'Found ' : 'Given up '}
        <Instant at={answeredAt} />
      </p>
      {outcome === 'answered' ? null : <p class="fault">{silences[outcome]}</p>}
      {outcome === 'answered' && findings.length === 0 ? <p>It knows nothing of it.</p> : null}
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
  if (endedAt === null) return 'The research goes on. This page loads itself again.';
  if (missed === 0) return 'The research has ended.';
  return `The research has ended. ${missed} of ${answers.length} sources did not answer.`;
}

/** The page of a research; while it runs it loads itself again. */
export function renderResearchPage({ token, research, site, answers, now }: ResearchShown): string {
  const { uid, startedAt, endedAt } = research;
  const { name, addressLine1, city, state, zip } = site;
  const reload = {
    afterSeconds: researchReloadSeconds(startedAt, now),
    url: hereWith(token, { research: uid }),
  };
  return renderPage({
    title: `Research: ${name}`,
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
          Asked for <Instant at={startedAt} />
        </p>
        {answers.map(answer => (
          <Source {...answer} />
        ))}
        <form method="post" action={hereWith(token)} class="actions">
          <input type="hidden" name="site" value={site.uid} />
          <button class="main" name="do" value="choose">
            Choose<span class="hidden"> {name}</span>
          </button>
          <a href={hereWith(token)}>Find another</a>
        </form>
      </main>
    ),
  });
}
