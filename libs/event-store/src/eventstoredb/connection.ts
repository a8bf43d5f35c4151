import { randomUUID } from 'node:crypto';
import { EventStoreDBClient } from '@eventstore/db-client';
import streamsGrpc from '@eventstore/db-client/generated/streams_grpc_pb.js';
import type { ReadReq, ReadResp } from '@eventstore/db-client/generated/streams_pb.js';
import { Channel, credentials } from '@grpc/grpc-js';
import { systemNow } from '#kernel';
import { readAnswer, type AppendAnswer } from './append-answer.js';
import { AppendCall } from './append-call.js';
import type { PackedEvent } from './event-data.js';
import { appendRequest } from './messages.js';
import type { EventStoreDbSettings } from './settings.js';

/**
 * The client's connection (discovery of the leader, TLS, credentials, reconnecting), with the two calls that
 * the adapter makes. They are made here, from the client's own service definition, because the client's
 * operations don't serve (docs/adr/0016): its batched append shares one table of waiting callers among all
 * clients of the process, its reads have no deadline, and its read of $all takes no filter.
 */
export class EventStoreDbConnection extends EventStoreDBClient {
  private channel: Channel | undefined;
  private appends: { readonly client: streamsGrpc.StreamsClient; readonly call: AppendCall } | undefined;

  constructor(settings: EventStoreDbSettings) {
    const { tuning, connectionName, rootCertificate, clientCertificate } = settings;
    const common = { ...tuning, ...(connectionName !== undefined && { connectionName }) };
    const [first = { address: 'localhost', port: 2113 }, ...others] = settings.hosts;
    // For asking the nodes which of them leads.
    const secure = {
      insecure: !settings.tls,
      ...(rootCertificate && { rootCertificate }),
      ...(clientCertificate && {
        userCertFile: clientCertificate.certificate,
        userKeyFile: clientCertificate.key,
      }),
    };
    if (settings.dnsDiscover) super({ ...common, discover: first }, secure, settings.credentials);
    else if (others.length > 0)
      super({ ...common, endpoints: [first, ...others] }, secure, settings.credentials);
    else super({ ...common, endpoint: first }, secure, settings.credentials);
    // In place of the client's own, which has no setting for how soon it connects again.
    Object.assign(this, { createChannel: () => this.openChannel(settings) });
  }

  /**
   * A connection that is tried immediately, even if the previous one failed: gRPC would wait longer and longer, up to
   * two minutes, and for all channels of the process. The pauses are ours (retry.ts).
   */
  private async openChannel(settings: EventStoreDbSettings): Promise<Channel> {
    const { tls, rootCertificate, clientCertificate, tuning } = settings;
    const secure = () =>
      credentials.createSsl(rootCertificate, clientCertificate?.key, clientCertificate?.certificate);
    const uri = await this.resolveUri();
    this.channel = new Channel(uri, tls ? secure() : credentials.createInsecure(), {
      'grpc.use_local_subchannel_pool': 1,
      'grpc.keepalive_time_ms': tuning.keepAliveInterval ?? 10_000,
      'grpc.keepalive_timeout_ms': tuning.keepAliveTimeout ?? 10_000,
      // The largest event that the server may hold.
      'grpc.max_receive_message_length': 17 * 1024 * 1024,
    });
    return this.channel;
  }

  /**
   * Appends events to a stream that is at a revision. All appends of a connection share one call, which the server answers in
   * any order: a call for each would cost both sides more than the append.
   *
   * @throws {ServiceError} what became of the append is unknown, unless the server refused it
   */
  append(
    stream: string,
    expected: number,
    events: readonly PackedEvent[],
    deadlineMs: number,
  ): Promise<AppendAnswer> {
    const id = randomUUID();
    const request = appendRequest(id, stream, expected, events);
    return this.execute(streamsGrpc.StreamsClient, 'batchAppend', async (client) =>
      readAnswer(await this.appendCallOf(client).append(id, request, deadlineMs)),
    );
  }

  /** The one call over a client, which is another one after each reconnection. */
  private appendCallOf(client: streamsGrpc.StreamsClient): AppendCall {
    if (this.appends?.client === client && !this.appends.call.isOver) return this.appends.call;
    const metadata = this.callArguments({ requiresLeader: true }, { deadline: Infinity });
    const call = new AppendCall(client.batchAppend(...metadata));
    this.appends = { client, call };
    return call;
  }

  /** The messages that answer a read; or a subscription, which runs until the signal, without a deadline. */
  async *read(
    request: ReadReq,
    { deadlineMs, signal }: { readonly deadlineMs?: number; readonly signal?: AbortSignal } = {},
  ): AsyncGenerator<ReadResp, void, void> {
    const open = this.GRPCStreamCreator(streamsGrpc.StreamsClient, 'read', (client) => {
      const deadline = deadlineMs === undefined ? Infinity : new Date(systemNow().getTime() + deadlineMs);
      return client.read(request, ...this.callArguments({ requiresLeader: true }, { deadline }));
    });
    const call = await open();
    const cancel = (): void => call.cancel();
    // A call that was left before its end is cancelled; no listener gets that error.
    call.on('error', () => undefined);
    signal?.addEventListener('abort', cancel);
    try {
      if (signal?.aborted) return;
      for await (const message of call) yield message as ReadResp;
    } finally {
      signal?.removeEventListener('abort', cancel);
      cancel();
    }
  }

  /** Ends all calls and closes the connection. */
  async shutDown(): Promise<void> {
    this.appends?.call.close();
    await this.dispose();
    this.channel?.close();
  }
}
