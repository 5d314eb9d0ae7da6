import { createReadStream, type ReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { InvalidArgumentError } from 'commander';
import { addressLines } from '../domain/clinical/site';
import { environments } from '../domain/projects/project';
import type { Candidate } from '../store/sites/directory';
import type { DecidedSite } from '../store/sites/site-decisions';
import { OperatorError } from '../usecases/operator-error';
import {
  findFacilities,
  inspectSite,
  inspectSites,
  linkSite,
  mergeSites,
  undoStandingFor,
  unverifySite,
  verifySite,
  type SiteDecision,
} from '../usecases/sites/operator-sites';
import { stubFacilities } from '../sandbox/stub-facilities';
import {
  importFile,
  importStubFacilities,
  knowFiles,
  noteImport,
  type ImportCounts,
} from '../usecases/sites/directory-imports';
import { command, type AdminContext, type CommandGroup } from './command';
import { UsageError } from './failures';
import { argument, oneOf, optional, text, toggle, uuid, withDefault, type Reader } from './inputs';
import type { Outcome, Row } from './outcome';
import { after, limit, onlyCompany, pageOf } from './shared-inputs';

const uid = '01a1fa97-cbfd-72da-9b40-09c034bab473';
const otherUid = '01a1fa98-0d1c-7c3e-8a55-6b1f0c9d2e7f';

const site = argument('SITE', 'the site of a customer, by its id', uuid);
const environment = withDefault(
  'ENV',
  'the environment whose sites are meant',
  oneOf(environments),
  'production',
);

/** Returns an address in one line. */
const addressOf = (place: Parameters<typeof addressLines>[0]): string => addressLines(place).join(', ');

const headingsOfCandidates = {
  facility: 'Facility',
  likelihood: 'Is it',
  name: 'Name',
  address: 'Address',
  npi: 'NPI',
  phone: 'Phone',
  fax: 'Fax',
} as const;

function candidateRow({ facility, likelihood, name: nameLikeness, line: lineLikeness }: Candidate): Row {
  const { uid: facilityUid, name, npi, phone, fax, systemName, isSynthetic } = facility;
  return {
    facility: facilityUid,
    likelihood,
    name,
    address: addressOf(facility),
    npi,
    phone,
    fax,
    systemName,
    isSynthetic,
    nameLikeness,
    lineLikeness,
  };
}

const list = command({
  name: 'list',
  summary: 'List the sites of customers, oldest first; those that wait for a decision with --unverified',
  inputs: {
    company: onlyCompany,
    environment,
    unverified: toggle('only those on which nobody has decided'),
    after,
    limit,
  },
  examples: ['site list --unverified', 'site list --company acme --environment sandbox'],
  run: async ({ change }, { company, environment, unverified, after, limit }) => {
    const read = await change('site.list', inner =>
      inspectSites(inner, {
        companyId: company,
        environment,
        isUnverified: unverified,
        afterUid: after,
        limit: limit + 1,
      }),
    );
    const { rows, more } = pageOf(read, limit, ({ uid: last }) => last);
    return {
      kind: 'list',
      headings: {
        site: 'Site',
        company: 'Company',
        standing: 'Standing',
        name: 'Name',
        address: 'Address',
        createdAt: 'Since',
      },
      rows: rows.map(found => ({
        site: found.uid,
        company: found.companyId,
        environment: found.environment,
        standing: found.standing,
        name: found.name,
        address: addressOf(found),
        npi: found.npi,
        createdAt: found.createdAt,
      })),
      ifEmpty: unverified ? 'No site waits for a decision.' : 'There is no such site.',
      more,
    };
  },
});

function lineOf({ uid: id, name, standing }: DecidedSite): string {
  return `${id}: ${name} (${standing})`;
}

const show = command({
  name: 'show',
  summary: 'Show a site: whose it is, what is stored there, and the facilities that it may be',
  inputs: { site },
  examples: [`site show ${uid}`],
  run: async ({ change }, values) => {
    const found = await change('site.read', inner => inspectSite(inner, values.site));
    const { site: shown, standsFor, standing, candidates, endpoints, visits, recordRequests } = found;
    return {
      kind: 'record',
      headings: {
        site: 'Site',
        company: 'Company',
        environment: 'Environment',
        standing: 'Standing',
        standsFor: 'Stands for',
        name: 'Name',
        systemName: 'System',
        address: 'Address',
        npi: 'NPI',
        phone: 'Phone',
        fax: 'Fax',
        endpoints: 'Endpoints',
        visits: 'Visits',
        recordRequests: 'Record requests',
        sitesStandingForIt: 'Others that are it',
        candidates: 'It may be',
      },
      row: {
        site: shown.uid,
        company: shown.companyId,
        environment: shown.environment,
        standing: shown.standing,
        name: shown.name,
        systemName: shown.systemName,
        address: addressOf(shown),
        npi: shown.npi,
        phone: shown.phone,
        fax: shown.fax,
        visits,
        recordRequests,
        createdAt: shown.createdAt,
        facility: shown.directorySiteUid,
        standsFor: standsFor === undefined ? null : lineOf(standsFor),
        endpoints: endpoints.map(({ kind, address, use }) => [kind, address, use].filter(Boolean).join(' ')),
        sitesStandingForIt: standing.map(lineOf),
        candidates: candidates.map(
          ({ facility, likelihood }) =>
            `${likelihood}: ${facility.uid} ${facility.name}, ${addressOf(facility)}`,
        ),
      },
    };
  },
});

/** Parses `Boston, MA`. */
const cityAndState: Reader<{ readonly city: string; readonly state: string }> = typed => {
  const [, city, state] = /^(.{1,100}),\s*([A-Za-z]{2})$/.exec(typed.trim()) ?? [];
  if (city === undefined || state === undefined)
    throw new InvalidArgumentError('It must be a city and its state by the USPS code, as in "Boston, MA".');
  return { city, state: state.toUpperCase() };
};

const find = command({
  name: 'find',
  summary: 'Find facilities of the directory by a name, near an address or by an NPI',
  inputs: {
    name: optional('TEXT', 'its name, in any spelling; not needed beside an NPI', text(300)),
    line: optional('TEXT', 'the first line of its address', text(300)),
    city: optional('CITY', 'its city with the state, as in "Boston, MA"', cityAndState),
    zip: optional('ZIP', 'its ZIP code', text(10)),
    npi: optional('NPI', 'its National Provider Identifier', text(10)),
    environment,
  },
  examples: [
    'site find --name "Mercy Clinic" --zip 02139',
    'site find --name "Mercy Clinic" --city "Boston, MA"',
    'site find --npi 1234567893',
  ],
  run: async ({ change }, { name, line, city, zip, npi, environment }) => {
    if (npi === undefined && name === undefined)
      throw new UsageError('Say which: --name TEXT with --zip ZIP or --city "CITY, STATE", or --npi NPI.');
    if (npi === undefined && zip === undefined && city === undefined)
      throw new UsageError('Say where: --zip ZIP, --city "CITY, STATE" or --npi NPI.');
    const place = { addressLine1: line ?? '', zip: zip ?? '', ...(city ?? { city: '', state: '' }) };
    const query = { name: name ?? '', ...place, ...(npi === undefined ? {} : { npi }) };
    const found = await change('site.find', inner => findFacilities(inner, environment, query));
    return {
      kind: 'list',
      headings: headingsOfCandidates,
      rows: found.map(candidateRow),
      ifEmpty: 'The directory has no such facility there; `site import` brings it up to date.',
    };
  },
});

function decided(
  sentence: string,
  { site: { uid: id, companyId }, nowUid, visits, recordRequests }: SiteDecision,
): Outcome {
  return {
    kind: 'done',
    sentence: `${sentence} Visits that moved: ${visits}. Record requests: ${recordRequests}.`,
    facts: { site: id, company: companyId, now: nowUid, visits, recordRequests },
  };
}

const link = command({
  name: 'link',
  summary: 'Say that a site is a facility of the directory; its customer sees that one from now on',
  inputs: { site, facility: argument('FACILITY', 'the facility, by the id that `site find` shows', uuid) },
  examples: [`site link ${uid} ${otherUid}`],
  run: async ({ change }, { site, facility }) => {
    const decision = await change('site.link', inner => linkSite(inner, site, facility));
    return decided(`The site ${site} is linked; \`site unlink\` takes it back.`, decision);
  },
});

const unlink = command({
  name: 'unlink',
  summary: 'Take back that a site is a facility of the directory; all that was named by it is at it again',
  inputs: { site },
  examples: [`site unlink ${uid}`],
  run: async ({ change }, { site }) => {
    const decision = await change('site.unlink', inner => undoStandingFor(inner, site, 'linked'));
    return decided(`The site ${site} is unverified again.`, decision);
  },
});

const merge = command({
  name: 'merge',
  summary: 'Say that two sites of one customer are one; all of the first is at the other from now on',
  inputs: { site, into: argument('OTHER', 'the site that remains, of the same customer', uuid) },
  examples: [`site merge ${uid} ${otherUid}`],
  run: async ({ change }, { site, into }) => {
    const decision = await change('site.merge', inner => mergeSites(inner, site, into));
    return decided(`The site ${site} is merged; \`site unmerge\` takes it back.`, decision);
  },
});

const unmerge = command({
  name: 'unmerge',
  summary: 'Take back that two sites are one; all that was named by the first is at it again',
  inputs: { site },
  examples: [`site unmerge ${uid}`],
  run: async ({ change }, { site }) => {
    const decision = await change('site.unmerge', inner => undoStandingFor(inner, site, 'merged'));
    return decided(`The site ${site} is unverified again.`, decision);
  },
});

const verify = command({
  name: 'verify',
  summary: 'Say that a site is real and the directory does not have it; it stays its customer’s own',
  inputs: { site },
  examples: [`site verify ${uid}`],
  run: async ({ change }, { site }) => {
    const { companyId, standing } = await change('site.verify', inner => verifySite(inner, site));
    return {
      kind: 'done',
      sentence: `The site ${site} is verified; \`site unverify\` takes it back.`,
      facts: { site, company: companyId, standing },
    };
  },
});

const unverify = command({
  name: 'unverify',
  summary: 'Take back that a site was verified',
  inputs: { site },
  examples: [`site unverify ${uid}`],
  run: async ({ change }, { site }) => {
    const { companyId, standing } = await change('site.unverify', inner => unverifySite(inner, site));
    return {
      kind: 'done',
      sentence: `The site ${site} is unverified again.`,
      facts: { site, company: companyId, standing },
    };
  },
});

/**
 * Returns the files at a path: itself, or the CSV files of a folder except those with only a header. @throws
 * OperatorError
 */
async function filesAt(path: string): Promise<string[]> {
  const facts = await stat(path).catch((error: unknown) => {
    throw new OperatorError('There is no such file or folder, or you may not read it.', { cause: error });
  });
  if (!facts.isDirectory()) return [path];
  const names = (await readdir(path)).filter(name => /\.csv$/i.test(name) && !/fileheader/i.test(name));
  if (names.length === 0)
    throw new OperatorError('The folder has no CSV file: unpack what CMS publishes as a ZIP.');
  return names.toSorted().map(name => join(path, name));
}

function percentOf(bytes: ReadStream | undefined, sizeBytes: number): number {
  return sizeBytes === 0 ? 100 : Math.floor((100 * (bytes?.bytesRead ?? 0)) / sizeBytes);
}

function factsOf(file: string, { lines, changed, passedOver, unreadable, faults }: ImportCounts): Row {
  return { file, lines, changed, passedOver, unreadable, faults };
}

async function importPath({ change, terminal }: AdminContext, path: string): Promise<Row[]> {
  const opened = new Map<string, ReadStream>();
  const files = await Promise.all(
    (await filesAt(path)).map(async file => ({
      name: basename(file),
      sizeBytes: (await stat(file)).size,
      open: () => {
        const bytes = createReadStream(file, { highWaterMark: 1024 ** 2 });
        opened.set(basename(file), bytes);
        return bytes;
      },
    })),
  );
  const known = await knowFiles(files);
  await change('site.import', noteImport);
  const rows: Row[] = [];
  for (const file of known) {
    const sizeBytes = files.find(({ name }) => name === file.name)?.sizeBytes ?? 0;
    let counts: ImportCounts | undefined;
    for await (counts of importFile(work => change('site.import', work), file))
      terminal.stderr.write(
        `${file.name}: ${percentOf(opened.get(file.name), sizeBytes)} %, ${counts.lines} lines, ` +
          `${counts.changed} new or changed, ${counts.unreadable} unreadable\n`,
      );
    if (counts !== undefined) rows.push(factsOf(file.name, counts));
  }
  return rows;
}

const importDirectory = command({
  name: 'import',
  summary: 'Bring the directory up to date from files of NPPES, a whole month’s or a week’s changes',
  inputs: {
    from: optional(
      'PATH',
      'a CSV file as CMS publishes it, or the folder of the unpacked files',
      text(4_096),
    ),
    stubs: toggle(
      'instead of files: the made-up facilities at which stub visits are; sandbox alone finds them',
    ),
  },
  examples: ['site import --from /data/NPPES_Data_Dissemination_November_2026_V2', 'site import --stubs'],
  run: async (context, { from, stubs }): Promise<Outcome> => {
    if ((from === undefined) === !stubs) throw new UsageError('Say what: --from PATH, or --stubs.');
    if (from === undefined) {
      const changed = await context.change('site.importStubs', inner =>
        importStubFacilities(inner, stubFacilities()),
      );
      return {
        kind: 'done',
        sentence: `Stub facilities that are new or changed: ${changed}.`,
        facts: { changed },
      };
    }
    return {
      kind: 'list',
      headings: {
        file: 'File',
        lines: 'Lines',
        changed: 'New or changed',
        passedOver: 'Passed over',
        unreadable: 'Unreadable',
        faults: 'The first of them',
      },
      rows: await importPath(context, from),
      ifEmpty: 'The files have no lines.',
    };
  },
});

/** `site …` */
export const siteCommands: CommandGroup = {
  name: 'site',
  summary: 'The sites that customers name, and the directory of facilities',
  commands: [list, show, find, link, unlink, merge, unmerge, verify, unverify, importDirectory],
};
