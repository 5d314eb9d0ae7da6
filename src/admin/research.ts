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
const research = argument('RESEARCH', 'the ID of the research', uuid);

const headings = {
  research: 'Research',
  company: 'Company',
  environment: 'Environment',
  site: 'Site',
  name: 'Name',
  startedBy: 'Started by',
  startedAt: 'Started',
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
  summary: 'List the site research that members requested in the site finder, newest first',
  inputs: {
    company: onlyCompany,
    environment: withDefault('ENV', 'the environment', oneOf(environments), 'production'),
    running: toggle("only research that hasn't ended"),
    after,
    limit,
  },
  examples: ['research list --running', 'research list --company acme --environment sandbox'],
  run: async ({ change }, { company, environment, running, after, limit }) => {
    const read = await change('research.list', operatorChange =>
      inspectResearches(operatorChange, {
        companyId: company,
        environment,
        isRunning: running,
        afterUid: after,
        limit: limit + 1,
      }),
    );
    const { rows, more } = pageOf(read, limit, ({ uid: last }) => last);
    return { kind: 'list', headings, rows: rows.map(rowOf), ifEmpty: 'No research found.', more };
  },
});

const show = command({
  name: 'show',
  summary: "Show the research of a site: what each source found, and which sources failed or didn't respond",
  inputs: { research },
  examples: [`research show ${uid}`],
  run: async ({ change }, values) => {
    const found = await change('research.read', operatorChange =>
      inspectResearch(operatorChange, values.research),
    );
    return {
      kind: 'record',
      headings: { ...headings, sources: 'Sources', findings: 'Findings' },
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
  summary: 'Resume research: query its sources now, or restart its workflow if it was ended',
  inputs: { research },
  examples: [`research resume ${uid}`],
  run: async ({ change }, values) => {
    const {
      uid: id,
      companyId,
      environment,
    } = await change('research.resume', operatorChange => resumeResearch(operatorChange, values.research));
    return {
      kind: 'done',
      sentence: 'Resumed the research. To see its progress, run `research show`.',
      facts: { research: id, company: companyId, environment },
    };
  },
});

const complete = command({
  name: 'complete',
  summary:
    'Record that research in another system has ended, and notify the endpoints of the member who ' +
    'started it',
  inputs: {
    company,
    environment,
    site: required('UID', "the customer's site", uuid),
    startedBy: required('EMAIL', 'the member who started it', email),
    url: required('URL', 'the https URL of the result', text(2048)),
    bulk: toggle('it was part of a batch that an operator started: nobody is notified'),
  },
  examples: [
    `research complete --company acme --environment production --site ${uid} --started-by ` +
      'ana@acme.example --url https://records.example.com/research/01a1fa98',
  ],
  run: async ({ change }, { site, company, environment, startedBy, url, bulk }) => {
    await change('research.complete', operatorChange =>
      completeResearch(operatorChange, {
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
        ? 'Recorded the end of the research. No one is notified.'
        : 'Recorded the end of the research. The member who started it is notified.',
      facts: { company, environment, site, isTold: !bulk },
    };
  },
});

/** `research …`: research about sites. */
export const researchCommands: CommandGroup = {
  name: 'research',
  summary: "Manage research about customers' sites",
  commands: [list, show, resume, complete],
};
