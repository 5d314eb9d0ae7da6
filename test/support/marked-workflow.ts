/** A workflow that puts its mark wherever a workflow can put a text. */
import {
  ApplicationFailure,
  condition,
  defineSignal,
  proxyActivities,
  setCurrentDetails,
  setHandler,
  sleep,
  upsertMemo,
} from '@temporalio/workflow';

/** Lets the workflow continue. */
export const goOn = defineSignal<[mark: string]>('goOn');

/** The workflow's activities. */
export interface MarkedActivities {
  /** Returns the mark. */
  echo(mark: string): Promise<string>;
  /** Sends a heartbeat with the mark, then fails with it. */
  fail(mark: string): Promise<void>;
}

/** Fails at the end with the mark in the message, the stack, the details, and the cause. */
export async function markedWorkflow(mark: string): Promise<void> {
  let signalled: string | undefined;
  setHandler(goOn, value => {
    signalled = value;
  });
  setCurrentDetails(`details ${mark}`);
  upsertMemo({ later: mark });
  await condition(() => signalled !== undefined);
  await sleep(1, { summary: `timer ${mark}` });
  const { echo, fail } = proxyActivities<MarkedActivities>({
    startToCloseTimeout: '10 s',
    retry: { maximumAttempts: 1 },
    summary: `activity ${mark}`,
  });
  const echoed = await echo(mark);
  try {
    await fail(echoed);
  } catch (cause) {
    throw ApplicationFailure.create({
      message: `failed with ${mark}`,
      type: 'Marked',
      nonRetryable: true,
      details: [mark],
      cause: cause instanceof Error ? cause : new Error(mark),
    });
  }
}
