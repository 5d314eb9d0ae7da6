import { isEmptyContent, noContent, type ClinicalContent } from '../domain/clinical/clinical-content';
import type { Sex } from '../domain/patients/details';
import { projectPurposes } from '../domain/projects/project';
import { identifyBySex } from '../domain/searches/identities';
import type { DirectPartner, SearchRequest, SearchResponse } from '../partners/search-partner';
import type { SearchAnswer } from '../domain/searches/runs';
import { outageMs, sandboxScenario, slowAnswerMs } from '../domain/searches/sandbox-scenarios';
import { stubClinicalContent } from './content/clinical-content';
import { stubContentUntil } from './content/stub-timeline';

/** The sandbox's partner is unavailable, as the scenario requires. */
class SandboxOutage extends Error {
  override readonly name = 'SandboxOutage';
  readonly isMessageSafe = true;
}

function contentOf({ kind, patient }: SearchRequest, sex: Sex | null): ClinicalContent {
  const { firstName, lastNames, dateOfBirth } = patient;
  const identity = { firstName, lastNames, dateOfBirth, ...(sex === null ? {} : { sex }) };
  return stubClinicalContent({ patient: identity, search: kind, until: stubContentUntil });
}

function completed(content: ClinicalContent): SearchAnswer {
  return { outcome: isEmptyContent(content) ? 'NoHit' : 'Completed', content };
}

function answerOf(request: SearchRequest): SearchAnswer {
  const scenario = sandboxScenario(request.patient.firstName);
  if (scenario === 'noHit') return { outcome: 'NoHit', content: noContent };
  if (scenario === 'requestRejected')
    return { outcome: 'RequestRejected', code: 'SBX-1', text: 'The sandbox refuses this first name.' };
  if (scenario === 'ambiguousIdentity') {
    const people = (['Female', 'Male'] as const).map(sex => ({
      sex,
      content: contentOf(request, sex),
      person: null,
    }));
    const identified = identifyBySex(people, request.patient.sex);
    return identified.kind === 'one'
      ? completed(identified.identity.content)
      : { outcome: 'AmbiguousIdentity', people };
  }
  return completed(contentOf(request, request.patient.sex));
}

/** The partner of sandbox projects: stub content, and the scenarios; no outside partner is contacted. */
export const sandboxSearchPartner: DirectPartner = {
  kind: 'direct',
  name: 'sandbox',
  servesPurposes: projectPurposes,
  requires: 'nothing',
  submit: async (request): Promise<SearchResponse> => {
    const scenario = sandboxScenario(request.patient.firstName);
    const sinceStartMs = request.askedAt.getTime() - request.startedAt.getTime();
    if (scenario === 'partnerOutage' && sinceStartMs < outageMs)
      throw new SandboxOutage('the partner is away, as the sandbox scenario wants it');
    if (scenario === 'slow' && sinceStartMs < slowAnswerMs)
      return { kind: 'accepted', askAgainAfterMs: slowAnswerMs - sinceStartMs };
    return { kind: 'answered', answer: answerOf(request) };
  },
};
