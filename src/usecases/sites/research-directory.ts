/** What our own directory says of a site: the source of a research that is always there (EMBED-22). */
import { addressLines, type Site } from '../../domain/clinical/site';
import type { Environment } from '../../domain/projects/project';
import { findingCharactersMax, findingsMax } from '../../domain/research/limits';
import type { Finding } from '../../domain/research/research';
import type { Executor } from '../../store/database';
import {
  findFacilityOf,
  listCandidates,
  listEndpoints,
  listOtherNames,
  type Facility,
} from '../../store/sites/directory';

/** The most other names, electronic addresses and facilities that it may be which are told of. */
const namesMax = 10;
const endpointsMax = 10;
const candidatesMax = 5;

function addressOf(facility: Facility): string {
  return addressLines(facility).join(', ');
}

function findings(pairs: ReadonlyArray<readonly [label: string, value: string | null]>): Finding[] {
  return pairs.flatMap(([label, value]) => (value === null ? [] : [{ label, value }]));
}

async function findingsOf(executor: Executor, facility: Facility): Promise<Finding[]> {
  const { npi, name, systemName, phone, fax } = facility;
  const names = await listOtherNames(executor, npi, namesMax);
  const endpoints = (await listEndpoints(executor, npi)).slice(0, endpointsMax);
  return findings([
    ...([
      ['NPI', npi],
      ['Name in the directory', name],
      ['Health system', systemName],
    ] as const),
    ...([
      ['Address', addressOf(facility)],
      ['Phone', phone],
      ['Fax', fax],
    ] as const),
    ...names.map(other => ['Other name', other] as const),
    ...endpoints.map(
      ({ kind, address, use }) =>
        ['Electronic address', [kind, address, use].filter(part => part !== null).join(' ')] as const,
    ),
  ]);
}

/**
 * The facility of the directory that a site is for sure, with all that is published of it; else those that it may be, the
 * likelier first.
 */
export async function researchDirectory(
  executor: Executor,
  environment: Environment,
  site: Site,
): Promise<readonly Finding[]> {
  const facility = await findFacilityOf(executor, environment, site);
  const found =
    facility === undefined
      ? findings(
          (await listCandidates(executor, environment, site)).slice(0, candidatesMax).map(candidate => {
            const { name, npi, phone } = candidate.facility;
            const facts = [name, addressOf(candidate.facility), `NPI ${npi}`, phone];
            return ['It may be', facts.filter(fact => fact !== null).join(', ')];
          }),
        )
      : await findingsOf(executor, facility);
  return found
    .slice(0, findingsMax)
    .map(({ label, value }) => ({ label, value: value.slice(0, findingCharactersMax.value) }));
}
