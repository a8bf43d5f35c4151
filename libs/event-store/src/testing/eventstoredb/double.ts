import { randomUUID } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import featuresGrpc from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js';
import featuresPb from '@eventstore/db-client/generated/serverfeatures_pb.js';
import gossipGrpc from '@eventstore/db-client/generated/gossip_grpc_pb.js';
import streamsGrpc from '@eventstore/db-client/generated/streams_grpc_pb.js';
import type { AppendReq, AppendResp } from '@eventstore/db-client/generated/streams_pb.js';
import { Server, ServerCredentials, status } from '@grpc/grpc-js';
import { serviceError } from '../../eventstoredb/service-error.js';
import type { Metadata, ServiceError, UntypedServiceImplementation } from '@grpc/grpc-js';
import type { sendUnaryData, ServerReadableStream } from '@grpc/grpc-js';
import {
  answerAppends,
  type BatchAppendCall,
  type BatchedAnswer,
  type BatchedAppend,
} from './batch-append.js';
import { Faults, type Fault } from './faults.js';
import { EventLog, MAX_APPEND_SIZE, type Proposed } from './log.js';
import { answerRead, answerSubscription, type ReadCall } from './reading.js';
import { appendResponse, expectedOf, gossipResponse, nameOf, notLeader } from './responses.js';
import { SearchCost } from './search-cost.js';
import { Wire } from './wire.js';

export interface DoubleOptions {
  readonly log?: EventLog;
  /** Who may call; everybody when it is not said. */
  readonly credentials?: { readonly username: string; readonly password: string };
  readonly tls?: { readonly key: string; readonly certificate: string };
  /** The cluster that it is a node of. */
  readonly cluster?: Cluster;
}

/** The nodes of a cluster of doubles over one log, and which of them leads. */
export class Cluster {
  readonly nodes: EventStoreDbDouble[] = [];
  leader = 0;

  /** Makes another node the leader; the old one ends its subscriptions. */
  elect(leader: number): void {
    const old = this.nodes[this.leader];
    this.leader = leader;
    old?.endSubscriptions();
  }
}

/** What a user may not do, as a new user of a server may not read $all; `append:` and how the streams begin. */
export type Denial = 'read-all' | `read:${string}` | `append:${string}`;

const UUID = /^[0-9a-f-]{36}$/i;
const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * EventStoreDB as its client sees it: a gRPC server of the client's own service definition, on a log in
 * memory, behind a wire that can be cut. For tests of this library and of services, on a free port.
 */
export class EventStoreDbDouble {
  readonly log: EventLog;
  readonly faults = new Faults();
  readonly wire: Wire;
  readonly search = new SearchCost();
  readonly denied = new Set<Denial>();
  /** Awaited before each append: a test holds it back there, or refuses it. */
  readonly gates = new Set<(events: readonly Proposed[]) => Promise<void>>();
  /** How many calls for appends were opened: each is for many of them. */
  appendCalls = 0;
  private readonly server = new Server({ 'grpc.max_receive_message_length': 16 * 1024 * 1024 });
  private subscriptions = forMany();

  private constructor(
    private readonly options: DoubleOptions,
    target: () => number,
  ) {
    this.log = options.log ?? new EventLog();
    this.wire = new Wire(target);
    options.cluster?.nodes.push(this);
  }

  static async start(options: DoubleOptions = {}): Promise<EventStoreDbDouble> {
    let port = 0;
    const double = new EventStoreDbDouble(options, () => port);
    const { server } = double;
    server.addService(streamsGrpc.StreamsService, double.streamsService());
    server.addService(featuresGrpc.ServerFeaturesService, featuresService);
    server.addService(gossipGrpc.GossipService, {
      read: (_: unknown, answer: sendUnaryData<unknown>) => answer(null, double.gossip()),
    });
    const { tls } = options;
    const credentials = tls
      ? ServerCredentials.createSsl(null, [
          { private_key: Buffer.from(tls.key), cert_chain: Buffer.from(tls.certificate) },
        ])
      : ServerCredentials.createInsecure();
    port = await new Promise<number>((resolve, reject) =>
      server.bindAsync('127.0.0.1:0', credentials, (error, bound) =>
        error ? reject(error) : resolve(bound),
      ),
    );
    await double.wire.up();
    return double;
  }

