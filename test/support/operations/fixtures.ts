/**
 * What each operation needs for a successful call; the tests over all operations fail for one without an
 * entry.
 */
import { approvedOrigin } from '../api-world';
import type { Place } from './place';
import {
  approvedPatientOf,
  authCheckForm,
  bulkImportOf,
  checkedDocumentOf,
  fileOf,
  noteOf,
  patientForm,
  patientOf,
  requestForm,
  requestOf,
  siteOf,
  roomForImport,
  storedFileOf,
} from './records';

/** The parts of a successful request with the company's sandbox key. */
export interface PreparedParts {
  readonly params: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** How one operation is prepared, and its exceptions. */
export interface OperationFixture {
  /** Creates what the request needs and returns a request that succeeds once; a fuller body tests more. */
  readonly prepare: (place: Place) => Promise<PreparedParts>;
  /** Path parameters that name what the operation creates: an unknown value isn't a 404 there. */
  readonly creates?: readonly string[];
  /** Fields whose limits are answered with 400 instead of 422. */
  readonly badRequestFields?: readonly string[];
}

const inCompany = ({ company }: Place): Record<string, string> => ({ companyId: company.id });
const inProject = (place: Place): Record<string, string> => ({
  ...inCompany(place),
  projectId: place.company.projects.Sandbox,
});

/** A page of rows, without most of what they are nested in. */
const ofAFewColumns = { select: { patient: {}, site: {}, payor: {}, company: {}, project: {} }, take: 50 };

/** By operation id. */
export const fixtures: Readonly<Record<string, OperationFixture>> = {
  getCompany: { prepare: async place => ({ params: inCompany(place) }) },
  getSite: { prepare: async place => ({ params: { ...inCompany(place), siteId: await siteOf(place) } }) },
  getUsage: {
    prepare: async place => ({
      params: inCompany(place),
      query: { from: '2026-11-01', until: '2026-12-01' },
    }),
  },
  createProject: {
    prepare: async place => ({
      params: inCompany(place),
      body: {
        id: place.fresh(),
        name: 'Intake',
        status: 'Sandbox',
        isSandbox: true,
        purpose: 'Legal',
        authorizationMethod: 'authorizationPdf',
      },
    }),
  },
  upsertProject: {
    creates: ['projectId'],
    prepare: async place => ({
      params: { ...inCompany(place), projectId: place.fresh() },
      body: { name: 'Intake', status: 'Sandbox', purpose: 'Legal', authorizationMethod: 'authorizationPdf' },
    }),
  },
  getProject: { prepare: async place => ({ params: inProject(place) }) },
  listProjects: { prepare: async place => ({ params: inCompany(place), query: { limit: '5' } }) },

  createPatient: { prepare: async place => ({ params: inProject(place), body: patientForm }) },
  upsertPatient: {
    creates: ['patientId'],
    prepare: async place => ({
      params: { ...inProject(place), patientId: place.fresh() },
      body: patientForm,
    }),
  },
  getPatient: { prepare: async place => ({ params: await patientOf(place) }) },
  listPatients: {
    prepare: async place => ({
      params: inProject(place),
      query: { limit: '5', searchStatus: 'Inactive', authorizationStatus: 'NeedsApproval' },
    }),
  },
  editPatient: {
    prepare: async place => ({
      params: await patientOf(place),
      body: { ...patientForm, firstName: 'Robin', authorizationStatus: 'MissingSignature' },
    }),
  },
  changeSearchLevel: {
    prepare: async place => ({
      params: await patientOf(place),
      body: { siteSonar: false, patientHistories: false, ehrSearch: false },
    }),
  },
  revokeAuthorization: {
    prepare: async place => ({ params: await approvedPatientOf(place), body: { revokedOn: '2026-11-20' } }),
  },
  getAuthorizationForm: {
    prepare: async place => ({ params: await patientOf(place), query: { language: 'es' } }),
  },
  getAuthorization: { prepare: async place => ({ params: await patientOf(place) }) },

  mintSiteFinderToken: { prepare: async () => ({ params: {}, body: { parentOrigin: approvedOrigin } }) },
  mintClinicalDataToken: {
    prepare: async place => ({ params: await patientOf(place), body: { parentOrigin: approvedOrigin } }),
  },

  createBulkImport: {
    prepare: async place => ({ params: await roomForImport(place), body: { dryRun: true } }),
  },
  createRecordRequestImport: {
    prepare: async place => ({ params: await roomForImport(place), body: { dryRun: true } }),
  },
  getBulkImport: { prepare: async place => ({ params: await bulkImportOf(place) }) },
  listBulkImports: { prepare: async place => ({ params: inProject(place), query: { limit: '5' } }) },

  createRecordRequests: { prepare: async place => ({ params: await patientOf(place), body: requestForm }) },
  getRecordRequest: { prepare: async place => ({ params: await requestOf(place) }) },
  editRecordRequest: {
    prepare: async place => ({
      params: await requestOf(place),
      body: { followUpDate: '2026-12-01', reference: 'PI-0043', dueDate: '2026-12-23' },
    }),
  },
  cancelRecordRequest: { prepare: async place => ({ params: await requestOf(place) }) },
  listRecordRequests: { prepare: async place => ({ params: await patientOf(place), query: { limit: '5' } }) },
  getRecordRequestTimeline: {
    prepare: async place => ({ params: await requestOf(place), query: { limit: '5' } }),
  },

  listContacts: { prepare: async place => ({ params: await requestOf(place), query: { limit: '5' } }) },

  createNote: {
    prepare: async place => ({
      params: await requestOf(place),
      body: { content: 'The visit was in the spring.' },
    }),
  },
  getNote: { prepare: async place => ({ params: await noteOf(place) }) },
  editNote: {
    prepare: async place => ({ params: await noteOf(place), body: { content: 'The visit was in May.' } }),
  },
  listNotes: { prepare: async place => ({ params: await requestOf(place), query: { limit: '5' } }) },

  getProjectTracking: { prepare: async place => ({ params: inProject(place) }) },
  setProjectTracking: { prepare: async place => ({ params: inProject(place), body: { tracked: true } }) },
  getPatientTracking: { prepare: async place => ({ params: await patientOf(place) }) },
  setPatientTracking: {
    prepare: async place => ({ params: await patientOf(place), body: { tracked: true } }),
  },
  getRecordRequestTracking: { prepare: async place => ({ params: await requestOf(place) }) },
  setRecordRequestTracking: {
    prepare: async place => ({ params: await requestOf(place), body: { tracked: false } }),
  },

  listDeliverables: { prepare: async place => ({ params: await requestOf(place) }) },
  getDeliverable: { prepare: async place => ({ params: await fileOf(place) }) },
  headDeliverable: { prepare: async place => ({ params: await fileOf(place) }) },
  browseDeliverables: {
    prepare: async place => ({
      params: await requestOf(place),
      body: { search: 'record', take: 10, skip: 0 },
    }),
  },
  renameDeliverable: {
    prepare: async place => ({
      params: await storedFileOf(place, 'deliverables'),
      body: { newFilename: 'Renamed.pdf' },
    }),
  },
  deleteDeliverable: { prepare: async place => ({ params: await fileOf(place) }) },

  listDocuments: { prepare: async place => ({ params: await requestOf(place) }) },
  getDocument: { prepare: async place => ({ params: await fileOf(place, 'documents') }) },
  headDocument: { prepare: async place => ({ params: await fileOf(place, 'documents') }) },
  offerDocumentUpload: {
    creates: ['filename'],
    prepare: async place => ({ params: { ...(await requestOf(place)), filename: `${place.fresh()}.pdf` } }),
  },
  renameDocument: {
    prepare: async place => ({
      params: await storedFileOf(place, 'documents'),
      body: { newFilename: 'Renamed.pdf' },
    }),
  },
  deleteDocument: { prepare: async place => ({ params: await fileOf(place, 'documents') }) },

  getAttachment: { prepare: async place => ({ params: await fileOf(place, 'attachments') }) },
  headAttachment: { prepare: async place => ({ params: await fileOf(place, 'attachments') }) },
  deleteAttachment: { prepare: async place => ({ params: await fileOf(place, 'attachments') }) },

  getAuthCheck: { prepare: async place => checkedDocumentOf(place) },
  offerAuthCheckUpload: {
    prepare: async place => ({ params: { filename: `${place.fresh()}.pdf` }, body: authCheckForm }),
  },
  mintAuthCheckToken: {
    prepare: async place => ({ params: (await checkedDocumentOf(place)).params, body: authCheckForm }),
  },
  retriggerAuthCheck: { prepare: async place => ({ params: (await checkedDocumentOf(place)).params }) },

  browseVisits: {
    prepare: async () => ({
      params: {},
      body: {
        where: { patient: { id: [{ equals: 'case-4711' }] }, project: { id: [{ equals: 'sandbox' }] } },
        orderBy: [{ visit: { earliestServiceDate: 'asc' } }],
        select: {
          visit: { ref: true },
          site: { id: true },
          patient: {},
          payor: {},
          company: {},
          project: {},
        },
        take: 50,
      },
    }),
  },
  browseProcedures: {
    prepare: async () => ({
      params: {},
      body: { ...ofAFewColumns, where: { procedure: { code: [{ startsWith: '7' }], units: [{ gte: 1 }] } } },
    }),
  },
  browseDiagnoses: {
    prepare: async () => ({
      params: {},
      body: {
        ...ofAFewColumns,
        where: { diagnosis: { isPrimary: [{ equals: true }] } },
        aggregate: { diagnosis: { count: true }, visit: { sum: { chargeAmount: true } } },
      },
    }),
  },
  browsePrescriptionFills: {
    prepare: async () => ({ params: {}, body: { ...ofAFewColumns, search: 'metformin', skip: 1 } }),
  },
  browseLabResults: {
    prepare: async () => ({
      params: {},
      body: { ...ofAFewColumns, where: { labResult: { numericValue: [{ gt: '7.5' }] } } },
    }),
  },
};
