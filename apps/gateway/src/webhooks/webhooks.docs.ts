import { LIST } from '../api-docs/refusals.js';
import type { OperationDocs } from '../api-docs/types.js';

const url = 'https://shop.example.com/timbra';
const NOT_FOUND = 'webhook_not_found';

/** A delivery whose signature is right, to be sent as it stands. */
const delivery = {
  secret: 'whsec_4mYqf3n0Jb8K1mZr5Xv2Qw7Tt9Lc6HdS',
  payload: JSON.stringify({
    id: '01a219512f0000002c9a4b1e',
    created_at: '2026-11-26T18:00:00.000Z',
    livemode: false,
    organization: '6743f1c2a1b2c3d4e5f60718',
    type: 'customer.created',
    data: { type: 'customer', object: { id: '6743f1c2a1b2c3d4e5f60720' } },
  }),
  signature: 'acc69c38d3f3f7206c3cc0d94fdc861bc3f40cf425306170ebf36d3d10fb2eef',
};

export const webhooksDocs = {
  'POST /v2/webhooks': {
    id: 'createWebhook',
    tag: 'Webhooks',
    summary: 'Create a webhook',
    description: `Registers an endpoint of yours that events are sent to as POST, at least once each, and again for 72 hours where your server does not answer 2xx ([guide](/docs/guides/webhooks)). Test and Live have separate webhooks: the key decides.

Answers 201 with the \`secret\` that deliveries are signed with: keep it where your server can read it. For a URL that has a webhook already it answers 200 with that one, unchanged and without its secret.`,
    examples: {
      types: {
        summary: 'Two types of events',
        body: { url, enabled_events: ['invoice.stamped', 'invoice.canceled'] },
      },
      contract: {
        summary: 'The eight types of the public contract, in order, with a header of yours',
        body: {
          url: 'https://shop.example.com/timbra/all',
          enabled_events: ['*'],
          description: 'The shop',
          headers: { Authorization: 'Bearer my-token' },
          ordered: true,
        },
      },
      thin: {
        summary: 'Only id and type of each event',
        body: { url: 'https://shop.example.com/timbra/thin', enabled_events: ['*'], payload: 'thin' },
      },
    },
    refusals: [{ code: 'invalid_request', path: 'url' }, 'webhook_limit_reached'],
  },
  'GET /v2/webhooks': {
    id: 'listWebhooks',
    tag: 'Webhooks',
    summary: 'List webhooks',
    description: 'The webhooks of the environment of the key, newest first, without their secrets.',
    examples: { newest: { summary: 'The newest two', parameters: { limit: 2 } } },
    refusals: LIST,
  },
  'POST /v2/webhooks/validate-signature': {
    id: 'validateWebhookSignature',
    tag: 'Webhooks',
    summary: 'Check the signature of a delivery',
    description:
      'For who cannot compute an HMAC: compares the header `Facturapi-Signature` of a delivery with its body and the secret of its webhook, and answers the event. Send the body as the very text that arrived: an object that was parsed and written anew may have other characters. Nothing is kept.',
    examples: { delivery: { summary: 'A delivery as it arrived', body: delivery } },
    refusals: [{ code: 'invalid_request', path: 'payload' }, 'webhook_signature_invalid'],
  },
  'GET /v2/webhooks/:webhook_id': {
    id: 'getWebhook',
    tag: 'Webhooks',
    summary: 'Retrieve a webhook',
    description:
      'With `health`: how its attempts of the last day went, what waits, and since when it fails. It is null where it cannot be told at the moment.',
    refusals: [NOT_FOUND],
  },
  'PUT /v2/webhooks/:webhook_id': {
    id: 'updateWebhook',
    tag: 'Webhooks',
    summary: 'Edit a webhook',
    description:
      'Changes what is sent and leaves the rest. `status: disabled` pauses it, and cancels what waits to be delivered; `enabled` goes on with new events: fetch those in between by `POST /v2/webhooks/{webhook_id}/replay`. `headers` replaces all headers; a value of asterisks, as answers show it, stays what it is.',
    examples: {
      types: { summary: 'Other types of events', body: { enabled_events: ['*', 'invoice.stamped'] } },
      pause: { summary: 'Pause it', body: { status: 'disabled' } },
      resume: { summary: 'Go on', body: { status: 'enabled' } },
    },
    refusals: [{ code: 'invalid_request', path: 'enabled_events' }, NOT_FOUND, 'conflict'],
  },
  'DELETE /v2/webhooks/:webhook_id': {
    id: 'deleteWebhook',
    tag: 'Webhooks',
    summary: 'Delete a webhook',
    description:
      'Nothing more is sent to it, not even what waited. Its secret ends with it. Answers the webhook as it was last.',
    refusals: [NOT_FOUND],
  },
  'GET /v2/webhooks/:webhook_id/secret': {
    id: 'getWebhookSecret',
    tag: 'Webhooks',
    summary: 'Retrieve the secret of a webhook',
    description:
      'The text that deliveries are signed with, `whsec_` included. After a rotation it is the new one. Who read it is in the audit log.',
    refusals: [NOT_FOUND],
  },
  'POST /v2/webhooks/:webhook_id/rotate-secret': {
    id: 'rotateWebhookSecret',
    tag: 'Webhooks',
    summary: 'Rotate the secret of a webhook',
    description:
      'Makes another secret and answers it. For 24 hours `webhook-signature` has two signatures, one by each secret, so that you can change yours without losing a delivery.',
    examples: { rotate: { summary: 'Nothing to send', body: {} } },
    refusals: [NOT_FOUND],
  },
} satisfies OperationDocs;
