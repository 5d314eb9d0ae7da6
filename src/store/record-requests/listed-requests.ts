// SQL text: the columns of a record request in the lists of a company.
import {
  deliveredStatuses,
  openStatuses,
  type RecordRequestKind,
  type RecordRequestStatus,
} from '../../domain/record-requests/record-request';
import type { Tag } from '../../domain/record-requests/tags';
import type { WhoActs } from '../../domain/searches/search-progress';
import { feeTakingSql, feeTotalSql, hasWaitingFeeSql } from './fees';
import { assigneeJoin } from './assignments';
import { latestPacketJoin } from './record-requests';
import { reminderJoin } from './reminders';
import { companyDay, inStatuses, isOverdueSql, isPastDueSql, whoActsSql } from './request-turns';
import { tagsSql } from './tags';

/** A record request in the list of a company. */
export interface SeenRequest {
  readonly uid: string;
  readonly requestNumber: string;
  readonly patientUid: string;
  readonly patientId: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly dateOfBirth: string;
  readonly projectId: string;
  readonly projectName: string;
  /** The one of the request, and the one of the patient. */
  readonly reference: string | null;
  readonly patientReference: string | null;
  readonly facility: string;
  readonly kind: RecordRequestKind;
  readonly status: RecordRequestStatus;
  /** Who has to act; `null` if no one does. */
  readonly whoActs: WhoActs | null;
  /** In a list by whose turn it is: how many of the grouped requests wait on the same one. */
  readonly ofTurn?: number;
  readonly createdAt: Date;
  /** The date of the request in the company's time zone. */
  readonly requestedOn: string;
  /** Days since the request, or until its completion; `null` if it ended in another way. */
  readonly daysOut: number | null;
  readonly lastContactDate: string | null;
  readonly followUpDate: string | null;
  readonly completionDate: string | null;
  readonly dueDate: string | null;
  /** Whether its due date has passed. */
  readonly isPastDue: boolean;
  readonly isRush: boolean;
  readonly needsCertification: boolean;
  /** Whether its follow-up date or the facility's answer date has passed. */
  readonly isOverdue: boolean;
  /** The fees that aren't rejected or withdrawn, in cents; `null` if there are none. */
  readonly feeCents: number | null;
  /** Whether one of them waits for the customer's approval. */
  readonly isFeeWaiting: boolean;
  /** How many files were returned. */
  readonly files: number;
  /** How many pages these have; `null` if none was counted. */
  readonly pages: number | null;
  readonly startDateOfService: string | null;
  readonly endDateOfService: string | null;
  /** Who requested it; `null` if no one of the company did. */
  readonly requester: string | null;
  /** In alphabetical order. */
  readonly tags: readonly Tag[];
  /** The name of the member to whom it is assigned. */
  readonly assignee: string | null;
  /** Whether that member can't see it anymore, so that the assignment doesn't count. */
  readonly isAssigneeFormer: boolean;
  /** The day of the reminder that the member who looks has set for themselves; `null` for none. */
  readonly remindOn: string | null;
  readonly isReminderDue: boolean;
}

/** Days since a request `r` of a company `c`, or until its completion; null if it ended in another way. */
export const daysOutSql = `case when r.status ${inStatuses(openStatuses)} then ${companyDay}
      else r.completion_date end - (r.created_at at time zone c.time_zone)::date`;

/** The columns, on what {@link listedFrom} joins. They bind what `whoActsSql` does, and the member. */
export const listedColumns = `r.uid, r.request_number as "requestNumber", r.patient_uid as "patientUid",
    p.id as "patientId", p.first_name as "firstName",
    p.last_names[1] as "lastName", p.date_of_birth as "dateOfBirth", j.id as "projectId",
    j.name as "projectName", r.reference, p.reference as "patientReference",
    r.submitted_site_name as facility, r.kind, r.status, ${whoActsSql} as "whoActs",
    r.created_at as "createdAt", (r.created_at at time zone c.time_zone)::date as "requestedOn",
    ${daysOutSql} as "daysOut",
    r.last_contact_date as "lastContactDate", r.follow_up_date as "followUpDate",
    r.completion_date as "completionDate", r.due_date as "dueDate", ${isPastDueSql} as "isPastDue",
    r.is_rush as "isRush", r.needs_certification as "needsCertification", ${isOverdueSql} as "isOverdue",
    ${feeTotalSql} as "feeCents", (r.status in ${feeTakingSql} and ${hasWaitingFeeSql}) as "isFeeWaiting",
    case when r.status ${inStatuses(deliveredStatuses)} then (select count(*)::int from stored_file f
      where f.record_request_uid = r.uid and f.area = 'deliverables') else 0 end as files,
    case when r.status ${inStatuses(deliveredStatuses)} then (select sum(f.pages)::int from stored_file f
      where f.record_request_uid = r.uid and f.area = 'deliverables') end as pages,
    r.start_date_of_service as "startDateOfService", r.end_date_of_service as "endDateOfService",
    (select u.name from app_user u where u.uid = r.created_by_user_uid) as requester,
    ${tagsSql} as tags, g.name as assignee, coalesce(g.is_former, false) as "isAssigneeFormer",
    b.remind_on as "remindOn", coalesce(b.remind_on <= ${companyDay}, false) as "isReminderDue"`;
/** Joins what the columns need to rows `picked` with the uids of requests. */
export const listedFrom = `join record_request r on r.uid = picked.uid
    join project j on j.uid = r.project_uid
    join company c on c.uid = r.company_uid
    join patient p on p.uid = r.patient_uid
    ${assigneeJoin}
    ${reminderJoin}
    ${latestPacketJoin}`;
