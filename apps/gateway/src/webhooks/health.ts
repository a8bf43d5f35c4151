import { Injectable } from '@nestjs/common';
import type { WebhookHealth } from '#contracts';
import { CommandSender, type CallContext } from '../commands.js';

/** How long an endpoint is shown without its health rather than later. */
const WAIT_MS = 3_000;

/** How endpoints do: asked of the service that delivers. */
@Injectable()
export class WebhookHealths {
  constructor(private readonly sender: CommandSender) {}

  /** Null where it can't be told now: who reads an endpoint because deliveries are down must see the endpoint. */
  async of(call: CallContext, webhook_id: string): Promise<WebhookHealth | null> {
    const message = { type: 'webhooks.read-health', key: webhook_id, data: { webhook_id } } as const;
    const read = await this.sender.send(message, call, { timeoutMs: WAIT_MS });
    return read.ok ? read.value.data : null;
  }
}
