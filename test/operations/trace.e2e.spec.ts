import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '#bus/testing/until';
import { expectOneTrace, startTracedApp, tracedStamp, type TracedApp } from './trace-story.js';

describe('a trace within one process', () => {
  let traced: TracedApp;
  beforeAll(async () => {
    traced = await startTracedApp();
  });
  afterAll(() => traced.app.close());

  it('goes from the caller’s request to the PAC, and on through process managers', async () => {
    expectOneTrace(await tracedStamp(traced));
  });

  it('is in the events, and its request’s log id in their metadata', async () => {
    const { app } = traced;
    const answer = await app.api('POST', '/customers', {
      ...{ legal_name: 'UNIVERSIDAD ROBOTICA ESPAÑOLA', tax_id: 'URE180429TM6', tax_system: '601' },
      ...{ address: { zip: '86991' } },
    });
    const [created] = await app.runtime.store.read(`customer-${answer.body.id}`);
    expect(created?.metadata.correlationId).toBe(answer.headers.get('x-service-log-id'));
    expect(created?.metadata.traceparent).toMatch(/^00-[\da-f]{32}-[\da-f]{16}-01$/);
  });

  it('reports a failed request as failed, and ignores an invalid header', async () => {
    const { app, exporter } = traced;
    exporter.reset();
    const headers = { traceparent: '00-zz-zz-01' };
    expect((await app.api('GET', '/nowhere', undefined, { headers })).status).toBe(404);
    // The span of the request before it may end after its answer, and so after the reset.
    const found = () => exporter.getFinishedSpans().find(({ name }) => name.startsWith('GET'));
    await until(() => found() !== undefined);
    const span = found();
    expect(span).toMatchObject({
      name: 'GET unmatched',
      attributes: { 'http.route': 'unmatched', 'http.response.status_code': 404 },
    });
    expect(span?.parentSpanContext).toBeUndefined();
  });
});
