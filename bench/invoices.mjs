import { seeded } from './random.mjs';

const GOODS = (
  'tóner papel silla escritorio monitor teclado cable lámpara pintura brocha cemento varilla ladrillo tubo válvula ' +
  'bomba motor filtro aceite llanta batería taladro sierra tornillo clavo guante casco bota chamarra camisa uniforme ' +
  'mantel plato vaso cubierto cafetera licuadora refrigerador estufa horno mesa librero cortina alfombra espejo ' +
  'maíz frijol arroz azúcar harina leche queso jamón jitomate cebolla aguacate limón naranja manzana plátano'
).split(' ');
const WORK = 'servicio instalación mantenimiento renta asesoría reparación transporte limpieza diseño'.split(
  ' ',
);
const KINDS =
  'industrial doméstico reforzado importado nacional económico profesional ligero premium mediano'.split(' ');
const TRADES =
  'COMERCIALIZADORA GRUPO SERVICIOS DISTRIBUIDORA CONSTRUCTORA TRANSPORTES ABARROTES PAPELERIA'.split(' ');
const NAMES = (
  'HERNANDEZ GARCIA MARTINEZ LOPEZ GONZALEZ PEREZ RODRIGUEZ SANCHEZ RAMIREZ CRUZ FLORES GOMEZ MORALES VAZQUEZ REYES ' +
  'JIMENEZ TORRES DIAZ GUTIERREZ RUIZ MENDOZA AGUILAR ORTIZ MORENO CASTILLO ROMERO ALVAREZ MENDEZ CHAVEZ RIVERA'
).split(' ');
const PLACES = 'NORTE BAJIO PACIFICO GOLFO SURESTE VALLE ALTIPLANO CENTRO FRONTERA HUASTECA'.split(' ');

/** A word of one invoice in 20,000, one of about every third, and the customer that few have. */
export const RARE_WORD = 'zirconio';
export const COMMON_WORD = 'servicio';
export const RARE_CUSTOMER = 'ÑANDUTI';

const DAY_MS = 86_400_000;
const SPAN_DAYS = 3 * 365;

const customersOf = (random, count) =>
  Array.from({ length: count }, (_, n) => {
    const surname = random.pick(NAMES);
    const company = random.next() < 0.7;
    const rare = n === Math.floor(count / 2);
    const name = rare
      ? `TEXTILES ${RARE_CUSTOMER}`
      : company
        ? `${random.pick(TRADES)} ${surname} DEL ${random.pick(PLACES)}`
        : `${random.pick(NAMES)} ${surname} ${random.pick(NAMES)}`;
    const letters = `${surname}XXXX`.slice(0, company ? 3 : 4);
    const date = `${String(random.below(100)).padStart(2, '0')}${String(1 + random.below(12)).padStart(2, '0')}${String(1 + random.below(28)).padStart(2, '0')}`;
    const homoclave = n.toString(36).toUpperCase().padStart(3, '0').slice(-3);
    return { id: random.hex(24), legal_name: name, tax_id: `${letters}${date}${homoclave}` };
  });

/**
 * Invoices as a business of some years has them, oldest first: few customers buy often, most seldom; one in ten
 * is not paid yet, one in fifty was canceled. Made from two real events of an invoice, so that they have the
 * shape of today's code.
 * @param template `{ issued, stamped, metadata }`: data of an InvoiceIssued and its InvoiceStamped
 * @param options `{ count, organizationId, seed }`
 */
export function* generateInvoices({ issued, stamped, metadata }, { count, organizationId, seed }) {
  const random = seeded(seed);
  const customers = customersOf(random, Math.max(10, Math.floor(count / 50)));
  const folios = new Map();
  const end = Date.now() - DAY_MS;
  const [line] = issued.content.items;
  const itemOf = (n, i) => {
    const word = random.next() < 0.15 ? random.pick(WORK) : random.pickSkewed(GOODS);
    const rare = i === 0 && n % 20_000 === 10_000;
    const description = `${word} ${random.pick(KINDS)} ${random.pick(GOODS)} ${rare ? RARE_WORD : `mod. ${random.below(900) + 100}`}`;
    const price = (100 + random.below(2_000_000)) / 100;
    return {
      ...line,
      quantity: String(1 + random.below(20)),
      product: { ...line.product, description, price: price.toFixed(2), sku: `SKU-${random.below(5_000)}` },
    };
  };
  for (let n = 0; n < count; n += 1) {
    const at = new Date(end - SPAN_DAYS * DAY_MS * (1 - n / count)).toISOString();
    const date = `${at.slice(0, 19)}.000Z`;
    const customer = { ...issued.content.customer, ...random.pickSkewed(customers) };
    const items = Array.from({ length: 1 + random.below(4) }, (_, i) => itemOf(n, i));
    const cents = items.reduce(
      (sum, { quantity, product }) => sum + quantity * Math.round(product.price * 100),
      0,
    );
    const total = (cents / 100).toFixed(2);
    const series = random.pick(['A', 'A', 'A', 'B', null]);
    const folio_number = (folios.get(series) ?? 0) + 1;
    folios.set(series, folio_number);
    const hex = random.hex(32).toUpperCase();
    const uuid = [
      hex.slice(0, 8),
      hex.slice(8, 12),
      hex.slice(12, 16),
      hex.slice(16, 20),
      hex.slice(20),
    ].join('-');
    const base = (cents / 116).toFixed(2);
    const amount = (cents / 100 - Number(base)).toFixed(2);
    const subtotals = {
      ...issued.issue.totals,
      subtotal: base,
      total,
      taxes: [{ ...issued.issue.totals.taxes[0], base, amount }],
    };
    const content = {
      ...issued.content,
      customer,
      items,
      series,
      external_id: `pedido-${seed}-${n}`,
      idempotency_key: null,
      payment_method: random.next() < 0.1 ? 'PPD' : 'PUE',
    };
    const issue = {
      ...issued.issue,
      series,
      folio_number,
      date,
      fecha: date.slice(0, 19),
      totals: subtotals,
    };
    const events = [
      { type: 'InvoiceIssued', data: { content, issue, at } },
      { type: 'InvoiceStamped', data: { ...stamped, stamp: { ...stamped.stamp, uuid, date }, at } },
    ];
    if (n % 50 === 49) events.push({ type: 'InvoiceCanceled', data: { number: 1, at, receipt_key: null } });
    const id =
      Math.floor(Date.parse(at) / 1000)
        .toString(16)
        .padStart(8, '0') + random.hex(16);
    yield {
      id,
      metadata: { ...metadata, organizationId },
      events,
      facts: { id, uuid, total, folio_number, customer, date },
    };
  }
}
