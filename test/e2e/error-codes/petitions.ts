import type { TestApp } from '../../support/app.js';
import { triggered } from '../../support/bodies.js';
import { receiverOf } from '../../events/petitions-story.js';
import { plain, reached, type Asked, type Reached } from './row.js';

/** Codes of suppliers' cancellation requests. */

/** An answer to a new request, as its receiver gives it. */
async function answering(app: TestApp, word: 'accept' | 'reject', before?: 'accept'): Promise<Asked> {
  const key = await receiverOf(app);
  const { id, uuid } = await app.post('/invoices', triggered('SANDBOX-CANCEL-PENDING'));
  await app.del(`/invoices/${id}?motive=02`);
  const path = `/cancellation-requests/${uuid}`;
  if (before) await app.post(`${path}/${before}`, undefined, { key });
  return { request: `POST ${path}/${word}`, body: undefined, options: { key } };
}

export const petitionCodes: readonly Reached[] = [
  plain(
    'cancellation_request_not_found',
    404,
    'POST /cancellation-requests/00000000-0000-4000-8000-000000000000/accept',
  ),
  reached('cancellation_request_already_answered', 409, ({ app }) => answering(app, 'reject', 'accept')),
  reached('cancellation_request_service_unavailable', 503, async ({ app }) => {
    const asked = await answering(app, 'accept');
    app.sandbox.faults.set('answer', 'outage', 1);
    return asked;
  }),
];
