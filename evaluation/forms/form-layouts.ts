import type { FormLayout } from './layout';
import { hospitalLines } from './layouts/hospital-lines';
import { hospitalBoxed } from './layouts/hospital-boxed';
import { clinicTwoColumns } from './layouts/clinic-two-columns';
import { lawFirmLetter } from './layouts/law-firm-letter';
import { insurerUnderscores } from './layouts/insurer-underscores';
import { tableForm } from './layouts/table-form';
import { plainLanguage } from './layouts/plain-language';
import { stateAgencySections } from './layouts/state-agency-sections';
import { twoPageUniversity } from './layouts/two-page-university';
import { faxCoverShort } from './layouts/fax-cover-short';
import { pediatrics } from './layouts/pediatrics';
import { mentalHealthConsent } from './layouts/mental-health-consent';
import { nameSplitDashes } from './layouts/name-split-dashes';
import { threeBoxDate } from './layouts/three-box-date';
import { signatureXLine } from './layouts/signature-x-line';
import { hitechDirective } from './layouts/hitech-directive';
import { part2Consent } from './layouts/part2-consent';
import { denseSmallPrint } from './layouts/dense-small-print';
import { leftLabelsWide } from './layouts/left-labels-wide';
import { veteransStyle } from './layouts/veterans-style';
import { benefitsAgency } from './layouts/benefits-agency';
import { radiologyRequest } from './layouts/radiology-request';
import { dentalOffice } from './layouts/dental-office';
import { emergencyNetwork } from './layouts/emergency-network';
import { pharmacyHistory } from './layouts/pharmacy-history';
import { compactRehab } from './layouts/compact-rehab';
import { longTerms } from './layouts/long-terms';
import { homeCareChecks } from './layouts/home-care-checks';
import { healthPlanForm } from './layouts/health-plan-form';
import { researchStudy } from './layouts/research-study';
import { attorneyShort } from './layouts/attorney-short';
import { sleepClinic } from './layouts/sleep-clinic';
import { oncologyCenter } from './layouts/oncology-center';
import { workersCompensation } from './layouts/workers-compensation';
import { clinicaLineas } from './layouts/clinica-lineas';
import { hospitalEspanolCajas } from './layouts/hospital-espanol-cajas';
import { permisoSencillo } from './layouts/permiso-sencillo';
import { bufeteCarta } from './layouts/bufete-carta';
import { bilingueTabla } from './layouts/bilingue-tabla';
import { recordsVendor } from './layouts/records-vendor';
import { landlineClinic } from './layouts/landline-clinic';
import { transplantProgram } from './layouts/transplant-program';
import { continuingCareNetwork } from './layouts/continuing-care-network';
import { initialsByKind } from './layouts/initials-by-kind';
import { attorneyGeneralColumns } from './layouts/attorney-general-columns';
import { healthPlanWest } from './layouts/health-plan-west';
import { floridaAgency } from './layouts/florida-agency';
import { hospitalFromTo } from './layouts/hospital-from-to';
import { purposeTicks } from './layouts/purpose-ticks';
import { labelUnderLine } from './layouts/label-under-line';
import { instructionsInBrackets } from './layouts/instructions-in-brackets';
import { managedCareMember } from './layouts/managed-care-member';
import { centroDeSalud } from './layouts/centro-de-salud';
import { condadoBilingue } from './layouts/condado-bilingue';

/** Every form of the test set. */
export const formLayouts: readonly FormLayout[] = [
  hospitalLines,
  hospitalBoxed,
  clinicTwoColumns,
  lawFirmLetter,
  insurerUnderscores,
  tableForm,
  plainLanguage,
  stateAgencySections,
  twoPageUniversity,
  faxCoverShort,
  pediatrics,
  mentalHealthConsent,
  nameSplitDashes,
  threeBoxDate,
  signatureXLine,
  hitechDirective,
  part2Consent,
  denseSmallPrint,
  leftLabelsWide,
  veteransStyle,
  benefitsAgency,
  radiologyRequest,
  dentalOffice,
  emergencyNetwork,
  pharmacyHistory,
  compactRehab,
  longTerms,
  homeCareChecks,
  healthPlanForm,
  researchStudy,
  attorneyShort,
  sleepClinic,
  oncologyCenter,
  workersCompensation,
  clinicaLineas,
  hospitalEspanolCajas,
  permisoSencillo,
  bufeteCarta,
  bilingueTabla,
  recordsVendor,
  landlineClinic,
  transplantProgram,
  continuingCareNetwork,
  initialsByKind,
  attorneyGeneralColumns,
  healthPlanWest,
  floridaAgency,
  hospitalFromTo,
  purposeTicks,
  labelUnderLine,
  instructionsInBrackets,
  managedCareMember,
  centroDeSalud,
  condadoBilingue,
];
