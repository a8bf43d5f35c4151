import { exampleEvent } from '#answers';
import { buildRetencion, insertTimbre, retencionXml, type RetencionInput } from '#cfdi';
import { retencion } from '#cfdi/testing/retenciones';
import { emptyLegal, type OrganizationDoc, type RetentionDoc } from '#contracts';
import type { RetentionPdfModel } from '#pdf';
import { catalogueLabel, retentionLabels } from './labels.js';
import { toStampedRetentionModel } from './retentions.js';

const UUID = '8D0F6A52-3C71-4B9E-8F64-1A2B7C9D0E35';
const SEAL = 'c2VsbG8gZGlnaXRhbCBkZWwgZW1pc29y'.repeat(10);
const TIMBRE =
  `<tfd:TimbreFiscalDigital xmlns:tfd="http://www.sat.gob.mx/TimbreFiscalDigital" Version="1.1" UUID="${UUID}" ` +
  `FechaTimbrado="2026-11-21T10:41:07" RfcProvCertif="SPR190613I52" SelloCFD="${SEAL}" ` +
  `NoCertificadoSAT="00001000000598765432" SelloSAT="${SEAL}"/>`;
const SAT = 'http://www.sat.gob.mx/esquemas/retencionpago/1';

/** For specs: a complement as a caller writes it. */
const complement = (prefix: string, attributes: string, children = '', name = prefix): string =>
  `<${prefix}:${name} xmlns:${prefix}="${SAT}/${prefix}" ${attributes}>${children}</${prefix}:${name}>`;

const service = (day: number): string =>
  `<plataformasTecnologicas:DetallesDelServicio FormaPagoServ="04" TipoDeServ="01" SubTipServ="02" ` +
  `RFCTerceroAutorizado="CACX7605101P8" FechaServ="2026-11-${String(day).padStart(2, '0')}" PrecioServSinIVA="${day * 37}.5">` +
  `<plataformasTecnologicas:ImpuestosTrasladadosdelServicio Base="${day * 37}.5" Impuesto="02" TipoFactor="Tasa" TasaCuota="0.160000" Importe="${day * 6}"/>` +
  `<plataformasTecnologicas:ContribucionGubernamental ImpContrib="5" EntidadDondePagaLaContribucion="09"/>` +
  `<plataformasTecnologicas:ComisionDelServicio Base="${day * 37}.5" Porcentaje="0.2" Importe="${day * 7}"/>` +
  `</plataformasTecnologicas:DetallesDelServicio>`;

/** For specs: a complement of each kind, with the key that it goes with. */
export const COMPLEMENTS: Readonly<Record<string, Complemented>> = {
  arrendamientoenfideicomiso: {
    key: '17',
    xml: complement(
      'arrendamientoenfideicomiso',
      'Version="1.0" PagProvEfecPorFiduc="1200.5" RendimFideicom="45000" DeduccCorresp="7500" MontTotRet="1200.5" MontResFiscDistFibras="0" MontOtrosConceptDistr="250" DescrMontOtrosConceptDistr="Reembolso de capital"',
      '',
      'Arrendamientoenfideicomiso',
    ),
  },
  dividendos: {
    key: '14',
    xml: complement(
      'dividendos',
      'Version="1.0"',
      '<dividendos:DividOUtil CveTipDivOUtil="01" MontISRAcredRetMexico="1000" MontISRAcredRetExtranjero="0" MontRetExtDivExt="0" TipoSocDistrDiv="Sociedad Nacional" MontISRAcredNal="3000" MontDivAcumNal="10000" MontDivAcumExt="0"/><dividendos:Remanente ProporcionRem="0.25"/>',
      'Dividendos',
    ),
  },
  enajenaciondeacciones: {
    key: '06',
    xml: complement(
      'enajenaciondeacciones',
      'Version="1.0" ContratoIntermediacion="Contrato de intermediación bursátil 4471" Ganancia="25000" Perdida="0"',
      '',
      'EnajenaciondeAcciones',
    ),
  },
  fideicomisonoempresarial: {
    key: '21',
    xml: complement(
      'fideicomisonoempresarial',
      'Version="1.0"',
      '<fideicomisonoempresarial:IngresosOEntradas MontTotEntradasPeriodo="100000" PartPropAcumDelFideicom="25000" PropDelMontTot="0.25"><fideicomisonoempresarial:IntegracIngresos Concepto="Rentas de locales"/></fideicomisonoempresarial:IngresosOEntradas><fideicomisonoempresarial:DeduccOSalidas MontTotEgresPeriodo="40000" PartPropDelFideicom="10000" PropDelMontTot="0.25"><fideicomisonoempresarial:IntegracEgresos ConceptoS="Mantenimiento"/></fideicomisonoempresarial:DeduccOSalidas><fideicomisonoempresarial:RetEfectFideicomiso MontRetRelPagFideic="1500" DescRetRelPagFideic="ISR del fideicomiso"/>',
      'Fideicomisonoempresarial',
    ),
  },
  intereses: {
    key: '16',
    xml: complement(
      'intereses',
      'Version="1.0" SistFinanciero="SI" RetiroAORESRetInt="NO" OperFinancDerivad="NO" MontIntNominal="8000" MontIntReal="3500" Perdida="0"',
      '',
      'Intereses',
    ),
  },
  intereseshipotecarios: {
    key: '23',
    xml: complement(
      'intereseshipotecarios',
      'Version="1.0" CreditoDeInstFinanc="SI" SaldoInsoluto="850000" PropDeducDelCredit="1" MontTotIntNominalesDev="92000" MontTotIntNominalesDevYPag="92000" MontTotIntRealPagDeduc="51000" NumContrato="HIP-2019-00831"',
      '',
      'Intereseshipotecarios',
    ),
  },
  operacionesconderivados: {
    key: '24',
    xml: complement(
      'operacionesconderivados',
      'Version="1.0" MontGanAcum="42000" MontPerdDed="0"',
      '',
      'Operacionesconderivados',
    ),
  },
  pagosaextranjeros: {
    key: '18',
    xml: complement(
      'pagosaextranjeros',
      'Version="1.0" EsBenefEfectDelCobro="NO"',
      '<pagosaextranjeros:NoBeneficiario PaisDeResidParaEfecFisc="US" ConceptoPago="3" DescripcionConcepto="Regalías por uso de software"/>',
      'Pagosaextranjeros',
    ),
  },
  planesderetiro11: {
    key: '22',
    xml: complement(
      'planesderetiro11',
      'Version="1.1" SistemaFinanc="SI" MontTotAportAnioInmAnterior="60000" MontIntRealesDevengAniooInmAnt="4100" HuboRetirosAnioInmAntPer="NO" HuboRetirosAnioInmAnt="SI" MontTotRetiradoAnioInmAnt="15000" NumReferencia="PPR-5512"',
      '<planesderetiro11:AportacionesODepositos TipoAportacionODeposito="a" MontAportODep="30000" RFCFiduciaria="EKU9003173C9"/><planesderetiro11:AportacionesODepositos TipoAportacionODeposito="b" MontAportODep="30000"/>',
      'Planesderetiro',
    ),
  },
  plataformasTecnologicas: {
    key: '26',
    xml:
      `<plataformasTecnologicas:ServiciosPlataformasTecnologicas xmlns:plataformasTecnologicas="${SAT}/PlataformasTecnologicas10" ` +
      'Version="1.0" Periodicidad="02" NumServ="12" MonTotServSIVA="2931" TotalIVATrasladado="468.96" TotalIVARetenido="234.48" TotalISRRetenido="61.55" DifIVAEntregadoPrestServ="234.48" MonTotalporUsoPlataforma="586.2" MonTotalContribucionGubernamental="60">' +
      `<plataformasTecnologicas:Servicios>${Array.from({ length: 12 }, (_, i) => service(i + 1)).join('')}</plataformasTecnologicas:Servicios></plataformasTecnologicas:ServiciosPlataformasTecnologicas>`,
  },
  premios: {
    key: '20',
    xml: complement(
      'premios',
      'Version="1.0" EntidadFederativa="14" MontTotPago="50000" MontTotPagoGrav="50000" MontTotPagoExent="0"',
      '',
      'Premios',
    ),
  },
  sectorfinanciero: {
    key: '27',
    xml: complement(
      'sectorfinanciero',
      'Version="1.0" IdFideicom="F-20871" NomFideicom="Fideicomiso de administración 20871" DescripFideicom="Administración y fuente de pago"',
      '',
      'SectorFinanciero',
    ),
  },
};

