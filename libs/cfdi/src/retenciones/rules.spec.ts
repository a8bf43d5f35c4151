import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { LargeCatalogues } from '#sat';
import type { Standard } from '../schemas/schema.js';
import { standardsFor } from '../schemas/standards/index.js';
import { readRetencion } from '../reading/retencion.js';
import { readXml } from '../reading/nodes.js';
import type { RfcRegister, Violation } from '../rules/rule.js';
import type { XmlNode } from '../parsed.js';
import { agreeWithPlatform } from '../testing/plataformas.js';
import {
  arbitraryComplemento,
  arbitraryComplementNode,
  complementXml,
  mustBuildRetencion,
  retencion,
} from '../testing/retenciones.js';
import { buildRetencion } from './build.js';
import { retencionCodes } from './codes.js';
import { findRetencionDefects } from './structure.js';
import type { RetencionInput } from './input.js';
import { checkRetencion } from './rules.js';
import { retencionXml } from './xml.js';

const SEALS = { noCertificado: '3'.repeat(20), certificado: 'QUJD', sello: 'QUJD' };
const standardOf = (prefix: string): Standard =>
  standardsFor('retenciones').find((one) => one.prefix === prefix) as Standard;
const withChanges = (prefix: string): string =>
  fc.sample(arbitraryComplemento(standardOf(prefix), 'largest'), { numRuns: 1, seed: 3 })[0] as string;

const extranjero: Partial<RetencionInput> = {
  receptor: { nacionalidad: 'Extranjero', nombre: 'ACME INC', numRegIdTrib: '123456789' },
};
const paidPart = { ...extranjero, cveRetenc: '18', complementos: [withChanges('pagosaextranjeros')] };
const noBeneficiario =
  '<p:Pagosaextranjeros xmlns:p="http://www.sat.gob.mx/esquemas/retencionpago/1/pagosaextranjeros" Version="1.0" EsBenefEfectDelCobro="NO"><p:NoBeneficiario PaisDeResidParaEfecFisc="US" ConceptoPago="3" DescripcionConcepto="R"/></p:Pagosaextranjeros>';
const noPagado = { ...paidPart, complementos: [noBeneficiario] };
/** A document of a platform: ISR and IVA withheld, the fullest complement, every total in its place. */
function ofPlatform(...impRetenidos: RetencionInput['totales']['impRetenidos']): Partial<RetencionInput> {
  const standard = standardOf('plataformasTecnologicas');
  const [made] = fc.sample(arbitraryComplementNode(standard, 'largest'), { numRuns: 1, seed: 3 });
  const { input, node } = agreeWithPlatform(
    retencion({ cveRetenc: '26', totales: { ...retencion().totales, impRetenidos } }),
    made as XmlNode,
  );
  return { ...input, complementos: [complementXml(node, standard)] };
}
const isr = { baseRet: '1000', impuesto: 'ISR', montoRet: '25', tipoPagoRet: '04' } as const;
const iva = { baseRet: '160.01', impuesto: 'IVA', montoRet: '80', tipoPagoRet: '01' } as const;
const plataforma = ofPlatform(isr, iva);
const apuestas = ofPlatform({ impuesto: 'IEPS', tipoPagoRet: '02', baseRet: '1000', montoRet: '100' });
const plan = { cveRetenc: '22', complementos: [withChanges('planesderetiro11')] };
const curp = { ...retencion().receptor, curp: 'CACX760510MDFSHC05' } as RetencionInput['receptor'];

const { totales } = retencion();
const rif: Partial<RetencionInput> = {
  cveRetenc: '28',
  totales: { ...totales, utilidadBimestral: '0.01', isrCorrespondiente: '0.01' },
};
const exempt: Partial<RetencionInput> = { totales: { ...totales, montoTotExent: '1000' } };

/** The list of taxpayers, as far as the rules ask it. */
const register: RfcRegister = {
  find: (rfc) => {
    if (rfc === 'ZZZ010101AAA') return 'no_inscrito';
    return rfc === 'CACX7605101P8' ? { name: 'XOCHILT CASAS CHAVEZ', codigoPostal: '36257' } : undefined;
  },
};

