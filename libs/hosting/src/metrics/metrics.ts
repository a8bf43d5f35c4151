import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { VERSION } from '../telemetry/version.js';
import { OrganizationMetrics } from './organizations.js';
import { processMetrics } from './process-metrics.js';

/** From a quick read to a synchronous stamp at its limit, in seconds. */
const WAITS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];
const QUICK = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5];

/**
 * What a process counts and measures while it works. Labels are of few values each: types of commands, templates of
 * routes, kinds of outcomes; never an id or a text from outside, and a tenant in {@link OrganizationMetrics} alone. One object for each runtime, so that several
 * may live in one process.
 */
export class Metrics {
  readonly registry = new Registry();
  private readonly registers = [this.registry];
  private readonly looks: (() => Promise<void>)[] = [];

  readonly httpSeconds = new Histogram({
    name: 'timbra_http_request_seconds',
    help: 'Requests by the template of their route, from their first byte to the last of the answer',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: WAITS,
    registers: this.registers,
  });
  readonly httpInFlight = new Gauge({
    name: 'timbra_http_requests_in_flight',
    help: 'Requests under way',
    registers: this.registers,
  });
  readonly organizations = new OrganizationMetrics(this.registry);
  readonly httpRejected = new Counter({
    name: 'timbra_http_requests_rejected_total',
    help: 'Requests answered 503 at the door, by what there was too much of',
    labelNames: ['reason'] as const,
    registers: this.registers,
  });

  readonly commandSeconds = new Histogram({
    name: 'timbra_command_seconds',
    help: 'How long handlers took, by the type of the command',
    labelNames: ['type'] as const,
    buckets: WAITS,
    registers: this.registers,
  });
  readonly commands = new Counter({
    name: 'timbra_commands_handled_total',
    help: 'Commands handled here: ok, refused (a value), fault (tried again by the bus or by its sender)',
    labelNames: ['type', 'outcome'] as const,
    registers: this.registers,
  });
  readonly commandsSent = new Counter({
    name: 'timbra_commands_sent_total',
    help: 'Commands sent from here, by what came back: ok, refused, timeout, overloaded, fault',
    labelNames: ['type', 'outcome'] as const,
    registers: this.registers,
  });

  readonly appendSeconds = new Histogram({
    name: 'timbra_event_append_seconds',
    help: 'Appends to the event store: appended, conflict (decided again), failed, not_led (begun for an event that was not stored)',
    labelNames: ['outcome'] as const,
    buckets: QUICK,
    registers: this.registers,
  });
  readonly eventsAppended = new Counter({
    name: 'timbra_events_appended_total',
    help: 'Events appended from here, by type; one that is sent twice counts twice',
    labelNames: ['type'] as const,
    registers: this.registers,
  });

  readonly pacSeconds = new Histogram({
    name: 'timbra_pac_request_seconds',
    help: 'How long the PAC took to answer, by PAC and operation',
    labelNames: ['pac', 'operation'] as const,
    buckets: WAITS,
    registers: this.registers,
  });
  readonly pacRequests = new Counter({
    name: 'timbra_pac_requests_total',
    help: 'Requests to the PAC by PAC, operation and outcome; unavailable and unknown are those without a certain answer',
    labelNames: ['pac', 'operation', 'outcome'] as const,
    registers: this.registers,
  });
  /** Each tells the circuits of PACs that it knows, by name: 0 closed, 1 tried with one document, 2 open. */
  readonly circuits: (() => ReadonlyMap<string, number>)[] = [];
  readonly pacCircuit = new Gauge({
    name: 'timbra_pac_circuit',
    help: 'Circuit of a PAC now: 0 closed, 1 tried with one document, 2 open (new documents go to the next); of the installation’s account where it has one',
    labelNames: ['pac'] as const,
    registers: this.registers,
    collect: () => {
      this.pacCircuit.reset();
      const worst = new Map<string, number>();
      for (const tell of this.circuits)
        for (const [pac, value] of tell()) worst.set(pac, Math.max(value, worst.get(pac) ?? 0));
      for (const [pac, value] of worst) this.pacCircuit.set({ pac }, value);
    },
  });

  readonly pacTroubles = new Counter({
    name: 'timbra_pac_troubles_total',
    help: 'Requests that a PAC surely did not take, by why: not_reached, account, balance, issuer, manifest, maintenance, clock, too_many; account_changed: a document in doubt that its account of today can tell nothing of',
    labelNames: ['pac', 'trouble'] as const,
    registers: this.registers,
  });
  readonly pacAlarms = new Counter({
    name: 'timbra_pac_alarms_total',
    help: 'What a PAC must never say, such as that it has another document under our id: see the log',
    labelNames: ['pac'] as const,
    registers: this.registers,
  });
  readonly satListFailed = new Gauge({
    name: 'timbra_sat_list_failed',
    help: 'Whether the files of a list of the SAT that the settings name can not be loaded: the last good one stays in use, if there is one',
    labelNames: ['list'] as const,
    registers: this.registers,
  });
  readonly satListLoaded = new Gauge({
    name: 'timbra_sat_list_loaded_timestamp_seconds',
    help: 'When the list of the SAT that is in use was loaded',
    labelNames: ['list'] as const,
    registers: this.registers,
  });
  readonly pacAccounts = new Gauge({
    name: 'timbra_pac_accounts',
    help: 'Accounts at PACs at their last probe: well, low_balance, clock_apart, refused, failing; told by the process that probes',
    labelNames: ['pac', 'source', 'state'] as const,
    registers: this.registers,
  });
  readonly pacStampsLeft = new Gauge({
    name: 'timbra_pac_stamps_left',
    help: 'Stamps that are left to the installation’s account, where the PAC says so',
    labelNames: ['pac'] as const,
    registers: this.registers,
  });
  readonly pacClockAhead = new Gauge({
    name: 'timbra_pac_clock_ahead_seconds',
    help: 'By how much the clock of the PAC is ahead of ours, where it tells the time',
    labelNames: ['pac'] as const,
    registers: this.registers,
  });
  readonly doubts = new Gauge({
    name: 'timbra_stamping_doubts',
    help: 'Documents that a PAC may have stamped, and nobody can say yet, by PAC',
    labelNames: ['pac'] as const,
    registers: this.registers,
  });
  readonly doubtsHoursLeft = new Gauge({
    name: 'timbra_stamping_doubts_hours_left',
    help: 'Hours until the oldest of them in Live is older than the 72 within which a PAC takes it',
    registers: this.registers,
  });

