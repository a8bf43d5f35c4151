import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { complaints, RULE, RULE_OF_5000_ITEMS, Siege, type Attacker, type Limits } from './harness.js';

let siege: Siege;
beforeAll(async () => {
  siege = await Siege.begin();
}, 180_000);
afterAll(() => siege.end());

/** The longest addenda. */
const LONGEST = 500_000;
const fill = (text: string, length = LONGEST - 1000): string => text.repeat(Math.floor(length / text.length));

const customer = {
  ...{ legal_name: 'UNIVERSIDAD ROBOTICA ESPAÑOLA', tax_id: 'URE180429TM6', tax_system: '601' },
  address: { zip: '86991' },
};
const item = (n: number, rest: object = {}): object => ({
  product: {
    description: `Pieza número ${n}, con un texto como los de verdad`,
    ...{ product_key: '60131324', price: 10 + (n % 97), sku: `SKU-${n}` },
    taxes: [{ type: 'IVA', rate: 0.16 }, ...(n % 2 ? [] : [{ type: 'IEPS', rate: 0.08 }])],
  },
  ...rest,
});
const many = <T>(count: number, make: (n: number) => T): T[] =>
  Array.from({ length: count }, (_, n) => make(n));
const invoice = (rest: object = {}): object => ({ customer, payment_form: '03', items: [item(1)], ...rest });

/** What the attacker got, as far as a spec looks at it. */
interface Got {
  readonly status: number;
  readonly text: string;
}

async function call(attacker: Attacker, method: string, path: string, body?: string): Promise<Got> {
  const headers = { authorization: `Bearer ${attacker.key}`, 'content-type': 'application/json' };
  const response = await fetch(`${attacker.origin}/v2${path}`, { method, headers, ...(body && { body }) });
  const text = await response.text();
  attacker.count(response.status);
  return { status: response.status, text };
}

/** Sends invoices one after another; gives the first answer. */
async function attackWith(
  name: string,
  bodies: readonly object[],
  {
    limits = RULE,
    path = '/invoices?async=false',
  }: { readonly limits?: Limits; readonly path?: string } = {},
): Promise<Got> {
  const sent = bodies.map((body) => JSON.stringify(body));
  const answers: Got[] = [];
  const figures = await siege.attack(
    name,
    async (attacker) => {
      for (const body of sent) answers.push(await call(attacker, 'POST', path, body));
    },
    limits,
  );
  expect(complaints(figures, limits)).toEqual([]);
  return answers[0] as Got;
}

const attributes = (count: number): string => many(count, (n) => `b${n}="1"`).join(' ');

describe('an addenda', () => {
  it.each([
    ['a comment of words', `<a><!--${fill('TimbreFiscalDigital Complemento ')}--></a>`, 200],
    ['a comment of hyphens', `<a><!--${fill('- ')}--></a>`, 400],
    ['a comment of tags', `<a><!--${fill('<cartaporte31:CartaPorte IdCCP="')}--></a>`, 200],
    ['CDATA of brackets', `<a><![CDATA[${fill('] ]')}]]></a>`, 400],
    ['CDATA of tags', `<a><![CDATA[${fill('<cfdi:Complemento><tfd:TimbreFiscalDigital ')}]]></a>`, 200],
    ['many small comments', `<a>${fill('<!---->')}</a>`, 400],
    ['references', `<a b="${fill('&#x3C;', LONGEST / 2)}">${fill('&lt;', LONGEST / 3)}</a>`, 200],
    ['spaces inside of closing tags', `<a>${fill(`<b></b${' '.repeat(900)}>`)}</a>`, 200],
    ['a quarter of a million elements', `<a>${fill('<b/>')}</a>`, 400],
    ['attributes', `<a ${attributes(80_000)}/>`, 400],
    ['openings', fill('<a '), 400],
    ['a comment without an end', `<a><!--${fill('<TimbreFiscalDigital')}`, 400],
    ['depth', fill('<a>'), 400],
    ['a stamp by another prefix', '<日本:TimbreFiscalDigital xmlns:日本="urn:x"/>', 400],
  ])('of half a MB of %s holds nobody up', async (name, addenda, status) => {
    const got = await attackWith(
      `addenda: ${name}`,
      many(3, () => invoice({ addenda })),
    );
    expect([name, got.status, got.text.slice(0, status === 200 ? 0 : 300)]).toEqual([
      name,
      status,
      expect.any(String),
    ]);
    if (status === 400) expect(JSON.parse(got.text)).toMatchObject({ path: 'addenda' });
  });

  it('forges no address of a Carta Porte', async () => {
    const carta =
      '<cartaporte31:CartaPorte IdCCP="CCCF0000-0000-4000-8000-000000000000"><cartaporte31:Ubicacion TipoUbicacion="Origen" FechaHoraSalidaLlegada="2020-01-01T00:00:00"/></cartaporte31:CartaPorte>';
    const declared = carta.replace('<cartaporte31:CartaPorte', '$& xmlns:cartaporte31="urn:mine"');
    for (const addenda of [`<a><!--${carta}--></a>`, `<a><![CDATA[${carta}]]></a>`, `<a>${declared}</a>`]) {
      const { status, text } = await attackWith('addenda: a forged Carta Porte', [invoice({ addenda })]);
      expect(status).toBe(200);
      expect(
        (JSON.parse(text) as { verification_carta_porte?: unknown }).verification_carta_porte ?? null,
      ).toBeNull();
    }
  });
});

