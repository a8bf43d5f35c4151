import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import facturapi from 'facturapi';
import { invoice, universidad } from '../support/bodies.js';
import { bytesOf, textOf } from '../support/downloads.js';
import { startTopology, type Topology } from './topology.js';

let topology: Topology;
let sdk: InstanceType<typeof facturapi.default>;

beforeAll(async () => {
  const t = Date.now();
  topology = await startTopology();
  process.stderr.write(`up in ${Date.now() - t} ms\n`);
  sdk = new facturapi.default(topology.demo.test_key);
  sdk.BASE_URL = topology.baseUrl;
}, 120_000);
afterAll(() => topology.stop());

it('works', async () => {
  const t = Date.now();
  const customer = await sdk.customers.create(universidad);
  process.stderr.write(`customer ${Date.now() - t} ms\n`);
  const made = await sdk.invoices.create(invoice({ customer: customer.id }) as never);
  process.stderr.write(`invoice ${Date.now() - t} ms\n`);
  expect(made.status).toBe('valid');
  const pdf = await bytesOf(await sdk.invoices.downloadPdf(made.id));
  process.stderr.write(`pdf ${Date.now() - t} ms ${pdf.length}\n`);
  await sdk.invoices.sendByEmail(made.id);
  process.stderr.write(`mail ${Date.now() - t} ms ${pdf.length}\n`);
  const c = await sdk.invoices.cancel(made.id, { motive: '02' as never });
  process.stderr.write(`cancel ${Date.now() - t} ms ${c.status} ${c.cancellation_status}\n`);
  const times = [];
  for (let n = 0; n < 20; n += 1) {
    const t = Date.now();
    await sdk.invoices.create(invoice({ customer: customer.id }) as never);
    times.push(Date.now() - t);
  }
  process.stderr.write(`invoices ${times.join(' ')}\n`);
  for (const [n, ps] of topology.processes)
    for (const p of ps) process.stderr.write(`== ${n}\n${p.printed}\n`);
}, 60_000);
