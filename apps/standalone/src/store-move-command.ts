import { parseArgs } from 'node:util';
import { eventStoreChoice, StartupError, type EventStoreChoice } from '#hosting';
import { ownDatabaseVariable, SERVICES, type ServiceName } from '#hosting/owners/services';

const USAGE = `npm run store:move -- database              the whole installation to the PostgreSQL of TO_DATABASE_URL,
                                            and databases of services to those of TO_DATABASE_URL_INVOICING …
npm run store:move -- events eventstoredb   the events to the EventStoreDB of EVENTSTOREDB_URL
npm run store:move -- events postgres       the events back to PostgreSQL
npm run store:move -- abandon               gives up a move of the events that is not finished
With --check, database and events compare both sides and change nothing. Stop the service first: only events --ahead
copies while it works, what there is by then.`;

/** What the arguments ask for. */
export type StoreMove =
  | {
      readonly kind: 'database';
      readonly to: string;
      /** Where the databases of services go that have their own. */
      readonly own: ReadonlyMap<ServiceName, string>;
      readonly check: boolean;
    }
  | {
      readonly kind: 'events';
      readonly to: EventStoreChoice['kind'];
      readonly eventStoreDb: EventStoreChoice;
      readonly how: 'move' | 'ahead' | 'check';
    }
  | { readonly kind: 'abandon' };

/**
 * Reads the arguments, and the settings that name the other side: URLs hold passwords, which arguments would show to every
 * user of the machine.
 * @throws {StartupError} a sentence, or the usage
 */
export function readStoreMove(args: readonly string[], env: Env): StoreMove {
  const { what, to, check, ahead } = readArguments(args);
  if (what === 'abandon' && to === undefined && !check && !ahead) return { kind: 'abandon' };
  if (what === 'database' && to === undefined && !ahead)
    return { kind: 'database', to: targetUrl(env), own: ownTargets(env), check };
  if (what === 'events' && (to === 'eventstoredb' || to === 'postgres') && !(check && ahead))
    return {
      kind: 'events',
      to,
      how: check ? 'check' : ahead ? 'ahead' : 'move',
      eventStoreDb: eventStoreChoice({ ...env, TIMBRA_EVENT_STORE: 'eventstoredb' }),
    };
  throw new StartupError(USAGE);
}

function readArguments(args: readonly string[]): {
  readonly what: string | undefined;
  readonly to: string | undefined;
  readonly check: boolean;
  readonly ahead: boolean;
} {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { check: { type: 'boolean', default: false }, ahead: { type: 'boolean', default: false } },
    });
    const [what, to, ...rest] = positionals;
    if (rest.length === 0) return { what, to, check: values.check, ahead: values.ahead };
  } catch {
    // An option that is none.
  }
  throw new StartupError(USAGE);
}

type Env = Readonly<Record<string, string | undefined>>;

const targetUrl = (env: Env): string => urlOf(env, 'TO_DATABASE_URL');

const ownTargets = (env: Env): ReadonlyMap<ServiceName, string> =>
  new Map(
    SERVICES.map((service) => [service, `TO_${ownDatabaseVariable(service)}`] as const)
      .filter(([, variable]) => env[variable])
      .map(([service, variable]) => [service, urlOf(env, variable)]),
  );

/** Without repeating it: it may hold a password. */
function urlOf(env: Env, variable: string): string {
  const url = env[variable];
  if (url && URL.canParse(url) && /^postgres(ql)?:$/.test(new URL(url).protocol)) return url;
  throw new StartupError(`${variable} must name an empty database: postgresql://user:password@host/name.`);
}
