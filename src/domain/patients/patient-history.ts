/**
 * The history of a patient in sentences for customers. It includes only events that change something; who
 * viewed the patient isn't shown.
 */
const ofPatient = {
  'patient.create': 'Registered',
  'patient.upsert': 'Registered, or edited',
  'patient.import': 'Registered, or edited, by a bulk import',
  'patient.edit': 'Edited',
  'patient.changeSearchLevel': 'Searches were switched on or off',
  'patient.establishDeath': 'The date of death was established, or cleared',
  'authorization.upload': 'An authorization was uploaded',
  'authorization.remove': 'The authorization was too large, and is not kept',
  'authorization.decide': 'The authorization was reviewed',
  'authCheck.judge': 'The authorization was checked',
  'authCheck.retrigger': 'The authorization is checked anew',
  'supportingDocument.upload': 'A supporting document was uploaded',
  'supportingDocument.refuse': 'A supporting document was not taken',
  'search.start': 'A search was sent',
  'search.resume': 'A search was sent again',
  'search.hold': 'A search was held back',
  'search.decline': 'A search was declined: the patient died before clinical data begins',
  'search.finish': 'A search was answered, or refused',
  'search.resolveIdentity': 'Records were released by the sex on file',
  'search.rearm': 'A search was armed again',
} as const;

const ofRequests = {
  'recordRequest.create': 'Records were requested',
  'recordRequest.import': 'Records were requested, by a bulk import',
} as const;

const sentences: Readonly<Record<string, string>> = { ...ofPatient, ...ofRequests };

/**
 * Returns the audit events that a patient's timeline shows. @param withRequests whether record requests are
 * visible as well
 */
export function toldEvents(withRequests: boolean): readonly string[] {
  return Object.keys(withRequests ? sentences : ofPatient);
}

/** Returns an event's name in a timeline. */
export function sentenceOf(event: string): string {
  return sentences[event] ?? event;
}