/** A rule's code, a document that keeps every rule, and the one change of its XML that breaks the rule. */
const cases: readonly (readonly [string, Partial<RetencionInput>, RegExp, string])[] = [
  ['Reten20104', {}, /LugarExpRetenc="\d+"/, 'LugarExpRetenc="00000"'],
  ['Reten20105', {}, /CveRetenc="08"/, 'CveRetenc="99"'],
  ['Reten20106', { cveRetenc: '25', descRetenc: 'x' }, / DescRetenc="x"/, ''],
  [
    'Reten20109',
    { relacionado: { tipoRelacion: '04', uuid: '5FB2822E-396D-4725-8521-CDC4BDD20CCF' } },
    ...([/TipoRelacion="04"/, 'TipoRelacion="08"'] as const),
  ],
  ['Reten20112', {}, /RegimenFiscalE="601"/, 'RegimenFiscalE="605"'],
  ['RET-Complemento-CveRetenc', {}, /CveRetenc="08"/, 'CveRetenc="16"'],
  ['RET-Receptor-NacionalidadR', {}, /NacionalidadR="Nacional"/, 'NacionalidadR="Extranjero"'],
  ['RET-Nacional-RfcR', {}, /RfcR="\w+"/, 'RfcR="XEXX010101000"'],
  ['Reten20117', { receptor: curp }, /RfcR="\w+"/, 'RfcR="URE180429TM6"'],
  ['Reten20120', {}, /DomicilioFiscalR="\d+"/, 'DomicilioFiscalR="00999"'],
  ['Reten20121', {}, /MesIni="10"/, 'MesIni="00"'],
  ['Reten20123', {}, /MesFin="11"/, 'MesFin="13"'],
  ['Reten20122', {}, /MesFin="11"/, 'MesFin="09"'],
  ['Reten20125', {}, /Ejercicio="2026"/, 'Ejercicio="2027"'],
  ['Reten20126', {}, /Ejercicio="2026"/, 'Ejercicio="2024"'],
  ['Reten20108', rif, /MontoTotGrav="0.00"/, 'MontoTotGrav="0.01"'],
  ['Reten20108', rif, /MontoTotExent="0.00"/, 'MontoTotExent="0.01"'],
  ['Reten20127', {}, /MontoTotGrav="1000.00"/, 'MontoTotGrav="999.99"'],
  ['Reten20127', {}, /MontoTotExent="0.00"/, 'MontoTotExent="0.01"'],
  ['Reten20128', {}, /MontoTotGrav="1000.00"/, 'MontoTotGrav="1000.01"'],
  ['Reten20129', exempt, /MontoTotExent="1000.00"/, 'MontoTotExent="1000.01"'],
  ['Reten20130', {}, /<retenciones:ImpRetenidos[^>]*>/, ''],
  ['Reten20132', rif, /UtilidadBimestral="0.01"/, 'UtilidadBimestral="0.00"'],
  ['Reten20132', rif, / UtilidadBimestral="0.01"/, ''],
  ['Reten20133', rif, /ISRCorrespondiente="0.01"/, 'ISRCorrespondiente="0.00"'],
  ['Reten20133', rif, / ISRCorrespondiente="0.01"/, ''],
  ['Reten20113', {}, /RfcR="\w+"/, 'RfcR="ZZZ010101AAA"'],
  ['Reten20116', {}, /XOCHILT CASAS CHAVEZ/, 'XOCHITL CASAS CHAVEZ'],
  ['Reten20120', {}, /DomicilioFiscalR="\d+"/, 'DomicilioFiscalR="06300"'],
  ['Reten20111', {}, /RegimenFiscalE="601"/, 'RegimenFiscalE="699"'],
  ['Reten20131', {}, /MontoTotRet="100.00"/, 'MontoTotRet="100.01"'],
  ['RET-ImpRetenidos-ImpuestoRet', {}, /ImpuestoRet="001"/, 'ImpuestoRet="004"'],
  ['RET-ImpRetenidos-TipoPagoRet', {}, /TipoPagoRet="04"/, 'TipoPagoRet="05"'],
  ['RET-ImpRetenidos-ImpuestoRet-TipoPagoRet', {}, /TipoPagoRet="04"/, 'TipoPagoRet="01"'],
  ['RET-Pagosaextranjeros-EsBenefEfectDelCobro', noPagado, /Cobro="NO"/, 'Cobro="SI"'],
  ['RET-NoBeneficiario-PaisDeResidParaEfecFisc', noPagado, /Fisc="US"/, 'Fisc="USA"'],
  ['RET-NoBeneficiario-ConceptoPago', noPagado, /Pago="3"/, 'Pago="0"'],
  ['RET-Beneficiario-ConceptoPago', paidPart, /ConceptoPago="\d"/, 'ConceptoPago="0"'],
  [
    'RET-DividOUtil-CveTipDivOUtil',
    { cveRetenc: '14', complementos: [withChanges('dividendos')] },
    ...([/CveTipDivOUtil="\d+"/, 'CveTipDivOUtil="07"'] as const),
  ],
  [
    'RET-Premios-EntidadFederativa',
    { cveRetenc: '20', complementos: [withChanges('premios')] },
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
  // Keys that revision E of the platforms' schema does not have.
  ['RET-DetallesDelServicio-TipoDeServ', plataforma, /TipoDeServ="\d+"/, 'TipoDeServ="10"'],
  ['RET-DetallesDelServicio-FormaPagoServ', plataforma, /FormaPagoServ="\d+"/, 'FormaPagoServ="10"'],
  ['RET-DetallesDelServicio-SubTipServ', plataforma, /SubTipServ="\d+"/, 'SubTipServ="05"'],
  [
    'RET-ImpuestosTrasladadosdelServicio-TasaCuota',
    plataforma,
    ...([/TasaCuota="[\d.]+"/, 'TasaCuota="0.300000"'] as const),
  ],
  [
    'RET-CveRetenc-ServiciosPlataformasTecnologicas',
    plataforma,
    ...([/CveRetenc="26"/, 'CveRetenc="08"'] as const),
  ],
  [
    'RET-ImpRetenidos-ServiciosPlataformasTecnologicas',
    plataforma,
    ...([
      /<retenciones:ImpRetenidos BaseRet="1000.00"([^>]*)MontoRet="25.00"([^>]*)>/,
      '<retenciones:ImpRetenidos$1MontoRet="20.00"$2><retenciones:ImpRetenidos$1MontoRet="5.00"$2>',
    ] as const),
  ],
  ['SPT117', plataforma, /BaseRet="160.01"/, 'BaseRet="160.02"'],
  ['SPT117', plataforma, /BaseRet="160.01"/, 'BaseRet="79.99"'],
  ...(
    [
      ['Totales-MontoTotOperacion-MonTotServSIVA', 'MontoTot(?:Operacion|Grav)'],
      ['ServiciosPlataformasTecnologicas-NumServ', 'NumServ'],
      ['ServiciosPlataformasTecnologicas-TotalIVATrasladado', 'TotalIVATrasladado'],
      ['ServiciosPlataformasTecnologicas-TotalISRRetenido', 'TotalISRRetenido'],
      ['ServiciosPlataformasTecnologicas-DifIVAEntregadoPrestServ', 'DifIVAEntregadoPrestServ'],
      ['ServiciosPlataformasTecnologicas-MonTotalporUsoPlataforma', 'MonTotalporUsoPlataforma'],
      [
        'ServiciosPlataformasTecnologicas-MonTotalContribucionGubernamental',
        'MonTotalContribucionGubernamental',
      ],
    ] as const
  ).map(([code, name]) => [`RET-${code}`, plataforma, new RegExp(`(${name})="\\d`, 'g'), '$1="123'] as const),
  [
    'RET-ServiciosPlataformasTecnologicas-MonTotServSIVA',
    plataforma,
    // One service more expensive by a cent and a bit: the total stays.
    ...([/PrecioServSinIVA="(\d+)\./, 'PrecioServSinIVA="9$1.'] as const),
  ],
  [
    'RET-ServiciosPlataformasTecnologicas-MonTotalContribucionGubernamental',
    plataforma,
    ...([/ MonTotalContribucionGubernamental="[^"]*"/, ''] as const),
  ],
  [
    'RET-ServiciosPlataformasTecnologicas-TotalIVARetenido',
    plataforma,
    ...([/TotalIVARetenido="80.00"/, 'TotalIVARetenido="79.99"'] as const),
  ],
  [
    'RET-ImpuestosTrasladadosdelServicio-Importe',
    plataforma,
    ...([/(ImpuestosTrasladadosdelServicio Base=")\d/, '$199'] as const),
  ],
  ['PDR101', plan, / MontTotExentRetiradoAnioInmAnt="[^"]*"/, ''],
  ['PDR102', plan, / MontTotExedenteAnioInmAnt="[^"]*"/, ''],
  ['PDR104', plan, /TipoAportacionODeposito="b"/, 'TipoAportacionODeposito="a"'],
  [
    'Reten20116',
    {
      receptor: {
        ...retencion().receptor,
        rfc: 'URE180429TM6',
        nombre: 'OTRA',
      } as RetencionInput['receptor'],
    },
    ...([/NomDenRazSocR="OTRA"/, 'NomDenRazSocR="PÚBLICO EN GENERAL"'] as const),
  ],
  ['RET-ImpRetenidos-ImpuestoRet-TipoDeServ', apuestas, /TipoDeServ="11"/g, 'TipoDeServ="01"'],
];

const violationsOf = (xml: string): string[] => [...new Set(findAll(xml).map(({ code }) => code))];

function findAll(xml: string): Violation[] {
  const parsed = readXml(xml);
  if (!parsed.ok) throw new Error('not read');
  const violations: Violation[] = [];
  checkRetencion(parsed.value, { root: parsed.value, register }, violations);
  return violations;
}

describe('rules of retentions', () => {
  it.each(cases)('%s', (code, over, changes, times) => {
    const xml = retencionXml(mustBuildRetencion(retencion(over)), SEALS);
    expect(violationsOf(xml)).toEqual([]);
    const other = xml.replace(changes, times);
    expect(other).not.toBe(xml);
    const parsed = readXml(other);
    // The form of c_TipoContribuyenteSujetoRetencion is the whole catalogue: another key has no other form.
    expect(parsed.ok && findRetencionDefects(parsed.value).filter(({ kind }) => kind !== 'value')).toEqual(
      [],
    );
    expect(violationsOf(other)).toEqual([code]);
  });

  it('each one is listed, and each listed one has its document', () => {
    const listadas = retencionCodes.filter(({ where }) => where === 'rule').map(({ code }) => code);
    expect([...new Set(cases.map(([code]) => code))].sort()).toEqual([...listadas].sort());
    expect(new Set(retencionCodes.map(({ code }) => code)).size).toBe(retencionCodes.length);
  });

  it('knows postal codes by the whole catalogue, where it is loaded', () => {
    const parsed = readXml(retencionXml(mustBuildRetencion(retencion()), SEALS));
    if (!parsed.ok) throw new Error('not read');
    const codes = (accepts: boolean): string[] => {
      const codigosPostales = { complete: true, accepts: () => accepts };
      const large = { codigosPostales } as unknown as LargeCatalogues;
      const violations: Violation[] = [];
      checkRetencion(parsed.value, { root: parsed.value, large }, violations);
      return violations.map(({ code }) => code);
    };
    expect(codes(true)).toEqual([]);
    expect(codes(false)).toEqual(['Reten20104', 'Reten20120']);
  });

  it('keeps quiet where a year just is this one or the last, and of years by the issuing date', () => {
    const of = (fechaExp: string, ejercicio: number): string[] =>
      violationsOf(
        retencionXml(
          mustBuildRetencion(retencion({ fechaExp, periodo: { mesIni: 1, mesFin: 12, ejercicio } })),
          SEALS,
        ),
      );
    expect(of('2026-01-01T00:00:00', 2025)).toEqual([]);
    expect(of('2026-12-31T23:59:59', 2025)).toEqual([]);
    expect(() => of('2027-01-01T00:00:00', 2025)).toThrow('Reten20126');
  });

  it('are asked of what is built, with the register of who calls', () => {
    const input = retencion({ receptor: { ...retencion().receptor, nombre: 'OTRO' } as never });
    expect(buildRetencion(input).ok).toBe(true);
    const built = buildRetencion(input, { register });
    expect(built.ok ? [] : built.refusal.details?.map(({ path }) => path)).toEqual(['receptor.nombre']);
    const short = retencion({ totales: { ...totales, montoTotGrav: '900' } });
    const refused = buildRetencion(short);
    expect(refused.ok ? [] : refused.refusal.details?.map(({ path }) => path)).toEqual([
      'totales.montoTotOperacion',
    ]);
  });

  it('stops at its limit', () => {
    const xml = retencionXml(mustBuildRetencion(retencion()), SEALS).replace(/="(10|11|2026|04)"/g, '="99"');
    const root = readXml(xml);
    if (!root.ok) throw new Error('not read');
    const violations: Violation[] = [];
    checkRetencion(root.value, { root: root.value }, violations, 2);
    expect(violations).toHaveLength(2);
  });

  it('asks for the complement of payments abroad of foreigners only', () => {
    expect(violationsOf(retencionXml(mustBuildRetencion(retencion({ cveRetenc: '01' })), SEALS))).toEqual([]);
    const xml = retencionXml(mustBuildRetencion(retencion({ ...extranjero, cveRetenc: '03' })), SEALS);
    const asked = xml.replace('CveRetenc="03"', 'CveRetenc="01"');
    expect(violationsOf(asked)).toEqual(['RET-Complemento-CveRetenc']);
    expect(findAll(asked)[0]).toMatchObject({
      es: 'La clave de retención 01 requiere el complemento "pagosaextranjeros".',
      en: 'The retention key 01 requires the complement "pagosaextranjeros".',
    });
    expect(readRetencion(xml).ok).toBe(true);
  });
});
