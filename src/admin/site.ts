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
  importFiles,
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

const site = argument('SITE', "the ID of a customer's site", uuid);
const environment = withDefault('ENV', 'the environment', oneOf(environments), 'production');

/** Returns an address on one line. */
const addressOf = (place: Parameters<typeof addressLines>[0]): string => addressLines(place).join(', ');

const headingsOfCandidates = {
  facility: 'Facility',
  likelihood: 'Match',
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
  summary: "List customers' sites, oldest first; add --unverified for sites that need a decision",
  inputs: {
    company: onlyCompany,
    environment,
    unverified: toggle('only sites that need a decision'),
    after,
    limit,
  },
  examples: ['site list --unverified', 'site list --company acme --environment sandbox'],
  run: async ({ change }, { company, environment, unverified, after, limit }) => {
    const read = await change('site.list', operatorChange =>
      inspectSites(operatorChange, {
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
        standing: 'Status',
        name: 'Name',
        address: 'Address',
        createdAt: 'Created',
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
      ifEmpty: unverified ? 'No sites need a decision.' : 'No sites found.',
      more,
    };
  },
});

function lineOf({ uid: id, name, standing }: DecidedSite): string {
  return `${id}: ${name} (${standing})`;
}

const show = command({
  name: 'show',
  summary: 'Show a site: its customer, how much is stored there, and facilities that may match',
  inputs: { site },
  examples: [`site show ${uid}`],
  run: async ({ change }, values) => {
    const found = await change('site.read', operatorChange => inspectSite(operatorChange, values.site));
    const { site: shown, standsFor, standing, candidates, endpoints, visits, recordRequests } = found;
    return {
      kind: 'record',
      headings: {
        site: 'Site',
        company: 'Company',
        environment: 'Environment',
        standing: 'Status',
        standsFor: 'Replaced by',
        name: 'Name',
        systemName: 'System',
        address: 'Address',
        npi: 'NPI',
        phone: 'Phone',
        fax: 'Fax',
        endpoints: 'Endpoints',
        visits: 'Visits',
        recordRequests: 'Record requests',
        sitesStandingForIt: 'Replaces',
        candidates: 'Possible matches',
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

/** Reads `Boston, MA`. */
const cityAndState: Reader<{ readonly city: string; readonly state: string }> = typed => {
  const [, city, state] = /^(.{1,100}),\s*([A-Za-z]{2})$/.exec(typed.trim()) ?? [];
  if (city === undefined || state === undefined)
    throw new InvalidArgumentError('It must be a city and a two-letter state code, such as "Boston, MA".');
  return { city, state: state.toUpperCase() };
};

const find = command({
  name: 'find',
  summary: 'Find facilities in the directory by name and place, or by NPI',
  inputs: {
    name: optional('TEXT', 'its name, in any spelling; not needed with --npi', text(300)),
    line: optional('TEXT', 'the first line of its address', text(300)),
    city: optional('CITY', 'its city and state, such as "Boston, MA"', cityAndState),
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
      throw new UsageError('Pass --name TEXT with --zip ZIP or --city "CITY, STATE", or pass --npi NPI.');
    if (npi === undefined && zip === undefined && city === undefined)
      throw new UsageError('Add a place with --zip ZIP or --city "CITY, STATE", or pass --npi NPI.');
    const place = { addressLine1: line ?? '', zip: zip ?? '', ...(city ?? { city: '', state: '' }) };
    const query = { name: name ?? '', ...place, ...(npi === undefined ? {} : { npi }) };
    const found = await change('site.find', operatorChange =>
      findFacilities(operatorChange, environment, query),
    );
    return {
      kind: 'list',
      headings: headingsOfCandidates,
      rows: found.map(candidateRow),
      ifEmpty: 'No facilities found. If the directory may be out of date, run `site import`.',
    };
  },
});

function decided(
  sentence: string,
  { site: { uid: id, companyId }, nowUid, visits, recordRequests }: SiteDecision,
): Outcome {
  return {
    kind: 'done',
    sentence: `${sentence} Moved visits: ${visits}. Moved record requests: ${recordRequests}.`,
    facts: { site: id, company: companyId, now: nowUid, visits, recordRequests },
  };
}

const link = command({
  name: 'link',
  summary: 'Link a site to a facility in the directory; its customer then sees the facility',
  inputs: { site, facility: argument('FACILITY', 'the ID of the facility, from `site find`', uuid) },
  examples: [`site link ${uid} ${otherUid}`],
  run: async ({ change }, { site, facility }) => {
    const decision = await change('site.link', operatorChange => linkSite(operatorChange, site, facility));
    return decided(`Linked site ${site}. To undo this, run \`site unlink\`.`, decision);
  },
});

const unlink = command({
  name: 'unlink',
  summary: 'Undo a link; everything that was submitted for the site belongs to it again',
  inputs: { site },
  examples: [`site unlink ${uid}`],
  run: async ({ change }, { site }) => {
    const decision = await change('site.unlink', operatorChange =>
      undoStandingFor(operatorChange, site, 'linked'),
    );
    return decided(`Site ${site} is unverified again.`, decision);
  },
});

const merge = command({
  name: 'merge',
  summary: 'Merge a site into another one of the same customer; everything moves there',
  inputs: { site, into: argument('OTHER', 'the ID of the site to keep, of the same customer', uuid) },
  examples: [`site merge ${uid} ${otherUid}`],
  run: async ({ change }, { site, into }) => {
    const decision = await change('site.merge', operatorChange => mergeSites(operatorChange, site, into));
    return decided(`Merged site ${site}. To undo this, run \`site unmerge\`.`, decision);
  },
});

const unmerge = command({
  name: 'unmerge',
  summary: 'Undo a merge; everything that was submitted for the site belongs to it again',
  inputs: { site },
  examples: [`site unmerge ${uid}`],
  run: async ({ change }, { site }) => {
    const decision = await change('site.unmerge', operatorChange =>
      undoStandingFor(operatorChange, site, 'merged'),
    );
    return decided(`Site ${site} is unverified again.`, decision);
  },
});

const verify = command({
  name: 'verify',
  summary:
    "Verify that a site exists although the directory doesn't have it; it stays the customer's own site",
  inputs: { site },
  examples: [`site verify ${uid}`],
  run: async ({ change }, { site }) => {
    const { companyId, standing } = await change('site.verify', operatorChange =>
      verifySite(operatorChange, site),
    );
    return {
      kind: 'done',
      sentence: `Verified site ${site}. To undo this, run \`site unverify\`.`,
      facts: { site, company: companyId, standing },
    };
  },
});

const unverify = command({
  name: 'unverify',
  summary: 'Undo a verification',
  inputs: { site },
  examples: [`site unverify ${uid}`],
  run: async ({ change }, { site }) => {
    const { companyId, standing } = await change('site.unverify', operatorChange =>
      unverifySite(operatorChange, site),
    );
    return {
      kind: 'done',
      sentence: `Site ${site} is unverified again.`,
      facts: { site, company: companyId, standing },
    };
  },
});

/** Returns the file at a path, or the CSV files in a folder except header-only ones. @throws OperatorError */
async function filesAt(path: string): Promise<string[]> {
  const facts = await stat(path).catch((error: unknown) => {
    throw new OperatorError("The file or folder doesn't exist, or you don't have permission to read it.", {
      cause: error,
    });
  });
  if (!facts.isDirectory()) return [path];
  const names = (await readdir(path)).filter(name => /\.csv$/i.test(name) && !/fileheader/i.test(name));
  if (names.length === 0)
    throw new OperatorError('The folder has no CSV files. Unpack the ZIP file from CMS first.');
  return names.toSorted().map(name => join(path, name));
}

function percentOf(bytes: ReadStream | undefined, sizeBytes: number): number {
  return sizeBytes === 0 ? 100 : Math.floor((100 * (bytes?.bytesRead ?? 0)) / sizeBytes);
}

function factsOf(file: string, { lines, changed, passedOver, unreadable, faults }: ImportCounts): Row {
  return { file, lines, changed, passedOver, unreadable, faults };
}

function undatedNote(file: string): string {
  return (
    `${file}: We don't know how new this file is, so it only adds to organizations for which no other file ` +
    'had a row of its kind. Import it with the npidata file of the same download, or keep the name that ' +
    'CMS gave it.\n'
  );
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
  const done = new Map<string, Row>();
  for await (const { file, counts, isUndated } of importFiles(work => change('site.import', work), known)) {
    const sizeBytes = files.find(({ name }) => name === file.name)?.sizeBytes ?? 0;
    if (isUndated && !done.has(file.name)) terminal.stderr.write(undatedNote(file.name));
    terminal.stderr.write(
      `${file.name}: ${percentOf(opened.get(file.name), sizeBytes)} %, ${counts.lines} lines, ` +
        `${counts.changed} new or changed, ${counts.unreadable} unreadable\n`,
    );
    done.set(file.name, factsOf(file.name, counts));
  }
  return [...done.values()];
}

const importDirectory = command({
  name: 'import',
  summary: 'Update the directory from NPPES files, monthly or weekly',
  inputs: {
    from: optional('PATH', 'a CSV file from CMS, or the folder with the unpacked files', text(4_096)),
    stubs: toggle('import the made-up facilities of stub visits instead; only the sandbox finds them'),
  },
  examples: ['site import --from /data/NPPES_Data_Dissemination_November_2026_V2', 'site import --stubs'],
  run: async (context, { from, stubs }): Promise<Outcome> => {
    if ((from === undefined) === !stubs) throw new UsageError('Pass either --from PATH or --stubs.');
    if (from === undefined) {
      const changed = await context.change('site.importStubs', operatorChange =>
        importStubFacilities(operatorChange, stubFacilities()),
      );
      return {
        kind: 'done',
        sentence: `Imported the stub facilities. New or changed: ${changed}.`,
        facts: { changed },
      };
    }
    return {
      kind: 'list',
      headings: {
        file: 'File',
        lines: 'Lines',
        changed: 'New or changed',
        passedOver: 'Skipped',
        unreadable: 'Unreadable',
        faults: 'First errors',
      },
      rows: await importPath(context, from),
      ifEmpty: 'The files are empty.',
    };
  },
});

/** `site …` */
export const siteCommands: CommandGroup = {
  name: 'site',
  summary: "Manage customers' sites and the facility directory",
  commands: [list, show, find, link, unlink, merge, unmerge, verify, unverify, importDirectory],
};
