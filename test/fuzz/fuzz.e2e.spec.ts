import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { startApp, type TestApp } from '../support/app.js';
import { INBOUND } from '../support/mails.js';
import { fuzz, type Summary } from './run.js';

/**
 * Random requests from the OpenAPI document: right ones, nearly right ones and wild ones. npm run test:slow takes
 * some; `npm run fuzz -- --seed 1 --requests 20000` as many as one likes, and says more.
 */

const seed = Number(process.env['TIMBRA_FUZZ_SEED'] ?? 1);
const requests = Number(process.env['TIMBRA_FUZZ_REQUESTS'] ?? 600);
const only = new RegExp(process.env['TIMBRA_FUZZ_ONLY'] ?? '');
const talks = process.env['TIMBRA_FUZZ_REQUESTS'] !== undefined;
const TIME = 60_000 + requests * 100;

let app: TestApp;
beforeAll(async () => {
  app = await startApp(INBOUND);
});
afterAll(() => app.close());

it(
  `${requests} requests of seed ${seed} are answered as the document says`,
  async () => {
    const summary = await fuzz(app, { seed, requests, only, ...(talks && { onProgress }) });
    if (talks) process.stderr.write(textOf(summary));
    expect(summary.findings).toEqual([]);
    expect(summary.requests).toBe(requests);
    expect(app.bugs()).toEqual([]);
  },
  TIME,
);

const since = Date.now();
function onProgress(done: number): void {
  if (done % 500 !== 0 && done !== requests) return;
  process.stderr.write(`${done} of ${requests} requests, ${Math.round((Date.now() - since) / 1000)} s\n`);
}

const textOf = ({ findings, byStatus, slowest, unopened, operations }: Summary): string =>
  [
    '',
    `${operations} operations; answers by status: ${JSON.stringify(byStatus)}`,
    `never answered with success: ${unopened.join(', ') || 'none'}`,
    'slowest:',
    ...slowest.map((text) => `  ${text}`),
    `findings: ${findings.length}`,
    ...findings.map(
      ({ operation, problem, times, request, answer }) =>
        `- ${operation}: ${problem} (${times})\n    ${request}\n    ${answer.slice(0, 600)}`,
    ),
    '',
  ].join('\n');
