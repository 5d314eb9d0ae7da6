import { assertOwnCompany, assertPermission, getVisibleProject } from '../../access/authorize';
import type { KeyPrincipal } from '../../access/principal';
import { Problem } from '../../domain/problem';
import { insertAuditEvent } from '../../store/audit/audit';
import type { Project } from '../../domain/projects/project';
import { auditRow, resultOfFault, runChange, type Act, type AuditedResource } from '../../usecases/change';
import { isMaking, type Contract } from './contract';
import type { Operation, OperationContext } from './operation';
import type { Services } from './services';
import { noCondition } from '../../usecases/version-condition';
import { parseCondition, type ConditionHeaders } from './entity-tag';
import type { HeavySlots } from '../../http/heavy-slots';
import { claimKey, type Claim } from './idempotency';
import { ignoredFieldsHeader, listIgnoredFields, listIgnoredParameters } from './ignored-fields';
import { readJsonBody } from '../../http/read-json-body';
import type { RequestContext, Step } from '../../http/request-state';
import { serializeReply, type Answer } from './serialize-reply';
import { hasRows, sendRows, wantedFormat } from './send-rows';
import { validateBody, validateParameters } from './validate';
import { whenGone } from '../../http/when-gone';

/** Adds what is ignored to the header that lists it, if anything is. */
function noteIgnored(context: RequestContext, ignored: string | undefined): void {
  if (ignored === undefined) return;
  const named = [context.response.get(ignoredFieldsHeader), ignored];
  context.set(ignoredFieldsHeader, named.filter(Boolean).join(', '));
}

/**
 * Returns the body of a request, as bytes and as parsed by its contract. Sets the header of ignored fields,
 * which errors have, too.
 */
async function readBody(
  context: RequestContext,
  { body: schema, hasNo422, isBodyOptional }: Contract,
): Promise<{ readonly bytes: Buffer; readonly body: unknown }> {
  if (schema === undefined) return { bytes: Buffer.alloc(0), body: undefined };
  const read = await context.state.awaitOutside(async () => readJsonBody(context));
  const { bytes } = read;
  const value = read.value === undefined && isBodyOptional === true ? {} : read.value;
  noteIgnored(context, listIgnoredFields(schema, value));
  return { bytes, body: validateBody(schema, value, hasNo422) };
}

/**
 * Checks access.
 * @throws Problem 404 for what the key can't see, then 403 for what its role doesn't allow
 */
async function authorize(
  services: Services,
  contract: Contract,
  principal: KeyPrincipal,
  params: Readonly<Record<string, unknown>>,
): Promise<Project | undefined> {
  const { scope, permission } = contract.access;
  const companyId = String(params['companyId']);
  let project: Project | undefined;
  if (scope === 'company') assertOwnCompany(principal, companyId);
  if (scope === 'project') {
    project = await getVisibleProject(services.db, principal, companyId, String(params['projectId']));
  }
  assertPermission(principal, permission);
  return project;
}

function send(context: RequestContext, answer: Answer, isReplay: boolean): void {
  context.status = answer.status;
  for (const [name, value] of Object.entries(answer.headers)) context.set(name, value);
  if (isReplay) context.set('Idempotent-Replayed', 'true');
  if (answer.body.length === 0) {
    context.body = null;
    // Koa turns a null body into 204, so the contract's status is set again.
    context.status = answer.status;
    return;
  }
  context.type = answer.type;
  context.body = answer.body;
}

/** The audit rows that the pipeline writes itself: reads, replays, and refusals. */
function auditor(services: Services, contract: Contract, act: Act) {
  const write = async (
    event: string,
    resource: AuditedResource | undefined,
    result: Parameters<typeof auditRow>[3],
  ): Promise<void> => {
    const row = auditRow({ ...act, event }, services.clock.now(), resource, result);
    await insertAuditEvent(services.db, row);
  };
  const event = contract.audit?.event;
  return {
    success: async (resource: AuditedResource | undefined): Promise<void> => {
      if (contract.audit?.kind === 'read' && event !== undefined)
        await write(event, resource, { outcome: 'success', problem: null });
    },
    replay: async (resource: AuditedResource | undefined): Promise<void> => {
      if (event !== undefined)
        await write(`${event}.replayed`, resource, { outcome: 'success', problem: null });
    },
    refusal: async (thrown: unknown): Promise<void> => {
      if (event === undefined) return;
      // The caller gets the first error, not a second one caused by an unreachable database.
      await write(event, undefined, resultOfFault(thrown)).catch((error: unknown) => {
        services.log.error('Could not write a refusal to the audit log.', { operation: contract.id, error });
      });
    },
  };
}

