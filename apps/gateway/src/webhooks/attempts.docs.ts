import type { OperationDocs } from '../api-docs/types.js';

const NOT_FOUND = 'webhook_not_found';
const NO_ATTEMPT = 'webhook_delivery_attempt_not_found';
const YEAR = '2026-01-01T00:00:00Z';

export const attemptsDocs = {
  'GET /v2/webhooks/:webhook_id/attempts': {
    id: 'listWebhookAttempts',
    tag: 'Webhooks',
    summary: 'List the delivery attempts of a webhook',
    description:
      'Every request that was made to your endpoint, newest first: what it answered, how long that took, and when the event is tried again.',
    examples: {
      failed: { summary: 'What failed', parameters: { status: 'failed', limit: 2 } },
      newest: { summary: 'The newest two', parameters: { limit: 2 } },
    },
    refusals: [
      { code: 'invalid_request', path: 'status' },
      'invalid_date',
      'invalid_date_range',
      'page_too_large',
      NOT_FOUND,
    ],
  },
  'GET /v2/webhooks/:webhook_id/attempts/:attempt_id': {
    id: 'getWebhookAttempt',
    tag: 'Webhooks',
    summary: 'Retrieve a delivery attempt',
    description:
      'One request to your endpoint, with the first 4 KB of what it answered. Until then `status_code`, `duration_ms` and `error` are null.',
    refusals: [NOT_FOUND, NO_ATTEMPT],
  },
  'POST /v2/webhooks/:webhook_id/attempts/:attempt_id/redeliver': {
    id: 'redeliverWebhookAttempt',
    tag: 'Webhooks',
    summary: 'Deliver the event of an attempt once more',
    description:
      'Sends the same event, with the same id, now; also to a webhook that is disabled. It waits up to 5 seconds for your server, and answers the new attempt (`kind: manual`); where your server takes longer, the attempt is still under way.',
    examples: { once: { summary: 'Nothing to send', body: {} } },
    refusals: [NOT_FOUND, NO_ATTEMPT],
  },
  'POST /v2/webhooks/:webhook_id/resend-failed': {
    id: 'resendFailedWebhookEvents',
    tag: 'Webhooks',
    summary: 'Deliver what was never delivered',
    description:
      'After an outage of yours: every event since `since` that the webhook wants and that it never took is delivered again, at most 10,000. Answers how many they are; they are sent in the background.',
    examples: { since: { summary: 'Since an instant', body: { since: YEAR } } },
    refusals: [
      { code: 'invalid_request', path: 'since' },
      { code: 'invalid_date', path: 'since' },
      'date_range_too_large',
      NOT_FOUND,
      'webhook_disabled',
    ],
  },
  'POST /v2/webhooks/:webhook_id/replay': {
    id: 'replayWebhookEvents',
    tag: 'Webhooks',
    summary: 'Deliver all events of a period once more',
    description:
      'Every event from `from` until before `to` that the webhook wants is delivered once more, also those that it took, at most 10,000. Ids are those of the first delivery, so a receiver that remembers ids does nothing twice. Answers how many they are.',
    examples: { from: { summary: 'From an instant until now', body: { from: YEAR } } },
    refusals: [
      { code: 'invalid_request', path: 'from' },
      { code: 'invalid_date', path: 'from' },
      { code: 'invalid_date_range', path: 'to' },
      'date_range_too_large',
      NOT_FOUND,
      'webhook_disabled',
    ],
  },
  'POST /v2/webhooks/:webhook_id/ping': {
    id: 'pingWebhook',
    tag: 'Webhooks',
    summary: 'Send a ping to a webhook',
    description:
      'Delivers the event `webhook.ping`, whatever the webhook has enabled, and waits up to 5 seconds for your server. `attempt` is what it answered; null where the delivery has not begun by then.',
    examples: { ping: { summary: 'Nothing to send', body: {} } },
    refusals: [NOT_FOUND],
  },
} satisfies OperationDocs;
