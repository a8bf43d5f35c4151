import { describe, expect, it } from '@jest/globals';
import type { FastifyReply } from 'fastify';
import { ok } from '#kernel';
import type { Runtime } from '#platform';
import type { CallContext, CommandSender } from '../commands.js';
import { HttpRefusal } from '../http/index.js';
import { InvoiceFilesController } from './files.controller.js';
import type { InvoiceQueries, StoredInvoice } from './queries.js';

const call = {
  tenant: { organizationId: 'o', livemode: false },
  actor: 'a',
  correlationId: 'c',
} as CallContext;
const nothing = {} as never;

/** Why the cancellation receipt of an invoice is not to be had. */
async function refusedReceipt(over: Partial<StoredInvoice>, format = 'xml'): Promise<string> {
  const invoice = {
    id: 'i',
    status: 'canceled',
    uuid: 'U',
    receipt_key: null,
    xml_key: 'x',
    timbre_xml: 't',
    doc: JSON.stringify({ cancellation: { motive: '02' } }),
    ...over,
  } as StoredInvoice;
  const contents = { get: () => Promise.resolve(undefined) };
  const invoices = { find: () => Promise.resolve(ok(invoice)) };
  const controller = new InvoiceFilesController(
    { contents } as unknown as Runtime,
    nothing as CommandSender,
    nothing,
    invoices as unknown as InvoiceQueries,
  );
  const error: unknown = await controller
    .receipt(call, 'i', format, nothing as FastifyReply)
    .catch((thrown: unknown) => thrown);
  if (!(error instanceof HttpRefusal)) throw new Error('it was given');
  return error.refusal.code;
}

describe('the cancellation receipt', () => {
  it.each<readonly [string, Partial<StoredInvoice>, string]>([
    ['of a draft', { status: 'draft', uuid: null }, 'invoice_not_stamped'],
    ['of one that waits for its stamp', { status: 'pending', uuid: null }, 'invoice_not_stamped'],
    [
      'of one that was not canceled',
      { status: 'valid', doc: JSON.stringify({ cancellation: null }) },
      'invoice_cancellation_receipt_unavailable',
    ],
    ['that the provider did not give', {}, 'invoice_cancellation_receipt_unavailable'],
    ['that is not stored', { receipt_key: 'acuse' }, 'invoice_cancellation_receipt_unavailable'],
    [
      'of one that was canceled without this service',
      { doc: JSON.stringify({ cancellation: { motive: null } }) },
      'invoice_cancellation_receipt_external',
    ],
  ])('%s is refused', async (_, invoice, code) => {
    expect(await refusedReceipt(invoice)).toBe(code);
  });

  it('comes as XML or PDF, and as nothing else', async () => {
    expect(await refusedReceipt({ receipt_key: 'acuse' }, 'zip')).toBe('not_found');
  });
});
