import type { OperationDocs } from '../api-docs/types.js';

export const eventsDocs = {
  'GET /v2/events': {
    id: 'listEvents',
    tag: 'Webhooks',
    summary: 'List events',
    description:
      'What happened, newest first, exactly as webhooks are sent it, whether there is a webhook or not. Events are kept for 30 days, unless the installation says otherwise (`TIMBRA_EVENT_DAYS`). Section `webhooks` of this document has each type.',
    examples: {
      newest: { summary: 'The newest two', parameters: { limit: 2 } },
      ofType: { summary: 'Of one type', parameters: { type: 'invoice.stamped', limit: 2 } },
    },
    refusals: [
      { code: 'invalid_request', path: 'type' },
      'invalid_date',
      'invalid_date_range',
      'page_too_large',
    ],
  },
  'GET /v2/events/:event_id': {
    id: 'getEvent',
    tag: 'Webhooks',
    summary: 'Retrieve an event',
    description:
      'The event with its resource as this was when it happened: what a webhook with `payload: thin` asks for after each delivery.',
    refusals: ['not_found'],
  },
  'GET /v2/events/stream': {
    id: 'streamEvents',
    tag: 'Webhooks',
    summary: 'Receive events of Test as they happen',
    description: `Server-sent events, for who develops: no address of yours need be reachable. Each has the event's id as \`id\`, its type as \`event\`, and as \`data\` exactly the body that a webhook is sent. The first is \`ready\`. With \`Last-Event-ID\` the stream resumes after that event; where not all that came after it is kept any more, \`reset\` says so and what is kept follows. A comment every 15 seconds keeps the connection. An organization has at most 5 streams: the sixth is answered 429.

\`npx timbra listen\` does this, and forwards the events to a port of yours.`,
    refusals: [{ code: 'invalid_request', path: 'type' }],
  },
} satisfies OperationDocs;
