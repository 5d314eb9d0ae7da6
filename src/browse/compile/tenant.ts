import sql, { join, raw, Sql } from 'sql-template-tag';
import type { ProjectScope } from '../../domain/projects/project';
import { isVisible } from '../../store/tenants/projects';

// Split once. The names of its parameters are at the odd indexes.
const pieces = isVisible('project').split(/(?<!:):([A-Za-z]\w*)/g);
const texts = pieces.filter((_piece, index) => index % 2 === 0);
const names = pieces.filter((_piece, index) => index % 2 === 1);

/** The tenant predicate of every statement, with its values. */
function visible(scope: ProjectScope): Sql {
  const values = new Map<string, unknown>(Object.entries(scope));
  return new Sql(
    texts,
    names.map(name => {
      if (!values.has(name)) throw new TypeError(`the scope of a browse has no ${name}`);
      return values.get(name);
    }),
  );
}

/** Selects the projects that the scope can see and that meet the conditions on `project` and `company`. */
export function visibleProjects(
  scope: ProjectScope,
  conditions: readonly Sql[] = [],
  needsCompany = false,
): Sql {
  const from = needsCompany ? 'project join company on company.uid = project.company_uid' : 'project';
  return sql`select project.uid from ${raw(from)} where ${join([visible(scope), ...conditions], ' and ')}`;
}
