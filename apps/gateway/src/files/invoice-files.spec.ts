import { describe, expect, it } from '@jest/globals';
import { ok } from '#kernel';
import { emptyLegal } from '#contracts';
import type { ContentStore } from '#eventing';
import type { CallContext } from '../commands.js';
import type { InvoiceQueries, StoredInvoice } from '../invoices/queries.js';
import type { OrganizationDirectory } from '../organizations/directory.js';
import { InvoiceFiles } from './invoice-files.js';

const call: CallContext = {
  tenant: { organizationId: 'o', livemode: false },
  actor: 'a',
  correlationId: 'c',
};
const nothing = {} as never;

const filesOf = (over: Partial<StoredInvoice>): InvoiceFiles => {
  const invoice = {
    id: 'i',
    status: 'canceled',
    uuid: 'U',
    series: 'F',
    folio_number: '12',
    receipt_key: null,
    xml_key: 'x',
    timbre_xml: 't',
    doc: JSON.stringify({ cancellation: { motive: '02' } }),
    ...over,
  } as StoredInvoice;
  const contents = { get: () => Promise.resolve(undefined) };
  const legal = { ...emptyLegal('a'), tax_id: 'EKU9003173C9' };
  const organizations = { organization: () => Promise.resolve({ legal }) };
  const invoices = { find: () => Promise.resolve(ok(invoice)) };
  return new InvoiceFiles(
    contents as unknown as ContentStore,
    nothing,
    organizations as unknown as OrganizationDirectory,
    invoices as unknown as InvoiceQueries,
  );
};

/** Why the cancellation receipt of an invoice is not available. */
async function refusedReceipt(over: Partial<StoredInvoice>, format = 'xml'): Promise<string> {
  const available = await filesOf(over).receipt(call, 'i', format);
  if (!available.ok) return available.refusal.code;
  const made = await available.value.make();
  if (!made.ok) return made.refusal.code;
  throw new Error('it was given');
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
    ['that is not stored', { receipt_key: 'acuse' }, 'document_lost'],
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

describe('the document', () => {
  const waiting: Partial<StoredInvoice> = { status: 'pending', uuid: null, xml_key: null, timbre_xml: null };
  it.each(['xml', 'zip'])('as %s exists only once it is stamped', async (format) => {
    const available = await filesOf(waiting).document(call, 'i', format);
    expect(available.ok || available.refusal.code).toBe('invoice_not_stamped');
  });

  it('is named after folio, RFC and UUID, a draft after its identifier', async () => {
    const names = await Promise.all(
      [{}, waiting].map(async (over) => {
        const available = await filesOf(over).document(call, 'i', 'pdf');
        return available.ok && available.value.head.name;
      }),
    );
    expect(names).toEqual(['F-12_EKU9003173C9_U.pdf', 'i.pdf']);
  });

  it('comes in no other format', async () => {
    const available = await filesOf({}).document(call, 'i', 'exe');
    expect(available.ok || available.refusal.code).toBe('not_found');
  });
});
