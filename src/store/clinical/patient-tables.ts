/** What happens to the rows of a table when the patient's identity is corrected. */
interface PatientTable {
  /** Whether its rows were found under the patient's name, birth date, and sex. */
  readonly isFoundByIdentity: boolean;
  readonly onCorrection: string;
}

const found = (onCorrection: string): PatientTable => ({ isFoundByIdentity: true, onCorrection });
const given = (onCorrection: string): PatientTable => ({ isFoundByIdentity: false, onCorrection });
const projected = found('rebuilt from the people who are accepted as the corrected patient');

/**
 * Every table with rows of a patient, and what a corrected identity does to them. A new table needs an entry,
 * so that nobody else's records stay behind.
 */
export const patientTables = {
  visit: projected,
  procedure: projected,
  diagnosis: projected,
  prescription_fill: projected,
  lab_result: projected,
  clinical_source: projected,
  run_candidate: found('judged again'),
  patient_search: found('armed again if accepted records were withdrawn'),
  search_run: found('kept: it says for whom the partner was asked'),
  roster_entry: found('kept until sent: the answer is judged against the corrected patient'),
  withdrawn_row: found('gets the rows that are withdrawn, and loses those that return'),
  authorization_document: given('kept, and compared with the corrected patient'),
  authorization_step: given('kept: it says what happened to each upload'),
  authorization_reread: given('kept: the document is the same, and is compared with the corrected patient'),
  supporting_document: given('kept: it was uploaded for the patient'),
  shown_page: given('kept: it says what an operator saw'),
  record_request: given('kept: the customer requested it, and the approval gates what is sent'),
  note: given('kept: people wrote it'),
  disclosure: given('kept: it accounts for what was disclosed'),
  bulk_import_row: given('kept: it is what the file said'),
  outbox_event: given('kept: it is what was reported'),
} as const satisfies Readonly<Record<string, PatientTable>>;
