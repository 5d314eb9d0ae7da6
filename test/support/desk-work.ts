/** Items in the desk's queue, one of each kind, as the product would have stored them. */
import type { Candidate } from '../../src/domain/matching/match-person';
import { countRows, noContent, type ClinicalContent } from '../../src/domain/clinical/clinical-content';
import { siteKey, type Site } from '../../src/domain/clinical/site';
import { authorizationKey } from '../../src/files/key-layout';
import { uuidv7 } from '../../src/platform/ids';
import { admin } from './admin-shell';
import type { ApiWorld, TestCompany } from './api-world';
import { linesPdf } from './authorization-documents';
import { signedIn, type Visitor } from './console-visitor';
import { openTestFiles } from './files';
import { jane, mercyClinic, patientsPath, putPatient, storedPatient } from './patients';
import { readRows } from './records';
import { putRequestFile } from './request-files';

/** Returns an operator who is signed in at the desk. */
export async function operatorAtDesk(world: ApiWorld, name: string): Promise<Visitor> {
  const email = `${name.toLowerCase()}@recordwell.example`;
  await admin(world, ['operator', 'add', email, '--name', name]);
  return signedIn(world, email, '/desk');
}

/** Creates a patient of the live project whose document waits for a decision. @returns its uid */
export async function awaitReview(
  world: ApiWorld,
  company: TestCompany,
  id: string,
  at: Date,
): Promise<string> {
  await putPatient(world, company, 'live', id, jane);
  const { uid } = await storedPatient(world, company, 'live', id);
  await world
    .db('patient')
    .where({ uid })
    .update({ authorization_etag: 'an-etag', authorization_uploaded_at: at });
  return uid;
}

/**
 * Gives a patient who waits for a decision the document and the analysis of another patient.
 * @param document the bytes that were analyzed for the other one
 */
export async function copyAnalyzed(
  world: ApiWorld,
  { from, to }: { readonly from: string; readonly to: string },
  document: Uint8Array,
): Promise<void> {
  const [place] = await readRows<{ companyUid: string; projectUid: string }>(
    world.db,
    'select company_uid as "companyUid", project_uid as "projectUid" from patient where uid = ?',
    [to],
  );
  if (place === undefined) throw new Error('there is no such patient');
  const key = authorizationKey({ ...place, patientUid: to });
  const files = openTestFiles();
  const { etag } = await files.put(key, document, 'application/pdf');
  files.close();
  await world.db('patient').where({ uid: to }).update({ authorization_etag: etag });
  const documentUid = uuidv7(new Date());
  await world.db.raw(
    `insert into authorization_document (uid, company_uid, owner_kind, patient_uid, storage_key, created_at)
     select ?, company_uid, owner_kind, ?, ?, created_at from authorization_document where patient_uid = ?`,
    [documentUid, to, key, from],
  );
  await world.db.raw(
    `insert into auth_check (document_uid, run, status, etag, engine_version, refusal, extraction, verdicts,
       verdict_counts, suggested_status, started_at, read_at, judged_at)
     select ?, c.run, c.status, ?, c.engine_version, c.refusal, c.extraction, c.verdicts, c.verdict_counts,
       c.suggested_status, c.started_at, c.read_at, c.judged_at
     from auth_check c join authorization_document d on d.uid = c.document_uid
     where d.patient_uid = ? and c.status = 'judged'`,
    [documentUid, etag, from],
  );
}

/**
 * Creates a record request of a patient with an approved authorization, waiting for a manual sending.
 * @returns its uid
 */
export async function awaitResolution(world: ApiWorld, company: TestCompany, id: string): Promise<string> {
  await putPatient(world, company, 'live', id, jane);
  const { uid } = await storedPatient(world, company, 'live', id);
  await world.db('patient').where({ uid }).update({ authorization_status: 'Approved' });
  const { json } = await world.call('POST', `${patientsPath(company, 'live', id)}/record-requests`, {
    key: company.productionKey,
    body: { ...mercyClinic, imaging: true },
  });
  const { requests } = json as { requests: Array<{ request: { id: string } }> };
  return requests[0]?.request.id ?? '';
}

