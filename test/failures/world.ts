import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Demo } from '#apps/standalone/src/demo';
import type { EventStoreChoice } from '#hosting';
import { buildServices, type Build } from '../kafka/build.js';
import { ServiceProcess } from '../kafka/process.js';
import { freshDatabase } from '../support/database.js';
import { testEventStore, type TestEventStore } from '../support/event-store.js';
import { Tap, type Door, type Upstream } from './tap.js';

type Env = Readonly<Record<string, string>>;

export const SERVICES = [
  ...(['gateway', 'organizations', 'customers', 'invoicing', 'stamping'] as const),
  ...(['cancellation', 'notifications', 'webhooks', 'receipts', 'reception', 'publisher'] as const),
];
export type ServiceName = (typeof SERVICES)[number];

export interface WorldOptions {
  /** The environment of every process, and what it is for those of one service. */
  readonly env?: Env;
  readonly envOf?: Partial<Readonly<Record<ServiceName, Env>>>;
  /** The broker; default: that of the run. */
  readonly kafka?: string;
  /** The URL of an empty database; default: one of the run's server. Its port may change: see `upstream`. */
  readonly databaseUrl?: string;
  /** Done when the topics are there and no service is yet. */
  readonly beforeServices?: (world: World) => Promise<void>;
}

/** A process of a service. */
export interface Replica {
  readonly service: ServiceName;
  readonly process: ServiceProcess;
  /** Its own address. */
  readonly url: string;
  /** Its own way to the database. */
  readonly door: Door;
}

const SAYS_WHERE = /(https?:\/\/[^\s/]+)/;
export const KAFKA = (): string => process.env['TIMBRA_TEST_KAFKA'] ?? '';

/**
 * Every service as a process of its own over one Kafka, each with a tap of its own before PostgreSQL, to be killed
 * and started again like an orchestrator does.
 */
export class World {
  readonly replicas: Replica[] = [];
  readonly upstream: Upstream;
  demo!: Demo;
  private readonly taps = new Map<ServiceName, Tap>();
  private readonly starting = new Set<ServiceProcess>();

  private constructor(
    private readonly options: WorldOptions,
    private readonly build: Build,
    private readonly database: { readonly url: string; drop(): Promise<void> },
    private readonly events: TestEventStore,
    private readonly dataDir: string,
    readonly environment: Env,
  ) {
    this.upstream = { port: Number(new URL(database.url).port) };
  }

  /** Makes topics, starts all services at once, and makes the demo organization. */
  static async start(options: WorldOptions = {}): Promise<World> {
    const given = options.databaseUrl;
    const [build, database, events, dataDir] = await Promise.all([
      buildServices(),
      given === undefined ? freshDatabase() : { url: given, drop: async () => undefined },
      testEventStore(),
      mkdtemp(join(tmpdir(), 'timbra-world-')),
    ]);
    await chmod(dataDir, 0o700);
    const world = new World(options, build, database, events, dataDir, {
      TIMBRA_KAFKA: options.kafka ?? KAFKA(),
      TIMBRA_KAFKA_PREFIX: `f${randomBytes(4).toString('hex')}`,
      TIMBRA_KAFKA_PARTITIONS: '3',
      TIMBRA_MASTER_KEY: randomBytes(32).toString('base64'),
      TIMBRA_DATA: dataDir,
      TIMBRA_PORT: '0',
      TIMBRA_DATABASE_POOL: '6',
      ...events.env,
      ...options.env,
    });
    try {
      for (const service of SERVICES) world.taps.set(service, new Tap(world.upstream));
      await world.makeTopics();
      await options.beforeServices?.(world);
      await Promise.all(SERVICES.map((service) => world.start(service)));
      const demo = await world.run('apps/standalone/src/demo-main', [], {
        ...world.direct,
        ...options.envOf?.gateway,
      });
      world.demo = JSON.parse(demo) as Demo;
      return world;
    } catch (error) {
      await world.stop();
      throw error;
    }
  }

  get prefix(): string {
    return this.environment['TIMBRA_KAFKA_PREFIX'] ?? '';
  }

