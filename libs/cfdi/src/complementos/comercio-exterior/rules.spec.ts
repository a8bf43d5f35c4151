import { describe, expect, it } from '@jest/globals';
import { pathOf } from '../../schemas/paths.js';
import { comercioExteriorCodes } from './codes.js';
import { ruleCodes } from './check.js';
import { codesOf, documentOf, violationsOf, toXml } from './testing/document.js';
import { exportacionFull, exportacionMinimal, trasladoFull } from './testing/samples.js';

type Change = readonly [codigo: string, de: string | RegExp, a: string];

/** Changes an XML in one place, which has to be there. */
const applyChange = (xml: string, from: string | RegExp, a: string): string => {
  const other = xml.replace(from, a);
  if (other === xml) throw new Error(`nothing is changed by ${String(from)}`);
  return other;
};

const minimal = toXml(exportacionMinimal());
const full = toXml(exportacionFull());
const traslado = toXml(trasladoFull());

const ofMinimal: readonly Change[] = [
  ['CCE-Comprobante-TipoDeComprobante', 'TipoDeComprobante="I"', 'TipoDeComprobante="P"'],
  ['CCE-Comprobante-Exportacion', 'Exportacion="02"', 'Exportacion="01"'],
  ['CCE-ComercioExterior-Unico', /(<cce20:ComercioExterior .*<\/cce20:ComercioExterior>)/, '$1$1'],
  ['CCE-ComercioExterior-ClaveDePedimento', 'ClaveDePedimento="A1"', 'ClaveDePedimento="A2"'],
  ['CCE-ComercioExterior-TotalUSD', 'TotalUSD="400.00"', 'TotalUSD="400.01"'],
  ['CCE-ComercioExterior-TotalUSD-Decimales', 'TotalUSD="400.00"', 'TotalUSD="400.0"'],
  ['CCE-Mercancia-FraccionArancelaria-Requerida', ' FraccionArancelaria="2402200100"', ''],
  ['CCE-Mercancia-FraccionArancelaria', '"2402200100"', '"2402200101"'],
  ['CCE-Mercancia-Concepto-Unidad', 'Unidad="01"', 'Unidad="Pieza"'],
  ['CCE-Mercancia-Concepto-Unidad-Fraccion', 'Unidad="01"', 'Unidad="06"'],
  ['CCE-Mercancia-Concepto-Cantidad', 'Cantidad="2"', 'Cantidad="2.0001"'],
  ['CCE-Mercancia-FraccionArancelaria-Sobra', 'Unidad="01"', 'Unidad="99"'],
  [
    'CCE-Mercancia-ValorDolares-Cero',
    /TotalUSD="400.00"(.*)ValorDolares="400.00"/,
    'TotalUSD="0.00"$1ValorDolares="0.00"',
  ],
  [
    'CCE-Mercancia-Aduana-Requerida',
    /(<cfdi:Concepto .*?<\/cfdi:Concepto>)(.*)TotalUSD="400.00"(.*)ValorDolares="400.00"/,
    '$1$1$2TotalUSD="800.00"$3ValorDolares="800.00"',
  ],
  [
    'CCE-Mercancias-ValorDolares-Conceptos',
    /TotalUSD="400.00"(.*)ValorDolares="400.00"/,
    'TotalUSD="400.03"$1ValorDolares="400.03"',
  ],
];

