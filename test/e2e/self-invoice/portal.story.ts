import { describe, expect, it } from '../../support/story.js';
import { line, ukelele } from '../../support/bodies.js';
import { mailTo } from '../../support/latest-mail.js';
import { DOMAIN, errorsIn, escuela, hiddenOf, invoiceAt, portalOf, sell, send, shop, visit } from './shop.js';

/** The portal of a shop, as a client without a browser meets it. */

const get = (path: string) => shop.app.get(path, { key: shop.ours.key });

describe('a customer with a receipt', () => {
  it('is asked for the key, in any case and with what people put between its letters', async () => {
    const { key } = await sell();
    const page = await visit(`${shop.base}/${DOMAIN}`);
    expect([page.status, page.title]).toEqual([200, 'Facture su compra']);
    expect(page.html).toContain('<label for="key">Clave del ticket');
    const typed = ` ${key.slice(0, 4).toLowerCase()}-${key.slice(4).toLowerCase()} `;
    const sent = await visit(`${shop.base}/${DOMAIN}?lang=es&key=${encodeURIComponent(typed)}`);
    expect([sent.status, sent.headers.get('location')]).toEqual([303, `/${DOMAIN}/${key}?lang=es`]);
    expect((await visit(portalOf({ key: key.toLowerCase() }))).status).toBe(200);
  });

  it('sees what was bought: lines, taxes, total, branch, and until when', async () => {
    const receipt = await sell({ branch: 'Centro', items: [line({}, { quantity: 2 })] });
    const { status, html } = await visit(portalOf(receipt));
    expect(status).toBe(200);
    for (const text of [
      'Ukelele',
      'Centro',
      '$691.20',
      'IVA 16 %',
      '$95.34',
      'Puede facturarlo hasta',
      receipt.key,
    ])
      expect(html).toContain(text);
    for (const label of ['RFC', 'Nombre o razón social', 'Código postal', 'Régimen fiscal', 'Uso'])
      expect(html).toContain(`">${label}</label>`);
    expect(html).toContain('Ambiente de pruebas');
    expect(html).toContain('Ferretería &quot;El Tornillo&quot; &lt;b&gt;');
    const english = await visit(`${portalOf(receipt)}?lang=en`);
    for (const label of ['RFC', 'Legal name', 'Postal code', 'Tax regime', 'Use'])
      expect(english.html).toContain(`">${label}</label>`);
  });

  it('sees the invoice first, issues it, and downloads it with the same key ever after', async () => {
    const receipt = await sell();
    const link = portalOf(receipt);
    const preview = await send(link, { ...escuela, email: 'pagos@escuela.mx', step: 'preview' });
    expect([preview.status, preview.title]).toEqual([200, 'Así queda su factura']);
    for (const text of [
      'EKU9003173C9',
      'ESCUELA KEMPER URGATE',
      '42501',
      '601 · ',
      'G03 · ',
      '$345.60',
      'pagos@escuela.mx',
    ])
      expect(preview.html).toContain(text);
    expect((await get(`/receipts/${receipt.id}`)).status).toBe('open');

    const issued = await send(link, { ...hiddenOf(preview.html), step: 'issue' });
    expect([issued.status, issued.headers.get('location')]).toEqual([
      303,
      `/${DOMAIN}/${receipt.key}?lang=es&mailed=1`,
    ]);
    const after = await get(`/receipts/${receipt.id}`);
    expect(after).toMatchObject({ status: 'invoiced_to_customer', invoice: expect.any(String) });
    const invoice = await get(`/invoices/${after.invoice}`);
    expect(invoice).toMatchObject({ status: 'valid', use: 'G03', payment_form: '01', total: 345.6 });
    expect(invoice.customer.tax_id).toBe('EKU9003173C9');
    expect((await mailTo(shop.app, 'pagos@escuela.mx')).text).toContain('345.60');

    const done = await visit(link);
    expect([done.status, done.title]).toEqual([200, 'Su factura está lista']);
    expect(done.html).toContain(invoice.uuid);
    for (const secret of ['pagos@escuela.mx', '42501', 'ESCUELA', 'EKU9003173C9'])
      expect([secret, done.html.includes(`>${secret}`)]).toEqual([secret, false]);
    const xml = await fetch(`${link}/xml`);
    expect([xml.status, xml.headers.get('content-type'), await xml.text()]).toEqual([
      ...[200, 'application/xml', expect.stringContaining(`UUID="${invoice.uuid}"`)],
    ]);
    const pdf = await fetch(`${link}/pdf`);
    expect([pdf.headers.get('content-type'), (await pdf.text()).slice(0, 5)]).toEqual([
      'application/pdf',
      '%PDF-',
    ]);
    expect(pdf.headers.get('content-disposition')).toMatch(/^attachment; filename=".*\.pdf"$/);
  });

  it('who sends the same form twice, or at the same moment, has one invoice', async () => {
    const receipt = await sell();
    const link = portalOf(receipt);
    const preview = await send(link, { ...escuela, step: 'preview' });
    const form = { ...hiddenOf(preview.html), step: 'issue' };
    const answers = await Promise.all([send(link, form), send(link, form), send(link, form)]);
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303]);
    expect((await send(link, form)).status).toBe(303);
    const { invoice } = await get(`/receipts/${receipt.id}`);
    const { data } = await get(
      `/invoices?customer=${(await get(`/invoices/${invoice}`)).customer.id}&limit=50`,
    );
    const ours = data.filter(({ id }: { id: string }) => id === invoice);
    expect(ours).toHaveLength(1);
    // Another preview of before comes too late, and says what has become of the receipt.
    expect((await send(link, { ...escuela, step: 'preview' })).headers.get('location')).toBe(
      `/${DOMAIN}/${receipt.key}?lang=es`,
    );
  });

  it('puts several receipts into one invoice, each once', async () => {
    const [one, two, three] = [await sell(), await sell({ payment_form: '04' }), await sell()];
    const link = portalOf(one);
    const first = await send(link, { ...escuela, key: two.key, step: 'preview' });
    expect([first.status, first.html.includes(two.key)]).toEqual([200, true]);
    expect(first.html).toContain('Total de 2 tickets');
    expect(first.html).toContain('value="EKU9003173C9"');
    const again = await send(link, { ...escuela, ...hiddenOf(first.html), key: two.key, step: 'add' });
    expect(hiddenOf(again.html)['keys']).toBe(two.key);
    const third = await send(link, { ...escuela, ...hiddenOf(again.html), key: three.key, step: 'add' });
    expect(third.html).toContain('Total de 3 tickets');
    const less = await send(link, { ...escuela, ...hiddenOf(third.html), step: `remove:${three.key}` });
    const preview = await send(link, { ...escuela, ...hiddenOf(less.html), step: 'preview' });
    expect(preview.html).toContain('$691.20');
    const issued = await send(link, { ...hiddenOf(preview.html), step: 'issue' });
    expect(issued.status).toBe(303);
    const after = await Promise.all([one, two, three].map(({ id }) => get(`/receipts/${id}`)));
    expect(after.map(({ status }) => status)).toEqual([
      'invoiced_to_customer',
      'invoiced_to_customer',
      'open',
    ]);
    expect(after[0].invoice).toBe(after[1].invoice);
    expect((await visit(portalOf(two))).title).toBe('Su factura está lista');
  });

  it('has it mailed again, to an address that is shown to nobody', async () => {
    const receipt = await sell();
    await invoiceAt(portalOf(receipt));
    const wrong = await send(portalOf(receipt), { step: 'mail', email: 'nadie' });
    expect([wrong.status, errorsIn(wrong.html)]).toEqual([
      400,
      { email: 'No es una dirección de correo válida.' },
    ]);
    const sent = await send(portalOf(receipt), { step: 'mail', email: 'otra@escuela.mx' });
    expect([sent.status, sent.headers.get('location')]).toEqual([
      303,
      `/${DOMAIN}/${receipt.key}?lang=es&mailed=1`,
    ]);
    expect((await mailTo(shop.app, 'otra@escuela.mx')).subject).not.toBe('');
    expect((await visit(`${portalOf(receipt)}?mailed=1`)).html).not.toContain('otra@escuela.mx');
    for (const _ of [1, 2, 3]) await send(portalOf(receipt), { step: 'mail', email: 'otra@escuela.mx' });
    const flood = await send(portalOf(receipt), { step: 'mail', email: 'otra@escuela.mx' });
    expect([flood.status, flood.headers.get('retry-after')]).toEqual([429, expect.stringMatching(/^\d+$/)]);
  });
});

