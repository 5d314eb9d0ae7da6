/** Posts to hostile receivers with production's limits, in a separate process with its own memory. */
import { createEgress } from '../../../src/webhooks/egress/egress';
import { postWebhook } from '../../../src/webhooks/egress/send';
import { signAttempt } from '../../../src/webhooks/signature';
import type { PostingOutcome, PostingTask } from './posting-task';

const { well, hostile, dnsServer } = JSON.parse(process.argv[2] ?? '') as PostingTask;
const warmUps = 50;
const lookMs = 20;
/** The 10 seconds of an attempt, plus the time in which its end must be noticed. */
const noticedAfterMs = 10_500;
const deliveryId = '019a9c3e-7c1d-7b52-8f5e-3d2a1b4c5d6e';
const secrets = [{ uuid: '0f4d7a1e-93b2-4c6e-8a57-2e1f60c9d4b8', createdAt: new Date(0) }];
const body = Buffer.from(`{"id":"${deliveryId}"}`);
const egress = createEgress({ allowCidrs: ['127.0.0.1/32'], dnsServers: [dnsServer] });

function post(url: string): ReturnType<typeof postWebhook> {
  const signature = signAttempt({ withStandardHeaders: false, deliveryId, body, secrets, at: new Date() });
  return postWebhook(egress, { url, body, signature, customHeaders: [] });
}

async function main(): Promise<void> {
  for (let count = 0; count < warmUps; count += 1) await post(well);
  globalThis.gc?.();
  const before = process.memoryUsage.rss();
  let most = before;
  const timer = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss());
  }, lookMs);
  let ended = 0;
  const posting = hostile.map(async url => {
    await post(url);
    ended += 1;
  });
  // On a slow machine this timer is late as well, so only the order counts.
  const endedInTime = await new Promise<number>(resolve => setTimeout(() => resolve(ended), noticedAfterMs));
  await Promise.all(posting);
  clearInterval(timer);
  const outcome: PostingOutcome = { endedInTime, grownBytes: most - before };
  console.log(JSON.stringify(outcome));
  await egress.close();
}

void main();
