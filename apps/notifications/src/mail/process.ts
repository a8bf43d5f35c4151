import { ignoreUnknown } from '#kernel';
import type { MailEvent } from '#contracts';
import { defineProcess, ignore, schedule, send, type Effect } from '#eventing';

/** Has every mail handed over, and tried again when its time has come. */
export const mailDelivery = defineProcess({
  name: 'notifications.mail-delivery',
  react: { 'mail-': (id, event) => [deliver(id, event)] },
});

function deliver(id: string, event: MailEvent): Effect {
  const { type } = event;
  switch (type) {
    case 'MailRequested':
      return send('notifications.deliver-mail', id, { attempt: 1 });
    case 'MailDelayed': {
      const { retry_at, attempt } = event.data;
      return schedule(retry_at, 'notifications.deliver-mail', id, { attempt: attempt + 1 });
    }
    case 'MailSent':
    case 'MailFailed':
      return ignore(`${type} ends it`);
    default:
      return ignoreUnknown(type, ignore('not known yet'));
  }
}
