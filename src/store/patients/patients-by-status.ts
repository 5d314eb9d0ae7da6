// SQL text: a constant text for each combination of filters, so that each is prepared once and has its index.
import type { AuthorizationStatus } from '../../domain/authorizations/authorization-status';
import type { Patient } from '../../domain/patients/patient';
import type { SearchStatus } from '../../domain/searches/search';
import type { Executor } from '../database';
import type { NamedStatement } from '../named';

/** The filter for patients; `undefined` filters nothing. */
export interface PatientFilter {
  readonly searchStatus: SearchStatus | undefined;
  readonly authorizationStatus: AuthorizationStatus | undefined;
}

/**
 * Returns the lists of patients by status. One statement per combination instead of `:status is null or …`,
 * so that each has an index with its rows in order.
 * @param alias of the table of patients, where the condition is
 * @param listWhere the statement with an additional condition, which starts with `and` or is empty
 */
export function listsByStatus<Params extends object>(
  alias: string,
  listWhere: <More extends object>(condition: string) => NamedStatement<Patient, Params & More>,
): (executor: Executor, params: Params, filter: PatientFilter) => Promise<Patient[]> {
  const ofSearch = `and ${alias}.search_status = :searchStatus`;
  const ofAuthorization = `and ${alias}.authorization_status = :authorizationStatus`;
  const lists = {
    all: listWhere<object>(''),
    bySearch: listWhere<{ searchStatus: SearchStatus }>(ofSearch),
    byAuthorization: listWhere<{ authorizationStatus: AuthorizationStatus }>(ofAuthorization),
    byBoth: listWhere<{ searchStatus: SearchStatus; authorizationStatus: AuthorizationStatus }>(
      `${ofSearch} ${ofAuthorization}`,
    ),
  } as const;
  return (executor, params, { searchStatus, authorizationStatus }) => {
    if (searchStatus === undefined)
      return authorizationStatus === undefined
        ? lists.all.run(executor, params)
        : lists.byAuthorization.run(executor, { ...params, authorizationStatus });
    return authorizationStatus === undefined
      ? lists.bySearch.run(executor, { ...params, searchStatus })
      : lists.byBoth.run(executor, { ...params, searchStatus, authorizationStatus });
  };
}
