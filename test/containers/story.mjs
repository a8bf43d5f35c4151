import assert from 'node:assert/strict';

/**
 * One invoice through a running service, by its API alone: a customer, the invoice, its XML and PDF, its mail, its
 * cancellation.
 *
 * @param demo what the demo step printed: `base_url` and `test_key`
 */
export const tellStory = async ({ base_url, test_key }) => {
  const call = async (method, path, body) => {
    const response = await fetch(base_url + path, {
      method,
      headers: { authorization: `Bearer ${test_key}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    assert(response.ok, `${method} ${path} answered ${response.status}: ${bytes}`);
    return bytes;
  };
  const json = async (...args) => JSON.parse(await call(...args));

  const customer = await json('POST', '/customers', {
    ...{ legal_name: 'UNIVERSIDAD ROBOTICA ESPAÑOLA', tax_id: 'URE180429TM6', tax_system: '601' },
    ...{ email: 'compras@example.com', address: { zip: '86991' } },
  });
  const invoice = await json('POST', '/invoices', {
    ...{ customer: customer.id, payment_form: '03' },
    items: [{ quantity: 2, product: { description: 'Ukelele', product_key: '60131324', price: 345.6 } }],
  });
  assert.equal(invoice.status, 'valid');
  const xml = String(await call('GET', `/invoices/${invoice.id}/xml`));
  assert(xml.includes(`UUID="${invoice.uuid}"`), 'the XML has no stamp');
  const pdf = await call('GET', `/invoices/${invoice.id}/pdf`);
  assert.equal(pdf.subarray(0, 5).toString(), '%PDF-');
  assert.deepEqual(await json('POST', `/invoices/${invoice.id}/email`), { ok: true });
  const canceled = await json('DELETE', `/invoices/${invoice.id}?motive=02`);
  assert.equal(canceled.status, 'canceled');
  return { uuid: invoice.uuid, pdfBytes: pdf.length };
};
