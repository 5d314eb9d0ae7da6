/**
 * The codec server’s process: decrypts payloads for the Temporal UI, for operators, and audits each reading.
 */
import { createHttpServer, drainServer } from '../http/server';
import { systemClock } from '../platform/clock';
import { ConfigError } from '../platform/config';
import type { Config } from './config';
import { createLog, type Log } from '../platform/log';
import { listen } from '../platform/ops-server';
import { createCodecApp } from '../temporal/codec-server/app';
import { codecConfigProblems } from '../temporal/codec-server/check-config';
import { createOperators } from '../temporal/codec-server/operators';
import { createPayloadCodec } from '../temporal/payload-codec';
import { recordDecode } from '../usecases/audit-trail';
import { openProcessBase } from './process-base';
import { readConfig } from './read-config';

async function start(config: Config, log: Log): Promise<void> {
  const problems = codecConfigProblems(config);
  if (problems.length > 0) throw new ConfigError(problems);
  const [firstKey] = config.PAYLOAD_KEYS;
  if (firstKey === undefined) throw new ConfigError(['PAYLOAD_KEYS: must hold at least one key']);

  const { lifecycle, metrics, db } = await openProcessBase('codec', config, log);

  const koa = createCodecApp({
    codec: createPayloadCodec(config.PAYLOAD_KEYS),
    uiOrigin: config.CODEC_UI_ORIGIN,
    ...(config.CODEC_TOKENS.length > 0 && { operators: createOperators(config.CODEC_TOKENS, firstKey.key) }),
    recordDecode: ({ operator }) =>
      recordDecode({ db, clock: systemClock, nudgeOutbox: () => undefined }, operator),
    clock: systemClock,
    log,
    metrics,
  });
  const server = createHttpServer(
    { koa },
    { requestTimeoutMs: config.REQUEST_TIMEOUT_MS, answerStallMs: config.ANSWER_STALL_MS },
    () => metrics.answersCut.inc({ reason: 'not read' }),
  );
  lifecycle.onStop('http server', () => drainServer(server, config.SHUTDOWN_GRACE_MS));
  const port = await listen(server, config.CODEC_HOST, config.CODEC_PORT);
  lifecycle.ready();
  log.info('The codec server is ready.', { port });
}

const config = readConfig('codec');
const log = createLog({ level: config.LOG_LEVEL, process: 'codec' });
start(config, log).catch((error: unknown) => {
  if (error instanceof ConfigError) console.error(error.message);
  else log.error('The codec server could not start.', { error });
  process.exit(error instanceof ConfigError ? 78 : 1);
});