const ofFull: readonly Change[] = [
  ['CCE-ComercioExterior-Incoterm', 'Incoterm="FOB"', 'Incoterm="DAT"'],
  ['CCE-ComercioExterior-NumCertificadoOrigen', 'CertificadoOrigen="1"', 'CertificadoOrigen="0"'],
  [
    'CCE-ComercioExterior-NumeroExportadorConfiable',
    /Estado="Île-de-France" Pais="FRA"/,
    'Estado="Île-de-France" Pais="PER"',
  ],
  ['CCE-ComercioExterior-MotivoTraslado-Sobra', ' ClaveDePedimento', ' MotivoTraslado="02" ClaveDePedimento'],
  ['CCE-ComercioExterior-TipoCambioUSD', 'TipoCambioUSD="17.1995"', 'TipoCambioUSD="0"'],
  [
    'CCE-Propietario-Sobra',
    '<cce20:Receptor',
    '<cce20:Propietario NumRegIdTrib="123456789" ResidenciaFiscal="USA"/><cce20:Receptor',
  ],
  ['CCE-Emisor-Curp-Sobra', '<cce20:Emisor>', '<cce20:Emisor Curp="CACX760510MGTSHC04">'],
  [
    'CCE-Receptor-NumRegIdTrib-Igual',
    '<cce20:Receptor NumRegIdTrib="FR12',
    '<cce20:Receptor NumRegIdTrib="FR13',
  ],
  ['CCE-Destinatario-NumRegIdTrib', 'NumRegIdTrib="987654321"', 'NumRegIdTrib="98765432"'],
  ['CCE-Emisor-Domicilio-Pais', /(<cce20:Emisor>.*?)Pais="MEX"/, '$1Pais="PER"'],
  ['CCE-Emisor-Domicilio-Estado', /(<cce20:Emisor>.*?)Estado="QUE"/, '$1Estado="QRO"'],
  [
    'CCE-Emisor-Domicilio-Municipio',
    /(<cce20:Emisor>.*?) Localidad="01"(.*?)Municipio="014"/,
    '$1$2Municipio="999"',
  ],
  ['CCE-Emisor-Domicilio-Localidad', /(<cce20:Emisor>.*?)Localidad="01"/, '$1Localidad="99"'],
  ['CCE-Emisor-Domicilio-Colonia', /(<cce20:Emisor>.*?)Colonia="0214"/, '$1Colonia="0215"'],
  ['CCE-Emisor-Domicilio-CodigoPostal', /(<cce20:Emisor>.*?)CodigoPostal="76199"/, '$1CodigoPostal="76198"'],
  [
    'CCE-Emisor-Domicilio-CodigoPostal-Lugar',
    /(<cce20:Emisor>.*?)Localidad="01"(.*?)Municipio="014"/,
    '$1Localidad="01"$2Municipio="006"',
  ],
  [
    'CCE-Receptor-Domicilio-Pais',
    / NumeroExportadorConfiable="EC 1"(.*<cce20:Receptor .*?)Pais="FRA"/,
    '$1Pais="XXX"',
  ],
  ['CCE-Receptor-Domicilio', /<cce20:Domicilio [^>]*Pais="FRA"[^>]*\/>/, ''],
  ['CCE-Destinatario-Domicilio-Estado', 'Estado="TX"', 'Estado="Texas"'],
  ['CCE-Destinatario-Domicilio-CodigoPostal', 'CodigoPostal="75001"', 'CodigoPostal="7500"'],
  ['CCE-Destinatario-Domicilio-Pais', /Estado="TX" Pais="USA"/, 'Estado="TX" Pais="XXX"'],
  ['CCE-Destinatario-Domicilio-Colonia', /(<cce20:Destinatario><.*?)Colonia="0214"/, '$1Colonia="9999"'],
  [
    'CCE-Destinatario-Domicilio-Localidad',
    /(<cce20:Destinatario><.*?)Localidad="01"/,
    '$1Localidad="Querétaro"',
  ],
  [
    'CCE-Destinatario-Domicilio-Municipio',
    /(<cce20:Destinatario><.*?) Localidad="01" Municipio="014"/,
    '$1 Municipio="Querétaro"',
  ],
  [
    'CCE-Destinatario-Domicilio-CodigoPostal-Lugar',
    /(<cce20:Destinatario><.*?)Localidad="01"/,
    '$1Localidad="02"',
  ],
  [
    'CCE-Mercancia-NoIdentificacion',
    /(<cce20:Mercancia NoIdentificacion="A-1".*?)(<cce20:Mercancia )/,
    '$1<cce20:Mercancia NoIdentificacion="B-1" CantidadAduana="1" UnidadAduana="99" ValorUnitarioAduana="0" ValorDolares="0"/>$2',
  ],
  [
    'CCE-Mercancia-Repetida',
    '</cce20:Mercancias>',
    '<cce20:Mercancia NoIdentificacion="S-1" CantidadAduana="1" UnidadAduana="99" ValorUnitarioAduana="0" ValorDolares="0"/></cce20:Mercancias>',
  ],
  ['CCE-Mercancia-UnidadAduana', 'UnidadAduana="01"', 'UnidadAduana="98"'],
  ['CCE-Mercancia-UnidadAduana-Fraccion', 'UnidadAduana="01"', 'UnidadAduana="06"'],
  ['CCE-Mercancia-Aduana-Completa', ' ValorUnitarioAduana="3.40"', ''],
  [
    'CCE-Mercancias-Aduana',
    /<cfdi:Concepto ([^>]*)NoIdentificacion="S-1"([^>]*)Unidad="Pieza"(.*)CantidadAduana="1" UnidadAduana="99" ValorUnitarioAduana="0.00" /,
    '<cfdi:Concepto $1NoIdentificacion="S-1"$2Unidad="99"$3',
  ],
  [
    'CCE-Mercancia-ValorUnitarioAduana',
    /TotalUSD="400.00"(.*)ValorUnitarioAduana="3.40" ValorDolares="400.00"/,
    'TotalUSD="1.00"$1ValorUnitarioAduana="0.00" ValorDolares="1.00"',
  ],
  ['CCE-Mercancia-ValorDolares-Aduana', 'CantidadAduana="117.64"', 'CantidadAduana="118.64"'],
  ['CCE-Mercancias-Muestras-Descuento', '"2402200100"', '"9801000100"'],
  [
    'CCE-Concepto-NoIdentificacion',
    /<cfdi:Concepto [^>]*NoIdentificacion="A-1".*?<\/cfdi:Concepto>/,
    '$&<cfdi:Concepto ClaveProdServ="50211503"/>',
  ],
  [
    'CCE-Concepto-Mercancia',
    /<cfdi:Concepto [^>]*NoIdentificacion="A-1".*?<\/cfdi:Concepto>/,
    '$&<cfdi:Concepto NoIdentificacion="Z"/>',
  ],
];

