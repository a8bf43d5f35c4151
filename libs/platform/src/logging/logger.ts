import pino, { type Logger } from 'pino';

export type { Logger } from 'pino';

/** Names of values that never reach a log, wherever they stand. */
const SECRET_PATHS = ['authorization', 'password', 'secret', 'key', 'privateKey', 'cookie'].flatMap(
  (name) => [
    name === 'key' ? 'apiKey' : name,
    `*.${name === 'key' ? 'apiKey' : name}`,
    `req.headers.${name}`,
  ],
);

/** A structured logger (JSON lines on stderr, so that stdout stays for people). */
export const createLogger = (options: { level?: string; service?: string } = {}): Logger =>
  pino(
    {
      level: options.level ?? 'info',
      base: { service: options.service ?? 'timbra' },
      redact: { paths: SECRET_PATHS, censor: '[secret]' },
      timestamp: pino.stdTimeFunctions.isoTime,
    },
    pino.destination({ dest: 2, sync: true }),
  );
