// Objection: rows by key. SQL text: a report with its member comes from four tables.
import type { Executor, Transaction } from '../database';
import { WeeklyReportModel, type WeeklyReport } from '../models/weekly-report';
import { named } from '../named';
import { selectList, valuesOf } from '../table';
import {
  mailedMemberColumns,
  mailedMemberJoin,
  ofMember,
  type DigestRef,
  type MailedMember,
} from './daily-digests';

/** Whether a member gets a weekly report in an environment. */
export async function hasWeeklyReport(executor: Executor, ref: DigestRef): Promise<boolean> {
  return (await WeeklyReportModel.query(executor).where(ofMember(ref)).resultSize()) > 0;
}

/** Stores a weekly report, unless the member has one in the environment. */
export async function insertWeeklyReport(tx: Transaction, report: WeeklyReport): Promise<void> {
  await WeeklyReportModel.query(tx)
    .insert(valuesOf(WeeklyReportModel, report))
    .onConflict(['membership_uid', 'environment'])
    .ignore();
}

/** Removes a member's weekly report in an environment. */
export async function deleteWeeklyReport(tx: Transaction, ref: DigestRef): Promise<void> {
  await WeeklyReportModel.query(tx).where(ofMember(ref)).delete();
}

/** A weekly report with its member. */
export interface MemberReport extends WeeklyReport, MailedMember {}

const list = named<MemberReport, { after: string | null; limit: number }>(`
  select ${selectList(WeeklyReportModel, 'd', [
    'uid',
    'membershipUid',
    'environment',
    'mailUid',
    'sentOn',
    'createdAt',
  ])}, ${mailedMemberColumns}
  from weekly_report d ${mailedMemberJoin}
  where :after::uuid is null or d.uid > :after::uuid
  order by d.uid limit :limit
`);

/** Lists a page of the weekly reports of active members, by uid. */
export async function listWeeklyReports(
  executor: Executor,
  { after, limit }: { readonly after: string | undefined; readonly limit: number },
): Promise<MemberReport[]> {
  return list.run(executor, { after: after ?? null, limit });
}

/** Records that a week's report was sent, or had nothing to tell. */
export async function markWeeklyReportSent(
  tx: Transaction,
  uid: string,
  sent: Pick<WeeklyReport, 'sentOn' | 'mailUid'>,
): Promise<void> {
  await WeeklyReportModel.query(tx).findById(uid).patch(sent);
}
