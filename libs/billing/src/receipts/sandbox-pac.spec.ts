import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { decimal, type Result } from '#kernel';
import { sealComprobante } from '#cfdi';
import { testCsd } from '#cfdi/testing/certificates';
import type { InvoiceContent } from '#contracts';
import { ofSandbox } from '#pac/sandbox/check';
import { examine } from '#pac/sandbox/examine';
import { judgeInvoice } from '../invoices/judge.js';
import { customerInvoiceOf } from './customer-invoice.js';
import { globalInvoiceOf } from './global-invoice.js';
import type { ReceiptToInvoice } from './receipt.js';
import { NOW, arbitraryReceipts, askCustomer, askGlobal, issuer } from './testing.js';

/** Invoices of receipts as the sandbox PAC judges them: structure, seal, date and all of the error matrix. */

const totalOf = (receipts: readonly ReceiptToInvoice[]): bigint =>
  receipts.reduce((sum, { totals }) => sum + decimal(totals.total), 0n);

async function verdictOn(content: Result<InvoiceContent>) {
  if (!content.ok) throw new Error(JSON.stringify(content.refusal));
  const judged = judgeInvoice(content.value, issuer, NOW);
  if (!judged.ok) throw new Error(JSON.stringify(judged.refusal));
  const { xml } = await sealComprobante(judged.value.comprobante, testCsd());
  return examine({ kind: 'comprobante', xml }, NOW, ofSandbox).verdict;
}

describe('the sandbox PAC takes', () => {
  it('the global invoice and the customer invoice of any receipts, with the sum of their totals', async () => {
    const samples = fc.sample(arbitraryReceipts(), { numRuns: 25, seed: 24 });
    for (const receipts of samples.filter((some) => totalOf(some) > 0n)) {
      const documents = [
        [globalInvoiceOf(askGlobal(), receipts, issuer, NOW), 'XAXX010101000'],
        [customerInvoiceOf(askCustomer(receipts), receipts, issuer, NOW), 'URE180429TM6'],
      ] as const;
      for (const [content, receiverRfc] of documents) {
        const verdict = await verdictOn(content);
        expect(verdict).toMatchObject({ facts: { receiverRfc } });
        expect('facts' in verdict && decimal(verdict.facts.total)).toBe(totalOf(receipts));
      }
    }
  });
});