const ofTraslado: readonly Change[] = [
  [
    'CCE-ComercioExterior-MotivoTraslado',
    /MotivoTraslado="05"(.*?)<cce20:Propietario.*(<cce20:Receptor)/,
    'MotivoTraslado="77"$1$2',
  ],
  [
    'CCE-ComercioExterior-MotivoTraslado-Requerido',
    / MotivoTraslado="05"(.*?)<cce20:Propietario.*(<cce20:Receptor)/,
    '$1$2',
  ],
  [
    'CCE-CfdiRelacionados',
    /MotivoTraslado="05"(.*?)<cce20:Propietario.*(<cce20:Receptor)/,
    'MotivoTraslado="01"$1$2',
  ],
  ['CCE-Propietario-Requerido', /<cce20:Propietario.*(<cce20:Receptor)/, '$1'],
  ['CCE-Propietario-ResidenciaFiscal', 'ResidenciaFiscal="FRA"', 'ResidenciaFiscal="XXX"'],
  ['CCE-Propietario-NumRegIdTrib', 'NumRegIdTrib="123456789" R', 'NumRegIdTrib="12345678" R'],
  ['CCE-Emisor-Curp-Requerida', ' Curp="CACX760510MGTSHC04"', ''],
  ['CCE-Destinatario-Unico', /(<cce20:Destinatario.*<\/cce20:Destinatario>)/, '$1$1'],
  ['CCE-Receptor-NumRegIdTrib', '<cce20:Receptor>', '<cce20:Receptor NumRegIdTrib="12345678">'],
  ['CCE-Receptor-Domicilio-Estado', /(<cce20:Receptor>.*?)Estado="TX"/, '$1Estado="QUE"'],
  ['CCE-Receptor-Domicilio-CodigoPostal', /(<cce20:Receptor>.*?)"75001"/, '$1"7500A"'],
];

