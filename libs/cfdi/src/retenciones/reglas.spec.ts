import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { LargeCatalogues } from '#sat';
import type { Estandar } from '../formas/forma.js';
import { estandaresDe } from '../formas/estandares/index.js';
import { leerRetencion } from '../lectura/retencion.js';
import { readXml } from '../lectura/nodos.js';
import type { Falla } from '../reglas/regla.js';
import { complementoArbitrario, construirRetencion, retencion } from '../testing/retenciones.js';
import { codigosRetencion } from './codigos.js';
import { defectosDeRetencion } from './estructura.js';
import type { RetencionInput } from './input.js';
import { revisarRetencion } from './reglas.js';
import { retencionXml } from './xml.js';

const SELLADO = { noCertificado: '3'.repeat(20), certificado: 'QUJD', sello: 'QUJD' };
const estandar = (prefijo: string): Estandar =>
  estandaresDe('retenciones').find((uno) => uno.prefijo === prefijo) as Estandar;
const con = (prefijo: string): string =>
  fc.sample(complementoArbitrario(estandar(prefijo), 'mayor'), { numRuns: 1, seed: 3 })[0] as string;

const extranjero: Partial<RetencionInput> = {
  receptor: { nacionalidad: 'Extranjero', nombre: 'ACME INC', numRegIdTrib: '123456789' },
};
const pagado = { ...extranjero, cveRetenc: '18', complementos: [con('pagosaextranjeros')] };
const noBeneficiario =
  '<p:Pagosaextranjeros xmlns:p="http://www.sat.gob.mx/esquemas/retencionpago/1/pagosaextranjeros" Version="1.0" EsBenefEfectDelCobro="NO"><p:NoBeneficiario PaisDeResidParaEfecFisc="US" ConceptoPago="3" DescripcionConcepto="R"/></p:Pagosaextranjeros>';
const noPagado = { ...pagado, complementos: [noBeneficiario] };
const plataforma = { cveRetenc: '26', complementos: [con('plataformasTecnologicas')] };
const curp = { ...retencion().receptor, curp: 'CACX760510MDFSHC05' } as RetencionInput['receptor'];

/** A rule's code, a document that keeps every rule, and the one change of its XML that breaks the rule. */
const casos: readonly (readonly [string, Partial<RetencionInput>, RegExp, string])[] = [
  ['RET-Retenciones-LugarExpRetenc', {}, /LugarExpRetenc="\d+"/, 'LugarExpRetenc="00000"'],
  ['RET-Retenciones-CveRetenc', {}, /CveRetenc="08"/, 'CveRetenc="99"'],
  ['RET-Retenciones-DescRetenc', { cveRetenc: '25', descRetenc: 'x' }, / DescRetenc="x"/, ''],
  [
    'RET-CfdiRetenRelacionados-TipoRelacion',
    { relacionado: { tipoRelacion: '04', uuid: '5FB2822E-396D-4725-8521-CDC4BDD20CCF' } },
    ...([/TipoRelacion="04"/, 'TipoRelacion="08"'] as const),
  ],
  ['RET-Emisor-RegimenFiscalE', {}, /RegimenFiscalE="601"/, 'RegimenFiscalE="605"'],
  ['RET-Complemento-CveRetenc', {}, /CveRetenc="08"/, 'CveRetenc="16"'],
  ['RET-Receptor-NacionalidadR', {}, /NacionalidadR="Nacional"/, 'NacionalidadR="Extranjero"'],
  ['RET-Nacional-RfcR', {}, /RfcR="\w+"/, 'RfcR="XEXX010101000"'],
  ['RET-Nacional-CurpR', { receptor: curp }, /RfcR="\w+"/, 'RfcR="URE180429TM6"'],
  ['RET-Nacional-DomicilioFiscalR', {}, /DomicilioFiscalR="\d+"/, 'DomicilioFiscalR="00999"'],
  ['RET-Periodo-MesIni', {}, /MesIni="10"/, 'MesIni="00"'],
  ['RET-Periodo-MesFin', {}, /MesFin="11"/, 'MesFin="13"'],
  ['RET-Periodo-MesIni-MesFin', {}, /MesFin="11"/, 'MesFin="09"'],
  ['RET-Periodo-Ejercicio', {}, /Ejercicio="2026"/, 'Ejercicio="2027"'],
  ['RET-Totales-MontoTotExent', {}, /MontoTotExent="0.00"/, 'MontoTotExent="1000.01"'],
  ['RET-Totales-MontoTotRet', {}, /MontoTotRet="100.00"/, 'MontoTotRet="100.01"'],
  ['RET-ImpRetenidos-ImpuestoRet', {}, /ImpuestoRet="001"/, 'ImpuestoRet="004"'],
  ['RET-ImpRetenidos-TipoPagoRet', {}, /TipoPagoRet="04"/, 'TipoPagoRet="05"'],
  ['RET-ImpRetenidos-ImpuestoRet-TipoPagoRet', {}, /TipoPagoRet="04"/, 'TipoPagoRet="01"'],
  ['RET-Pagosaextranjeros-EsBenefEfectDelCobro', noPagado, /Cobro="NO"/, 'Cobro="SI"'],
  ['RET-NoBeneficiario-PaisDeResidParaEfecFisc', noPagado, /Fisc="US"/, 'Fisc="USA"'],
  ['RET-NoBeneficiario-ConceptoPago', noPagado, /Pago="3"/, 'Pago="0"'],
  ['RET-Beneficiario-ConceptoPago', pagado, /ConceptoPago="\d"/, 'ConceptoPago="0"'],
  [
    'RET-DividOUtil-CveTipDivOUtil',
    { cveRetenc: '14', complementos: [con('dividendos')] },
    ...([/CveTipDivOUtil="\d+"/, 'CveTipDivOUtil="07"'] as const),
  ],
  [
    'RET-Premios-EntidadFederativa',
    { cveRetenc: '20', complementos: [con('premios')] },
    ...([/EntidadFederativa="\d+"/, 'EntidadFederativa="33"'] as const),
  ],
  [
    'RET-ServiciosPlataformasTecnologicas-Periodicidad',
    plataforma,
    ...([/Periodicidad="\d+"/, 'Periodicidad="06"'] as const),
  ],
  [
    'RET-ImpuestosTrasladadosdelServicio-Impuesto',
    plataforma,
    ...([/ Impuesto="\d+"/, ' Impuesto="04"'] as const),
  ],
  [
    'RET-ContribucionGubernamental-EntidadDondePagaLaContribucion',
    plataforma,
    ...([/DondePagaLaContribucion="\d+"/, 'DondePagaLaContribucion="33"'] as const),
  ],
];

