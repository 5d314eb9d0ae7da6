import {
  above,
  at,
  beside,
  columns,
  heading,
  layout,
  options,
  sentence,
  small,
  text,
  title,
} from '../layout';
import { filler } from '../statements';

/** A state attorney general's form: names and reasons side by side, questions as headings. */
export const attorneyGeneralColumns = layout('attorney-general-columns', { size: 8.5, margin: 36 }, [
  title('AUTHORIZATION TO DISCLOSE PROTECTED HEALTH INFORMATION'),
  small(
    'Please read this entire form before signing and complete all the sections that apply to your ' +
      'decisions relating to the disclosure of protected health information. Covered entities must ' +
      'obtain a signed authorization from the individual or the individual’s legally authorized ' +
      'representative to electronically disclose that individual’s protected health information.',
  ),
  columns(
    [
      heading('NAME OF PATIENT OR INDIVIDUAL'),
      above(at('lastName', 'Last'), at('firstName', 'First'), at('middleInitial', 'Middle', 0.7)),
      beside(at('nobody', 'OTHER NAME(S) USED')),
      beside(at('dateOfBirth', 'DATE OF BIRTH')),
      beside(at('address', 'ADDRESS')),
      beside(at('cityStateZip', 'CITY/STATE/ZIP')),
      beside(at('phone', 'PHONE'), at('nobody', 'ALT. PHONE')),
      beside(at('nobody', 'EMAIL ADDRESS (Optional):')),
    ],
    [
      options(
        'purpose',
        'REASON FOR DISCLOSURE (Choose only one option below)',
        [
          'Treatment/Continuing Medical Care',
          'Personal Use',
          'Billing or Claims',
          'Insurance',
          'Legal Purposes',
          'Disability Determination',
          'School',
          'Employment',
          'Other ________________________',
        ],
        { columns: 1 },
      ),
    ],
  ),
  heading('I AUTHORIZE THE FOLLOWING TO DISCLOSE THE INDIVIDUAL’S PROTECTED HEALTH INFORMATION:'),
  beside(at('disclosingParty', 'Person/Organization Name')),
  beside(at('disclosingAddress', 'Address'), at('nobody', 'City', 0.4), at('nobody', 'State', 0.3)),
  beside(at('nobody', 'Phone'), at('nobody', 'Fax')),
  heading('WHO CAN RECEIVE AND USE THE HEALTH INFORMATION?'),
  beside(at('recipient', 'Person/Organization Name')),
  beside(at('recipientAddress', 'Address'), at('nobody', 'City', 0.4), at('nobody', 'State', 0.3)),
  beside(at('nobody', 'Phone'), at('nobody', 'Fax')),
  options(
    'information',
    'WHAT INFORMATION CAN BE DISCLOSED? Complete the following by indicating those items that you ' +
      'want disclosed. If all health information is to be released, then check only the first box.',
    [
      'All health information',
      'History/Physical Exam',
      'Past/Present Medications',
      'Lab Results',
      'Physician’s Orders',
      'Patient Allergies',
      'Operation Reports',
      'Consultation Reports',
      'Progress Notes',
      'Discharge Summary',
      'Diagnostic Test Reports',
      'EKG/Cardiology Reports',
      'Pathology Reports',
      'Billing Information',
      'Radiology Reports & Images',
      'Other ____________',
    ],
    { columns: 4 },
  ),
  options(
    'sensitive',
    'Your initials are required to release the following information:',
    [
      'Mental Health Records (excluding psychotherapy notes)',
      'Genetic Information (including Genetic Test Results)',
      'Drug, Alcohol, or Substance Abuse Records',
      'HIV/AIDS Test Results/Treatment',
    ],
    { columns: 2, mark: 'underscore' },
  ),
  sentence(
    'EFFECTIVE TIME PERIOD. This authorization is valid until the earlier of the occurrence of the ' +
      'death of the individual; the individual reaching the age of majority; or permission is ' +
      'withdrawn; or the following specific date (optional): {expiration:140}',
  ),
  small(
    'RIGHT TO REVOKE: I understand that I can withdraw my permission at any time by giving written ' +
      'notice stating my intent to revoke this authorization to the person or organization named ' +
      'under “WHO CAN RECEIVE AND USE THE HEALTH INFORMATION.” I understand that prior actions taken ' +
      'in reliance on this authorization by entities that had permission to access my health ' +
      'information will not be affected.',
  ),
  small(
    'SIGNATURE AUTHORIZATION: I have read this form and agree to the uses and disclosures of the ' +
      'information as described. I understand that refusing to sign this form does not affect my ' +
      'treatment, payment or eligibility for benefits. I understand that information disclosed ' +
      'pursuant to this authorization may be subject to redisclosure by the recipient and may no ' +
      'longer be protected by federal or state privacy laws.',
  ),
  small(filler.copy),
  above(
    at('signature', 'Signature of Individual or Individual’s Legally Authorized Representative', 3),
    at('signatureDate', 'DATE', 1),
  ),
  beside(at('signerName', 'Printed Name of Legally Authorized Representative (if applicable):')),
  text('If representative, specify relationship to the individual:'),
  text('[  ] Parent of minor     [  ] Guardian     [  ] Other ____________'),
  text('A minor individual’s signature is required for the release of certain types of information.'),
  above(at('nobody', 'Signature of Minor Individual', 3), at('nobody', 'DATE', 1)),
]);
