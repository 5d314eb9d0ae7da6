import { completeResearch } from '../usecases/sites/complete-research';
import { command, type CommandGroup } from './command';
import { argument, required, text, toggle, uuid } from './inputs';
import { company, email, environment } from './shared-inputs';

const complete = command({
  name: 'complete',
  summary: 'Record that a research about a site has ended; the endpoints of who started it are told',
  inputs: {
    site: argument('SITE', 'the site of the customer, by its id', uuid),
    company,
    environment,
    startedBy: required('EMAIL', 'the member who started it', email),
    url: required('URL', 'where it is read, https', text(2048)),
    bulk: toggle('it was one of many that an operator started: nobody is told'),
  },
  examples: [
    'research complete 01a1fa97-cbfd-72da-9b40-09c034bab473 --company acme --environment production --started-by ana@acme.example --url https://records.example.com/research/01a1fa98',
  ],
  run: async ({ change }, { site, company, environment, startedBy, url, bulk }) => {
    await change('research.complete', inner =>
      completeResearch(inner, {
        ...{ companyId: company, environment, siteUid: site, startedByEmail: startedBy, url, isBulk: bulk },
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

/** `research …`: what is found out about sites. */
export const researchCommands: CommandGroup = {
  name: 'research',
  summary: 'Researches about the sites of customers',
  commands: [complete],
};
