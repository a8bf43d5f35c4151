import pino, { type DestinationStream, type Logger } from 'pino';

export type { Logger } from 'pino';

/** Names of values that never reach a log, down to the fourth level of what is logged. */
const SECRET_NAMES = [
  'authorization',
  'cookie',
  'password',
  'passphrase',
  'secret',
  'apiKey',
  'api_key',
  'privateKey',
  'private_key',
  'token',
];
const SECRET_PATHS = ['', '*.', '*.*.', '*.*.*.'].flatMap((level) =>
  SECRET_NAMES.map((name) => `${level}${name}`),
);

/** A structured logger (JSON lines on stderr, so that stdout stays for people). */
export const createLogger = (
  options: { readonly level?: string; readonly service?: string; readonly to?: DestinationStream } = {},
): Logger =>
  pino(
    {
      level: options.level ?? 'info',
      base: { service: options.service ?? 'timbra' },
      redact: { paths: SECRET_PATHS, censor: '[secret]' },
      timestamp: pino.stdTimeFunctions.isoTime,
    },
    options.to ?? pino.destination({ dest: 2, sync: true }),
  );
