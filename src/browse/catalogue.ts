/**
 * What can be browsed: entities, their columns, and what each column can be asked. The one source of the
 * query language.
 */

/** The type of a column decides its operators and how its values are written. */
export type ColumnType = 'text' | 'date' | 'datetime' | 'decimal' | 'integer' | 'boolean';

/** One column of an entity. */
export interface Column {
  readonly type: ColumnType;
  /** The column as `<alias>.<name>`; a constant of ours, never from a request. */
  readonly sql: string;
  /** Given where the column is an expression; it replaces `sql`. */
  readonly expression?: string;
  readonly isNullable: boolean;
  readonly description: string;
}

/** The columns of an entity, by the name the API uses. */
export type Entity = Readonly<Record<string, Column>>;

function column(type: ColumnType, sql: string, description: string, isNullable = false): Column {
  return { type, sql, description, isNullable };
}

const patient: Entity = {
  id: column('text', 'patient.id', 'The patient’s id.'),
  firstName: column('text', 'patient.first_name', 'Given name.'),
  lastName: {
    ...column('text', 'patient.last_names', 'Current last name.'),
    expression: 'patient.last_names[1]',
  },
  dateOfBirth: column('date', 'patient.date_of_birth', 'Birth date.'),
  sex: column('text', 'patient.sex', 'Sex as stated.', true),
};

const site: Entity = {
  id: {
    ...column('text', 'site.uid', 'The site’s id; goes into `siteId` of a record request.'),
    expression: 'site.uid::text',
  },
  name: column('text', 'site.name', 'Name of the facility.'),
  systemName: column('text', 'site.system_name', 'The health system it belongs to.', true),
  npi: column('text', 'site.npi', 'National Provider Identifier.', true),
  addressLine1: column('text', 'site.address_line_1', 'First line of the address.'),
  addressLine2: column('text', 'site.address_line_2', 'Second line of the address.', true),
  city: column('text', 'site.city', 'City.'),
  state: column('text', 'site.state', 'USPS code.'),
  zip: column('text', 'site.zip', 'ZIP code.'),
  phone: column('text', 'site.phone', 'E.164.', true),
  fax: column('text', 'site.fax', 'E.164.', true),
};

const payor: Entity = {
  id: { ...column('text', 'payor.uid', 'The payor’s id.', true), expression: 'payor.uid::text' },
  name: column('text', 'payor.name', 'Name.', true),
  kind: column('text', 'payor.kind', 'Medicare, Medicaid, DualEligible, Commercial or Other.', true),
};

const company: Entity = {
  id: column('text', 'company.id', 'The company’s id.'),
  name: column('text', 'company.name', 'Name.'),
};

const project: Entity = {
  id: column('text', 'project.id', 'The project’s id.'),
  name: column('text', 'project.name', 'Name.'),
  status: column('text', 'project.status', 'Sandbox, Live or Closed.'),
};

const visit: Entity = {
  id: { ...column('text', 'visit.uid', 'The visit’s id.'), expression: 'visit.uid::text' },
  ref: column('text', 'visit.ref', 'What the source calls the visit.'),
  kind: column(
    'text',
    'visit.kind',
    'Inpatient, Emergency, Outpatient, UrgentCare, Office, Wellness or Telehealth.',
  ),
  earliestServiceDate: column('date', 'visit.earliest_service_date', 'First day of service.'),
  latestServiceDate: column('date', 'visit.latest_service_date', 'Last day of service.'),
  reason: column('text', 'visit.reason', 'Why the patient came.', true),
  chargeAmount: column('decimal', 'visit.charge_amount', 'What was charged, US dollars.', true),
  createdAt: column('datetime', 'visit.created_at', 'When the visit was discovered.'),
};

/** A table of rows that can be browsed, with the entities that each row is nested by. */
export interface BrowseRoute {
  /** The name in routes and schemas, `Visit`. */
  readonly name: string;
  /** The table and alias of the row itself. */
  readonly base: 'visit';
  readonly entities: Readonly<Record<string, Entity>>;
}

/** Visits with where, whose and who paid. */
export const visitRoute: BrowseRoute = {
  name: 'Visit',
  base: 'visit',
  entities: { visit, patient, site, payor, company, project },
};
