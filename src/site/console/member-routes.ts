import { clinicalRoutes } from './clinical-routes';
import { allRequestsRoutes } from './all-requests-routes';
import { apiLogRoutes } from './api-log-routes';
import { askRoutes } from './ask-routes';
import { auditRoutes } from './audit-routes';
import { deliveryRoutes } from './delivery-routes';
import { documentRoutes } from './document-routes';
import { endpointRoutes } from './endpoint-routes';
import { inboxRoutes } from './inbox-routes';
import { scenarioRoutes } from './scenario-routes';
import { keyRoutes } from './key-routes';
import { notificationRoutes } from './notification-routes';
import { peopleRoutes } from './people-routes';
import { projectRoutes } from './project-routes';
import { homeRoutes } from './home-routes';
import { importDraftRoutes } from './import-draft-routes';
import { importRoutes } from './import-routes';
import { patientFormRoutes } from './patient-form-routes';
import { patientFilesRoutes } from './patient-files-routes';
import { patientsRoutes } from './patients-routes';
import { patientRoutes } from './patient-routes';
import { facilityRoutes } from './facility-routes';
import { fileRoutes } from './file-routes';
import { requestFeeRoutes } from './request-fee-routes';
import { requestRoutes } from './request-routes';
import { requestWorkRoutes } from './request-work-routes';
import { roleRoutes } from './role-routes';
import { selectedRequestsRoutes } from './selected-requests-routes';
import { serviceAccountRoutes } from './service-account-routes';
import { usageRoutes } from './usage-routes';
import type { MemberRoute } from './routes';

/** The pages of a company in one environment. */
export const memberRoutes: readonly MemberRoute[] = [
  ...homeRoutes,
  ...keyRoutes,
  ...endpointRoutes,
  ...deliveryRoutes,
  ...patientFormRoutes,
  ...allRequestsRoutes,
  ...selectedRequestsRoutes,
  ...patientsRoutes,
  ...patientRoutes,
  ...documentRoutes,
  ...facilityRoutes,
  ...patientFilesRoutes,
  ...clinicalRoutes,
  ...askRoutes,
  ...requestRoutes,
  ...requestWorkRoutes,
  ...requestFeeRoutes,
  ...fileRoutes,
  ...importDraftRoutes,
  ...importRoutes,
  ...inboxRoutes,
  ...scenarioRoutes,
  ...notificationRoutes,
  ...projectRoutes,
  ...apiLogRoutes,
  ...auditRoutes,
  ...serviceAccountRoutes,
  ...roleRoutes,
  ...peopleRoutes,
  ...usageRoutes,
];
