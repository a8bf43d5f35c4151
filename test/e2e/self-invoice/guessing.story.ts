import { RECEIPT_KEY_ALPHABET, RECEIPT_KEY_LENGTH } from '#contracts';
import { Guesses, placeOf, WRONG_KEYS } from '#apps/gateway/src/portal/self-invoice/guesses';
import { describe, expect, it } from '../../support/story.js';
import { DOMAIN, escuela, portalOf, sell, send, shop, visit } from './shop.js';

/** Whoever tries keys is refused before one can be found. */

const { most, seconds } = WRONG_KEYS;

/** Somebody at an address of their own. */
const from = (ip: string, language = 'es') => ({ 'x-forwarded-for': ip, 'accept-language': language });
const keyNo = (n: number): string =>
  Array.from({ length: RECEIPT_KEY_LENGTH }, (_, place) => {
    const digit = Math.floor((n + 1) * 7919 * 31 ** (place % 4)) + place * n;
    return RECEIPT_KEY_ALPHABET[digit % RECEIPT_KEY_ALPHABET.length];
  }).join('');
const triesOf = async (address: string): Promise<number> => {
  const { rows } = await shop.app.runtime.pool.query<{ tries: number }>(
    'SELECT cardinality(tries) AS tries FROM gateway.wrong_keys WHERE address = $1',
    [address],
  );
  return rows[0]?.tries ?? 0;
};
const later = (address: string) =>
  shop.app.runtime.pool.query(
    `UPDATE gateway.wrong_keys SET last = last - make_interval(secs => $2),
       tries = ARRAY(SELECT t - make_interval(secs => $2) FROM unnest(tries) AS t ORDER BY t)
     WHERE address = $1`,
    [address, seconds],
  );

describe('an address that tries keys', () => {
  it('is refused after twenty wrong ones in ten minutes, with a right one too, and told how long to wait', async () => {
    const ip = '203.0.113.1';
    const receipt = await sell();
    for (let n = 0; n < most; n += 1)
      expect((await visit(portalOf({ key: keyNo(n) }), from(ip))).status).toBe(404);
    const refused = await visit(portalOf(receipt), from(ip));
    expect([refused.status, refused.title]).toEqual([429, 'Demasiadas claves equivocadas']);
    const wait = Number(refused.headers.get('retry-after'));
    expect(wait).toBeGreaterThan(seconds - 60);
    expect(wait).toBeLessThanOrEqual(seconds);
    expect((await visit(portalOf(receipt), from(ip, 'en'))).title).toBe('Too many wrong keys');
    const json = await visit(portalOf(receipt), { ...from(ip), accept: 'application/json' });
    expect(JSON.parse(json.html)).toMatchObject({ code: 'rate_limit_exceeded', status: 429 });
    expect((await send(portalOf(receipt), { ...escuela, step: 'preview' }, from(ip))).status).toBe(429);
    // Others are not, and the portal itself is open to it.
    expect((await visit(portalOf(receipt), from('203.0.113.2'))).status).toBe(200);
    expect((await visit(`${shop.base}/${DOMAIN}`, from(ip))).status).toBe(200);
    await later(ip);
    expect((await visit(portalOf(receipt), from(ip))).status).toBe(200);
  });

  it('tries those of the form’s own field at the same cost', async () => {
    const ip = '203.0.113.3';
    const receipt = await sell();
    for (let n = 0; n < most; n += 1) {
      const { status } = await send(portalOf(receipt), { key: keyNo(n), step: 'add' }, from(ip));
      expect(status).toBe(404);
    }
    expect((await visit(portalOf(receipt), from(ip))).status).toBe(429);
  });

  it('finds no more of them at the same moment: of 100 at once, one lookup more than the limit at most', async () => {
    const ip = '203.0.113.4';
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, n) => visit(portalOf({ key: keyNo(n) }), from(ip))),
    );
    const looked = answers.filter(({ status }) => status === 404).length;
    expect(looked).toBeGreaterThanOrEqual(most);
    expect(looked).toBeLessThanOrEqual(most + 1);
    expect(answers.filter(({ status }) => status === 429).length).toBe(100 - looked);
  });

  it('has all of its network, where it is of IPv6', async () => {
    for (let n = 0; n < most; n += 1)
      await visit(portalOf({ key: keyNo(n) }), from(`2001:db8:1:2::${(n + 1).toString(16)}`));
    expect(await triesOf('2001:db8:1:2::/64')).toBe(most);
    const receipt = await sell();
    expect((await visit(portalOf(receipt), from('2001:db8:1:2:ffff::9'))).status).toBe(429);
    expect((await visit(portalOf(receipt), from('2001:db8:1:3::1'))).status).toBe(200);
    expect(placeOf('::ffff:203.0.113.9')).toBe('203.0.113.9');
    expect(placeOf('2001:db8::1')).toBe('2001:db8:0:0::/64');
  });

  it('is counted for the installation: another process knows', async () => {
    const ip = '203.0.113.5';
    const other = new Guesses(shop.app.runtime.pool);
    for (let n = 0; n < most; n += 1) await other.try(ip, () => Promise.resolve(undefined));
    expect((await visit(portalOf(await sell()), from(ip))).status).toBe(429);
  });

  it('leaves no trace with right keys, and none for long with wrong ones', async () => {
    const ip = '203.0.113.6';
    const receipt = await sell();
    await visit(portalOf(receipt), from(ip));
    expect(await triesOf(ip)).toBe(0);
    await visit(portalOf({ key: keyNo(1) }), from(ip));
    expect(await triesOf(ip)).toBe(1);
    await later(ip);
    await visit(portalOf({ key: keyNo(1) }), from('203.0.113.7'));
    expect(await triesOf(ip)).toBe(0);
  });

  it('finds nothing in a lifetime: figures', () => {
    const keys = RECEIPT_KEY_ALPHABET.length ** RECEIPT_KEY_LENGTH;
    expect(keys).toBeGreaterThan(8.5e11);
    // What twenty tries find among a shop's 10,000 receipts that can be invoiced: one in 4 million.
    expect((most * 10_000) / keys).toBeLessThan(2.5e-7);
    // An address that never rests tries a million keys a year, and finds one of these receipts in some 80 years.
    const triesAYear = (most * 365 * 86_400) / seconds;
    expect(keys / 10_000 / triesAYear).toBeGreaterThan(80);
  });
});
