import { Inject, Injectable } from '@nestjs/common';
import { WEBHOOKS_STREAM, type Command, type Webhook, type WebhooksEvent } from '#contracts';
import type { EventStore, RecordedEvent } from '#event-store';
import { Aggregates, readStream, type Handled } from '#eventing';
import { CONFIG, EVENT_STORE, LOG, Vault, type Config, type Logger } from '#hosting';
import type { Result } from '#kernel';
import { endpointsDecider, type EndpointsCommand } from './decide.js';

/** The endpoints of each organization and environment, and the decider that every command of theirs passes. */
@Injectable()
export class Endpoints extends Aggregates<readonly Webhook[], EndpointsCommand, WebhooksEvent> {
  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(CONFIG) { webhooks }: Config,
    @Inject(LOG) private readonly log: Logger,
    private readonly vault: Vault,
  ) {
    super({ store, decider: endpointsDecider(webhooks), stream: WEBHOOKS_STREAM });
  }

  /**
   * Handles a command, and removes secrets and headers that no endpoint uses afterwards from the vault. If the process dies in
   * between they stay there, sealed, where nobody looks for them: they end with the organization's data key.
   */
  async handleAndForget(
    command: Command,
    asked: EndpointsCommand,
  ): Promise<Result<Handled<readonly Webhook[]>>> {
    const before = namesIn(await this.state(command.key, command.tenant));
    const handled = await this.handle(command, asked);
    if (!handled.ok || !handled.value.changed) return handled;
    const used = new Set(namesIn(handled.value.state));
    try {
      for (const name of before)
        if (!used.has(name)) await this.vault.remove(command.tenant.organizationId, name);
    } catch (error) {
      this.log.warn({ err: error, key: command.key }, 'secrets of webhooks stay that nobody uses');
    }
    return handled;
  }

  /** The event that a command has left last, as it is recorded; also where an earlier delivery of the command did the work. */
  async lastEventOf(key: string, { revision }: Handled<unknown>): Promise<RecordedEvent<WebhooksEvent>> {
    const [event] = await readStream<WebhooksEvent>(this.store, WEBHOOKS_STREAM, key, revision);
    if (!event) throw new Error(`${WEBHOOKS_STREAM}${key} has no event ${revision}`);
    return event;
  }
}

/** What the vault has of endpoints. */
const namesIn = (webhooks: readonly Webhook[]): string[] =>
  webhooks.flatMap(({ secrets, headers_key }) => [
    ...secrets.map(({ secret_key }) => secret_key),
    ...(headers_key === null ? [] : [headers_key]),
  ]);
