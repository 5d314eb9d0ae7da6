import sql, { join, raw, Sql } from 'sql-template-tag';
import { isVisible } from '../../store/tenants/projects';
import { scopeParameters } from './parameter';

// Split once: the names of its parameters stand at the odd places.
const pieces = isVisible('project').split(/(?<!:):([A-Za-z]\w*)/g);
const texts = pieces.filter((_piece, index) => index % 2 === 0);
const names = pieces.filter((_piece, index) => index % 2 === 1);

function isOfScope(name: string): name is keyof typeof scopeParameters {
  return name in scopeParameters;
}

/** The one predicate of the tenant, as a part of a statement. */
const visible = new Sql(
  texts,
  names.map(name => {
    if (!isOfScope(name)) throw new TypeError(`the scope of a browse has no ${name}`);
    return scopeParameters[name];
  }),
);

/** The projects that the scope can see and that fit the conditions, which are on `project` and `company`. */
export function visibleProjects(conditions: readonly Sql[] = [], needsCompany = false): Sql {
  const from = needsCompany ? 'project join company on company.uid = project.company_uid' : 'project';
  return sql`select project.uid from ${raw(from)} where ${join([visible, ...conditions], ' and ')}`;
}