  /** A connection string for it. */
  get url(): string {
    return `esdb://127.0.0.1:${this.wire.port}?tls=false`;
  }

  /** Ends open subscriptions as a node does that leads no more. */
  endSubscriptions(): void {
    this.subscriptions.abort();
    this.subscriptions = forMany();
  }

  async stop(): Promise<void> {
    this.subscriptions.abort();
    await this.wire.down();
    this.server.forceShutdown();
  }

  private streamsService(): UntypedServiceImplementation {
    const unimplemented = (_: unknown, answer?: sendUnaryData<unknown>): void =>
      answer?.(serviceError(status.UNIMPLEMENTED, 'not of the double'));
    return {
      append: (call: ServerReadableStream<AppendReq, AppendResp>, answer: sendUnaryData<AppendResp>) =>
        void this.append(call).then(
          (response) => response && answer(null, response),
          (error: unknown) => answer(error as ServiceError),
        ),
      read: (call: ReadCall) =>
        void this.read(call).catch((error: unknown) => call.emit('error', error as ServiceError)),
      delete: unimplemented,
      tombstone: unimplemented,
      batchAppend: (call: BatchAppendCall) => {
        this.appendCalls += 1;
        try {
          this.admitUser(call.metadata);
        } catch (error) {
          call.emit('error', error);
          return;
        }
        answerAppends(call, (batched) => this.appendBatched(call, batched));
      },
    };
  }

  /** Who calls, and whether it wants the leader. @throws {ServiceError} */
  private admit(metadata: Metadata): void {
    this.admitUser(metadata);
    this.checkLeader(metadata);
  }

  /** @throws {ServiceError} */
  private admitUser(metadata: Metadata): void {
    const { credentials } = this.options;
    if (!credentials) return;
    const basic = Buffer.from(`${credentials.username}:${credentials.password}`).toString('base64');
    if (metadata.get('authorization')[0] !== `Basic ${basic}`)
      throw serviceError(status.UNAUTHENTICATED, 'Bad HTTP status code: 401');
  }

  /** @throws {ServiceError} */
  private checkLeader(metadata: Metadata): void {
    const { cluster } = this.options;
    if (!cluster || metadata.get('requires-leader')[0] !== 'true') return;
    const leader = cluster.nodes[cluster.leader];
    if (leader && leader !== this) throw notLeader(leader.wire.port);
  }

  /** @throws {ServiceError} */
  private allow(action: 'read' | 'append', stream: string | undefined): void {
    const isDenied = [...this.denied].some((denial) =>
      stream === undefined
        ? denial === 'read-all'
        : denial.startsWith(`${action}:`) && stream.startsWith(denial.slice(action.length + 1)),
    );
    if (isDenied)
      throw serviceError(status.PERMISSION_DENIED, 'Access Denied', { exception: 'access-denied' });
  }

  private async append(call: ServerReadableStream<AppendReq, AppendResp>): Promise<AppendResp | undefined> {
    this.admit(call.metadata);
    const requests: AppendReq[] = [];
    for await (const request of call) requests.push(request as AppendReq);
    // A connection that ends looks like the end of the request until the call learns of it.
    await new Promise(setImmediate);
    if (call.cancelled) throw serviceError(status.CANCELLED, 'the request was cut');
    const options = requests[0]?.getOptions();
    if (!options) throw serviceError(status.INVALID_ARGUMENT, 'an append begins with its options');
    const expected = expectedOf(options);
    const proposed = requests.slice(1).map((request) => request.getProposedMessage()!);
    const stream = nameOf(options.getStreamIdentifier());
    const answer = await this.appendNow({ stream, expected, proposed });
    return answer && appendResponse(answer.outcome, expected, answer.position);
  }

  /** An append of a call that is for many: what holds for it is looked at when it comes. */
  private async appendBatched(
    call: BatchAppendCall,
    batched: BatchedAppend,
  ): Promise<BatchedAnswer | undefined> {
    this.checkLeader(call.metadata);
    // A connection that has ended is told a moment later.
    await new Promise(setImmediate);
    return call.cancelled ? undefined : this.appendNow(batched);
  }

