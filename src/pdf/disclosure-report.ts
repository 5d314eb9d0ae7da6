/** The accounting of the disclosures of a patient's data (45 CFR 164.528). */
import type { WithdrawalReason } from '../domain/clinical/withdrawal';
import type { PatientDetails } from '../domain/patients/details';
import { recordRequestKinds } from '../domain/record-requests/record-request';
import type { RequestBasis } from '../domain/purposes/purpose-of-use';
import type { ProjectPurpose } from '../domain/projects/project';
import { searchNames } from '../domain/searches/describe-searches';
import { purposeLabels } from '../domain/status-labels';
import { clockIn } from '../domain/time-zones';
import type { SearchKind } from '../domain/searches/search';
import type { RecordRequestKind } from '../domain/record-requests/record-request';
import { drawFacts } from './facts';
import { ink, renderPdf } from './sheet';
import { drawTable, type Column } from './table';
import { formDate, fullName } from './wording';

/** A disclosure, as the report lists it. */
interface ReportedDisclosure {
  readonly recipient: string;
  readonly facility: string | null;
  readonly asked: SearchKind | RecordRequestKind;
  readonly purpose: ProjectPurpose;
  readonly basis: RequestBasis;
  readonly disclosedAt: Date;
}

/** What the report is made from. */
interface ReportContent {
  readonly company: { readonly name: string; readonly timeZone: string };
  readonly patient: Pick<PatientDetails, 'firstName' | 'lastNames' | 'dateOfBirth'>;
  readonly disclosures: readonly ReportedDisclosure[];
  /** Whether older ones are left out. */
  readonly isCut: boolean;
  /** Records that were shown as the patient's and withdrawn since, newest first. */
  readonly withdrawn: ReadonlyArray<{
    readonly reason: WithdrawalReason;
    readonly rows: number;
    readonly shownFrom: Date;
    readonly withdrawnAt: Date;
  }>;
  readonly at: Date;
}

const withdrawalTexts: Readonly<Record<WithdrawalReason, string>> = {
  identityChanged: 'Found with patient details that were corrected later',
  notProven: 'Found for a person who may not be the patient',
};

const withdrawnColumns: readonly Column[] = [
  { title: 'Withdrawn', share: 14 },
  { title: 'Shown since', share: 14 },
  { title: 'Records', share: 10 },
  { title: 'Reason', share: 66 },
];

const basisTexts: Readonly<Record<RequestBasis, string>> = {
  identityToken: "the patient's identity token",
  authorization: 'the authorization on file',
  approval: 'approved by support',
  coveredPurpose: 'a purpose that needs no authorization',
  sandbox: 'sandbox data',
};

const columns: readonly Column[] = [
  { title: 'Date', share: 11 },
  { title: 'Disclosed to', share: 34 },
  { title: 'Information disclosed', share: 33 },
  { title: 'Purpose and basis', share: 26 },
];

const requestedTexts: Readonly<Record<RecordRequestKind, string>> = {
  medicalRecord: 'medical records',
  billing: 'billing records',
  imaging: 'imaging',
};

function askedText(asked: ReportedDisclosure['asked']): string {
  const kind = recordRequestKinds.find(known => known === asked);
  if (kind !== undefined) return `Name, date of birth, and authorization, to request ${requestedTexts[kind]}`;
  const name = Object.entries(searchNames).find(([search]) => search === asked)?.[1] ?? asked;
  return `Name, date of birth, and other details, for the search “${name}”`;
}

/** Draws the report. */
export async function disclosureReportPdf(content: ReportContent): Promise<Uint8Array> {
  const { company, patient, disclosures, isCut, withdrawn, at } = content;
  const dayOf = (instant: Date): string => clockIn(company.timeZone, instant).day;
  const about = `${fullName(patient)} · DOB ${formDate(patient.dateOfBirth)}`;
  const frame = {
    title: 'Accounting of disclosures',
    about,
    foot: company.name,
    author: company.name,
    preparedOn: dayOf(at),
  };
  return renderPdf(frame, sheet => {
    sheet.paragraph('Accounting of disclosures', { size: 16, weight: 'bold', color: ink.accent });
    sheet.y += 6;
    drawFacts(sheet, [
      ['Patient', about],
      ['Prepared for', company.name],
      ['Prepared on', formDate(dayOf(at))],
      [
        'Disclosures',
        isCut
          ? `The most recent ${disclosures.length.toLocaleString('en-US')}. Earlier ones are not listed.`
          : disclosures.length.toLocaleString('en-US'),
      ],
    ]);
    sheet.y += 14;
    if (disclosures.length === 0)
      sheet.paragraph("No disclosures of this patient's information are on record.", { size: 11 });
    else
      drawTable(
        sheet,
        columns,
        disclosures.map(({ disclosedAt, facility, recipient, asked, purpose, basis }) => ({
          cells: [
            formDate(dayOf(disclosedAt)),
            facility ?? (recipient === 'operator' ? 'The facility, by support' : recipient),
            askedText(asked),
            `${purposeLabels[purpose]}; ${basisTexts[basis]}`,
          ],
        })),
      );
    if (withdrawn.length === 0) return;
    sheet.y += 18;
    sheet.paragraph('Records withdrawn', { size: 13, weight: 'bold', color: ink.accent });
    sheet.y += 4;
    sheet.paragraph("These records were shown to your company as this patient's. They are now withheld.", {
      size: 11,
    });
    sheet.y += 8;
    drawTable(
      sheet,
      withdrawnColumns,
      withdrawn.map(({ withdrawnAt, shownFrom, rows, reason }) => ({
        cells: [
          formDate(dayOf(withdrawnAt)),
          formDate(dayOf(shownFrom)),
          rows.toLocaleString('en-US'),
          withdrawalTexts[reason],
        ],
      })),
    );
  });
}
