import { eventsDocs } from '../../events/events.docs.js';
import { filesDocs } from '../../files/files.docs.js';
import { healthDocs } from '../../health/health.docs.js';
import { sandboxDocs } from '../../sandbox/sandbox.docs.js';
import { attemptsDocs } from '../../webhooks/attempts.docs.js';
import { webhooksDocs } from '../../webhooks/webhooks.docs.js';
import type { OperationDocs } from '../types.js';

/** Webhooks, events, the sandbox, files, health. */
export const events = {
  ...webhooksDocs,
  ...attemptsDocs,
  ...eventsDocs,
  ...filesDocs,
  ...healthDocs,
  ...sandboxDocs,
} satisfies OperationDocs;