  /** undefined: there is no answer. @throws {ServiceError} */
  private async appendNow({ stream, expected, proposed }: BatchedAppend): Promise<BatchedAnswer | undefined> {
    const fault = this.faults.take('append');
    if (!(await this.begin(fault))) return undefined;
    this.allow('append', stream);
    const events = proposed.map(toProposed);
    const size = events.reduce((sum, e) => sum + e.data.length + e.metadata.length + 2 * e.type.length, 0);
    if (size > MAX_APPEND_SIZE)
      throw serviceError(status.INVALID_ARGUMENT, `Maximum Append Size of ${MAX_APPEND_SIZE} Exceeded.`, {
        exception: 'maximum-append-size-exceeded',
        'maximum-append-size': String(MAX_APPEND_SIZE),
      });
    for (const gate of this.gates) await gate(events);
    const outcome = this.log.append(stream, expected, events);
    if (!this.finish(fault)) return undefined;
    return { outcome, expected, position: fault !== 'no-position' };
  }

  private async read(call: ReadCall): Promise<void> {
    this.admit(call.metadata);
    const stream = call.request.getOptions()?.getStream();
    this.allow('read', stream && nameOf(stream.getStreamIdentifier()));
    const subscribes = call.request.getOptions()?.hasSubscription() ?? false;
    const fault = this.faults.take(subscribes ? 'subscribe' : 'read');
    if (!(await this.begin(fault))) return;
    if (!subscribes) return answerRead(call, this.log, this.search, () => this.finish(fault));
    const { signal } = this.subscriptions;
    await answerSubscription(call, this.log, this.search, signal, () => this.finish(fault));
    const { cluster } = this.options;
    if (signal.aborted && cluster) throw notLeader(cluster.nodes[cluster.leader]?.wire.port ?? 0);
  }

  /** What a fault does before the work; false: and there is neither work nor answer. @throws {ServiceError} */
  private async begin(fault: Fault | undefined): Promise<boolean> {
    if (typeof fault === 'object') await sleep(fault.slowMs);
    if (fault === 'unavailable') throw serviceError(status.UNAVAILABLE, 'Server Is Not Ready');
    if (fault === 'timeout-before') throw serviceError(status.ABORTED, 'Prepare phase timeout');
    if (fault === 'cut-before') this.wire.cut();
    return fault !== 'cut-before' && fault !== 'silence-before';
  }

  /** What a fault does after the work; false: there is no answer, or no more of it. @throws {ServiceError} */
  private finish(fault: Fault | undefined): boolean {
    if (fault === 'timeout-after') throw serviceError(status.ABORTED, 'Commit phase timeout');
    if (fault === 'cut-after') this.wire.cut();
    return fault !== 'cut-after' && fault !== 'silence-after';
  }

  private gossip() {
    const cluster = this.options.cluster;
    const nodes = cluster?.nodes ?? [this];
    return gossipResponse(
      nodes.map((node, index) => ({ port: node.wire.port, leader: index === (cluster?.leader ?? 0) })),
    );
  }
}

/** Every process of a service has a subscription or more. */
function forMany(): AbortController {
  const controller = new AbortController();
  setMaxListeners(0, controller.signal);
  return controller;
}

function toProposed(message: BatchedAppend['proposed'][number] | AppendReq.ProposedMessage): Proposed {
  const id = message.getId()?.getString() || randomUUID();
  if (!UUID.test(id)) throw serviceError(status.INVALID_ARGUMENT, 'the id of an event is no UUID');
  return {
    id,
    type: message.getMetadataMap().get('type') ?? '',
    contentType: message.getMetadataMap().get('content-type') ?? '',
    data: message.getData_asU8(),
    metadata: message.getCustomMetadata_asU8(),
  };
}

/** What the server says it can do: the client asks before it appends. */
const featuresService: UntypedServiceImplementation = {
  getSupportedMethods: (_: unknown, answer: sendUnaryData<unknown>) =>
    answer(
      null,
      new featuresPb.SupportedMethods()
        .setEventStoreServerVersion('24.10.0')
        .setMethodsList(
          ['read', 'append', 'batchappend'].map((method) =>
            new featuresPb.SupportedMethod()
              .setServiceName('event_store.client.streams.streams')
              .setMethodName(method),
          ),
        ),
    ),
};
