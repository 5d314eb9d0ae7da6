import { above, at, boxed, layout, options, right, small, text, title } from '../layout';

/** A court's form: rights first, then numbered frames; kinds of information are initialed, not ticked. */
export const initialsByKind = layout('initials-by-kind', { face: 'serif', size: 9, margin: 40 }, [
  right('OCA Official Form No.: 960'),
  title('AUTHORIZATION FOR RELEASE OF HEALTH INFORMATION PURSUANT TO HIPAA'),
  small('[This form has been approved by the State Department of Health]'),
  boxed(
    at('patientName', 'Patient Name', 3),
    at('dateOfBirth', 'Date of Birth', 1.5),
    at('recordNumber', 'Social Security Number', 1.5),
  ),
  boxed(at('address', 'Patient Address')),
  small(
    'I, or my authorized representative, request that health information regarding my care and ' +
      'treatment be released as set forth on this form: In accordance with State Law and the Privacy ' +
      'Rule of the Health Insurance Portability and Accountability Act of 1996 (HIPAA), I understand ' +
      'that:',
  ),
  small(
    '1. This authorization may include disclosure of information relating to ALCOHOL and DRUG ' +
      'ABUSE, MENTAL HEALTH TREATMENT, except psychotherapy notes, and CONFIDENTIAL HIV* RELATED ' +
      'INFORMATION only if I place my initials on the appropriate line in Item 9(a).',
  ),
  small(
    '2. If I am authorizing the release of HIV-related, alcohol or drug treatment, or mental health ' +
      'treatment information, the recipient is prohibited from redisclosing such information without ' +
      'my authorization unless permitted to do so under federal or state law.',
  ),
  small(
    '3. I have the right to revoke this authorization at any time by writing to the health care ' +
      'provider listed below. I understand that I may revoke this authorization except to the extent ' +
      'that action has already been taken based on this authorization.',
  ),
  small(
    '4. I understand that signing this authorization is voluntary. My treatment, payment, ' +
      'enrollment in a health plan, or eligibility for benefits will not be conditioned upon my ' +
      'authorization of this disclosure.',
  ),
  small(
    '5. Information disclosed under this authorization might be redisclosed by the recipient ' +
      '(except as noted above in Item 2), and this redisclosure may no longer be protected by federal ' +
      'or state law.',
  ),
  small(
    '6. THIS AUTHORIZATION DOES NOT AUTHORIZE YOU TO DISCUSS MY HEALTH INFORMATION OR MEDICAL CARE ' +
      'WITH ANYONE OTHER THAN THE ATTORNEY OR GOVERNMENTAL AGENCY SPECIFIED IN ITEM 9 (b).',
  ),
  boxed(
    at('disclosingParty', '7. Name and address of health provider or entity to release this information:'),
  ),
  boxed(
    at(
      'recipient',
      '8. Name and address of person(s) or category of person to whom this information will be sent:',
    ),
  ),
  options(
    'information',
    '9(a). Specific information to be released:',
    [
      'Entire Medical Record, including patient histories, office notes (except psychotherapy ' +
        'notes), test results, radiology studies, films, referrals, consults, billing records, ' +
        'insurance records, and records sent to you by other health care providers.',
      'Medical Record from (insert date) ____________ to (insert date) ____________',
      'Other: ________________________',
    ],
    { columns: 1, mark: 'dingbat' },
  ),
  options(
    'sensitive',
    'Include: (Indicate by Initialing)',
    ['Alcohol/Drug Treatment', 'Mental Health Information', 'HIV-Related Information'],
    { columns: 3, mark: 'underscore' },
  ),
  small('Authorization to Discuss Health Information'),
  text(
    '(b) By initialing here ________ I authorize ______________________ to discuss my health ' +
      'information with my attorney, or a governmental agency, listed here: ______________________ ' +
      '(Attorney/Firm Name or Governmental Agency Name)',
  ),
  options(
    'purpose',
    '10. Reason for release of information:',
    ['At request of individual', 'Other: ____________'],
    { columns: 2, mark: 'dingbat' },
  ),
  boxed(at('expiration', '11. Date or event on which this authorization will expire:')),
  boxed(
    at('signerName', '12. If not the patient, name of person signing form:'),
    at('relationship', '13. Authority to sign on behalf of patient:'),
  ),
  small(
    'All items on this form have been completed and my questions about this form have been ' +
      'answered. In addition, I have been provided a copy of the form.',
  ),
  above(
    at('signature', 'Signature of patient or representative authorized by law.', 2),
    at('signatureDate', 'Date', 1),
  ),
  small(
    '* Human Immunodeficiency Virus that causes AIDS. Public Health Law protects information which ' +
      'reasonably could identify someone as having HIV symptoms or infection and information ' +
      'regarding a person’s contacts.',
  ),
]);