describe('what is typed', () => {
  it('is checked all at once, each problem at its field, and stays', async () => {
    const receipt = await sell();
    const typed = { ...escuela, legal_name: 'OTRA <i>', 'address.zip': '06000', use: '' };
    const { status, html } = await send(portalOf(receipt), { ...typed, step: 'preview' });
    expect(status).toBe(400);
    expect(errorsIn(html)).toEqual({
      'address-zip': 'El código postal no coincide con el del domicilio fiscal registrado en el SAT.',
      legal_name: 'El nombre o razón social no coincide con el registrado en el SAT.',
      use: 'Este dato es obligatorio.',
    });
    expect(html).toMatch(
      /id="legal_name"[^>]* aria-invalid="true" aria-describedby="legal_name-error legal_name-hint"/,
    );
    expect(html).toContain('value="OTRA &lt;i&gt;"');
    const english = await send(`${portalOf(receipt)}?lang=en`, { step: 'preview' });
    expect(errorsIn(english.html)).toEqual(
      Object.fromEntries(
        ['tax_id', 'address-zip', 'legal_name', 'tax_system', 'use'].map((id) => [
          id,
          'This field is required.',
        ]),
      ),
    );
    expect((await get(`/receipts/${receipt.id}`)).status).toBe('open');
  });

  it.each([
    [{ tax_id: 'XAXX010101000' }, 'tax_id', 'Escriba su propio RFC: con el RFC genérico no se factura aquí.'],
    [{ use: 'D01' }, 'use', 'Este negocio no ofrece ese uso, o su régimen fiscal no lo permite: elija otro.'],
    [
      { use: 'CP01' },
      'use',
      'Este negocio no ofrece ese uso, o su régimen fiscal no lo permite: elija otro.',
    ],
    [{ 'address.zip': '1' }, 'address-zip', 'Deben ser cinco dígitos.'],
    [{ email: 'x' }, 'email', 'No es una dirección de correo válida.'],
  ])('is refused at the field: %j', async (wrong, id, message) => {
    const { status, html } = await send(portalOf(await sell()), { ...escuela, ...wrong, step: 'preview' });
    expect([status, errorsIn(html)[id]]).toEqual([400, message]);
  });

  it('stays when the language is switched, of the form and of the preview, and issues nothing', async () => {
    const receipt = await sell();
    const link = `${portalOf(receipt)}?lang=en`;
    const form = await send(link, { ...escuela, language: 'en', from: 'form' });
    expect([form.status, form.title, form.html.includes('value="EKU9003173C9"')]).toEqual([
      ...[200, 'Invoice your purchase', true],
    ]);
    const preview = await send(portalOf(receipt), { ...escuela, step: 'preview' });
    const before = hiddenOf(preview.html);
    const switched = await send(link, { ...before, language: 'en' });
    expect(switched.title).toBe('This will be your invoice');
    expect(hiddenOf(switched.html)['attempt']).toBe(before['attempt']);
    const back = await send(link, { ...before, step: 'edit' });
    expect([back.title, back.html.includes('value="42501"')]).toEqual(['Invoice your purchase', true]);
    expect((await get(`/receipts/${receipt.id}`)).status).toBe('open');
  });

  it('names no invoice of others: an attempt that was not made here is a preview again', async () => {
    const [mine, other] = [await sell(), await sell()];
    const foreign =
      hiddenOf((await send(portalOf(other), { ...escuela, step: 'preview' })).html)['attempt'] ?? '';
    for (const attempt of ['', 'x', foreign, foreign.replace(/\..*/, '')]) {
      const { status, title } = await send(portalOf(mine), { ...escuela, attempt, step: 'issue' });
      expect([status, title]).toEqual([200, 'Así queda su factura']);
    }
    const pending = await visit(`${portalOf(mine)}?attempt=${foreign}`);
    expect(pending.title).toBe('Facture su compra');
  });

  it('is refused from other sites, and where it is no form', async () => {
    const receipt = await sell();
    const forged = await send(portalOf(receipt), escuela, { 'sec-fetch-site': 'cross-site' });
    expect([forged.status, forged.title]).toEqual([403, 'Este envío no vino de nuestra página']);
  });
});

