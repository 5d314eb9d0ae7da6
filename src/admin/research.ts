import { environments } from '../domain/projects/project';
import type { ListedResearch } from '../store/sites/researches';
import {
  completeResearch,
  inspectResearch,
  inspectResearches,
  resumeResearch,
} from '../usecases/sites/researches';
import { command, type CommandGroup } from './command';
import { argument, oneOf, required, text, toggle, uuid, withDefault } from './inputs';
import type { Row } from './outcome';
import { after, company, email, environment, limit, onlyCompany, pageOf } from './shared-inputs';

const uid = '01a1fa97-cbfd-72da-9b40-09c034bab473';
const research = argument('RESEARCH', 'the research, by its id', uuid);

const headings = {
  research: 'Research',
  company: 'Company',
  environment: 'Environment',
  site: 'Site',
  name: 'Name',
  startedBy: 'Started by',
  startedAt: 'Since',
  endedAt: 'Ended',
} as const;

function rowOf(listed: ListedResearch): Row {
  const { companyId, environment, siteUid, siteName, startedByEmail, startedAt, endedAt } = listed;
  return {
    research: listed.uid,
    company: companyId,
    environment,
    site: siteUid,
    name: siteName,
    startedBy: startedByEmail,
    startedAt,
    endedAt,
  };
}

const list = command({
  name: 'list',
  summary: 'List the researches that people asked for in the site finder, newest first',
  inputs: {
    company: onlyCompany,
    environment: withDefault(
      'ENV',
      'the environment whose researches are meant',
      oneOf(environments),
      'production',
    ),
    running: toggle('only those that have not ended'),
    after,
    limit,
  },
  examples: ['research list --running', 'research list --company acme --environment sandbox'],
  run: async ({ change }, { company, environment, running, after, limit }) => {
    const read = await change('research.list', inner =>
      inspectResearches(inner, {
        companyId: company,
        environment,
        isRunning: running,
        afterUid: after,
        limit: limit + 1,
      }),
    );
    const { rows, more } = pageOf(read, limit, ({ uid: last }) => last);
    return { kind: 'list', headings, rows: rows.map(rowOf), ifEmpty: 'There is no such research.', more };
  },
});

const show = command({
  name: 'show',
  summary: 'Show a research: what each source found, and which of them failed or was silent',
  inputs: { research },
  examples: [`research show ${uid}`],
  run: async ({ change }, values) => {
    const found = await change('research.read', inner => inspectResearch(inner, values.research));
    return {
      kind: 'record',
      headings: { ...headings, sources: 'Sources', findings: 'Found' },
      row: {
        ...rowOf(found.research),
        sources: found.answers.map(
          ({ source, outcome, answeredAt }) => `${source}: ${outcome}, ${answeredAt.toISOString()}`,
        ),
        findings: found.answers.flatMap(({ source, findings }) =>
          findings.map(({ label, value }) => `${source}: ${label}: ${value}`),
        ),
      },
    };
  },
});

const resume = command({
  name: 'resume',
  summary:
    'Get a research going: ask now whom it waits for, or start it anew where somebody ended its workflow',
  inputs: { research },
  examples: [`research resume ${uid}`],
  run: async ({ change }, values) => {
    const {
      uid: id,
      companyId,
      environment,
    } = await change('research.resume', inner => resumeResearch(inner, values.research));
    return {
      kind: 'done',
      sentence: 'The research goes on; `research show` tells how far it is.',
      facts: { research: id, company: companyId, environment },
    };
  },
});

const complete = command({
  name: 'complete',
  summary:
    'Record that a research that was made elsewhere has ended; the endpoints of who started it are told',
  inputs: {
    company,
    environment,
    site: required('UID', 'the site of the customer', uuid),
    startedBy: required('EMAIL', 'the member who started it', email),
    url: required('URL', 'where it is read, https', text(2048)),
    bulk: toggle('it was one of many that an operator started: nobody is told'),
  },
  examples: [
    `research complete --company acme --environment production --site ${uid} --started-by ` +
      'ana@acme.example --url https://records.example.com/research/01a1fa98',
  ],
  run: async ({ change }, { site, company, environment, startedBy, url, bulk }) => {
    await change('research.complete', inner =>
      completeResearch(inner, {
        companyId: company,
        environment,
        siteUid: site,
        startedByEmail: startedBy,
        url,
        isBulk: bulk,
      }),
    );
    return {
      kind: 'done',
      sentence: bulk
        ? 'The research has ended; nobody is told.'
        : 'The research has ended; who started it is told.',
      facts: { company, environment, site, isTold: !bulk },
    };
  },
});

/** `research …`: research about sites. */
export const researchCommands: CommandGroup = {
  name: 'research',
  summary: 'Researches about the sites of customers',
  commands: [list, show, resume, complete],
};
