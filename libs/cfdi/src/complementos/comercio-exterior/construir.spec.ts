import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { xmlDe as escrito } from '../../formas/escribir.js';
import { comprobante } from '../../testing/muestras.js';
import { construirComercioExterior } from './construir.js';
import { QUERETARO } from './testing/muestras.js';

const RUTA = 'complementos[0].datos';
const BASE = {
  ...{ ClaveDePedimento: 'A1', CertificadoOrigen: 0, TipoCambioUSD: 17.1995, TotalUSD: 400 },
  Mercancias: [{ NoIdentificacion: 'A-1', ValorDolares: 400 }],
};
const hecho = (datos: unknown) => construirComercioExterior(datos, comprobante(), RUTA);
const xml = (datos: unknown): string => {
  const built = hecho(datos);
  if (!built.ok) throw new Error(JSON.stringify(built.refusal.details));
  return escrito(built.value.nodo, 'cce20');
};
const rechazo = (datos: unknown): string[] => {
  const built = hecho(datos);
  if (built.ok) throw new Error('it was built');
  return (built.refusal.details ?? []).map(({ path, code }) => `${path} ${code}`);
};

describe('Comercio Exterior from JSON', () => {
  it('has its version, dollars with two decimals, and attributes in the order of the standard', () => {
    expect(xml(BASE)).toBe(
      '<cce20:ComercioExterior Version="2.0" ClaveDePedimento="A1" CertificadoOrigen="0" TipoCambioUSD="17.1995" TotalUSD="400.00"><cce20:Mercancias><cce20:Mercancia NoIdentificacion="A-1" ValorDolares="400.00"/></cce20:Mercancias></cce20:ComercioExterior>',
    );
    expect(xml({ ...BASE, TotalUSD: '400.5', Emisor: false, Observaciones: ' a\n& b ' })).toContain(
      ' Observaciones="a &amp; b" TipoCambioUSD="17.1995" TotalUSD="400.50"',
    );
    expect(xml({ ...BASE, Emisor: { Curp: null, Domicilio: QUERETARO } })).toContain(
      '<cce20:Emisor><cce20:Domicilio Calle="CALLE DEL PAPEL"',
    );
  });

  it.each([
    [undefined, [`${RUTA} invalid_type`]],
    [{ ...BASE, Emisor: true }, [`${RUTA}.Emisor.Domicilio required`]],
    [{ ...BASE, Receptor: 'cus_1' }, [`${RUTA}.Receptor invalid_type`]],
    [{ ...BASE, Destinatario: ['cus_1'] }, [`${RUTA}.Destinatario[0] invalid_type`]],
    [{ ...BASE, Otro: 1 }, [`${RUTA}.Otro unknown_field`]],
    [{ ...BASE, Version: '1.1' }, [`${RUTA}.Version invalid_format`]],
    [{ ...BASE, CertificadoOrigen: 2 }, [`${RUTA}.CertificadoOrigen invalid_format`]],
    [{ ...BASE, TotalUSD: 'a lot' }, [`${RUTA}.TotalUSD invalid_type`]],
    [{ ...BASE, TotalUSD: -1 }, [`${RUTA}.TotalUSD invalid_format`]],
    [{ ...BASE, TotalUSD: '1e999' }, [`${RUTA}.TotalUSD invalid_type`]],
    [{ ...BASE, NumCertificadoOrigen: 'a|bcdef' }, [`${RUTA}.NumCertificadoOrigen invalid_value`]],
    [{ ...BASE, Mercancias: [] }, [`${RUTA}.Mercancias.Mercancia required`]],
    [
      { ...BASE, Mercancias: { Mercancia: [{ NoIdentificacion: '', ValorDolares: '1.00001' }] } },
      [
        `${RUTA}.Mercancias.Mercancia[0].NoIdentificacion invalid_format`,
        `${RUTA}.Mercancias.Mercancia[0].ValorDolares invalid_format`,
      ],
    ],
  ])('says what is wrong, and where: %j', (datos, why) =>
    expect(rechazo(datos)).toEqual(expect.arrayContaining(why)),
  );

  it('any JSON at all gives an element or a refusal with paths', () => {
    const campo = fc.constantFrom(
      'Emisor',
      'Receptor',
      'Mercancias',
      'Mercancia',
      'TotalUSD',
      'Domicilio',
      'x',
    );
    const datos = fc.oneof(
      fc.jsonValue(),
      fc.dictionary(campo, fc.jsonValue(), { maxKeys: 5 }),
      fc.dictionary(campo, fc.jsonValue(), { maxKeys: 3 }).map((algo) => ({ ...BASE, ...algo })),
    );
    fc.assert(
      fc.property(datos, (dado) => {
        const built = hecho(dado);
        if (built.ok) return;
        expect(built.refusal.details?.length).toBeGreaterThan(0);
        for (const { path } of built.refusal.details ?? []) expect(path?.startsWith(RUTA)).toBe(true);
      }),
      { numRuns: 500, seed: 20 },
    );
  });
});