/** Adds a returned file that names another person to a record request. @returns its uid */
export async function holdFile(
  world: ApiWorld,
  company: TestCompany,
  recordRequestUid: string,
  fileName: string,
): Promise<string> {
  const bytes = await linesPdf(['Patient Name: Robert Smith']);
  const { uid } = await putRequestFile(world, company, recordRequestUid, fileName, { area: 'held' }, bytes);
  const other = {
    page: 1,
    name: 'other',
    birthDate: 'missing',
    statedName: 'Robert Smith',
    statedBirthDate: null,
  };
  await world
    .db('chart_check')
    .insert({
      file_uid: uid,
      verdict: 'mismatch',
      others: JSON.stringify([other]),
      read_at: new Date(Date.now() - 60_000),
      released_at: null,
    });
  return uid;
}

/** Creates an endpoint disabled by failures. @returns its uid */
export async function failedEndpoint(world: ApiWorld, company: TestCompany, at: Date): Promise<string> {
  const uid = uuidv7(at);
  await world.db.raw(
    `insert into webhook_endpoint (uid, company_uid, owner_membership_uid, owner_user_uid, url, environment,
      event_types,
       has_all_projects, is_tracked_only, secret, consecutive_failures, disabled_at, disabled_by, created_at,
         updated_at)
     select ?, m.company_uid, m.uid, m.user_uid, 'https://receiver.example/hooks', 'production',
       '{patient.created}',
       true, false, gen_random_uuid(), 5, ?, 'failures', ?, ?
     from membership m where m.company_uid = ? limit 1`,
    [uid, at, at, at, company.uid],
  );
  return uid;
}

/** Has a patient's EHR search refused so often that it waits for operators. */
export async function refusedSearch(world: ApiWorld, patientUid: string): Promise<void> {
  await world.db('patient_search').where({ patient_uid: patientUid, kind: 'ehrSearch' }).delete();
  await world.db.raw(
    `insert into patient_search (patient_uid, kind, is_requested, phase, waits_for, run, sequence, refusals,
      updated_at)
     values (?, 'ehrSearch', true, 'armed', 'rearming', 1, 1, 4, now())`,
    [patientUid],
  );
}

const clinic: Site = {
  name: 'Mercy Clinic',
  addressLine1: '1 Main St',
  city: 'Salem',
  state: 'MA',
  zip: '01970',
};
const visited: ClinicalContent = {
  ...noContent,
  sites: [clinic],
  visits: [
    {
      ref: 'v1',
      kind: 'Office',
      siteKey: siteKey(clinic),
      earliestServiceDate: '2021-03-01',
      latestServiceDate: '2021-03-01',
    },
  ],
};

/**
 * Has a patient's site sonar answered with records of two people of one sex, one with a visit and one with
 * nothing.
 * @param persons how the partner describes the two
 */
