import { jest } from '@jest/globals';
import { until } from '#bus/testing/until';
import { systemClock } from '#kernel';
import type { Json, TestApp } from '../../support/app.js';
import { retention, universidad } from '../../support/bodies.js';
import { NOWHERE, plain, reached, type Asked, type Reached } from './row.js';

/** Codes of retentions. A trigger of the sandbox is the description (docs/sandbox.md). */

const make = (app: TestApp, fields: object = {}): Promise<Json> => app.post('/retentions', retention(fields));
const triggered = (app: TestApp, desc_retenc: string): Promise<Json> => make(app, { desc_retenc });
const at = async (request: string, made: Promise<Json>, body?: unknown): Promise<Asked> => ({
  request: request.replace(':id', (await made).id as string),
  body,
});
const HOUR = 3_600_000;

export const retentionCodes: readonly Reached[] = [
  plain(
    'invalid_retention_complement',
    400,
    'POST /retentions',
    retention({ complements: [{ type: 'dividendos', data: { Dividendo: {} } }] }),
    { path: 'complements.0.data.Dividendo' },
  ),
  plain('retention_not_found', 404, `GET /retentions/${NOWHERE}`),
  reached('retention_not_draft', 409, ({ app }) => at('POST /retentions/:id/stamp', make(app))),
  reached('retention_not_stamped', 409, ({ app }) =>
    at('PUT /retentions/:id/status', make(app, { status: 'draft' })),
  ),
  reached('retention_not_cancelable', 409, async ({ app }) => {
    const made = await make(app);
    await app.del(`/retentions/${made.id}`);
    return { request: `DELETE /retentions/${made.id}` };
  }),

  plain(
    'retention_stamping_validation_error',
    400,
    'POST /retentions',
    retention({ desc_retenc: 'SANDBOX-REFUSED' }),
  ),
  reached('retention_stamping_service_unavailable', 503, ({ app }) =>
    at('PUT /retentions/:id/status', triggered(app, 'SANDBOX-OUTAGE-LONG')),
  ),
  reached('retention_stamping_failed', 502, async ({ app }) => {
    const { id } = await triggered(app, 'SANDBOX-OUTAGE-LONG');
    // Too old by now for any provider, and certainly never stamped: the next look gives it up.
    const later = Date.now() + 73 * HOUR;
    const clock = jest.spyOn(systemClock, 'now').mockImplementation(() => new Date(later));
    await until(async () => {
      await app.api('PUT', `/retentions/${id}/status`);
      return (await app.get(`/retentions/${id}`)).status === 'failed';
    });
    clock.mockRestore();
    return { request: `PUT /retentions/${id}/status` };
  }),

  reached('retention_cancellation_failed', 502, ({ app }) =>
    at('DELETE /retentions/:id', triggered(app, 'SANDBOX-CANCEL-FAILED')),
  ),
  reached('retention_cancellation_service_unavailable', 503, async ({ app }) => {
    const { id } = await make(app);
    app.sandbox.faults.set('status', 'outage');
    return { request: `PUT /retentions/${id}/status` };
  }),

  reached('retention_email_status_not_allowed', 409, ({ app }) =>
    at('POST /retentions/:id/email', make(app, { status: 'draft' })),
  ),
  reached(
    'retention_email_recipient_required',
    400,
    ({ app }) => at('POST /retentions/:id/email', make(app)),
    'email',
  ),
  reached('retention_email_delivery_failed', 502, ({ app }) =>
    at('POST /retentions/:id/email', make(app, { customer: universidad }), {
      email: 'nobody@refused.example',
    }),
  ),
];
