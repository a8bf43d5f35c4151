// node bench/pac-check.mjs [--quick]: what the sandbox PAC's checks of a document that was read cost, part by part,
// beside bare RSA-2048 signatures in turns, so that both meet the same machine. Needs npm run build.
import { generateKeyPairSync, sign } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import {
  buildComprobante,
  cadenaOriginal,
  cadenaOriginalOf,
  comprobanteXml,
  findCfdi40Defects,
  parseComprobante,
  check,
  verifySello,
} from '#cfdi';
import { documentOf } from './cfdi.mjs';
import { quantile } from './report.mjs';

const { values: options } = parseArgs({ options: { quick: { type: 'boolean', default: false } } });
const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const certified = { noCertificado: '30001000000500003416', certificado: 'A'.repeat(2_000) };
const text = Buffer.alloc(1_000, 'a');

const must = (holds, what) => {
  if (!holds) throw new Error(what);
};

/** A sealed document of this many items. */
const sealed = (items) => {
  const built = buildComprobante(documentOf(items));
  must(built.ok, 'not built');
  const cadena = cadenaOriginal(built.value, certified.noCertificado);
  const sello = sign('sha256', Buffer.from(cadena), privateKey).toString('base64');
  return { xml: comprobanteXml(built.value, { ...certified, sello }), sello };
};

/** Medians of each part in ms; `check` is what comes after reading. */
const measure = (items, rounds) => {
  const { xml, sello } = sealed(items);
  const times = { bare: [], parse: [], structure: [], cadena: [], verify: [], matrix: [], check: [] };
  let warm = false;
  const timed = (part, action) => {
    const since = performance.now();
    const value = action();
    if (warm) times[part].push(performance.now() - since);
    return value;
  };
  for (let n = 0; n < rounds * 2; n += 1) {
    // The first half warms up.
    warm = n >= rounds;
    timed('bare', () => sign('sha256', text, privateKey));
    const read = timed('parse', () => parseComprobante(xml));
    timed('check', () => {
      const { raiz } = read.value;
      must(timed('structure', () => findCfdi40Defects(raiz, 1)).length === 0, 'structure');
      const cadena = timed('cadena', () => cadenaOriginalOf(read.value));
      must(
        timed('verify', () => verifySello(cadena.value, sello, publicKey)),
        'verify',
      );
      must(timed('matrix', () => check(raiz, {}, 1)).length === 0, 'matrix');
    });
  }
  return Object.fromEntries(Object.entries(times).map(([part, values]) => [part, quantile(values, 0.5)]));
};

const scale = options.quick ? 1 : 4;
for (const [items, rounds] of [
  [1, 500],
  [100, 200],
  [5000, 15],
]) {
  const { bare, ...parts } = measure(items, rounds * scale);
  const columns = Object.entries(parts).map(
    ([part, ms]) => `${part} ${ms.toFixed(3)} ms (${(ms / bare).toFixed(2)}x)`,
  );
  console.log(`${items} items; a bare signature ${bare.toFixed(3)} ms: ${columns.join(', ')}`);
}