/** A Mexican domicile of the receiver, with one thing changed. */
const isMexicano = (from: string, a: string): Change[2] =>
  `<cce20:Receptor>${'<cce20:Domicilio Calle="C" Colonia="0214" Localidad="01" Municipio="014" Estado="QUE" Pais="MEX" CodigoPostal="76199"/>'.replace(from, a)}</cce20:Receptor>`;
const RECEPTOR = /<cce20:Receptor>.*<\/cce20:Receptor>/;
const ofReceptorMexicano: readonly Change[] = [
  [
    'CCE-Receptor-Domicilio-Municipio',
    RECEPTOR,
    isMexicano('Localidad="01" Municipio="014"', 'Municipio="999"'),
  ],
  ['CCE-Receptor-Domicilio-Localidad', RECEPTOR, isMexicano('Localidad="01"', 'Localidad="99"')],
  ['CCE-Receptor-Domicilio-Colonia', RECEPTOR, isMexicano('0214', '0215')],
  ['CCE-Receptor-Domicilio-CodigoPostal-Lugar', RECEPTOR, isMexicano('Municipio="014"', 'Municipio="006"')],
];

const nodeAt =
  (what: string, xml: string) =>
  ([code, from, a]: Change): readonly [string, string, string] => [code, what, applyChange(xml, from, a)];
const cases = [
  ...ofMinimal.map(nodeAt('the smallest', minimal)),
  ...ofFull.map(nodeAt('the fullest', full)),
  ...[...ofTraslado, ...ofReceptorMexicano].map(nodeAt('a transfer', traslado)),
];

describe('rules of Comercio Exterior', () => {
  it.each([
    ['the smallest', minimal],
    ['the fullest', full],
    ['a transfer', traslado],
    ['a Mexican receiver', applyChange(traslado, RECEPTOR, isMexicano('', ''))],
    ['a colonia by its name', applyChange(traslado, RECEPTOR, isMexicano('0214', 'Centro'))],
  ])('hold in %s', (_what, xml) => expect(codesOf(xml)).toEqual([]));

  it.each(cases)('%s: %s with one change breaks just this one', (code, _what, xml) => {
    // Where two places break it the code comes twice.
    expect([...new Set(codesOf(xml))]).toEqual([code]);
  });

  it('are all tried, and all listed', () => {
    const tried = new Set(cases.map(([code]) => code));
    expect(ruleCodes.filter((code) => !tried.has(code))).toEqual([]);
    const listed = comercioExteriorCodes.map(({ code }) => code);
    expect(new Set(listed).size).toBe(listed.length);
    const inRules = comercioExteriorCodes.filter(
      ({ code, where }) => where === 'rule' && code.startsWith('CCE-'),
    );
    expect(inRules.map(({ code }) => code)).toEqual([...ruleCodes]);
  });

  it('judge nothing that the large catalogues would have to say where those are absent', () => {
    const outside = full.replaceAll('"014"', '"999"').replaceAll('"76199"', '"99999"');
    expect(codesOf(outside, false)).toEqual([]);
    expect(codesOf(outside).length).toBeGreaterThan(0);
  });

  it('name the field of the input', () => {
    const { root, cce } = documentOf(exportacionFull());
    Object.assign(cce.attributes, { TotalUSD: '1.00' });
    expect(violationsOf(root, cce).map(({ node, name }) => pathOf(node, name))).toEqual([
      'complementos[0].datos.TotalUSD',
    ]);
  });

  it('take thousands of goods in no time', () => {
    const many = Array.from(
      { length: 5000 },
      (_, i) =>
        `<cce20:Mercancia NoIdentificacion="A-1" FraccionArancelaria="24022${String(i).padStart(5, '0')}" ValorDolares="0"/>`,
    ).join('');
    const xml = applyChange(minimal, '</cce20:Mercancias>', `${many}</cce20:Mercancias>`);
    expect(codesOf(xml).length).toBeGreaterThan(5000);
  });
});
