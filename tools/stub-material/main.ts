/**
 * `node --require ./tools/tsx.cjs tools/stub-material/main.ts SYNTHEA_FOLDER`: recreates
 * src/sandbox/content/stub-material.json from the CSV files that Synthea's exporter wrote
 * (`--exporter.csv.export=true`), which have no quoted field.
 *
 * It includes nothing about a Synthea person: only codes, texts of codes, values, and frequencies. The texts
 * of codes come from Synthea if it has them, and otherwise from the tables next to this file.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { format, resolveConfig } from 'prettier';

import { stubMaterialSchema, type StubMaterial } from '../../src/sandbox/content/stub-material-schema';
import {
  billedProcedures,
  conditionCodes,
  labRanges,
  labTestsOfProcedure,
  medicinePackages,
  prescriberNames,
  procedureOfSnomed,
} from './codes';
import { stubSites } from './sites';
import { templatePlans, type TemplatePlan } from './templates';

const target = join(__dirname, '../../src/sandbox/content/stub-material.json');

type Row = Readonly<Record<string, string>>;

function readCsv(folder: string, name: string): Row[] {
  const [header = '', ...lines] = readFileSync(join(folder, 'csv', `${name}.csv`), 'utf8')
    .trimEnd()
    .split(/\r?\n/);
  const columns = header.split(',');
  return lines.map(line => {
    const cells = line.split(',');
    return Object.fromEntries(columns.map((column, index) => [column, cells[index] ?? '']));
  });
}

/** Returns `Examination of gingivae (procedure)` without the semantic tag, single-spaced. */
function plainText(description: string): string {
  return description
    .replace(/ \((procedure|disorder|finding|situation|regime\/therapy)\)$/, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** Returns in which share of the encounters a code occurs; several of Synthea's codes may be one of ours. */
function shares(
  rows: readonly Row[],
  encounterIds: ReadonlySet<string | undefined>,
  codeOf: (row: Row) => string | undefined,
): Record<string, number> {
  const encountersByCode = new Map<string, Set<string | undefined>>();
  for (const row of rows) {
    const code = codeOf(row);
    if (code === undefined || !encounterIds.has(row['ENCOUNTER'])) continue;
    encountersByCode.set(code, (encountersByCode.get(code) ?? new Set()).add(row['ENCOUNTER']));
  }
  return Object.fromEntries(
    [...encountersByCode].map(([code, ids]) => [
      code,
      Math.round((ids.size / encounterIds.size) * 100) / 100,
    ]),
  );
}

function asOdds(record: Readonly<Record<string, number>>): Array<{ code: string; odds: number }> {
  return Object.entries(record).map(([code, odds]) => ({ code, odds }));
}

function fillPlan(
  plan: TemplatePlan,
  synthea: Record<'encounters' | 'conditions' | 'procedures' | 'medications', Row[]>,
): StubMaterial['templates'][number] {
  const { condition, from, weight, omit = [], also, ...template } = plan;
  const encounterIds = new Set(
    synthea.encounters
      .filter(row => from !== undefined && [row['CODE'], row['REASONCODE']].includes(from))
      .map(row => row['Id']),
  );
  const listed = (table: object) => (row: Row) => {
    const code = row['CODE'] ?? '';
    return code in table && !omit.includes(code) ? code : undefined;
  };
  const further = { ...shares(synthea.conditions, encounterIds, listed(conditionCodes)), ...also.conditions };
  return {
    ...template,
    weight: weight ?? encounterIds.size,
    conditions: [{ code: condition, odds: 1 }, ...asOdds(further).filter(entry => entry.code !== condition)],
    procedures: asOdds({
      ...also.procedures,
      ...shares(synthea.procedures, encounterIds, row => procedureOfSnomed[row['CODE'] ?? '']),
      ...also.procedures,
    }),
    medicines: asOdds({
      ...shares(synthea.medications, encounterIds, listed(medicinePackages)),
      ...also.medicines,
    }),
  };
}

function labTests(observations: readonly Row[]): StubMaterial['labTests'] {
  return Object.fromEntries(
    Object.entries(labRanges).map(([loinc, range]) => {
      const rows = observations.filter(row => row['CODE'] === loinc);
      const values = rows.map(row => Number(row['VALUE']));
      const low = Math.min(...values);
      const high = Math.max(...values);
      const fromSynthea = rows[0] && {
        name: plainText(rows[0]['DESCRIPTION'] ?? ''),
        unit: rows[0]['UNITS'] ?? '',
        typical: Math.round(((low + high) / 2) * 100) / 100,
        spread: Math.round(((high - low) / 2) * 125) / 100,
      };
      return [
        loinc,
        { name: '', unit: '', typical: Number.NaN, spread: Number.NaN, ...fromSynthea, ...range },
      ];
    }),
  );
}

function payors(rows: readonly Row[]): StubMaterial['payors'] {
  const kinds = { Medicare: 'Medicare', Medicaid: 'Medicaid', 'Dual Eligible': 'DualEligible' } as const;
  return rows
    .filter(row => row['OWNERSHIP'] !== 'NO_INSURANCE')
    .map(({ NAME: name = '' }) => ({
      name,
      kind: name in kinds ? kinds[name as keyof typeof kinds] : 'Commercial',
    }));
}

async function main(): Promise<void> {
  const folder = process.argv[2];
  if (folder === undefined)
    throw new Error('Pass the folder that Synthea wrote, which contains the folder csv.');
  const synthea = {
    encounters: readCsv(folder, 'encounters'),
    conditions: readCsv(folder, 'conditions'),
    procedures: readCsv(folder, 'procedures'),
    medications: readCsv(folder, 'medications'),
  };
  const textOf = (rows: readonly Row[], code: string): string | undefined => {
    const found = rows.find(row => row['CODE'] === code);
    return found && plainText(found['DESCRIPTION'] ?? '');
  };
  const material: StubMaterial = {
    sites: stubSites(readCsv(folder, 'organizations')),
    payors: payors(readCsv(folder, 'payers')),
    prescriberNames: [...prescriberNames],
    conditions: Object.fromEntries(
      Object.entries(conditionCodes).map(([snomed, [icd10, icd10Text, snomedText]]) => [
        snomed,
        {
          codes: [
            { codeSystem: 'ICD10CM', code: icd10, description: icd10Text },
            {
              codeSystem: 'SNOMED',
              code: snomed,
              description: snomedText ?? textOf(synthea.conditions, snomed) ?? '',
            },
          ],
        },
      ]),
    ),
    procedures: Object.fromEntries(
      Object.entries(billedProcedures).map(([key, [description, charge]]) => {
        const [codeSystem, code = ''] = key.split(' ');
        return [
          key,
          {
            codeSystem: codeSystem === 'CPT' ? 'CPT' : 'HCPCS',
            code,
            description,
            charge,
            labTests: [...(labTestsOfProcedure[key] ?? [])],
          },
        ];
      }),
    ),
    medicines: Object.fromEntries(
      Object.entries(medicinePackages).map(([rxNorm, dispensed], index) => [
        rxNorm,
        {
          ndc: `99999${String(1000 + index * 7)}30`,
          drugName: textOf(synthea.medications, rxNorm) ?? '',
          ...dispensed,
        },
      ]),
    ),
    labTests: labTests(readCsv(folder, 'observations')),
    templates: templatePlans.map(plan => fillPlan(plan, synthea)),
  };
  const json = JSON.stringify(stubMaterialSchema.parse(material));
  writeFileSync(target, await format(json, { ...(await resolveConfig(target)), parser: 'json' }));
  console.log(
    `${material.sites.length} sites, ${material.templates.length} templates, ` +
      `${Object.keys(material.procedures).length} procedures: ${target}`,
  );
}

void main();
