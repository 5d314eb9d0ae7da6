/**
 * The history of a patient in sentences for customers. It includes only events that change something; who
 * viewed the patient isn't shown.
 */
const ofPatient = {
  'patient.create': 'Registered',
  'patient.upsert': 'Registered or edited',
  'patient.import': 'Registered or edited by a bulk import',
  'patient.edit': 'Edited',
  'patient.changeSearchLevel': 'Searches turned on or off',
  'patient.establishDeath': 'Date of death set or cleared',
  'authorization.upload': 'Authorization uploaded',
  'authorization.remove': 'Authorization removed because it was too large',
  'authorization.decide': 'Authorization reviewed',
  'authorization.revoke': 'Authorization revoked',
  'authCheck.judge': 'Authorization checked',
  'authCheck.retrigger': 'New authorization check started',
  'supportingDocument.upload': 'Supporting document uploaded',
  'supportingDocument.refuse': 'Supporting document rejected',
  'search.start': 'Search sent',
  'search.resume': 'Search sent again',
  'search.hold': 'Search put on hold',
  'search.decline': 'Search declined because the patient died before 2016',
  'search.finish': 'Search answered or refused',
  'search.resolveIdentity': 'Withheld records checked again',
  'search.rearm': 'Search armed again',
} as const;

const ofRequests = {
  'recordRequest.create': 'Records requested',
  'recordRequest.import': 'Records requested by a bulk import',
} as const;

const sentences: Readonly<Record<string, string>> = { ...ofPatient, ...ofRequests };

/**
 * Returns the audit events that a patient's timeline shows. @param withRequests whether record requests are
 * visible as well
 */
export function timelineEvents(withRequests: boolean): readonly string[] {
  return Object.keys(withRequests ? sentences : ofPatient);
}

/**
 * Returns an event's name in a timeline. @param isCorrection whether it corrected who the patient is
 */
export function sentenceOf(event: string, isCorrection: boolean): string {
  if (isCorrection)
    return 'Name, date of birth, or sex corrected; records found for the earlier identity were checked again';
  return sentences[event] ?? event;
}
