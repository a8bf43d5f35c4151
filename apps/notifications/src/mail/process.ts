import { MAIL_STREAM, type MailEvent } from '#contracts';
import { ignore, schedule, send, type ProcessManager } from '#platform';

/** Has every mail handed over, and tried again when its time has come. */
export const mailDelivery: ProcessManager = {
  name: 'notifications.mail-delivery',
  streams: [MAIL_STREAM],
  react: (recorded) => {
    const event = recorded as unknown as MailEvent;
    const id = recorded.streamId.slice(MAIL_STREAM.length);
    switch (event.type) {
      case 'MailRequested':
        return [send('notifications.deliver-mail', id, { attempt: 1 })];
      case 'MailDelayed': {
        const { retry_at, attempt } = event.data;
        return [schedule(retry_at, 'notifications.deliver-mail', id, { attempt: attempt + 1 })];
      }
      case 'MailSent':
      case 'MailFailed':
      default:
        return [ignore(`${recorded.type} ends it`)];
    }
  },
};