/**
 * Checks that a repeat can find something.
 * @throws TypeError if it can't, whether or not the request has a key
 */
function assertMade({ id }: Contract, uids: readonly string[]): readonly string[] {
  if (uids.length === 0) throw new TypeError(`${id} names nothing that it made`);
  return uids;
}

/** What every step of an operation works on. */
interface Parts {
  readonly services: Services;
  readonly context: RequestContext;
  readonly contract: Contract;
}

/** Builds what the handler works with. */
function operationContext(
  { services, context, contract }: Parts,
  act: Act<KeyPrincipal>,
  resolved: {
    readonly project: Project | undefined;
    readonly conditions: ConditionHeaders;
    readonly claim: Claim;
  },
  saw: (resource: AuditedResource) => void,
): OperationContext<Contract> {
  const { principal } = act;
  const { project, claim } = resolved;
  const inProject = project === undefined ? {} : { project };
  const condition = contract.isVersioned === true ? parseCondition(resolved.conditions) : noCondition;
  return {
    services,
    principal,
    project,
    wantedFormat: () => wantedFormat(context),
    gone: () => whenGone(context),
    reading: { db: services.db, now: services.clock.now(), principal, saw, ...inProject },
    change: async (work, present, uidsOf) =>
      runChange(services, act, async change => {
        const result = await work({ ...change, condition, ...inProject });
        const reply = present(result);
        // An answer that doesn't fit its schema is found while the transaction can still be rolled back.
        serializeReply(contract, reply);
        if (uidsOf !== undefined) await claim.complete(change.tx, assertMade(contract, uidsOf(result)));
        return reply;
      }),
  };
}

/**
 * Runs one operation on one request, in the same order for all: credentials, path and query, visibility and
 * permission, body, idempotency key, a slot if it is expensive, handler (or what an earlier request
 * created), answer through its schema, audit, send.
 */
export function runOperation(
  services: Services,
  slots: HeavySlots,
  { contract, handle, showAgain }: Operation,
): Step {
  return async context => {
    context.state.operationId = contract.id;
    const { principal, requestId } = context.state;
    if (principal === undefined) throw new Problem('credentials.missing');
    const act = { principal, requestId, event: contract.audit?.event ?? contract.id };
    const audit = auditor(services, contract, act);
    let claim: Claim | undefined;
    try {
      const params = validateParameters(contract.params, 'path', context['params']);
      noteIgnored(context, listIgnoredParameters(contract.query, context.query));
      const query =
        contract.query === undefined ? {} : validateParameters(contract.query, 'query', { ...context.query });
      const project = await authorize(services, contract, principal, params);
      const { bytes, body } = await readBody(context, contract);
      claim = await claimKey(services, context, principal, bytes, isMaking(contract));
      let resource: AuditedResource | undefined;
      const { 'if-match': ifMatch, 'if-none-match': ifNoneMatch } = context.req.headers;
      const operation = operationContext(
        { services, context, contract },
        act,
        { project, conditions: { method: contract.method, ifMatch, ifNoneMatch }, claim },
        read => {
          resource = read;
        },
      );
      if (showAgain !== undefined && claim.made !== undefined) {
        const answer = serializeReply(contract, await showAgain(operation, claim.made));
        await audit.replay(resource);
        send(context, answer, true);
        return;
      }
      const answer = async (): Promise<void> => {
        const reply = await handle(operation, { params, query, body } as Parameters<typeof handle>[1]);
        if (hasRows(reply)) {
          await sendRows({ services, context, contract }, reply, () => audit.success(resource));
          return;
        }
        const whole = serializeReply(contract, reply);
        await audit.success(resource);
        send(context, whole, false);
      };
      if (contract.cost === 'heavy') await slots.hold(context, principal.companyUid, answer);
      else await answer();
    } catch (thrown) {
      await claim?.release().catch((error: unknown) => {
        services.log.error('Could not release an idempotency key.', { operation: contract.id, error });
      });
      await audit.refusal(thrown);
      throw thrown;
    }
  };
}
