import { match, strictEqual } from 'node:assert';
import { z } from 'zod';
import type { Bench } from './bench';
import { quantile, type Figure } from './measure/figures';
import { addVisits, credentials, patientsPath } from './world/population';
import { openBusyApi } from './world/scenes';

/** The visits of the measured patient. */
const visitsEach = 5_000;
/** The patients of the company, who share its visits. */
const patients = 20;
/** The page views of each kind that count. With the warm-up, they stay below a company's limit per minute. */
const looks = 80;
const warmUps = 10;
const firstPaintMsMax = 300;

const minted = z.object({ token: z.string() });

/** What people do first on the page, as its query. */
const kinds = {
  'first page': '',
  'first page without the map': '&map=collapsed',
  search: `&do=narrow&search=${encodeURIComponent('follow-up a1')}`,
  'an empty tab': '&tab=lab-results',
} as const;

/** Measures the clinical data page of a patient in a customer's frame. */
export const clinicalData: Bench = {
  name: 'clinical-data',
  purpose: 'the clinical data page of a patient with 5,000 visits, by the time to its last byte',
  run: async (context): Promise<readonly Figure[]> => {
    const { services, companies, api } = await openBusyApi(context);
    const [company] = companies;
    if (company === undefined) throw new Error('The database has no companies.');
    const { sized, tell } = context;
    const visits = patients * sized(visitsEach, 100);
    tell(`adding ${visits} visits to one company`);
    await addVisits(services, company, visits);
    const path = `${patientsPath(company)}/case-1/clinical-data-embed-token`;
    const headers = { ...credentials(company), 'content-type': 'application/json' };
    const answer = await fetch(`${api.url}${path}`, { method: 'POST', headers, body: '{}' });
    const { token } = minted.parse(await answer.json());
    const look = async (query: string): Promise<{ readonly ms: number; readonly text: string }> => {
      const startedAt = performance.now();
      const page = await fetch(`${api.url}/ui/clinical-data/embed?token=${token}${query}`);
      const text = await page.text();
      const ms = performance.now() - startedAt;
      strictEqual(page.status, 200, text);
      return { ms, text };
    };
    match((await look('')).text, /Follow-up/, 'The page shows no visits.');
    const [uncounted, looksCounted] = [sized(warmUps, 1), sized(looks, 2)];
    const figures: Figure[] = [];
    for (const [kind, query] of Object.entries(kinds)) {
      const times: number[] = [];
      for (let turn = 0; turn < uncounted + looksCounted; turn += 1) times.push((await look(query)).ms);
      const counted = times.slice(uncounted);
      const name = `clinical-data/${kind}`;
      figures.push(
        { name: `${name}, median`, value: quantile(counted, 0.5), unit: 'ms', bar: null },
        {
          name: `${name}, p95`,
          value: quantile(counted, 0.95),
          unit: 'ms',
          bar: { atMost: firstPaintMsMax },
        },
      );
      tell(`measuring ${kind}`);
    }
    return figures;
  },
};
