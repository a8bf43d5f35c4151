import { describe, expect, it } from '@jest/globals';
import { toComplemento, toXml } from '../../schemas/write.js';
import { comprobante } from '../../testing/samples.js';
import type { NamespaceInput } from '../input.js';
import { findRepeatedComplementos, buildConceptoXml, buildRetencionXml, buildXml } from './build.js';

const PATH = 'complementos[0].xml';
const LEYENDAS = 'http://www.sat.gob.mx/leyendasFiscales';
const leyenda = (attributes = 'textoLeyenda="uno"', before = '', after = ''): string =>
  `${before}<leyendasFisc:LeyendasFiscales version="1.0"><leyendasFisc:Leyenda ${attributes}/>${after}</leyendasFisc:LeyendasFiscales>`;
const buildFrom = (xml: unknown, namespaces: readonly NamespaceInput[] = []) =>
  buildXml(xml as string, comprobante({ espacios: namespaces }), PATH);
const write = (xml: string, namespaces?: readonly NamespaceInput[]): string => {
  const built = buildFrom(xml, namespaces);
  if (!built.ok) throw new Error(JSON.stringify(built.refusal.details));
  return toXml(built.value.node, built.value.standard.prefix);
};
const reject = (xml: unknown, namespaces?: readonly NamespaceInput[]): string => {
  const built = buildFrom(xml, namespaces);
  if (built.ok) throw new Error('it was built');
  return (built.refusal.details ?? [])
    .map(({ path, code, message }) =>
      `${path} ${code} ${typeof message === 'object' ? message.en : ''}`.trim(),
    )
    .join('; ');
};
const PLAIN = leyenda();

