import { integer } from './integer.js';

const MB = 1024 * 1024;

/**
 * How much of a gateway its callers may hold at one time, in all and each (DoorLimits of libs/http); 0 is without limit.
 * @throws {StartupError}
 */
export const doorConfig = (env: Readonly<Record<string, string | undefined>>) => ({
  connections: integer(env, 'TIMBRA_MAX_CONNECTIONS', 5_000, 0, 1_000_000),
  connectionsEach: integer(env, 'TIMBRA_MAX_CONNECTIONS_EACH', 2_000, 0, 1_000_000),
  requestsEach: integer(env, 'TIMBRA_MAX_REQUESTS_EACH', 1_500, 0, 1_000_000),
  readsEach: integer(env, 'TIMBRA_MAX_READS_EACH', 4, 0, 1_000),
  bodyBytes: integer(env, 'TIMBRA_MAX_BODIES_MB', 96, 0, 100_000) * MB,
  bodyBytesEach: integer(env, 'TIMBRA_MAX_BODIES_EACH_MB', 32, 0, 100_000) * MB,
  answerBytesEach: integer(env, 'TIMBRA_MAX_ANSWERS_EACH_MB', 64, 0, 100_000) * MB,
});

export type DoorConfig = Readonly<ReturnType<typeof doorConfig>>;
