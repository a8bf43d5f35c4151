import { Controller, Delete, Get, Header, Post, Query } from '@nestjs/common';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import Facturapi from 'facturapi';
import type { DateRangeInput } from './dates.js';
import { Amount, DateRange, ListOf, OneOf } from './fields.js';
import { ListQuery, PathId, unwrap, type RouteTable } from './index.js';
import { oneOf } from './rules.js';
import { refuseFields, field } from '#kernel';
import { testApp, testKeys, type TestApp } from './testing/app.js';

class InvoicesQuery extends ListQuery {
  @ListOf(oneOf(['none', 'pending']), { optional: true }) cancellation_status?: string[];
  @DateRange({ optional: true }) date?: DateRangeInput;
}
class CancelQuery {
  @OneOf(['01', '02', '03', '04']) motive!: string;
}
class SummaryQuery {
  @Amount({ above: 0 }) amount!: string;
}

@Controller('invoices')
class InvoicesController {
  @Get() list(@Query() query: InvoicesQuery) {
    return { data: [query] };
  }
  @Get(':id/pdf') @Header('content-type', 'application/pdf') pdf() {
    return Buffer.from('%PDF-1.7');
  }
  @Get(':id/payment-summary') summary(@Query() query: SummaryQuery) {
    return query;
  }
  @Post(':id/stamp') stamp(@PathId('id', 'invoice_not_found') id: string) {
    return { id };
  }
  @Post(':id/copy') copy() {
    return unwrap(refuseFields([field('items[0].quantity', 'required')]));
  }
  @Delete(':id') cancel(@PathId('id', 'invoice_not_found') id: string, @Query() query: CancelQuery) {
    return { id, motive: query.motive };
  }
}

// A row is a line.
// prettier-ignore
const routes: RouteTable = {
  'GET /v2/invoices': { operation: 'read.invoices.list', keys: ['test'], bodyLimit: 'none', rateClass: 'list' },
  'GET /v2/invoices/:id/pdf': { operation: 'read.invoices.download', keys: ['test'], bodyLimit: 'none', rateClass: 'heavy' },
  'GET /v2/invoices/:id/payment-summary': { operation: 'read.invoices.payment_summary', keys: ['test'], bodyLimit: 'none', rateClass: 'detail' },
  'POST /v2/invoices/:id/stamp': { operation: 'write.invoices.stamp', keys: ['test'], bodyLimit: 'none', rateClass: 'heavy' },
  'POST /v2/invoices/:id/copy': { operation: 'write.invoices.copy', keys: ['test'], bodyLimit: 'none', rateClass: 'write' },
  'DELETE /v2/invoices/:id': { operation: 'write.invoices.cancel', keys: ['test'], bodyLimit: 'none', rateClass: 'write' },
};

const id = '6743f1c2a1b2c3d4e5f60718';
const Client = 'default' in Facturapi ? Facturapi.default : Facturapi;

describe('the client SDK on the wire layer', () => {
  let http: TestApp;
  let client: InstanceType<typeof Client>;
  beforeAll(async () => {
    http = await testApp([InvoicesController], routes);
    client = new Client(testKeys.test);
    client.BASE_URL = `${http.origin}/v2`;
  });
  afterAll(() => http.app.close());

  it('sends ranges and lists in queries that we read', async () => {
    const date = new Date('2026-11-01T00:00:00Z');
    const { data } = await client.invoices.list({
      date: { gte: date },
      cancellation_status: ['none', 'pending'],
      limit: 5,
    });
    expect(data).toEqual([
      { limit: 5, cancellation_status: ['none', 'pending'], date: { gte: date.toISOString() } },
    ]);
  });

  it('posts and deletes without a body', async () => {
    expect(await client.invoices.stampDraft(id)).toEqual({ id });
    expect(await client.invoices.cancel(id, { motive: '02' } as never)).toEqual({ id, motive: '02' });
    expect(await client.invoices.paymentSummary(id, { amount: 10.5 })).toEqual({ amount: '10.5' });
  });

  it('gets files as files', async () => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of (await client.invoices.downloadPdf(id)) as unknown as AsyncIterable<Uint8Array>)
      chunks.push(chunk);
    expect(Buffer.concat(chunks).toString()).toBe('%PDF-1.7');
  });

  it('reads our errors whole', async () => {
    await expect(client.invoices.copyToDraft(id)).rejects.toMatchObject({
      message: 'El campo "items.0.quantity" es requerido.',
      status: 400,
      code: 'invalid_request',
      path: 'items.0.quantity',
      location: 'body',
      errors: [{ code: 'required', source: 'service' }],
      logId: expect.stringMatching(/^[0-9a-f]{24}$/) as unknown,
    });
  });
});