describe("a complement from the caller's XML", () => {
  it.each([
    ['with the prefix that its standard has, undeclared', PLAIN],
    ['declared', PLAIN.replace(' version', ` xmlns:leyendasFisc="${LEYENDAS}" version`)],
    [
      'with another prefix',
      PLAIN.replaceAll('leyendasFisc:', 'x:').replace(' version', ` xmlns:x="${LEYENDAS}" version`),
    ],
    ['with none', PLAIN.replaceAll('leyendasFisc:', '').replace(' version', ` xmlns="${LEYENDAS}" version`)],
    ['with white space', PLAIN.replaceAll('><', '>\n\t<').replace('="uno"', '="\n uno &#9; "')],
    ['as a file', `\uFEFF<?xml version="1.0" encoding="UTF-8"?>\n${PLAIN}\n`],
    [
      'with the address of its schema',
      PLAIN.replace(
        ' version',
        ` xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="a b" version`,
      ),
    ],
  ])('is written in our form: %s', (_what, xml) => expect(write(xml)).toBe(PLAIN));

  it('takes a prefix of the input, puts attributes in order and escapes what has to be', () => {
    const xml =
      '<z:LeyendasFiscales version="1.0"><z:Leyenda textoLeyenda="a &lt; &quot;b&quot; &#39;" norma="n"/></z:LeyendasFiscales>';
    const namespaces = [{ prefijo: 'z', uri: LEYENDAS, esquema: 'http://www.sat.gob.mx/x.xsd' }];
    expect(write(xml, namespaces)).toBe(leyenda('norma="n" textoLeyenda="a &lt; &quot;b&quot; &apos;"'));
    expect(reject(xml)).toContain('unbound prefix');
  });

  it('gives its cadena and texts of elements', () => {
    const built = buildXml(DETALLISTA, comprobante(), PATH);
    if (!built.ok) throw new Error(JSON.stringify(built.refusal.details));
    const { xml, cadena } = toComplemento(built.value.standard, built.value.node);
    expect(xml).toContain(
      '<detallista:referenceIdentification type="ON">OC 1</detallista:referenceIdentification>',
    );
    expect(cadena).toContain('|OC 1');
    expect(reject(DETALLISTA.replace('INVOICE', 'OTHER'))).toContain(
      `${PATH}.detallista.requestForPaymentIdentification.entityType invalid_format`,
    );
  });

  it.each([
    ['', `${PATH} required`],
    [7, `${PATH} invalid_type`],
    [null, `${PATH} invalid_type`],
    ['hello', 'text is not allowed'],
    [PLAIN + PLAIN, 'exactly one root'],
    ['<a/>', 'no complement that may stand here'],
    ['<a xmlns="http://www.sat.gob.mx/leyendasFiscales"/>', 'no complement'],
    ['<iedu:instEducativas/>', 'unbound prefix'],
    ['<tfd:TimbreFiscalDigital/>', 'unbound prefix'],
    ['<t:TimbreFiscalDigital xmlns:t="http://www.sat.gob.mx/TimbreFiscalDigital"/>', 'no complement'],
    ['<c:Emisor xmlns:c="http://www.sat.gob.mx/cfd/4"/>', 'no complement'],
    ['<implocal:ImpuestosLocales/>', 'Give local taxes with the items'],
    [leyenda('textoLeyenda=""'), `${PATH}.LeyendasFiscales.Leyenda[0].textoLeyenda invalid_length`],
    [leyenda(), 'built'],
    [leyenda('norma="1"'), `${PATH}.LeyendasFiscales.Leyenda[0].textoLeyenda required`],
    [leyenda('textoLeyenda="a|b"'), `${PATH}.LeyendasFiscales.Leyenda[0].textoLeyenda invalid_value`],
    [leyenda('textoLeyenda="a" otra="b"'), `${PATH}.LeyendasFiscales.Leyenda[0].otra unknown_field`],
    [leyenda('textoLeyenda="a" xml:lang="es"'), `Leyenda[0].xml:lang unknown_field`],
    [leyenda('textoLeyenda="a" xsi:type="x"'), `Leyenda[0].xsi:type unknown_field`],
    [leyenda('textoLeyenda="a"', '', '<leyendasFisc:Otra/>'), 'Otra unknown_field'],
    [
      leyenda('textoLeyenda="a"', '', '<leyendasFisc:Leyenda textoLeyenda="b">x</leyendasFisc:Leyenda>'),
      'Leyenda[1] invalid_format',
    ],
    [leyenda('textoLeyenda="a"', '', 'suelto'), `${PATH}.LeyendasFiscales invalid_format`],
    [leyenda('textoLeyenda="a"', '', '<x xmlns="urn:x"/>'), 'x unknown_field'],
    [PLAIN.replace('1.0', '1.1'), `${PATH}.LeyendasFiscales.version invalid_value`],
    [PLAIN.replace(' version', ' xmlns:leyendasFisc="urn:other" version'), 'no complement'],
  ])('says what is wrong, and where: %s', (xml, why) => {
    if (why === 'built') expect(buildFrom(xml).ok).toBe(true);
    else expect(reject(xml)).toContain(why);
  });

  it('keeps the double spaces that are the form of a pedimento', () => {
    const here = 'DocumentacionAduanera[0].NumPedimento invalid_format';
    expect(reject(PEDIMENTO)).not.toContain(here);
    expect(reject(PEDIMENTO.replace('23  47', '23 47'))).toContain(here);
  });

  it('knows where a standard may stand', () => {
    const alumno =
      '<iedu:instEducativas version="1.0" nombreAlumno="A" CURP="MOMA010101HDFLRN09" nivelEducativo="Primaria" autRVOE="1"/>';
    const retenidoTotal =
      '<intereses:Intereses Version="1.0" SistFinanciero="SI" RetiroAORESRetInt="NO" OperFinancDerivad="NO" MontIntNominal="1" MontIntReal="1" Perdida="0"/>';
    expect(buildConceptoXml(alumno, {}, 'conceptos[0].complemento.xml').ok).toBe(true);
    expect(buildConceptoXml(PLAIN, {}, 'r').ok).toBe(false);
    expect(buildRetencionXml(retenidoTotal, {}, 'r').ok).toBe(true);
    expect(buildRetencionXml(alumno, {}, 'r').ok).toBe(false);
  });

  it('is there once', () => {
    const built = [buildFrom(PLAIN), buildFrom(PLAIN)].flatMap((built) => (built.ok ? [built.value] : []));
    expect(findRepeatedComplementos(built.slice(1))).toEqual([]);
    expect(findRepeatedComplementos(built)).toMatchObject([
      { path: `${PATH}.LeyendasFiscales`, code: 'invalid_value' },
    ]);
  });
});

const DETALLISTA = `<detallista:detallista type="SimpleInvoiceType" contentVersion="1.3.1" documentStructureVersion="AMC8.1" documentStatus="ORIGINAL">
  <detallista:requestForPaymentIdentification><detallista:entityType>INVOICE</detallista:entityType></detallista:requestForPaymentIdentification>
  <detallista:orderIdentification>
    <detallista:referenceIdentification type="ON"> OC
    1 </detallista:referenceIdentification>
  </detallista:orderIdentification>
  <detallista:AdditionalInformation>
    <detallista:referenceIdentification type="ON">1</detallista:referenceIdentification>
  </detallista:AdditionalInformation>
  <detallista:buyer><detallista:gln>1234567890123</detallista:gln></detallista:buyer>
  <detallista:totalAmount><detallista:Amount>1</detallista:Amount></detallista:totalAmount>
</detallista:detallista>`;

/** Enough of a Carta Porte to have a customs number; the rest is refused as missing. */
const PEDIMENTO = `<CartaPorte xmlns="http://www.sat.gob.mx/CartaPorte31" Version="3.1"><Ubicaciones/><Mercancias>
  <Mercancia><DocumentacionAduanera TipoDocumento="01" NumPedimento="23  47  3807  3003832"/></Mercancia>
</Mercancias></CartaPorte>`;
