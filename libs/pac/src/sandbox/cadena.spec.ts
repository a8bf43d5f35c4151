import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { readXml } from '../xml.js';
import { cadenaDelDocumento, UnknownComplement } from './cadena.js';
import { testXml } from './testing.js';

const material = resolve(process.env['SAT_MATERIAL'] ?? '../shared/sat');
const stylesheet = join(
  material,
  'schemas/xslt10/www.sat.gob.mx/sitio_internet/cfd/4/cadenaoriginal_4_0/cadenaoriginal_4_0.xslt',
);
const oracle = ((): boolean => {
  try {
    execFileSync('which', ['xsltproc']);
    return existsSync(stylesheet);
  } catch {
    return false;
  }
})();
if (!oracle) console.warn('Official stylesheet or xsltproc absent: cadenas are not compared with it.');

const cadena = (xml: string): string => cadenaDelDocumento(readXml(xml));

describe('cadena original of the sandbox', () => {
  it('takes the values in order, with white space normalized', () => {
    const xml = testXml({ emisor: { Nombre: '  ESCUELA   KEMPER\tURGATE ' } });
    expect(cadena(xml)).toBe(
      '||4.0|A|1|2026-11-21T09:00:00|01|30001000007000000001|100.00|MXN|116.00|I|01|PUE|06600' +
        '|EKU9003173C9|ESCUELA KEMPER URGATE|601' +
        '|URE180429TM6|UNIVERSIDAD ROBOTICA ESPAÑOLA|86991|601|G03' +
        '|01010101|1|H87|Artículo de prueba|100.00|100.00|02|100.00|002|Tasa|0.160000|16.00' +
        '|100.00|002|Tasa|0.160000|16.00|16.00||',
    );
  });

  it('says which complement it does not know', () => {
    const complemento = '<cfdi:Complemento><x:Nada xmlns:x="urn:x"/></cfdi:Complemento>';
    expect(() => cadena(testXml({ complemento }))).toThrow(UnknownComplement);
  });

  const folder = mkdtempSync(join(tmpdir(), 'cadena-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const official = (xml: string): string => {
    const file = join(folder, 'document.xml');
    writeFileSync(file, xml);
    return execFileSync('xsltproc', ['--nonet', stylesheet, file], { encoding: 'utf8' }).trim();
  };

  const everything = testXml({
    comprobante: {
      Serie: 'A & "B"',
      CondicionesDePago: ' 30  días ',
      Descuento: '1.00',
      TipoCambio: '1',
      Confirmacion: 'ab1CD',
    },
    emisor: { FacAtrAdquirente: '0123456789' },
    receptor: { ResidenciaFiscal: 'USA', NumRegIdTrib: '123456789' },
    informacionGlobal:
      '<cfdi:InformacionGlobal Periodicidad="01" Meses="11" Año="2026"/>' +
      ['01', '04']
        .map(
          (tipo) =>
            `<cfdi:CfdiRelacionados TipoRelacion="${tipo}">${'<cfdi:CfdiRelacionado UUID="0B0C1A2D-0000-4000-8000-00000000000A"/>'.repeat(2)}</cfdi:CfdiRelacionados>`,
        )
        .join(''),
    conceptos: [
      {
        sku: 'K-1',
        descuento: '1.00',
        impuestos:
          '<cfdi:Impuestos><cfdi:Traslados><cfdi:Traslado Base="99" Impuesto="002" TipoFactor="Exento"/></cfdi:Traslados>' +
          '<cfdi:Retenciones><cfdi:Retencion Base="99" Impuesto="001" TipoFactor="Tasa" TasaOCuota="0.100000" Importe="9.9"/></cfdi:Retenciones></cfdi:Impuestos>' +
          '<cfdi:ACuentaTerceros RfcACuentaTerceros="CACX7605101P8" NombreACuentaTerceros="X" RegimenFiscalACuentaTerceros="612" DomicilioFiscalACuentaTerceros="06600"/>' +
          '<cfdi:InformacionAduanera NumeroPedimento="15  48  3009  0001234"/><cfdi:CuentaPredial Numero="15956011002"/>' +
          '<cfdi:ComplementoConcepto><iedu:instEducativas xmlns:iedu="http://www.sat.gob.mx/iedu" version="1.0" nombreAlumno="Ñ" CURP="CACX760510MGTSHC04" nivelEducativo="Primaria" autRVOE="R1" rfcPago="CACX7605101P8"/></cfdi:ComplementoConcepto>' +
          '<cfdi:Parte ClaveProdServ="01010101" NoIdentificacion="P" Cantidad="1.5" Unidad="U" Descripcion="Parte" ValorUnitario="1" Importe="1.5"><cfdi:InformacionAduanera NumeroPedimento="15  48  3009  0001235"/></cfdi:Parte>',
      },
      { objetoImp: '01' },
    ],
    resumen:
      '<cfdi:Impuestos TotalImpuestosRetenidos="9.90" TotalImpuestosTrasladados="16.00"><cfdi:Retenciones><cfdi:Retencion Impuesto="001" Importe="9.90"/></cfdi:Retenciones>' +
      '<cfdi:Traslados><cfdi:Traslado Base="99" Impuesto="002" TipoFactor="Exento"/><cfdi:Traslado Base="100" Impuesto="002" TipoFactor="Tasa" TasaOCuota="0.160000" Importe="16.00"/></cfdi:Traslados></cfdi:Impuestos>',
    complemento:
      '<cfdi:Complemento><implocal:ImpuestosLocales xmlns:implocal="http://www.sat.gob.mx/implocal" version="1.0" TotaldeTraslados="3.00" TotaldeRetenciones="1.00">' +
      '<implocal:TrasladosLocales ImpLocTrasladado="ISH" TasadeTraslado="3.00" Importe="3.00"/>' +
      '<implocal:RetencionesLocales ImpLocRetenido="5 al millar" TasadeRetencion="0.50" Importe="1.00"/></implocal:ImpuestosLocales></cfdi:Complemento><cfdi:Addenda><z xmlns=""/></cfdi:Addenda>',
  });

  (oracle ? it : it.skip).each([
    ['a plain document', testXml()],
    ['a document with everything that a CFDI may have', everything],
  ])('is that of the official stylesheet: %s', (_, xml) => expect(cadena(xml)).toBe(official(xml)));

  (oracle ? it : it.skip).each([
    'ingreso-descuentos.xml',
    'ingreso-partes.xml',
    'ingreso-terceros.xml',
    'iedu-sin-sello.xml',
  ])('is that of the official stylesheet: %s', (file) => {
    const xml = readFileSync(join(material, 'samples/cfdi', file), 'utf8').replace(/^\uFEFF/, '');
    expect(cadena(xml)).toBe(official(xml));
  });
});
