import { ignoreUnknown, type StreamEvent } from '#kernel';
import type { InboundMailEvent } from '#contracts';
import { defineProcess, ignore, send, type Effect } from '#eventing';

/** Has the documents of each mail that arrives imported: it is asked for until it is done, whoever dies meanwhile. */
export const mailProcess = defineProcess({
  name: 'reception.mails',
  react: { 'inbound-mail-': (id, event) => [onMail(id, event)] },
});

function onMail(id: string, event: StreamEvent<InboundMailEvent>): Effect {
  switch (event.type) {
    case 'InboundMailReceived':
      return send('reception.process-mail', id, {});
    case 'InboundMailProcessed':
      return ignore('that was all of it');
    default:
      return ignoreUnknown(event, ignore('not known yet'));
  }
}
