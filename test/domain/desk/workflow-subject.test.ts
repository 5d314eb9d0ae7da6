import {
  isShownAtDesk,
  partsOfWorkflowId,
  workflowSubjects,
} from '../../../src/domain/desk/workflow-subject';
import { workflows } from '../../../src/domain/workflows';

const uid = '0198a000-0000-7000-8000-000000000001';
const ids = {
  authCheck: workflows.authCheck.id({ documentUid: uid, run: 1 }),
  bulkImport: workflows.bulkImport.id({ importUid: uid }),
  deskBulk: workflows.deskBulk.id({ bulkUid: uid }),
  endpointNotice: workflows.endpointNotice.id({ noticeUid: uid }),
  patientSearch: workflows.patientSearch.id({ patientUid: uid }),
  recordRequest: workflows.recordRequest.id({ recordRequestUid: uid }),
  rosterExchange: workflows.rosterExchange.id({ partner: 'claimsnet' }),
  siteResearch: workflows.siteResearch.id({ researchUid: uid }),
  supportingDocument: workflows.supportingDocument.id({ documentUid: uid, run: 1 }),
  webhookDelivery: workflows.webhookDelivery.id({ deliveryUid: uid }),
  webhookReplay: workflows.webhookReplay.id({ replayUid: uid }),
} satisfies Record<keyof typeof workflows, string>;

test('Every workflow except an import has a desk page, and every such page has a workflow [DESK-43]', () => {
  expect(Object.values(ids).filter(id => !isShownAtDesk(id))).toEqual([ids.bulkImport]);
  const kinds = new Set(Object.values(ids).map(id => partsOfWorkflowId(id)[0]));
  expect([...workflowSubjects.keys()].filter(kind => !kinds.has(kind))).toEqual([]);
});
