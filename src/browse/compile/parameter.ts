import type { Sql } from 'sql-template-tag';
import type { ProjectScope } from '../../domain/projects/project';
import type { TextStatement } from '../../store/text-query';
import type { BrowseQuery } from '../request/query';
import type { SearchedTables } from './searched-tables';

/** One browse: whose, what is asked, and what was found of the tables that a search looks into. */
export interface Asked {
  readonly scope: ProjectScope;
  readonly query: BrowseQuery;
  readonly searched: SearchedTables;
  /** The rows to show, by their uids in their order; where they were found before. */
  readonly found?: readonly string[];
}

/**
 * Where a value of a statement is found, in the place of the value: statements are compiled of these alone, so that one
 * text serves every browse of its shape and holds nothing of the browse that it was compiled for.
 */
export class Parameter {
  constructor(readonly of: (asked: Asked) => unknown) {}
}

/** Whose the browse is. */
export const scopeParameters: Readonly<Record<keyof ProjectScope, Parameter>> = {
  companyUid: new Parameter(({ scope }) => scope.companyUid),
  environment: new Parameter(({ scope }) => scope.environment),
  membershipUid: new Parameter(({ scope }) => scope.membershipUid),
  seesAllProjects: new Parameter(({ scope }) => scope.seesAllProjects),
};

/** A statement without its values. */
export interface Prepared {
  readonly text: string;
  readonly parameters: readonly Parameter[];
}

/**
 * Numbers the parameters of a statement, each once however often it stands there.
 * @throws TypeError for a value that is no parameter: it would be another caller's the next time
 */
export function prepare({ strings, values }: Pick<Sql, 'strings' | 'values'>): Prepared {
  const numbers = new Map<Parameter, number>();
  const [start = '', ...rest] = strings;
  const text = rest.reduce((before, after, index) => {
    const value = values[index];
    if (!(value instanceof Parameter)) throw new TypeError('a statement of browse holds a value');
    const number = numbers.get(value) ?? numbers.size + 1;
    numbers.set(value, number);
    return `${before}$${number}${after}`;
  }, start);
  return { text, parameters: [...numbers.keys()] };
}

/** The statement of one browse. */
export function bind({ text, parameters }: Prepared, asked: Asked): TextStatement {
  return { text, values: parameters.map(parameter => parameter.of(asked)) };
}