describe('uses', () => {
  it('are those that the shop allows and the regime may have, each explained', async () => {
    const key = { key: shop.user };
    const settings = `/organizations/${shop.theirs.id}/self-invoice`;
    await shop.app.put(settings, { allowed_cfdi_uses: ['G03', 'D01', 'S01'] }, key);
    const receipt = await sell({}, shop.theirs);
    const offered = (html: string) =>
      [...html.matchAll(/<option value="([A-Z]\d\d)"/g)].map(([, use]) => use);
    const link = portalOf(receipt, 'demo');
    const { html } = await visit(link);
    expect(offered(html)).toEqual(['G03', 'D01', 'S01']);
    expect(html).toContain('Médico, dentista u hospital');
    const company = await send(link, { tax_id: 'EKU9003173C9', tax_system: '601', step: 'preview' });
    expect(offered(company.html)).toEqual(['G03', 'S01']);
    const refused = await send(link, { ...escuela, use: 'G01', step: 'preview' });
    expect(errorsIn(refused.html)['use']).toContain('no ofrece ese uso');
    await shop.app.put(settings, { allowed_cfdi_uses: [] }, key);
  });
});

describe('a receipt that cannot be invoiced', () => {
  const json = { accept: 'application/json' };
  const both = async (link: string) => {
    const [page, told] = [await visit(link), await visit(link, json)];
    const { code, status } = JSON.parse(told.html) as { code: string; status: number };
    return [page.status, page.title, told.status, code, status];
  };

  it('was canceled', async () => {
    const receipt = await sell();
    await shop.app.del(`/receipts/${receipt.id}`, { key: shop.ours.key });
    const link = portalOf(receipt);
    expect(await both(link)).toEqual([410, 'Este ticket está cancelado', 410, 'receipt_not_open', 410]);
    expect((await send(link, { ...escuela, step: 'preview' })).status).toBe(410);
    expect((await visit(`${link}?lang=en`)).title).toBe('This receipt is canceled');
  });

  it('has expired, also between the preview and the button', async () => {
    const key = { key: shop.theirs.key };
    const receipt = await sell({}, shop.theirs);
    const link = portalOf(receipt, 'demo');
    const preview = await send(link, { ...escuela, step: 'preview' });
    expect(preview.status).toBe(200);
    await shop.app.post(
      '/sandbox/clock',
      { advance_to: new Date(Date.now() + 40 * 86_400_000).toISOString() },
      key,
    );
    expect(await both(link)).toEqual([
      ...[410, 'El plazo para facturar este ticket terminó', 410, 'receipt_expired', 410],
    ]);
    expect((await send(link, { ...hiddenOf(preview.html), step: 'issue' })).status).toBe(410);
    expect((await shop.app.get(`/receipts/${receipt.id}`, key)).status).toBe('open');
  });

  it('never was, or is of another shop: nobody can tell which', async () => {
    const other = await sell({}, shop.theirs);
    for (const key of ['ABCDEFGH', other.key, '%27--', 'x'])
      expect(await both(portalOf({ key }))).toEqual([
        ...[404, 'Facture su compra', 404, 'receipt_not_found', 404],
      ]);
    const { html } = await visit(portalOf({ key: 'ABCDEFGH' }));
    expect(errorsIn(html)).toEqual({ key: expect.stringContaining('No hay un ticket con esta clave') });
    const added = await send(portalOf(await sell()), { ...escuela, key: other.key, step: 'add' });
    expect([added.status, errorsIn(added.html)['key']]).toEqual([404, errorsIn(html)['key']]);
  });

  it('is refused by name where it is added to others', async () => {
    const [mine, done, canceled] = [await sell(), await sell(), await sell()];
    await invoiceAt(portalOf(done));
    await shop.app.del(`/receipts/${canceled.id}`, { key: shop.ours.key });
    for (const { key } of [done, canceled]) {
      const { status, html } = await send(portalOf(mine), { ...escuela, key, step: 'add' });
      expect([status, errorsIn(html)['key']]).toEqual([409, expect.stringContaining(key)]);
    }
    expect(ukelele.price).toBe(345.6);
  });
});
