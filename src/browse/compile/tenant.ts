import sql, { join, raw, Sql } from 'sql-template-tag';
import type { ProjectScope } from '../../domain/projects/project';
import { isVisible } from '../../store/projects';

// Split once: the names of its parameters stand at the odd places.
const pieces = isVisible('project').split(/(?<!:):([A-Za-z]\w*)/g);
const texts = pieces.filter((_piece, index) => index % 2 === 0);
const names = pieces.filter((_piece, index) => index % 2 === 1);

function isOfScope(name: string): name is keyof ProjectScope {
  return ['companyUid', 'environment', 'membershipUid', 'seesAllProjects'].includes(name);
}

/** The one predicate of the tenant, as a part of a statement. */
function visible(scope: ProjectScope): Sql {
  return new Sql(
    texts,
    names.map(name => {
      if (!isOfScope(name)) throw new TypeError(`the scope of a browse has no ${name}`);
      return scope[name];
    }),
  );
}

/** Projects, as a condition on what points at one. */
export interface ProjectSet {
  /** The condition that `column` (of ours) points at a project of the set. */
  readonly holds: (column: string) => Sql;
  /** Whether there is one at the most. */
  readonly isOne: boolean;
}

/**
 * The projects that the scope can see and that fit the conditions, which are on `project` and `company`.
 * @param isOne whether the conditions leave one at the most: then an index by project gives rows in its order
 */
export function projectSet(
  scope: ProjectScope,
  conditions: readonly Sql[] = [],
  needs: { readonly company: boolean; readonly isOne: boolean } = { company: false, isOne: false },
): ProjectSet {
  const from = needs.company
    ? raw('project join company on company.uid = project.company_uid')
    : raw('project');
  const uids = sql`select project.uid from ${from} where ${join([visible(scope), ...conditions], ' and ')}`;
  // Of a key that sees every project the condition leaves out little: an index by project would only be read in vain.
  const isLeast = scope.seesAllProjects && conditions.length === 0;
  return {
    holds: column => {
      if (needs.isOne) return sql`${raw(column)} = (${uids})`;
      const isIn = sql`${raw(column)} = any(array(${uids}))`;
      return isLeast ? sql`(${isIn}) is true` : isIn;
    },
    isOne: needs.isOne,
  };
}
