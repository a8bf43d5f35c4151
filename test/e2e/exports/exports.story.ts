import { get } from 'node:http';
import { until } from '#bus/testing/until';
import { startApp, type Answer, type Json, type TestApp } from '../../support/app.js';
import { innovacion, inParts, invoice, line, payment, universidad } from '../../support/bodies.js';
import { localMonth } from '../../support/month.js';
import { afterAll, beforeAll, describe, expect, it } from '../../support/story.js';
import { receive } from './receive.js';
import { hasFormulas, headersOfCsv, rowsOfCsv, rowsOfXlsx, type SheetRow } from './sheets.js';
import { sumOf, taxesOfXml, type Cents } from './xml-taxes.js';

/** Exports of a month, read back with other libraries and compared with the XML of the documents they tell of. */

let app: TestApp;
let month = '';
let lastMonth = '';
/** By what they are. */
const made: Record<string, Json> = {};

const IVA = { type: 'IVA', rate: 0.16 };
const plain = { tax_included: false };

beforeAll(async () => {
  app = await startApp();
  const create = async (name: string, body: object): Promise<Json> =>
    (made[name] = await app.post('/invoices', body));
  const pue = await create('pue', invoice({ items: [line({ price: 1160 })], series: '=A' }));
  month = localMonth(pue.date);
  const [year = 0, number = 1] = month.split('-').map(Number);
  lastMonth = new Date(Date.UTC(year, number - 2, 15)).toISOString().slice(0, 7);
  const withheld = [
    IVA,
    { type: 'ISR', rate: 0.1, withholding: true },
    { type: 'IVA', rate: 0.106667, withholding: true },
  ];
  await create(
    'fees',
    invoice({ customer: innovacion, items: [line({ ...plain, price: 3333.33, taxes: withheld })] }),
  );
  await create(
    'usd',
    invoice({ items: [line({ ...plain, price: 99.99 })], currency: 'USD', exchange: 18.123456 }),
  );
  await create(
    'mixed',
    invoice({
      customer: innovacion,
      items: [
        line({ ...plain, price: 50.55, taxes: [{ type: 'IVA', rate: 0 }] }),
        line({ ...plain, price: 20.2, taxes: [{ type: 'IVA', factor: 'Exento' }] }),
        line({ ...plain, price: 7.77, taxability: '01', taxes: [] }),
        line({ ...plain, price: 10, taxes: [{ type: 'IEPS', rate: 0.08 }, IVA] }),
      ],
    }),
  );
  await create(
    'note',
    invoice({
      ...{ type: 'E', use: 'G02', items: [line({ price: 116 })] },
      related_documents: [{ relationship: '01', documents: [pue.uuid] }],
    }),
  );
  await create('canceled', invoice({ items: [line({ price: 11600 })] }));
  await app.del(`/invoices/${made['canceled'].id}?motive=02`);
  const ppd = await create('ppd', inParts({}, 1160));
  const pay = (name: string, date: string | undefined, amount: number): Promise<Json> =>
    create(
      name,
      payment([
        {
          payment_form: '03',
          ...(date && { date }),
          related_documents: [{ uuid: ppd.uuid, invoice: ppd.id, amount }],
        },
      ]),
    );
  await pay('paid now', undefined, 333.33);
  await pay('paid before', `${lastMonth}-10T12:00:00Z`, 200.01);
  await app.post('/invoices', { ...invoice(), status: 'draft' });
});
afterAll(() => app.close());

