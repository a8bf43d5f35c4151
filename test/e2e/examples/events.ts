import { answers, startReceiver } from '../../receivers/index.js';
import { invoice } from '../../support/bodies.js';
import type { ExampleRun, Place, Stages } from './run.js';

/** As long as a delivery of an example may take. */
const LISTENS_MS = 20_000;

/** A webhook whose server takes what it is sent, for the time of an example. */
async function heard({ app }: ExampleRun): Promise<string> {
  const receiver = await startReceiver({ behave: answers(200, { body: 'ok' }) });
  setTimeout(() => void receiver.close(), LISTENS_MS).unref();
  const made = await app.post('/webhooks', { url: receiver.url, enabled_events: ['*'] });
  return made.id as string;
}

/** One that had a ping. */
async function pinged(run: ExampleRun): Promise<Place> {
  const webhook_id = await heard(run);
  const { attempt } = await run.app.post(`/webhooks/${webhook_id}/ping`, {});
  return { parameters: { webhook_id, attempt_id: attempt.id as string } };
}

const webhook = async (run: ExampleRun): Promise<Place> => {
  const { id } = await run.make('createWebhook', 'types');
  return { parameters: { webhook_id: id as string } };
};
const listening = async (run: ExampleRun): Promise<Place> => ({
  parameters: { webhook_id: await heard(run) },
});
/** The attempts of one that had a ping, without the id of that. */
const withAttempts = async (run: ExampleRun): Promise<Place> => {
  const { parameters } = await pinged(run);
  return { parameters: { webhook_id: parameters?.['webhook_id'] ?? '' } };
};
const newestEvent = async (run: ExampleRun): Promise<Place> => {
  const { id } = await run.make('triggerSandboxEvent');
  return { parameters: { event_id: id as string } };
};

/** Webhooks, events, the sandbox, files, health. */
export const eventsStages: Stages = {
  getWebhook: webhook,
  updateWebhook: webhook,
  deleteWebhook: webhook,
  getWebhookSecret: webhook,
  rotateWebhookSecret: webhook,
  listWebhookAttempts: withAttempts,
  getWebhookAttempt: pinged,
  redeliverWebhookAttempt: pinged,
  resendFailedWebhookEvents: listening,
  replayWebhookEvents: listening,
  pingWebhook: listening,
  listEvents: async (run) => {
    await run.make('triggerSandboxEvent');
    return {};
  },
  getEvent: newestEvent,
  downloadFile: async ({ app }) => {
    const { id } = await app.post('/invoices', invoice());
    const { url } = await app.get(`/invoices/${id}/download-url/xml`);
    return { key: null, parameters: { token: new URL(url as string).searchParams.get('token') ?? '' } };
  },
  listSandboxStamps: async ({ app }) => {
    await app.post('/invoices', invoice());
    return {};
  },
  cancelSandboxSupplierInvoice: async (run) => {
    const { data } = await run.make('createSandboxSupplierInvoices', 'one');
    return { parameters: { uuid: data[0].uuid as string } };
  },
};