export async function ambiguousSearch(
  world: ApiWorld,
  patientUid: string,
  at: Date,
  persons?: readonly [Candidate, Candidate],
): Promise<void> {
  const run = { uid: uuidv7(at) };
  await world.db('run_candidate').where({ patient_uid: patientUid, standing: 'held' }).delete();
  await world.db('patient_search').where({ patient_uid: patientUid, kind: 'siteSonar' }).delete();
  await world.db.raw(
    `insert into search_run (uid, patient_uid, kind, number, partner, request_hash, started_at, answered_at,
      outcome)
     select ?, ?, 'siteSonar', 1 + count(*), 'claimsnet', '\\x00', ?, ?, 'AmbiguousIdentity'
     from search_run where patient_uid = ? and kind = 'siteSonar'`,
    [run.uid, patientUid, at, at, patientUid],
  );
  await world.db.raw(
    `insert into patient_search (patient_uid, kind, is_requested, phase, outcome, run, run_uid, sequence,
      partner, updated_at)
     values (?, 'siteSonar', true, 'answered', 'AmbiguousIdentity', 1, ?, 1, 'claimsnet', ?)`,
    [patientUid, run.uid, at],
  );
  await world.db('patient').where({ uid: patientUid }).update({ search_status: 'AmbiguousIdentity' });
  await world
    .db('run_candidate')
    .insert(
      [visited, noContent].map((content, index) => ({
        run_uid: run.uid,
        number: index + 1,
        patient_uid: patientUid,
        kind: 'siteSonar',
        sex: 'Female',
        person: JSON.stringify(persons?.[index] ?? null),
        content: JSON.stringify(content),
        rows: countRows(content),
        standing: 'held',
        decided_by: 'rules',
        identity_version: 1,
        created_at: at,
        decided_at: at,
      })),
    );
}

/** Has a patient's patient histories completed with a person whom an edit has left in doubt since. */
export async function doubtedPerson(world: ApiWorld, patientUid: string, at: Date): Promise<void> {
  const runUid = uuidv7(at);
  await world.db.raw(
    `insert into search_run (uid, patient_uid, kind, number, partner, request_hash, started_at, answered_at,
      outcome)
     values (?, ?, 'patientHistories', 700, 'claimsnet', '\\x00', ?, ?, 'Completed')`,
    [runUid, patientUid, at, at],
  );
  await world.db('patient_search').where({ patient_uid: patientUid, kind: 'patientHistories' }).delete();
  await world.db.raw(
    `insert into patient_search (patient_uid, kind, is_requested, phase, outcome, run, run_uid, sequence,
      partner, updated_at)
     values (?, 'patientHistories', true, 'answered', 'Completed', 1, ?, 1, 'claimsnet', ?)`,
    [patientUid, runUid, at],
  );
  await world
    .db('run_candidate')
    .insert({
      run_uid: runUid,
      number: 1,
      patient_uid: patientUid,
      kind: 'patientHistories',
      sex: 'Female',
      person: null,
      content: JSON.stringify(visited),
      rows: countRows(visited),
      standing: 'accepted',
      doubted_at: at,
      decided_by: 'rules',
      identity_version: 1,
      created_at: at,
      decided_at: at,
    });
}

/** Creates a file with a patient's run, sent to a partner that hasn't answered. @returns the file's uid */
export async function unansweredExchange(world: ApiWorld, patientUid: string, sentAt: Date): Promise<string> {
  const [uid, run] = [uuidv7(sentAt), uuidv7(sentAt)];
  await world.db.raw(
    `insert into search_run (uid, patient_uid, kind, number, partner, request_hash, started_at)
     values (?, ?, 'siteSonar', 900, 'claimsnet', '\\x00', ?)`,
    [run, patientUid, sentAt],
  );
  await world.db.raw(
    `insert into roster_entry (run_uid, partner, kind, patient_uid, details, transmission_id, state,
      queued_at, sent_at, purpose)
     values (?, 'claimsnet', 'siteSonar', ?, '{}', ?, 'sent', ?, ?, 'Legal')`,
    [run, patientUid, uid.slice(0, 10), sentAt, sentAt],
  );
  await world.db.raw(
    `insert into roster_file (uid, partner, direction, kind, transmission_id, file_name, storage_key, etag,
      state, created_at)
     values (?, 'claimsnet', 'outbound', 'request', ?, 'roster.txt', ?, 'e', 'sent', ?)`,
    [uid, uid.slice(0, 10), uid, sentAt],
  );
  return uid;
}

/** Returns the site of a record request. */
export async function siteOf(world: ApiWorld, recordRequestUid: string): Promise<string> {
  const [row] = await readRows<{ uid: string }>(
    world.db,
    'select site_uid as uid from record_request where uid = ?',
    [recordRequestUid],
  );
  return row?.uid ?? '';
}
