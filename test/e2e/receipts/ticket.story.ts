import { printEscPos } from '#pdf/testing/escpos';
import { line, sale } from '../../support/bodies.js';
import { startApp, type Answer, type Json, type TestApp, type TestOrganization } from '../../support/app.js';
import { afterAll, beforeAll, describe, expect, it } from '../../support/story.js';

/** A receipt for a ticket printer, as a cash register asks for it: with nothing but HTTP. */

let app: TestApp;
let user: string;
let shop: TestOrganization;
let receipt: Json;
beforeAll(async () => {
  app = await startApp({ TIMBRA_RATE_HEAVY: '120' });
  user = await app.newUser();
  shop = await app.newOrganization(user, 'Café "El Ñandú" ☕');
  // The API takes no control characters in the first place.
  const items = [
    line({ description: 'Torta\u00a0ahogada \u202esin\u200b chile', price: 85 }, { quantity: 2 }),
    line({ description: 'Agua de jamaica <b>1 L</b> 🍹', price: 30 }, { discount: 5 }),
  ];
  receipt = await app.post('/receipts', sale({ branch: 'Centro', items }), { key: shop.key });
});
afterAll(async () => {
  expect(app.bugs()).toEqual([]);
  await app.close();
});

const told = ({ status, body }: Answer) => [status, body.code, body.path ?? body.errors?.[0]?.path];
const ticket = async (query = '', headers: Record<string, string> = {}, of: Json = receipt) => {
  const response = await fetch(`${app.baseUrl}/receipts/${of.id}/ticket${query}`, {
    headers: { authorization: `Bearer ${shop.key}`, ...headers },
  });
  return { response, bytes: Buffer.from(await response.arrayBuffer()) };
};
const escpos = { accept: 'application/vnd.escpos' };

describe('the ticket of a receipt', () => {
  it.each([
    ['', 48],
    ['?width=48', 48],
    ['?width=32', 32],
  ])('is text of so many columns: %j', async (query, columns) => {
    const { response, bytes } = await ticket(query);
    expect([response.status, response.headers.get('content-type'), response.headers.get('vary')]).toEqual([
      ...[200, 'text/plain; charset=utf-8', expect.stringContaining('Accept')],
    ]);
    expect(response.headers.get('content-disposition')).toMatch(/^inline; filename="recibo-\d+\w*\.txt"$/);
    const text = bytes.toString();
    expect(text).toMatch(/^[\n\x20-\x7e\u00a1-\u00ff]+$/);
    for (const one of text.split('\n')) expect(one.length).toBeLessThanOrEqual(columns);
    for (const part of [
      'SIN VALIDEZ',
      'Ñandú" ?',
      'Torta',
      'Torta ahogada sin chile\n',
      '  2 ',
      'Descuento',
      '$195.00',
      'Centro',
    ])
      expect(text).toContain(part);
    expect(text).toContain(`${receipt.key.slice(0, 4)} ${receipt.key.slice(4)}`);
  });

  it('is what an ESC/POS printer takes, for who asks for that: with the code of the portal, and no command of others', async () => {
    const { response, bytes } = await ticket('?width=32', escpos);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/vnd.escpos']);
    expect(Number(response.headers.get('content-length'))).toBe(bytes.length);
    const { text, codes, commands } = printEscPos(bytes);
    expect(codes).toEqual([receipt.self_invoice_url]);
    expect(text).toContain('Torta ahogada');
    expect([commands.filter((one) => one === 'ESC @').length, commands.at(-1)]).toEqual([1, 'GS V 66 0']);
    expect(commands.filter((one) => one.startsWith('GS V')).length).toBe(1);
  });

  it('says what became of the sale', async () => {
    const canceled = await app.post('/receipts', sale(), { key: shop.key });
    await app.del(`/receipts/${canceled.id}`, { key: shop.key });
    const { bytes } = await ticket('', {}, canceled);
    expect(bytes.toString()).toContain('CANCELADO');
    expect(bytes.toString()).not.toContain(canceled.key.slice(0, 4));
    expect(printEscPos((await ticket('', escpos, canceled)).bytes).codes).toEqual([]);
  });

  it('of a thousand lines is made too', async () => {
    const items = Array.from({ length: 1_000 }, (_, n) => line({ description: `Artículo ${n}`, price: 1 }));
    const long = await app.post('/receipts', sale({ items }), { key: shop.key });
    const { bytes } = await ticket('', {}, long);
    expect(bytes.toString()).toContain('\nArtículo 999\n');
  });

  it.each([
    ['es', 'no admite ninguno de los tipos'],
    ['en', 'accepts none of the content types'],
  ])('is refused in words where it is asked for as something else, in %s', async (language, words) => {
    for (const accept of ['application/pdf', 'text/plain;q=0']) {
      const headers = { accept, 'accept-language': language };
      const answer = await app.api('GET', `/receipts/${receipt.id}/ticket`, undefined, {
        ...{ key: shop.key, headers },
      });
      expect(told(answer)).toEqual([406, 'not_acceptable', 'Accept']);
      expect(answer.body.message).toContain(words);
    }
  });

  it.each(['40', '48.0', '-32', 'x'])('has no other width, such as %j', async (width) => {
    const answer = await app.api('GET', `/receipts/${receipt.id}/ticket?width=${width}`, undefined, {
      key: shop.key,
    });
    expect(told(answer)).toEqual([400, 'invalid_request', 'width']);
  });

  it('is nobody else’s', async () => {
    const other = await app.newOrganization(user, 'Otra');
    const path = `/receipts/${receipt.id}/ticket`;
    expect(told(await app.api('GET', path, undefined, { key: other.key }))).toEqual([
      ...[404, 'receipt_not_found', undefined],
    ]);
    expect((await app.api('GET', path, undefined, { key: '' })).status).toBe(401);
    expect(told(await app.api('GET', path, undefined, { key: user }))[1]).toBe('organization_id_required');
  });
});
