import { afterAll, beforeAll, describe, it } from '@jest/globals';
import { testBus } from '../support/bus.js';
import { expectOneTrace, startTracedApp, tracedStamp, type TracedApp } from './trace-story.js';

describe('a trace over Kafka', () => {
  let traced: TracedApp;
  beforeAll(async () => {
    traced = await startTracedApp(await testBus(process.env['TIMBRA_TEST_KAFKA']));
  }, 90_000);
  afterAll(() => traced.app.close());

  it('is the same as within one process: each command carries it to its handler', async () => {
    expectOneTrace(await tracedStamp(traced));
  });
});
