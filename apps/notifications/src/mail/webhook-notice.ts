import { CommandHandler } from '@nestjs/cqrs';
import type { Handles } from '#bus/nest/index';
import { SendWebhookNoticeCommand, type CommandOutcome } from '#contracts';
import { answerWithData } from '#eventing';
import { Notices } from './notices.js';

/** Takes the mail that an endpoint of webhooks fails, or was disabled; it goes to the owners. */
@CommandHandler(SendWebhookNoticeCommand)
export class SendWebhookNoticeHandler implements Handles<SendWebhookNoticeCommand> {
  constructor(private readonly notices: Notices) {}

  execute(command: SendWebhookNoticeCommand): Promise<CommandOutcome<undefined>> {
    const { data, tenant } = command;
    return this.notices.take(command, async () => {
      const asked = await this.notices.ask(command, 'webhooks.describe', { webhook_id: data.webhook_id });
      if (!asked.ok) return asked;
      const webhook = asked.value.data;
      // Deleted meanwhile: nobody waits for its events.
      if (webhook === null) return answerWithData(null);
      const described = await this.notices.ask(command, 'gateway.describe-organization', {});
      if (!described.ok) return described;
      const contact = described.value.data;
      if (contact === null) return answerWithData(null);
      const { owners: to, organization } = contact;
      const shown = { ...data, webhook, livemode: tenant.livemode };
      return answerWithData({ template: 'webhook-notice' as const, data: shown, to, organization });
    });
  }
}
