import { until } from '#bus/testing/until';
import { describe, expect, it } from '../../support/story.js';
import { line } from '../../support/bodies.js';
import { DOMAIN, errorsIn, escuela, hiddenOf, invoiceAt, portalOf, sell, send, shop, visit } from './shop.js';

/** What becomes of a receipt beside the usual: the tax authority is slow, or refuses; the shop was quicker; a sale is undone. */

const key = () => ({ key: shop.ours.key });
const get = (path: string) => shop.app.get(path, key());
const sold = (sku: string) => sell({ items: [line({ sku })] });

describe('the tax authority', () => {
  it('is slow: the page says so, looks again by itself, and shows the invoice in the end', async () => {
    const other = await shop.app.newOrganization(shop.user, 'Lenta');
    const receipt = await sell({ items: [line({ sku: 'SANDBOX-TIMEOUT-BEFORE' })] }, other);
    const own = portalOf(receipt, 'demo');
    const issued = await invoiceAt(own, { ...escuela, email: 'luego@escuela.mx' });
    expect([issued.status, issued.headers.get('location')]).toEqual([
      ...[303, expect.stringMatching(new RegExp(`^/demo/${receipt.key}\\?lang=es&attempt=`))],
    ]);
    const link = `${shop.base}${issued.headers.get('location') ?? ''}`;
    const pending = await visit(link);
    expect([pending.status, pending.title]).toEqual([202, 'Estamos emitiendo su factura']);
    expect(pending.headers.get('refresh')).toBe(`4; url=${issued.headers.get('location')}`);
    // Whoever comes with the key alone gets no second one.
    const rival = await send(own, { ...escuela, step: 'preview' });
    expect([rival.status, rival.html.includes('Alguien pidió su factura')]).toEqual([409, true]);
    const inAMinute = new Date(Date.now() + 60_000).toISOString();
    await shop.app.post('/sandbox/clock', { advance_to: inAMinute }, { key: other.key });
    let page = pending;
    await until(async () => (page = await visit(link)).status !== 202);
    expect([page.status, page.title]).toEqual([200, 'Su factura está lista']);
    const { invoice } = await shop.app.get(`/receipts/${receipt.id}`, { key: other.key });
    expect((await shop.app.get(`/invoices/${invoice}`, { key: other.key })).status).toBe('valid');
  });

  it('refuses: nothing was issued, the receipt is open, and the customer learns why', async () => {
    const taxpayer = await invoiceAt(portalOf(await sold('SANDBOX-REFUSED')));
    expect([taxpayer.status, Object.keys(errorsIn(taxpayer.html))]).toEqual([400, ['legal_name']]);
    const receipt = await sold('SANDBOX-REFUSED-PAC');
    const { status, title, html } = await invoiceAt(portalOf(receipt));
    expect([status, title]).toEqual([400, 'Facture su compra']);
    expect(html).toContain('La factura no se emitió');
    expect(html).toContain('value="EKU9003173C9"');
    expect((await get(`/receipts/${receipt.id}`)).status).toBe('open');
  });
});

describe('a receipt that is the shop’s business', () => {
  it('is in the global invoice: the page says so, and what to do', async () => {
    const other = await shop.app.newOrganization(shop.user, 'Global');
    const receipt = await sell({}, other);
    const today = new Date().toLocaleDateString('sv', { timeZone: 'America/Mexico_City' });
    const period = { from: today, to: today, periodicity: 'day' };
    await shop.app.post('/receipts/global-invoice', period, { key: other.key });
    const page = await visit(portalOf(receipt, 'demo'));
    expect([page.status, page.title]).toEqual([409, 'Este ticket ya está en la factura global']);
    expect(page.html).toContain('pídala al negocio');
    const json = await visit(portalOf(receipt, 'demo'), { accept: 'application/json' });
    expect(JSON.parse(json.html)).toMatchObject({ code: 'receipt_not_open', status: 409 });
    expect((await visit(`${portalOf(receipt, 'demo')}/pdf`)).status).toBe(409);
  });

  it('was invoiced by the shop while the customer looked at the preview', async () => {
    const receipt = await sell();
    const preview = await send(portalOf(receipt), { ...escuela, step: 'preview' });
    const { id } = await shop.app.post(
      `/receipts/${receipt.id}/invoice`,
      { customer: customerOf(), use: 'G03' },
      key(),
    );
    const late = await send(portalOf(receipt), { ...hiddenOf(preview.html), step: 'issue' });
    expect([late.status, late.headers.get('location')]).toEqual([303, `/${DOMAIN}/${receipt.key}?lang=es`]);
    expect((await get(`/receipts/${receipt.id}`)).invoice).toBe(id);
    expect((await visit(portalOf(receipt))).title).toBe('Su factura está lista');
  });

  it('can be invoiced again once its invoice was canceled', async () => {
    const receipt = await sell();
    await invoiceAt(portalOf(receipt));
    const { invoice } = await get(`/receipts/${receipt.id}`);
    await shop.app.del(`/invoices/${invoice}?motive=02`, key());
    // Whoever reads it right after the answer sees what became of it.
    expect((await get(`/receipts/${receipt.id}`)).status).toBe('open');
    expect((await visit(portalOf(receipt))).title).toBe('Facture su compra');
    expect((await invoiceAt(portalOf(receipt))).status).toBe(303);
  });
});

const customerOf = () => ({
  legal_name: escuela.legal_name,
  ...{ tax_id: escuela.tax_id, tax_system: escuela.tax_system, address: { zip: escuela['address.zip'] } },
});
