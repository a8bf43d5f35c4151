import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { toXml as escrito } from '../../schemas/write.js';
import { comprobante } from '../../testing/samples.js';
import { buildComercioExterior } from './build.js';
import { QUERETARO } from './testing/samples.js';

const PATH = 'complementos[0].datos';
const BASE = {
  ...{ ClaveDePedimento: 'A1', CertificadoOrigen: 0, TipoCambioUSD: 17.1995, TotalUSD: 400 },
  Mercancias: [{ NoIdentificacion: 'A-1', ValorDolares: 400 }],
};
const buildFrom = (data: unknown) => buildComercioExterior(data, comprobante(), PATH);
const xml = (data: unknown): string => {
  const built = buildFrom(data);
  if (!built.ok) throw new Error(JSON.stringify(built.refusal.details));
  return escrito(built.value.node, 'cce20');
};
const reject = (data: unknown): string[] => {
  const built = buildFrom(data);
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
    [undefined, [`${PATH} invalid_type`]],
    [{ ...BASE, Emisor: true }, [`${PATH}.Emisor.Domicilio required`]],
    [{ ...BASE, Receptor: 'cus_1' }, [`${PATH}.Receptor invalid_type`]],
    [{ ...BASE, Destinatario: ['cus_1'] }, [`${PATH}.Destinatario[0] invalid_type`]],
    [{ ...BASE, Otro: 1 }, [`${PATH}.Otro unknown_field`]],
    [{ ...BASE, Version: '1.1' }, [`${PATH}.Version invalid_value`]],
    [{ ...BASE, CertificadoOrigen: 2 }, [`${PATH}.CertificadoOrigen invalid_value`]],
    [{ ...BASE, TotalUSD: 'a lot' }, [`${PATH}.TotalUSD invalid_type`]],
    [{ ...BASE, TotalUSD: -1 }, [`${PATH}.TotalUSD too_small`]],
    [{ ...BASE, TotalUSD: '1e999' }, [`${PATH}.TotalUSD invalid_type`]],
    [{ ...BASE, NumCertificadoOrigen: 'a|bcdef' }, [`${PATH}.NumCertificadoOrigen invalid_value`]],
    [{ ...BASE, Mercancias: [] }, [`${PATH}.Mercancias.Mercancia required`]],
    [
      { ...BASE, Mercancias: { Mercancia: [{ NoIdentificacion: '', ValorDolares: '1.00001' }] } },
      [
        `${PATH}.Mercancias.Mercancia[0].NoIdentificacion invalid_length`,
        `${PATH}.Mercancias.Mercancia[0].ValorDolares invalid_format`,
      ],
    ],
  ])('says what is wrong, and where: %j', (data, why) =>
    expect(reject(data)).toEqual(expect.arrayContaining(why)),
  );

  it('any JSON at all gives an element or a refusal with paths', () => {
    const field = fc.constantFrom(
      'Emisor',
      'Receptor',
      'Mercancias',
      'Mercancia',
      'TotalUSD',
      'Domicilio',
      'x',
    );
    const data = fc.oneof(
      fc.jsonValue(),
      fc.dictionary(field, fc.jsonValue(), { maxKeys: 5 }),
      fc.dictionary(field, fc.jsonValue(), { maxKeys: 3 }).map((something) => ({ ...BASE, ...something })),
    );
    fc.assert(
      fc.property(data, (given) => {
        const built = buildFrom(given);
        if (built.ok) return;
        expect(built.refusal.details?.length).toBeGreaterThan(0);
        for (const { path } of built.refusal.details ?? []) expect(path?.startsWith(PATH)).toBe(true);
      }),
      { numRuns: 500, seed: 20 },
    );
  });
});