function fallasDe(xml: string): string[] {
  const leido = readXml(xml);
  if (!leido.ok) throw new Error('not read');
  const fallas: Falla[] = [];
  revisarRetencion(leido.value, { raiz: leido.value }, fallas);
  return [...new Set(fallas.map(({ codigo }) => codigo))];
}

describe('rules of retentions', () => {
  it.each(casos)('%s', (codigo, over, cambia, por) => {
    const xml = retencionXml(construirRetencion(retencion(over)), SELLADO);
    expect(fallasDe(xml)).toEqual([]);
    const otro = xml.replace(cambia, por);
    expect(otro).not.toBe(xml);
    const leido = readXml(otro);
    // The form of c_TipoContribuyenteSujetoRetencion is the whole catalogue: another key has no other form.
    expect(leido.ok && defectosDeRetencion(leido.value).filter(({ clase }) => clase !== 'valor')).toEqual([]);
    expect(fallasDe(otro)).toEqual([codigo]);
  });

  it('each one is listed, and each listed one has its document', () => {
    const listadas = codigosRetencion.filter(({ donde }) => donde === 'regla').map(({ codigo }) => codigo);
    expect(casos.map(([codigo]) => codigo).sort()).toEqual([...listadas].sort());
    expect(new Set(codigosRetencion.map(({ codigo }) => codigo)).size).toBe(codigosRetencion.length);
  });

  it('knows postal codes by the whole catalogue, where it is loaded', () => {
    const leido = readXml(retencionXml(construirRetencion(retencion()), SELLADO));
    if (!leido.ok) throw new Error('not read');
    const codigos = (accepts: boolean): string[] => {
      const codigosPostales = { complete: true, accepts: () => accepts };
      const grandes = { codigosPostales } as unknown as LargeCatalogues;
      const fallas: Falla[] = [];
      revisarRetencion(leido.value, { raiz: leido.value, grandes }, fallas);
      return fallas.map(({ codigo }) => codigo);
    };
    expect(codigos(true)).toEqual([]);
    expect(codigos(false)).toEqual(['RET-Retenciones-LugarExpRetenc', 'RET-Nacional-DomicilioFiscalR']);
  });

  it('stops at its limit', () => {
    const xml = retencionXml(construirRetencion(retencion()), SELLADO).replace(
      /="(10|11|2026|04)"/g,
      '="99"',
    );
    const raiz = readXml(xml);
    if (!raiz.ok) throw new Error('not read');
    const fallas: Falla[] = [];
    revisarRetencion(raiz.value, { raiz: raiz.value }, fallas, 2);
    expect(fallas).toHaveLength(2);
  });

  it('asks for the complement of payments abroad of foreigners only', () => {
    expect(fallasDe(retencionXml(construirRetencion(retencion({ cveRetenc: '01' })), SELLADO))).toEqual([]);
    const xml = retencionXml(construirRetencion(retencion({ ...extranjero, cveRetenc: '03' })), SELLADO);
    expect(fallasDe(xml.replace('CveRetenc="03"', 'CveRetenc="01"'))).toEqual(['RET-Complemento-CveRetenc']);
    expect(leerRetencion(xml).ok).toBe(true);
  });
});
