/**
 * Measures single calls: far into a long list, a rare word, and a patient's page in a small and a large
 * table.
 */
import pg from 'pg';
import { median, type Figure } from '../measure/figures';
import { measureInTurns, medianRatio } from '../measure/rounds';
import type { AskedWorld, TimedAsk } from './http-bench';
import { typicalQueries, type TypicalQuery } from './queries';
import type { BrowseSample } from './samples';
import type { BrowseWorld } from './world';

const skipped = 49_000;
const skipMsMax = 50;
const searchMsMax = 40;
const searchTimesMin = 20;
const growthMax = 0.1;
const warmUps = 5;
const calls = 60;
/**
 * The number of searches for both sides. The comparator takes a tenth of a second for a small company, and
 * two seconds for a large one.
 */
const searchesOfBoth = 30;

function queryOf(name: TypicalQuery['name']): TypicalQuery {
  const query = typicalQueries.find(each => each.name === name);
  if (query === undefined) throw new Error(`there is no query ${name}`);
  return query;
}

function at(samples: readonly BrowseSample[], index: number): BrowseSample {
  const sample = samples[index % samples.length];
  if (sample === undefined) throw new Error('there are no samples');
  return sample;
}

/** Returns the median time of calls, one after another, in milliseconds. */
async function medianMs(count: number, call: (index: number) => Promise<number>): Promise<number> {
  for (let index = 0; index < warmUps; index += 1) await call(index);
  const times: number[] = [];
  for (let index = 0; index < count; index += 1) times.push(await call(index));
  return median(times);
}

function timeOf(
  ask: TimedAsk,
  query: TypicalQuery,
  samples: readonly BrowseSample[],
  count = calls,
): Promise<number> {
  return medianMs(count, index => ask(query, at(samples, index)));
}

async function measureSkip({ rows, largest }: BrowseWorld, ask: TimedAsk): Promise<Figure> {
  const deep = { ...queryOf('first page of a company'), body: () => ({ take: 25, skip: skipped }) };
  return {
    name: `browse/skip ${skipped} of ${rows}`,
    // No figure if no company has that many visits.
    value: largest === undefined ? Number.NaN : await timeOf(ask, deep, [largest]),
    unit: 'ms',
    bar: { atMost: skipMsMax },
  };
}

// A search without search_text: an `or` across the joined tables, once for the page and once for the total.
const orAcrossJoins = `
  with found as (
    select visit.uid, visit.created_at from visit
    join patient on patient.uid = visit.patient_uid join site on site.uid = visit.site_uid
    left join payor on payor.uid = visit.payor_uid join project on project.uid = visit.project_uid
    where visit.company_uid = $1::uuid and project.environment = $2 and ($3::boolean or exists (
      select from membership_project mp where mp.membership_uid = $4::uuid and mp.project_uid = project.uid))
    and (visit.ref ilike $5 or visit.reason ilike $5 or patient.id ilike $5 or patient.first_name ilike $5
      or patient.last_names[1] ilike $5 or site.name ilike $5 or site.system_name ilike $5
        or site.npi ilike $5
      or site.address_line_1 ilike $5 or site.address_line_2 ilike $5 or site.city ilike $5
        or site.state ilike $5
      or site.zip ilike $5 or payor.name ilike $5))
  select (select count(*) from found), array(select uid from found order by created_at, uid limit 25)`;

async function measureSearch(
  { browseUrl, samples, rows }: BrowseWorld,
  ask: TimedAsk,
): Promise<readonly Figure[]> {
  const query = queryOf('word of a site');
  const ms = await timeOf(ask, query, samples);
  const compared = samples.slice(0, searchesOfBoth);
  const mine = await timeOf(ask, query, compared, compared.length);
  const client = new pg.Client({
    connectionString: browseUrl,
    options: '-c max_parallel_workers_per_gather=0',
  });
  await client.connect();
  try {
    const other = await medianMs(compared.length, async index => {
      const { scope, siteWord } = at(compared, index);
      const { companyUid, environment, seesAllProjects, membershipUid } = scope;
      // The word has no wildcards.
      const values = [companyUid, environment, seesAllProjects, membershipUid, `%${siteWord}%`];
      const startedAt = performance.now();
      await client.query({ name: 'or across joins', text: orAcrossJoins, values });
      return performance.now() - startedAt;
    });
    return [
      { name: `browse/search of ${rows}`, value: ms, unit: 'ms', bar: { atMost: searchMsMax } },
      {
        name: `browse/search of ${rows} against or`,
        value: other / mine,
        unit: 'times faster than OR across joins',
        bar: { atLeast: searchTimesMin },
      },
    ];
  } finally {
    await client.end();
  }
}

/**
 * Returns how a time grows with the table, from the ratio of both times: the exponent of the number of rows.
 */
export function growthFigure(smallRows: number, largeRows: number, times: number): Figure {
  return {
    name: `browse/growth from ${smallRows} to ${largeRows}`,
    value: Math.log(times) / Math.log(largeRows / smallRows),
    unit: 'exponent of the rows',
    bar: { atMost: growthMax },
  };
}

/**
 * Measures how the time of a patient's page grows with the table. Both tables are measured in turn, because
 * the machine's speed changes while a large table is filled.
 */
export async function measureGrowth(small: AskedWorld, large: AskedWorld): Promise<Figure> {
  const { rounds, tell } = large.world.context;
  const [{ rows: smallRows }, { rows: largeRows }] = [small.world, large.world];
  const query = queryOf('patient by date');
  const found = await measureInTurns(
    {
      ours: () => timeOf(large.ask, query, large.world.samples),
      comparator: () => timeOf(small.ask, query, small.world.samples),
    },
    rounds,
    line => tell(`${query.name} of ${largeRows}, and of ${smallRows}, in ms, ${line}`),
  );
  return growthFigure(smallRows, largeRows, medianRatio(found));
}

/** Measures queries of a large table. */
export async function measureScale({ world, ask }: AskedWorld): Promise<readonly Figure[]> {
  return [await measureSkip(world, ask), ...(await measureSearch(world, ask))];
}
