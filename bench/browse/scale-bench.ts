/** What single calls take: far into a long list, a rare word, and a patient's page in a small and in a large table. */
import pg from 'pg';
import type { ProjectScope } from '../../src/domain/projects/project';
import { median, type Figure } from '../measure/figures';
import { measureInTurns, medianRatio } from '../measure/rounds';
import { typicalQueries, type TypicalQuery } from './queries';
import type { BrowseSample } from './samples';
import { openOurs, type BrowseSide } from './sides';
import type { BrowseWorld } from './world';

const skipped = 49_000;
const ofRows = 50_000;
const skipMsMax = 15;
const searchMsMax = 10;
const searchTimesMin = 50;
const growthMax = 0.1;
const warmUps = 5;
const calls = 60;
/** So many searches are asked of both sides: the other one takes a tenth of a second of a small company, and two of a large one. */
const searchesOfBoth = 30;

/** What half of the calls take at most, one after another, in milliseconds. */
async function medianMs(count: number, call: (index: number) => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let index = -Math.min(warmUps, count); index < count; index += 1) {
    const startedAt = performance.now();
    await call(Math.abs(index));
    if (index >= 0) times.push(performance.now() - startedAt);
  }
  return median(times);
}

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

function timeOf(side: BrowseSide, query: TypicalQuery, samples: readonly BrowseSample[]): Promise<number> {
  const answer = side.answering(query);
  return medianMs(calls, index => answer(at(samples, index)));
}

// The company that has the fewest visits above the wanted ones, as its administrator sees them.
const selectLargeCompany = `
  select v.company_uid as "companyUid", m.uid as "membershipUid", m.sees_all_projects as "seesAllProjects"
  from visit v join project j on j.uid = v.project_uid and j.environment = 'production'
  join membership m on m.company_uid = v.company_uid and m.sees_all_projects
  group by 1, 2, 3 having count(*) >= $1 order by count(*) limit 1`;

async function measureSkip({ services, samples, rows }: BrowseWorld, ours: BrowseSide): Promise<Figure> {
  const { rows: found } = await services.owner.query<Omit<ProjectScope, 'environment'>>(selectLargeCompany, [
    ofRows,
  ]);
  const scope = found[0];
  const page = queryOf('first page of a company');
  const deep = { ...page, body: () => ({ take: 25, skip: skipped }) };
  const sample: BrowseSample | undefined = scope && {
    ...at(samples, 0),
    scope: { ...scope, environment: 'production' },
  };
  return {
    name: `browse/skip ${skipped} of ${rows}`,
    // Too few visits for it are no time at all.
    value: sample === undefined ? Number.NaN : await timeOf(ours, deep, [sample]),
    unit: 'ms',
    bar: { atMost: skipMsMax },
  };
}

// What a search would be without search_text: an `or` over the joined tables, twice, for the page and for the total.
const orAcrossJoins = `
  with found as (
    select visit.uid, visit.created_at from visit
    join patient on patient.uid = visit.patient_uid join site on site.uid = visit.site_uid
    left join payor on payor.uid = visit.payor_uid join project on project.uid = visit.project_uid
    where visit.company_uid = $1::uuid and project.environment = $2 and ($3::boolean or exists (
      select from membership_project mp where mp.membership_uid = $4::uuid and mp.project_uid = project.uid))
    and (visit.ref ilike $5 or visit.reason ilike $5 or patient.id ilike $5 or patient.first_name ilike $5
      or patient.last_names[1] ilike $5 or site.name ilike $5 or site.system_name ilike $5 or site.npi ilike $5
      or site.address_line_1 ilike $5 or site.address_line_2 ilike $5 or site.city ilike $5 or site.state ilike $5
      or site.zip ilike $5 or payor.name ilike $5))
  select (select count(*) from found), array(select uid from found order by created_at, uid limit 25)`;

async function measureSearch(
  { browseUrl, samples, rows }: BrowseWorld,
  ours: BrowseSide,
): Promise<readonly Figure[]> {
  const query = queryOf('word of a site');
  const ms = await timeOf(ours, query, samples);
  const compared = samples.slice(0, searchesOfBoth);
  const mine = await timeOf(ours, query, compared);
  const client = new pg.Client({
    connectionString: browseUrl,
    options: '-c max_parallel_workers_per_gather=0',
  });
  await client.connect();
  try {
    const other = await medianMs(compared.length, index => {
      const { scope, siteWord } = at(compared, index);
      const { companyUid, environment, seesAllProjects, membershipUid } = scope;
      // A word has no wildcards in it.
      const values = [companyUid, environment, seesAllProjects, membershipUid, `%${siteWord}%`];
      return client.query({ name: 'or across joins', text: orAcrossJoins, values });
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

/** How a time grows with the table, of which the large one takes so many times that of the small one: the exponent of a power of the number of rows. */
export function growthFigure(smallRows: number, largeRows: number, times: number): Figure {
  return {
    name: `browse/growth from ${smallRows} to ${largeRows}`,
    value: Math.log(times) / Math.log(largeRows / smallRows),
    unit: 'exponent of the rows',
    bar: { atMost: growthMax },
  };
}

/**
 * How the time of a patient's page grows with the table. Small and large are asked in turn: by the time that a large table is
 * filled, the machine is as good as another one.
 */
export async function measureGrowth(small: BrowseWorld, large: BrowseWorld): Promise<Figure> {
  const { rounds, tell } = large.context;
  const query = queryOf('patient by date');
  const [ofSmall, ofLarge] = [openOurs(small.browseUrl), openOurs(large.browseUrl)];
  try {
    const found = await measureInTurns(
      {
        ours: () => timeOf(ofLarge, query, large.samples),
        comparator: () => timeOf(ofSmall, query, small.samples),
      },
      rounds,
      line => tell(`${query.name} of ${large.rows}, and of ${small.rows}, in ms, ${line}`),
    );
    return growthFigure(small.rows, large.rows, medianRatio(found));
  } finally {
    await Promise.all([ofSmall.close(), ofLarge.close()]);
  }
}

/** Measures what is asked of a large table. */
export async function measureScale(world: BrowseWorld): Promise<readonly Figure[]> {
  const ours = openOurs(world.browseUrl);
  try {
    return [await measureSkip(world, ours), ...(await measureSearch(world, ours))];
  } finally {
    await ours.close();
  }
}