  /** The database as it is reached without a tap. */
  get databaseUrl(): string {
    const url = new URL(this.database.url);
    url.port = String(this.upstream.port);
    return url.href;
  }

  /** Where the events are. */
  get eventStore(): EventStoreChoice {
    return this.events.choice;
  }

  /** Where the API answers at the moment: one address for each gateway that is up; each ends with /v2. */
  readonly gateways = (): string[] => this.of('gateway').map(({ url }) => `${url}/v2`);

  of(service: ServiceName): Replica[] {
    return this.replicas.filter((replica) => replica.service === service);
  }

  /** The last output of processes that ended by themselves. */
  get lost(): string[] {
    return this.replicas
      .filter(({ process }) => !process.running)
      .map(({ service, process }) => `${service} ended by itself:\n${process.printed.slice(-4_000)}`);
  }

  /** Lines of the processes' logs that warn of something or are worse. */
  get warnings(): string[] {
    return this.replicas.flatMap(({ service, process }) =>
      process.printed
        .split('\n')
        .filter((line) => /"level":[4-6]0\b/.test(line))
        .map((line) => `${service}: ${line}`),
    );
  }

  tap(service: ServiceName): Tap {
    const tap = this.taps.get(service);
    if (!tap) throw new Error(`no tap for ${service}`);
    return tap;
  }

  /** Starts one more process of a service; resolves when it is up. */
  async start(service: ServiceName, env: Env = {}): Promise<Replica> {
    const program = this.build.program(`apps/${service}/src/main`);
    const door = await this.tap(service).open();
    const process = new ServiceProcess(service, program, { ...this.envOf(service, door), ...env });
    this.starting.add(process);
    const replica = { service, process, door, url: await process.prints(SAYS_WHERE, 120_000) };
    this.starting.delete(process);
    this.replicas.push(replica);
    return replica;
  }

  /** kill -9, at this very moment; gives a promise of its end. */
  kill(replica: Replica): Promise<unknown> {
    this.forget(replica);
    return replica.process.kill();
  }

  /** SIGSTOP: it does nothing any more, and holds all that it has. */
  pause({ process }: Replica): void {
    process.signal('SIGSTOP');
  }

  /** SIGCONT: it goes on where it was. Resolves when the statement that it was stopped at, if any, is done. */
  wake({ service, process }: Replica): Promise<void> {
    process.signal('SIGCONT');
    return this.tap(service).letGo();
  }

  /** SIGTERM, and how it ended: its exit code or signal. */
  end(replica: Replica): Promise<number | NodeJS.Signals> {
    this.forget(replica);
    return replica.process.stop();
  }

  /** Runs a program of the build to its end, and gives its output. */
  run(program: string, args: readonly string[] = [], env: Env = this.direct): Promise<string> {
    return new ServiceProcess(program, this.build.program(program), env, args).finished();
  }

  async stop(): Promise<void> {
    await Promise.all(
      [...this.replicas, ...this.starting].map((one) => ('stop' in one ? one.kill() : one.process.kill())),
    );
    await Promise.all([...this.taps.values()].map((tap) => tap.close()));
    await Promise.all([
      this.build.remove(),
      this.database.drop(),
      this.events.stop(),
      rm(this.dataDir, { recursive: true, force: true }),
    ]);
  }

  private get direct(): Env {
    return { ...this.environment, DATABASE_URL: this.databaseUrl };
  }

  private envOf(service: ServiceName, door: Door): Env {
    return {
      ...this.environment,
      DATABASE_URL: door.url(this.database.url),
      ...this.options.envOf?.[service],
    };
  }

  private forget(replica: Replica): void {
    const at = this.replicas.indexOf(replica);
    if (at >= 0) this.replicas.splice(at, 1);
  }

  /** For every prefix that a process has. */
  private async makeTopics(): Promise<void> {
    const own = Object.values(this.options.envOf ?? {}).flatMap(
      ({ TIMBRA_KAFKA_PREFIX: prefix }) => prefix ?? [],
    );
    for (const prefix of new Set([this.prefix, ...own]))
      await this.run('libs/hosting/src/runtime/kafka-topics', [], {
        ...this.direct,
        TIMBRA_KAFKA_PREFIX: prefix,
      });
  }
}
