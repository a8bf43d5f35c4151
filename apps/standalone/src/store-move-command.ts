import { parseArgs } from 'node:util';
import { eventStoreChoice, StartupError, type EventStoreChoice } from '#hosting';

const USAGE = `npm run store:move -- database              the whole installation to the PostgreSQL of TO_DATABASE_URL
npm run store:move -- events eventstoredb   the events to the EventStoreDB of EVENTSTOREDB_URL
npm run store:move -- events postgres       the events back to PostgreSQL
npm run store:move -- abandon               gives up a move of the events that is not finished
With --check, database and events compare both sides and change nothing. Stop the service first.`;

/** What the arguments ask for. */
export type StoreMove =
  | { readonly kind: 'database'; readonly to: string; readonly check: boolean }
  | {
      readonly kind: 'events';
      readonly to: EventStoreChoice['kind'];
      readonly eventStoreDb: EventStoreChoice;
      readonly check: boolean;
    }
  | { readonly kind: 'abandon' };

/**
 * Reads the arguments, and the settings that name the other side: URLs hold passwords, which arguments would show to every
 * user of the machine.
 * @throws {StartupError} a sentence, or the usage
 */
export function readStoreMove(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): StoreMove {
  const { what, to, check } = readArguments(args);
  if (what === 'abandon' && to === undefined && !check) return { kind: 'abandon' };
  if (what === 'database' && to === undefined) return { kind: 'database', to: targetUrl(env), check };
  if (what === 'events' && (to === 'eventstoredb' || to === 'postgres'))
    return {
      kind: 'events',
      to,
      check,
      eventStoreDb: eventStoreChoice({ ...env, TIMBRA_EVENT_STORE: 'eventstoredb' }),
    };
  throw new StartupError(USAGE);
}

function readArguments(args: readonly string[]): {
  readonly what: string | undefined;
  readonly to: string | undefined;
  readonly check: boolean;
} {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { check: { type: 'boolean', default: false } },
    });
    const [what, to, ...rest] = positionals;
    if (rest.length === 0) return { what, to, check: values.check };
  } catch {
    // An option that is none.
  }
  throw new StartupError(USAGE);
}

/** Without repeating it: it may hold a password. */
function targetUrl({ TO_DATABASE_URL: url }: Readonly<Record<string, string | undefined>>): string {
  if (url && URL.canParse(url) && /^postgres(ql)?:$/.test(new URL(url).protocol)) return url;
  throw new StartupError(
    'TO_DATABASE_URL must name an empty database: postgresql://user:password@host/name.',
  );
}
