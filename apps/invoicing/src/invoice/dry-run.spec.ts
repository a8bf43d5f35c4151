import { describe, expect, it } from '@jest/globals';
import { dryRun } from './dry-run.js';
import { pacView } from './pac-view.js';
import { prepare } from './prepare.js';
import { NOW, content, customer, issuer, item, iva, product, withItem, withProduct } from './testing.js';
import type { InvoiceContent } from '#contracts';
import { builtInCatalogues } from '#sat';

const test = { organizationId: 'o', livemode: false };
const live = { organizationId: 'o', livemode: true };
const of = (over: InvoiceContent, tenant = test) => dryRun(over, issuer, tenant, NOW);
const rules = ({ found }: ReturnType<typeof of>) => found.map(({ code, path }) => `${code} ${path}`);

describe('a dry run', () => {
  it('returns the amounts of every line, and no problems of a valid invoice', () => {
    const { lines, problems, found, invoice } = of(content());
    expect([problems, found]).toEqual([[], []]);
    expect(lines).toMatchObject([
      {
        amount: expect.stringMatching(/^100\./),
        discount: '0',
        taxes: [{ type: 'IVA', factor: 'Tasa', withholding: false }],
      },
    ]);
    expect(invoice).toMatchObject({ status: 'preview', total: 116, subtotal: 100, uuid: null, stamp: null });
  });

  it('asks the sandbox’s register in Test alone', () => {
    const misnamed = content({ customer: { ...customer, legal_name: 'UNIVERSIDAD ROBOTICA' } });
    expect(rules(of(misnamed))).toEqual(['CFDI40145 customer.legal_name']);
    expect(rules(of(misnamed, live))).toEqual([]);
    const moved = content({ customer: { ...customer, address: { ...customer.address, zip: '06000' } } });
    expect(rules(of(moved))).toEqual(['CFDI40148 customer.address.zip']);
  });

  it('looks at the document with the large catalogues of the installation', () => {
    const prepared = prepare(content(), issuer, NOW);
    if (!prepared.ok) throw new Error('it can be stamped');
    const { productos } = builtInCatalogues;
    const without = { ...builtInCatalogues, productos: { ...productos, accepts: () => false } };
    const codes = pacView(prepared.value.comprobante, true, without).map(({ code }) => code);
    expect(codes).toEqual(['CFDI40162']);
  });

  it('has the amounts of what can’t be stamped yet', () => {
    const { lines, problems, invoice } = of(content({ customer: null, payment_form: null }));
    expect(problems.map(({ path }) => path)).toEqual(['customer', 'payment_form']);
    expect(lines).toHaveLength(1);
    expect(invoice).toMatchObject({ total: 116, customer: null });
  });

  it('has none where there are no lines, or where they can’t be computed', () => {
    for (const none of [
      content({ items: [] }),
      withItem({ discount: '1000' }),
      content({ type: 'P', items: [] }),
    ]) {
      const { lines, problems, invoice } = of(none);
      expect(lines).toEqual([]);
      expect(problems.length).toBeGreaterThan(0);
      expect(invoice['subtotal']).toBeNull();
    }
  });

  it('says for every line what it withholds and what is exempt', () => {
    const isr = { ...iva, type: 'ISR', rate: '0.0125', withholding: true };
    const exemption = { ...iva, factor: 'Exento', rate: '0' };
    const items = [
      { ...item, product: { ...product, taxes: [...product.taxes, isr] } },
      {
        ...item,
        product: { ...product, taxes: [exemption] },
      },
    ] as InvoiceContent['items'];
    const [withheld, exempt] = of(content({ items })).lines;
    expect(withheld?.taxes.map(({ type, withholding }) => [type, withholding])).toEqual([
      ['IVA', false],
      ['ISR', true],
    ]);
    expect(exempt?.taxes).toMatchObject([{ factor: 'Exento', rate: null, amount: null }]);
  });

  it('does not change what it is asked about, and answers the same again', () => {
    const asked = withProduct({ price: '99.99' });
    const before = structuredClone(asked);
    expect(of(asked)).toEqual(of(structuredClone(asked)));
    expect(asked).toEqual(before);
  });
});