/** For specs: a complement, and the key that it goes with. */
export interface Complemented {
  readonly key: string;
  readonly xml: string;
}

/**
 * For specs: the XML that an input builds, stamped. A complement is put into it as it is: whether it agrees with the rest is
 * nothing that printing looks at.
 */
export function stampedRetentionXml(over: Partial<RetencionInput> = {}, complement?: Complemented): string {
  const built = buildRetencion(retencion(over));
  if (!built.ok) throw new Error(JSON.stringify(built.refusal.details));
  const seals = { noCertificado: '30001000000500003416', certificado: '', sello: SEAL };
  const plain = retencionXml(built.value, seals);
  const xml = complement
    ? plain
        .replace(/CveRetenc="\d+"/, `CveRetenc="${complement.key}"`)
        .replace(
          '</retenciones:Totales>',
          `$&<retenciones:Complemento>${complement.xml}</retenciones:Complemento>`,
        )
    : plain;
  return insertTimbre(xml, TIMBRE);
}

/** For specs: a stamped retention as the API answers it. */
export const retentionAnswer = (over: Partial<RetentionDoc> = {}): RetentionDoc => {
  const doc = exampleEvent('retention.stamped').data.object as RetentionDoc;
  return {
    ...doc,
    ...{ livemode: true, uuid: UUID },
    verification_url: `https://prodretencionverificacion.clouda.sat.gob.mx/?id=${UUID}&re=EKU9003173C9&rr=CACX7605101P8&tt=0000010000.000000&fe=c2VsbG8=`,
    stamp: doc.stamp && {
      ...doc.stamp,
      ...{ signature: SEAL, sat_signature: SEAL },
      complement_string: `||1.1|${UUID}|2026-11-21T10:41:07|SPR190613I52|${SEAL}|00001000000598765432||`,
    },
    ...over,
  };
};

/** For specs: an organization with a colour of its own. */
export const organization: OrganizationDoc = {
  ...{ id: '66f0c0c0c0c0c0c0c0c0c0aa', timezone: 'America/Mexico_City' },
  legal: {
    ...emptyLegal('Escuela Kemper'),
    ...{ legal_name: 'ESCUELA KEMPER URGATE', tax_id: 'EKU9003173C9', tax_system: '601' },
  },
  customization: { color: '0F766E', has_logo: false, pdf_extra: null },
} as unknown as OrganizationDoc;

/** For specs: the document that an input builds, stamped, as the PDF takes it. */
export const retentionModelOf = (
  over: Partial<RetencionInput> = {},
  answer: Partial<RetentionDoc> = {},
  complement?: Complemented,
): RetentionPdfModel =>
  toStampedRetentionModel(
    {
      ...{ retention: retentionAnswer(answer), organization },
      ...{ xml_key: 'cfdi/x.xml', timbre_xml: TIMBRE, receipt_key: null },
    },
    stampedRetentionXml(over, complement),
    retentionLabels(catalogueLabel),
  );