  readonly stampings = this.outcomes('timbra_stampings_total', 'Outcomes of stampings');
  readonly cancellations = this.outcomes('timbra_cancellations_total', 'Answers to requests of cancellation');
  readonly surplusStamps = this.outcomes(
    'timbra_surplus_stamps_total',
    'Second stamps of one document: found, pending (its cancellation), canceled, reported, refused',
  );
  readonly mails = this.outcomes('timbra_mails_total', 'Mails: sent, delayed (to be tried again), failed');

  readonly webhookAttempts = this.outcomes(
    'timbra_webhook_attempts_total',
    'Attempts to deliver an event: succeeded, failed, gone (answered 410), unsent (a fault of ours), interrupted',
  );
  readonly webhookDeliveries = this.outcomes(
    'timbra_webhook_deliveries_total',
    'Events that are done for an endpoint: delivered, given_up',
  );
  readonly webhookSeconds = new Histogram({
    name: 'timbra_webhook_attempt_seconds',
    help: 'How long endpoints took to answer',
    buckets: WAITS,
    registers: this.registers,
  });
  readonly webhookLag = new Histogram({
    name: 'timbra_webhook_lag_seconds',
    help: 'From when an event was due at an endpoint until its first attempt',
    buckets: WAITS,
    registers: this.registers,
  });
  readonly webhooksInFlight = new Gauge({
    name: 'timbra_webhooks_in_flight',
    help: 'Attempts that this process is making',
    registers: this.registers,
  });
  readonly webhooksOldest = new Gauge({
    name: 'timbra_webhooks_oldest_due_seconds',
    help: 'For how long the oldest due delivery waits, of endpoints that do not fail',
    registers: this.registers,
  });
  readonly webhooksWaiting = new Gauge({
    name: 'timbra_webhooks_waiting',
    help: 'Deliveries that wait, 10000 at most, with those that are tried again later',
    registers: this.registers,
  });
  readonly webhookEndpoints = new Gauge({
    name: 'timbra_webhook_endpoints',
    help: 'Endpoints: enabled, failing (enabled, and without a success since a failure), disabled',
    labelNames: ['status'] as const,
    registers: this.registers,
  });
  readonly watchDue = new Gauge({
    name: 'timbra_watched_documents_due',
    help: 'Documents of others that the tax authority is to be asked about by now, 10000 at most',
    registers: this.registers,
  });
  readonly watchOldest = new Gauge({
    name: 'timbra_watched_documents_oldest_due_seconds',
    help: 'For how long the first of them has been due',
    registers: this.registers,
  });
  readonly downloadsUnderWay = new Gauge({
    name: 'timbra_downloads_under_way',
    help: 'Bulk downloads that are under way',
    registers: this.registers,
  });
  readonly downloadsOldest = new Gauge({
    name: 'timbra_downloads_oldest_seconds',
    help: 'For how long the first of them has been under way',
    registers: this.registers,
  });
  readonly mailsProcessing = new Gauge({
    name: 'timbra_inbound_mails_processing',
    help: 'Mails with documents that have come and are not done, 10000 at most',
    registers: this.registers,
  });
  readonly mailsOldest = new Gauge({
    name: 'timbra_inbound_mails_oldest_seconds',
    help: 'How long ago the first of them came',
    registers: this.registers,
  });

  constructor(service: string) {
    new Gauge({
      name: 'timbra_build_info',
      help: 'Always 1; says what runs',
      labelNames: ['version', 'service', 'node'] as const,
      registers: this.registers,
    }).set({ version: VERSION, service, node: process.version }, 1);
  }

  /** Runs a function each time before the metrics are read. */
  beforeReading(look: () => Promise<void>): void {
    this.looks.push(look);
  }

  /** Shows what a row of the database says, read each time the metrics are. They come also where the database does not, as they were. */
  showRow<Row>(read: () => Promise<{ readonly rows: readonly Row[] }>, show: (row: Row) => void): void {
    this.beforeReading(async () => {
      const { rows } = await read().catch(() => ({ rows: [] as readonly Row[] }));
      const [row] = rows;
      if (row) show(row);
    });
  }

  /** All of it, and what the process as a whole uses, in Prometheus's text format. */
  async text(): Promise<string> {
    await Promise.all(this.looks.map((look) => look()));
    const parts = await Promise.all([this.registry.metrics(), processMetrics().metrics()]);
    return parts.join('\n');
  }

  get contentType(): string {
    return this.registry.contentType;
  }

  private outcomes(name: string, help: string): Counter<'outcome'> {
    return new Counter({ name, help, labelNames: ['outcome'] as const, registers: this.registers });
  }
}