async function download(path: string, type: string): Promise<Buffer> {
  const { status, bytes, headers } = await app.api('GET', path);
  expect([path, status, headers.get('content-type')]).toEqual([path, 200, type]);
  return bytes;
}
const asCsv = (path: string) => download(path, 'text/csv; charset=utf-8');
const asXlsx = (path: string) =>
  download(path, 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet');

/** A row with amounts as numbers, as far as they are any: what both formats have in common. */
const comparable = (row: SheetRow): object =>
  Object.fromEntries(
    Object.entries(row).map(([header, cell]) => [
      header,
      /^-?\d+(\.\d+)?$/.test(cell) && !['Folio', 'Forma de pago'].includes(header) ? Number(cell) : cell,
    ]),
  );

const xmlOf = async (name: string): Promise<string> =>
  (await app.api('GET', `/invoices/${made[name].id}/xml`)).bytes.toString();

describe('the invoices of a month', () => {
  it('are a row each, in the order of their dates, with canceled ones and no draft', async () => {
    const rows = rowsOfCsv(await asCsv(`/exports/invoices.csv?month=${month}`));
    const names = Object.keys(made);
    expect(rows.map(({ UUID }) => UUID)).toEqual(names.map((name) => made[name].uuid));
    expect(rows[0]).toMatchObject({
      ...{ 'Emitido o recibido': 'Emitido', Tipo: 'Ingreso', 'RFC emisor': 'EKU9003173C9' },
      ...{ 'RFC receptor': 'URE180429TM6', 'Nombre receptor': 'UNIVERSIDAD ROBOTICA ESPAÑOLA' },
      ...{ 'Método de pago': 'PUE', 'Forma de pago': '03', Moneda: 'MXN', 'Tipo de cambio': '1' },
      ...{ Subtotal: '1000.00', 'Base IVA 16%': '1000.00', 'IVA 16%': '160.00', Total: '1160.00' },
      ...{ Saldo: '0.00', Estado: 'Vigente' },
    });
    const at = (name: string): SheetRow => rows[names.indexOf(name)] as SheetRow;
    expect(at('canceled')).toMatchObject({ Estado: 'Cancelado', 'Estado de cancelación': 'Aceptada' });
    expect(at('canceled')['Fecha de cancelación']).toMatch(/^\d{4}-\d\d-\d\dT/);
    expect(at('ppd')).toMatchObject({ Saldo: '626.66', 'Método de pago': 'PPD' });
    expect(at('note')['UUID relacionados']).toBe(`01: ${made['pue'].uuid}`);
    expect(at('paid now')).toMatchObject({
      ...{ 'UUID pagados': made['ppd'].uuid, 'Monto de los pagos (MXN)': '333.33', Total: '0.00' },
    });
  });

  it('have the Fecha of their XML, and its amounts', async () => {
    const rows = rowsOfCsv(await asCsv(`/exports/invoices.csv?month=${month}`));
    for (const [index, name] of Object.keys(made).entries()) {
      const xml = await xmlOf(name);
      const attribute = (wanted: string) =>
        new RegExp(`<cfdi:Comprobante [^>]*\\b${wanted}="([^"]*)"`).exec(xml)?.[1];
      const row = rows[index] as SheetRow;
      expect([name, row['Fecha']]).toEqual([name, attribute('Fecha')]);
      expect([name, Number(row['Total'])]).toEqual([name, Number(attribute('Total'))]);
    }
  });

  it('run nothing in a spreadsheet: a text that begins like a formula has an apostrophe, or is text', async () => {
    const [first] = rowsOfCsv(await asCsv(`/exports/invoices.csv?month=${month}`));
    expect(first?.['Serie']).toBe("'=A");
    const workbook = await asXlsx(`/exports/invoices.xlsx?month=${month}`);
    expect(rowsOfXlsx(workbook)[0]?.['Serie']).toBe('=A');
    expect(hasFormulas(workbook)).toBe(false);
  });

  it.each(['invoices', 'taxes', 'taxes with detail'])('%s say the same as CSV and as XLSX', async (what) => {
    const [name = ''] = what.split(' ');
    const query = `month=${month}${what.includes('detail') ? '&detail=true' : ''}`;
    const csv = rowsOfCsv(await asCsv(`/exports/${name}.csv?${query}`));
    const xlsx = rowsOfXlsx(await asXlsx(`/exports/${name}.xlsx?${query}`));
    const unmarked = csv.map((row) => ({
      ...row,
      ...(row['Serie'] && { Serie: row['Serie'].replace(/^'/, '') }),
    }));
    expect(xlsx.map(comparable)).toEqual(unmarked.map(comparable));
    expect(csv.length).toBeGreaterThan(2);
  });

  it('of another side, or of a month without any, are a heading', async () => {
    for (const query of [`month=${month}&issuer_type=receiving`, 'month=2020-02'])
      for (const name of ['invoices', 'taxes']) {
        const bytes = await asCsv(`/exports/${name}.csv?${query}`);
        expect([rowsOfCsv(bytes), headersOfCsv(bytes).length > 15]).toEqual([[], true]);
        const workbook = await asXlsx(`/exports/${name}.xlsx?${query}`);
        expect(rowsOfXlsx(workbook)).toEqual([]);
      }
  });
});

/** The taxes of a row that are not zero, in hundredths. */
const centsOf = (row: SheetRow | undefined): Cents =>
  Object.fromEntries(
    Object.entries(row ?? {}).flatMap(([header, cell]) =>
      /IVA|ISR|IEPS|objeto|Total|locales/.test(header) && Number(cell) !== 0
        ? [[header, Math.round(Number(cell) * 100)]]
        : [],
    ),
  );

describe('the taxes of a month', () => {
  const taxesOf = async (names: readonly string[]): Promise<Cents> =>
    sumOf(await Promise.all(names.map(async (name) => taxesOfXml(await xmlOf(name)))));

  it('are those of the XML: what was paid at once, credit notes less, payments when they were made', async () => {
    const rows = rowsOfCsv(await asCsv(`/exports/taxes.csv?month=${month}`));
    expect(rows.map(({ RFC, Nombre, Documentos }) => [RFC, Nombre, Documentos])).toEqual([
      ['IVD920810GU2', innovacion.legal_name, '2'],
      ['URE180429TM6', universidad.legal_name, '4'],
      ['', 'Total emitidos', '6'],
    ]);
    const [innovacionRow, universidadRow, total] = rows.map(centsOf);
    expect(innovacionRow).toEqual(await taxesOf(['fees', 'mixed']));
    expect(universidadRow).toEqual(await taxesOf(['pue', 'usd', 'note', 'paid now']));
    expect(total).toEqual(await taxesOf(['fees', 'mixed', 'pue', 'usd', 'note', 'paid now']));
    expect(Object.keys(total ?? {}).sort()).toEqual(
      [
        ...['Base IVA 0%', 'Base IVA 16%', 'Base IVA exento', 'IEPS trasladado', 'ISR retenido'],
        ...['IVA 16%', 'IVA retenido', 'No objeto de impuesto', 'Total cobrado o pagado'],
      ].sort(),
    );
  });

  it('count a payment in the month in which it was made, whenever it was documented', async () => {
    const rows = rowsOfCsv(await asCsv(`/exports/taxes.csv?month=${lastMonth}`));
    expect(rows.map(({ Nombre }) => Nombre)).toEqual([universidad.legal_name, 'Total emitidos']);
    expect(centsOf(rows[1])).toEqual(await taxesOf(['paid before']));
  });

  it('have the documents behind them in the detail', async () => {
    const rows = rowsOfCsv(await asCsv(`/exports/taxes.csv?month=${month}&detail=true`));
    const names = ['pue', 'fees', 'usd', 'mixed', 'note', 'paid now'];
    expect(rows.map(({ UUID }) => UUID)).toEqual([...names.map((name) => made[name].uuid), '']);
    for (const [index, name] of names.entries())
      expect([name, centsOf(rows[index])]).toEqual([name, await taxesOf([name])]);
    expect(rows.map(({ Concepto }) => Concepto)).toEqual([
      'PUE',
      'PUE',
      'PUE',
      'PUE',
      'Nota de crédito',
      'Pago',
      '',
    ]);
    expect(rows[5]?.['UUID pagados']).toBe(made['ppd'].uuid);
    expect(centsOf(rows.at(-1))).toEqual(await taxesOf(names));
  });
});

describe('a payment and its substitute', () => {
  it('are one, also while the first is still valid', async () => {
    const { key } = await app.newOrganization(await app.newUser(), 'Sustituciones');
    const create = async (body: object): Promise<Json> => app.post('/invoices', body, { key });
    const owed = await create(inParts({}, 1160));
    const pay = (amount: number, more: object = {}) =>
      create({ ...payment([{ payment_form: '03', invoice: owed.id, amount }]), ...more });
    const wrong = await pay(116);
    const right = await pay(348, {
      related_documents: [{ relationship: '04', documents: [wrong.uuid] }],
    });
    const rowsNow = async (query = ''): Promise<readonly SheetRow[]> =>
      rowsOfCsv(
        (await app.api('GET', `/exports/taxes.csv?month=${month}${query}`, undefined, { key })).bytes,
      );
    const xml = (await app.api('GET', `/invoices/${right.id}/xml`, undefined, { key })).bytes.toString();
    const [sum] = await rowsNow();
    expect([sum?.['Documentos'], centsOf(sum)]).toEqual(['1', taxesOfXml(xml)]);
    expect(sum?.['Avisos']).toBe(`No se suma: lo sustituye ${right.uuid}, y sigue vigente`);
    const detail = await rowsNow('&detail=true');
    expect(detail.map((row) => [row['UUID'], row['IVA 16%']])).toEqual([
      [wrong.uuid, '0.00'],
      [right.uuid, '48.00'],
      ['', '48.00'],
    ]);
    await app.del(`/invoices/${wrong.id}?motive=01&substitution=${right.id}`, { key });
    const [after] = await rowsNow();
    expect([after?.['Documentos'], centsOf(after), after?.['Avisos']]).toEqual(['1', taxesOfXml(xml), '']);
  });
});

describe('what says twice that money moved', () => {
  /** An issuer, a second one of the same RFC whose books don't have the first one's, and who receives from both. */
  const open = async (name: string) => {
    const { id, key } = await app.newOrganization(await app.newUser(), name);
    const create = (body: object): Promise<Json> => app.post('/invoices', body, { key });
    const xml = async (invoiceId: string): Promise<string> =>
      (await app.api('GET', `/invoices/${invoiceId}/xml`, undefined, { key })).bytes.toString();
    const rows = async (query: string): Promise<readonly SheetRow[]> =>
      rowsOfCsv((await app.api('GET', `/exports/taxes.csv?${query}`, undefined, { key })).bytes);
    return { id, create, xml, rows };
  };

  it('counts once: a payment that a supplier documents of an invoice that was paid at once', async () => {
    const [supplier, itsOldSystem, books] = await Promise.all(['A', 'B', 'C'].map(open));
    if (!supplier || !itsOldSystem || !books) throw new Error('three organizations');
    const atOnce = await supplier.create(invoice({ items: [line({ price: 1160 })] }));
    const later = await supplier.create(inParts({}, 580));
    const paying = (uuid: string, amount: number, last_balance: number) => ({
      ...{ uuid, amount, last_balance, installment: 1, taxability: '02' },
      taxes: [{ base: amount / 1.16, type: 'IVA', rate: 0.16 }],
    });
    const paid = await itsOldSystem.create(
      payment([
        {
          payment_form: '03',
          related_documents: [paying(atOnce.uuid, 1160, 1160), paying(later.uuid, 116, 580)],
        },
      ]),
    );
    const again = await itsOldSystem.create(
      payment([{ payment_form: '03', related_documents: [paying(atOnce.uuid, 1160, 1160)] }]),
    );
    const payments = await Promise.all([paid, again].map(({ id }) => itsOldSystem.xml(id)));
    // Alone, a payment is all that is known.
    await receive(app, books.id, payments);
    const [alone] = await books.rows(`month=${month}`);
    expect([alone?.['Documentos'], alone?.['IVA 16%'], alone?.['Avisos']]).toEqual(['2', '336.00', '']);
    await receive(app, books.id, [await supplier.xml(atOnce.id), await supplier.xml(later.id)]);
    const [sum] = await books.rows(`month=${month}`);
    expect([sum?.['Documentos'], sum?.['IVA 16%'], sum?.['Total cobrado o pagado']]).toEqual([
      ...['2', '176.00', '1276.00'],
    ]);
    expect(sum?.['Avisos']).toBe(`No se suma el pago de ${atOnce.uuid}: es PUE, y cuenta en su fecha`);
    const detail = await books.rows(`month=${month}&detail=true`);
    const byUuid = new Map(detail.map((row) => [row['UUID'], row['IVA 16%']]));
    expect([atOnce, paid, again].map(({ uuid }) => byUuid.get(uuid))).toEqual(['160.00', '16.00', '0.00']);
  });

  it('counts what was paid: a credit note of an invoice before its payment, and an advance', async () => {
    const books = await open('Descuentos');
    const note = (relationship: string, of: Json, price: number) =>
      books.create({
        ...invoice({ type: 'E', use: 'G02', items: [line({ price })] }),
        related_documents: [{ relationship, documents: [of.uuid] }],
      });
    const pay = (of: Json, amount: number) =>
      books.create(payment([{ payment_form: '03', invoice: of.id, amount }]));
    const iva = async () => {
      const [sum] = await books.rows(`month=${month}`);
      return [sum?.['IVA 16%'], sum?.['Total cobrado o pagado'], sum?.['Documentos']];
    };
    // 1160, less 116 that nobody had paid: 1044 are paid.
    const sold = await books.create(inParts({}, 1160));
    const discount = await note('01', sold, 116);
    await pay(sold, 1044);
    expect(await iva()).toEqual(['144.00', '1044.00', '1']);
    const [sum] = await books.rows(`month=${month}`);
    expect(sum?.['Avisos']).toBe(
      `No se suman 116.00 MXN de la nota de crédito: reducen lo que no se había pagado de ${sold.uuid} (PPD)`,
    );
    const detail = await books.rows(`month=${month}&detail=true`);
    expect(detail.find(({ UUID }) => UUID === discount.uuid)).toMatchObject({ 'IVA 16%': '0.00' });
    // Another one gives back what was paid, whichever of the two is said to be first.
    await note('03', sold, 116);
    expect((await iva()).slice(0, 2)).toEqual(['128.00', '928.00']);
    // An advance of 1160 that is applied to an invoice of 2320, of which the other half is paid later.
    await books.create(invoice({ items: [line({ price: 1160 })] }));
    const whole = await books.create(inParts({}, 2320));
    await note('07', whole, 1160);
    await pay(whole, 1160);
    expect((await iva()).slice(0, 2)).toEqual(['448.00', '3248.00']);
  });
});

describe('what one organization issues and another receives', () => {
  // Of what the demo organization issued, universidad received these.
  const RECEIVED = ['pue', 'usd', 'note', 'ppd', 'paid now', 'paid before', 'canceled'];
  let key = '';
  beforeAll(async () => {
    const other = await app.newOrganization(await app.newUser(), 'Universidad');
    key = other.key;
    const xmls = await Promise.all(RECEIVED.map(xmlOf));
    await receive(app, other.id, xmls.slice(0, -1));
    // One that its issuer has canceled meanwhile.
    await receive(app, other.id, xmls.slice(-1), { status: 'canceled', efos: 'listed' });
  });
  const rowsOf = async (path: string): Promise<readonly SheetRow[]> =>
    rowsOfCsv((await app.api('GET', `/exports/${path}`, undefined, { key })).bytes);

  it('is the same to both: what is charged to one is creditable to the other', async () => {
    for (const one of [month, lastMonth]) {
      const issued = rowsOfCsv(await asCsv(`/exports/taxes.csv?month=${one}`));
      const received = await rowsOf(`taxes.csv?month=${one}`);
      expect(received.map((row) => [row['Emitido o recibido'], row['RFC'], row['Nombre']])).toEqual([
        ['Recibido', 'EKU9003173C9', 'ESCUELA KEMPER URGATE'],
        ['Recibido', '', 'Total recibidos'],
      ]);
      const mine = issued.find(({ RFC }) => RFC === universidad.tax_id);
      expect(centsOf(received[0])).toEqual(centsOf(mine));
      expect(centsOf(received[1])).toEqual(centsOf(mine));
      expect(received[0]?.['Documentos']).toBe(mine?.['Documentos']);
    }
    expect(await rowsOf(`taxes.csv?month=${month}&issuer_type=issuing`)).toEqual([]);
  });

  it('has the same rows, but for whose they are and what the tax authority says', async () => {
    const issued = rowsOfCsv(await asCsv(`/exports/invoices.csv?month=${month}`));
    const received = await rowsOf(`invoices.csv?month=${month}&issuer_type=receiving`);
    expect(received).toHaveLength(RECEIVED.length);
    const own = ['Emitido o recibido', 'Estado ante el SAT', 'EFOS', 'Id', 'Fecha de cancelación'];
    const shared = (row: SheetRow | undefined) =>
      Object.fromEntries(Object.entries(row ?? {}).filter(([header]) => !own.includes(header)));
    for (const row of received)
      expect(shared(row)).toEqual(shared(issued.find(({ UUID }) => UUID === row['UUID'])));
    expect(received.find(({ UUID }) => UUID === made['canceled'].uuid)).toMatchObject({
      ...{ 'Emitido o recibido': 'Recibido', Estado: 'Cancelado', 'Estado ante el SAT': 'Cancelado' },
      EFOS: 'Emisor en la lista del artículo 69-B',
    });
  });
});

describe('a client that goes before its answer', () => {
  it('leaves its place to the next one, and no error', async () => {
    const url = `${app.baseUrl}/exports/taxes.csv?month=${month}`;
    const headers = { authorization: `Bearer ${app.demo.test_key}` };
    for (let n = 0; n < 5; n += 1)
      await new Promise<void>((resolve) => {
        const asking = get(url, { headers }).once('error', () => undefined);
        asking
          .once('close', resolve)
          .once('socket', (socket) => socket.once('ready', () => setImmediate(() => asking.destroy())));
      });
    await until(async () => (await app.api('GET', `/exports/taxes.csv?month=${month}`)).status === 200);
    const both = await Promise.all([
      asCsv(`/exports/taxes.csv?month=${month}`),
      asCsv(`/exports/invoices.csv?month=${month}`),
    ]);
    expect(both.every(({ length }) => length > 500)).toBe(true);
  });
});

describe('what is asked for', () => {
  const refused = ({ status, body }: Answer) => [status, body.code, body.path];
  it.each(['', 'month=', 'month=2026-13', 'month=2026-1', 'month=26-01', 'month=2026-01-01', 'mes=2026-01'])(
    'is a month, not "%s"',
    async (query) => {
      for (const path of ['invoices.csv', 'invoices.xlsx', 'taxes.csv', 'taxes.xlsx'])
        expect(refused(await app.api('GET', `/exports/${path}?${query}`))).toEqual([
          400,
          'invalid_request',
          query.startsWith('mes') ? expect.any(String) : 'month',
        ]);
    },
  );

  it('may be asked about without taking it (HEAD), again and again', async () => {
    for (let n = 0; n < 5; n += 1) {
      const { status, bytes } = await app.api('HEAD', `/exports/invoices.xlsx?month=${month}`);
      expect([status, bytes.length]).toEqual([200, 0]);
    }
  });

  it('is one of two sides', async () => {
    const answer = await app.api('GET', `/exports/invoices.csv?month=${month}&issuer_type=both`);
    expect(refused(answer)).toEqual([400, 'invalid_request', 'issuer_type']);
  });
});

it('logged no bug', () => expect(app.bugs()).toEqual([]));
