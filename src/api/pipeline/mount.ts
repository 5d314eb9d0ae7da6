import Router from '@koa/router';
import { Problem, notFound } from '../../domain/problem';
import type { RequestState, Step } from '../../http/request-state';
import { runOperation } from './run-operation';
import { isMaking, type Contract } from './contract';
import type { HeavySlots } from '../../http/heavy-slots';
import type { Operation } from './operation';
import type { Services } from './services';

/**
 * Returns a path as the router writes it: `/v0/companies/{companyId}` becomes `/v0/companies/:companyId`.
 * `*` starts a parameter of several segments.
 */
export function routerPath({ path, spans }: Pick<Contract, 'path' | 'spans'>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => `${name === spans ? '*' : ':'}${name}`);
}

/**
 * Mounts every operation and nothing else; no route can be registered elsewhere. A path without an operation
 * is 404, and a path with other methods is 405 with `Allow`. A literal path comes before one with a
 * parameter, as in OpenAPI: the `Allow` of `…/patients/bulk` is that of bulk imports, even though a
 * patient's ID can be `bulk`.
 * @throws TypeError for a POST that creates something and can't show it to a repeat
 */
export function mountOperations(
  services: Services,
  operations: readonly Operation[],
  slots: HeavySlots,
): Step {
  const router = new Router<RequestState>({ strict: true, sensitive: true });
  for (const operation of operations) {
    if (isMaking(operation.contract) !== (operation.showAgain !== undefined))
      throw new TypeError(`${operation.contract.id} must be a makingOperation exactly if it makes something`);
    const { id, method } = operation.contract;
    router.register(routerPath(operation.contract), [method], runOperation(services, slots, operation), {
      name: id,
    });
  }
  const dispatch = router.routes();
  return async (context, next) => {
    const match = router.match(context.path, context.method);
    if (!match.route) {
      if (match.path.length === 0) throw notFound('no such path');
      const fewest = Math.min(...match.path.map(({ paramNames }) => paramNames.length));
      const closest = match.path.filter(({ paramNames }) => paramNames.length === fewest);
      const allow = [...new Set(closest.flatMap(({ methods }) => methods))].toSorted();
      throw new Problem('request.methodNotAllowed', { allow });
    }
    await dispatch(context as Parameters<typeof dispatch>[0], next as Parameters<typeof dispatch>[1]);
  };
}
