import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { sealComprobante } from '#cfdi';
import { testCsd } from '#cfdi/testing/certificates';
import { createFileWriter, findComplaints, officialReady, sayWhatIsMissing } from '#cfdi/testing/official';
import { judgeInvoice } from '../invoices/judge.js';
import { customerInvoiceOf } from './customer-invoice.js';
import { globalInvoiceOf } from './global-invoice.js';
import { NOW, arbitraryReceipts, askCustomer, askGlobal, issuer } from './testing.js';

/** Invoices of receipts, read by the tax authority's own schema. */
sayWhatIsMissing('the check of invoices of receipts by the official schema');

const samples = officialReady ? fc.sample(arbitraryReceipts(false, 20), { numRuns: 30, seed: 21 }) : [];

(officialReady ? describe : describe.skip)('invoices of receipts, by the official schema', () => {
  const writeFile = createFileWriter();

  it.each([
    ['global', (receipts: (typeof samples)[number]) => globalInvoiceOf(askGlobal(), receipts, issuer, NOW)],
    [
      'customers’',
      (receipts: (typeof samples)[number]) => customerInvoiceOf(askCustomer(receipts), receipts, issuer, NOW),
    ],
  ])('%s ones are valid', async (_, invoiceOf) => {
    const files: string[] = [];
    for (const receipts of samples) {
      const content = invoiceOf(receipts);
      if (!content.ok) throw new Error(JSON.stringify(content.refusal));
      const judged = judgeInvoice(content.value, issuer, NOW);
      if (!judged.ok) throw new Error(JSON.stringify(judged.refusal));
      files.push(writeFile((await sealComprobante(judged.value.comprobante, testCsd())).xml));
    }
    expect(findComplaints(files)).toEqual([]);
  });
});
