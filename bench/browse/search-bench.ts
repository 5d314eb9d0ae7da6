/** Measures how long one company waits for words that its rows show. */
import type { BenchContext } from '../bench';
import { quantile, type Figure } from '../measure/figures';
import { visitRoute } from '../../src/browse/catalogue/routes';
import { openApi } from './http-bench';
import type { TypicalQuery } from './queries';
import { openBrowseWorld } from './world';

const largeRows = 1_000_000;
const p95MsMax = 300;
const wordsDrawn = 100;

/** Words of three or more letters that rows of visits show, each once, however many rows show it. */
const selectWords = `
  select word from (
    select distinct lower(w[1]) as word from (
      select reason as value from visit tablesample system (1)
      union select kind from visit tablesample system (1)
      union select name from site union select city from site union select system_name from site
      union select address_line_1 from site union select name from payor union select kind from payor
      union select first_name from patient tablesample system (10)
      union select last_names[1] from patient tablesample system (10)
    ) shown, regexp_matches(shown.value, '[[:alpha:]]{3,}', 'g') w
  ) words order by md5(word) limit $1`;

/** Searches visits for words, one after another, as the administrator of the only company. */
export async function measureSearches(context: BenchContext): Promise<readonly Figure[]> {
  const rows = context.rows ?? context.sized(largeRows, 1_000);
  const { world, ask } = await openApi(await openBrowseWorld(context, rows, 1));
  const found = await world.services.owner.query<{ readonly word: string }>(selectWords, [wordsDrawn]);
  const sample = world.samples.find(({ scope }) => scope.seesAllProjects) ?? world.samples[0];
  if (sample === undefined) throw new Error('there are no samples');
  const query = (word: string): TypicalQuery => ({
    name: 'word',
    route: visitRoute,
    body: () => ({ search: word, take: 25 }),
  });
  const times: Array<readonly [ms: number, word: string]> = [];
  for (let round = 0; round <= Math.min(context.rounds, 2); round += 1)
    for (const { word } of found.rows) {
      const ms = await ask(query(word), sample);
      if (round > 0) times.push([ms, word]);
    }
  const slowest = times.toSorted(([a], [b]) => b - a).slice(0, 12);
  context.tell(`slowest words: ${slowest.map(([ms, word]) => `${word} ${Math.round(ms)} ms`).join(', ')}`);
  const all = times.map(([ms]) => ms);
  return [
    { name: `browse-search/p50 of a word in ${rows}`, value: quantile(all, 0.5), unit: 'ms', bar: null },
    {
      name: `browse-search/p95 of a word in ${rows}`,
      value: quantile(all, 0.95),
      unit: 'ms',
      bar: { atMost: p95MsMax },
    },
  ];
}
