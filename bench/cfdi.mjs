import { generateKeyPairSync, sign } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { buildComprobante, cadenaOriginal, comprobanteXml, sealComprobante } from '#cfdi';
import { quantile } from './report.mjs';

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
// As long as a real one; what it certifies plays no part.
const csd = { noCertificado: '30001000000500003416', certificado: 'A'.repeat(2_000), privateKey };

/** One of three kinds of line each: IVA included, IVA on top with a discount, IEPS and IVA. */
const conceptos = (count) =>
  Array.from({ length: count }, (_, n) => ({
    claveProdServ: '60131324',
    noIdentificacion: `SKU-${n}`,
    cantidad: String(1 + (n % 7)),
    claveUnidad: 'H87',
    unidad: 'Elemento',
    descripcion: `Ukelele número ${n}, con funda & afinador`,
    precio: (100 + n * 1.37).toFixed(2),
    impuestosIncluidos: n % 3 === 0,
    ...(n % 3 === 1 && { descuento: '10.50' }),
    objetoImp: '02',
    impuestos: [
      { impuesto: 'IVA', tipoFactor: 'Tasa', tasa: '0.16', retencion: false },
      ...(n % 3 === 2 ? [{ impuesto: 'IEPS', tipoFactor: 'Tasa', tasa: '0.08', retencion: false }] : []),
    ],
    impuestosLocales: [],
  }));

export const documentOf = (count) => ({
  tipo: 'I',
  serie: 'A',
  folio: '12345',
  fecha: '2026-11-21T12:00:00',
  formaPago: '03',
  metodoPago: 'PUE',
  moneda: 'MXN',
  decimalesMoneda: 2,
  exportacion: '01',
  lugarExpedicion: '42501',
  emisor: { rfc: 'EKU9003173C9', nombre: 'ESCUELA KEMPER URGATE', regimenFiscal: '601' },
  receptor: {
    rfc: 'URE180429TM6',
    nombre: 'UNIVERSIDAD ROBOTICA ESPAÑOLA',
    domicilioFiscal: '86991',
    regimenFiscal: '601',
    usoCfdi: 'G01',
  },
  conceptos: conceptos(count),
});

const build = (input) => {
  const built = buildComprobante(input);
  if (!built.ok) throw new Error(JSON.stringify(built.refusal.details?.slice(0, 3)));
  return built.value;
};

/** Amounts, document, cadena original, signature and XML, all on this thread. */
const sealHere = (input) => {
  const comprobante = build(input);
  const cadena = cadenaOriginal(comprobante, csd.noCertificado);
  const sello = sign('sha256', Buffer.from(cadena), privateKey).toString('base64');
  return comprobanteXml(comprobante, { ...csd, sello });
};

const timed = async (action) => {
  const since = performance.now();
  await action();
  return performance.now() - since;
};

/**
 * Times documents of this many items beside bare signatures of a text of 1 kB, in turns, so that both meet the
 * same machine.
 * @returns `{ items, ms, bareMs, threadsMs }`, medians: on one thread, one bare signature, and with the
 *   signature on libuv's threads as the service makes it
 */
const measure = async (items, rounds) => {
  const input = documentOf(items);
  const text = Buffer.alloc(1_000, 'a');
  const times = { ms: [], bareMs: [], threadsMs: [] };
  for (let n = 0; n < rounds * 2; n += 1) {
    const bareMs = await timed(() => sign('sha256', text, privateKey));
    const ms = await timed(() => sealHere(input));
    const threadsMs = await timed(() => sealComprobante(build(input), csd));
    // The first half warms up.
    if (n < rounds) continue;
    times.ms.push(ms);
    times.bareMs.push(bareMs);
    times.threadsMs.push(threadsMs);
  }
  const medians = Object.entries(times).map(([name, values]) => [name, quantile(values, 0.5)]);
  return { items, ...Object.fromEntries(medians) };
};

/** RSA-2048 signatures a second on one core, and documents of 1, 100 and 5000 items. */
export const measureCfdi = async ({ quick }) => {
  const rounds = quick ? 1 : 4;
  const documents = [];
  for (const [items, times] of [
    [1, 500],
    [100, 300],
    [5000, 20],
  ])
    documents.push(await measure(items, times * rounds));
  return { signsPerSecond: 1_000 / documents[0].bareMs, documents };
};