describe('what repeats', () => {
  const part = { description: 'x', product_key: '60131324' };
  it.each([
    [
      '2000 items of 30 parts',
      { items: many(2000, (n) => item(n, { parts: many(30, () => part) })) },
      'items.',
    ],
    [
      '5000 items of 100 customs numbers',
      { items: many(5000, (n) => item(n, { customs_keys: many(100, () => '1') })) },
      'items.',
    ],
    [
      'payments of 1000 documents',
      {
        ...{ type: 'P', items: [] },
        complements: many(10, () => ({
          type: 'pago',
          data: many(10, () => ({
            payment_form: '03',
            related_documents: many(1000, () => ({ amount: 1, taxes: [{ base: 1 }] })),
          })),
        })),
      },
      'complements.0.data',
    ],
    [
      'a Carta Porte of 20,000 goods',
      {
        complements: [{ type: 'carta_porte', data: { Mercancias: { Mercancia: many(20_001, () => ({})) } } }],
      },
      'complements.0.data',
    ],
  ])('has a limit in all: %s', async (name, rest, path) => {
    const { status, text } = await attackWith(
      name,
      many(3, () => invoice(rest)),
      { limits: RULE_OF_5000_ITEMS },
    );
    expect(status).toBe(400);
    const { path: at = '' } = JSON.parse(text) as { path?: string };
    expect(at).toContain(path);
  });

  // More values than any document has: refused as JSON, before anybody knows whose fields they are.
  it('has a limit before it is an invoice: 2000 items of 100 parts', async () => {
    const items = many(2000, (n) => item(n, { parts: many(100, () => part) }));
    const { status, text } = await attackWith(
      '2000 items of 100 parts',
      many(3, () => invoice({ items })),
    );
    expect([status, (JSON.parse(text) as { code: string }).code]).toEqual([400, 'invalid_request']);
  });
});

describe('5000 items', () => {
  it('leave room for others: created, read, copied, printed, by several clients at once', async () => {
    const body = JSON.stringify(invoice({ items: many(5000, (n) => item(n)) }));
    const attack = async (attacker: Attacker): Promise<void> => {
      const one = async (): Promise<void> => {
        const { text } = await call(attacker, 'POST', '/invoices?async=false', body);
        const { id } = JSON.parse(text) as { readonly id?: string };
        if (id === undefined) return;
        await call(attacker, 'GET', `/invoices/${id}`);
        await call(attacker, 'GET', `/invoices/${id}/xml`);
        await call(attacker, 'POST', `/invoices/${id}/copy`);
      };
      for (let round = 0; round < 3; round += 1) await Promise.all([one(), one()]);
    };
    const figures = await siege.attack('5000 items', attack, RULE_OF_5000_ITEMS);
    expect(complaints(figures, RULE_OF_5000_ITEMS)).toEqual([]);
  });
});
