import type { JsonObject } from '../json-object.js';
import type { RetencionInput } from '../retenciones/input.js';
import { retencion } from './retenciones.js';

/** One valid complement of each kind, as docs/retention-complements.md shows them and as specs stamp them. */
export interface RetentionExample {
  readonly type: string;
  readonly data: JsonObject;
  /** A key of c_CveRetenc that it goes with. */
  readonly cveRetenc: string;
  /** The receiver is a foreigner. */
  readonly extranjero?: true;
  /** Totals that agree with the complement, where they have to. */
  readonly totales?: RetencionInput['totales'];
}

export const retentionExamples: readonly RetentionExample[] = [
  {
    type: 'arrendamientoenfideicomiso',
    cveRetenc: '17',
    data: {
      PagProvEfecPorFiduc: 5000,
      RendimFideicom: 50000,
      DeduccCorresp: 12500.5,
      MontTotRet: 3750,
      MontOtrosConceptDistr: 800,
      DescrMontOtrosConceptDistr: 'Reembolso de capital',
    },
  },
  {
    type: 'dividendos',
    cveRetenc: '14',
    data: {
      DividOUtil: {
        CveTipDivOUtil: '01',
        MontISRAcredRetMexico: 100,
        MontISRAcredRetExtranjero: 0,
        TipoSocDistrDiv: 'Sociedad Nacional',
        MontISRAcredNal: 428.57,
        MontDivAcumNal: 1000,
      },
      Remanente: { ProporcionRem: 12.5 },
    },
  },
  {
    type: 'enajenaciondeacciones',
    cveRetenc: '06',
    data: {
      ContratoIntermediacion: 'Contrato 2026-118 de intermediación bursátil',
      Ganancia: 1000,
      Perdida: 0,
    },
  },
  {
    type: 'fideicomisonoempresarial',
    cveRetenc: '21',
    data: {
      IngresosOEntradas: {
        MontTotEntradasPeriodo: 1000,
        PartPropAcumDelFideicom: 500,
        PropDelMontTot: 50,
        IntegracIngresos: { Concepto: 'Rentas del periodo' },
      },
      DeduccOSalidas: {
        MontTotEgresPeriodo: 400,
        PartPropDelFideicom: 200,
        PropDelMontTot: 50,
        IntegracEgresos: { ConceptoS: 'Mantenimiento' },
      },
      RetEfectFideicomiso: { MontRetRelPagFideic: 100, DescRetRelPagFideic: 'ISR de las rentas' },
    },
  },
  {
    type: 'intereses',
    cveRetenc: '16',
    data: {
      SistFinanciero: 'SI',
      RetiroAORESRetInt: 'NO',
      OperFinancDerivad: 'NO',
      MontIntNominal: 1000,
      MontIntReal: 540.25,
      Perdida: 0,
    },
  },
  {
    type: 'intereseshipotecarios',
    cveRetenc: '23',
    data: {
      CreditoDeInstFinanc: 'SI',
      SaldoInsoluto: 845000.75,
      MontTotIntNominalesDevYPag: 1000,
      MontTotIntRealPagDeduc: 610.4,
      NumContrato: '0098-554-1',
    },
  },
  {
    type: 'operacionesconderivados',
    cveRetenc: '24',
    data: { MontGanAcum: 1000, MontPerdDed: 0 },
  },
  {
    type: 'pagosaextranjeros',
    cveRetenc: '18',
    extranjero: true,
    data: {
      EsBenefEfectDelCobro: 'NO',
      NoBeneficiario: {
        PaisDeResidParaEfecFisc: 'US',
        ConceptoPago: '3',
        DescripcionConcepto: 'Uso de una marca registrada',
      },
    },
  },
  {
    type: 'planesderetiro11',
    cveRetenc: '22',
    data: {
      SistemaFinanc: 'SI',
      MontTotAportAnioInmAnterior: 30000,
      MontIntRealesDevengAniooInmAnt: 1250,
      HuboRetirosAnioInmAntPer: 'SI',
      MontTotRetiradoAnioInmAntPer: 1000,
      MontTotExentRetiradoAnioInmAnt: 600,
      MontTotExedenteAnioInmAnt: 400,
      HuboRetirosAnioInmAnt: 'SI',
      MontTotRetiradoAnioInmAnt: 1000,
      AportacionesODepositos: [{ TipoAportacionODeposito: 'a', MontAportODep: 30000 }],
    },
  },
  {
    type: 'plataformasTecnologicas',
    cveRetenc: '26',
    totales: {
      ...{ montoTotOperacion: '1000', montoTotExent: '0' },
      impRetenidos: [
        { baseRet: '1000', impuesto: 'ISR', montoRet: '25', tipoPagoRet: '04' },
        { baseRet: '160', impuesto: 'IVA', montoRet: '80', tipoPagoRet: '01' },
      ],
    },
    data: {
      Periodicidad: '02',
      NumServ: 1,
      MonTotServSIVA: 1000,
      TotalIVATrasladado: 160,
      TotalIVARetenido: 80,
      TotalISRRetenido: 25,
      DifIVAEntregadoPrestServ: 80,
      MonTotalporUsoPlataforma: 250,
      Servicios: [
        {
          FormaPagoServ: '02',
          TipoDeServ: '06',
          FechaServ: '2026-11-15',
          PrecioServSinIVA: 1000,
          ImpuestosTrasladadosdelServicio: {
            Base: 1000,
            Impuesto: '02',
            TipoFactor: 'Tasa',
            TasaCuota: 0.16,
            Importe: 160,
          },
          ComisionDelServicio: { Base: 1000, Porcentaje: 0.25, Importe: 250 },
        },
      ],
    },
  },
  {
    type: 'premios',
    cveRetenc: '20',
    data: { EntidadFederativa: '09', MontTotPago: 1000, MontTotPagoGrav: 1000, MontTotPagoExent: 0 },
  },
  {
    type: 'sectorfinanciero',
    cveRetenc: '27',
    data: {
      IdFideicom: '4521',
      NomFideicom: 'Fideicomiso Torre Norte',
      DescripFideicom: 'Administración de rentas de inmuebles',
    },
  },
];

/** The engine's input of an example: a document that keeps every rule. */
export const inputOfExample = ({
  cveRetenc,
  extranjero,
  totales,
  type,
  data,
}: RetentionExample): RetencionInput =>
  retencion({
    cveRetenc,
    ...(extranjero && {
      receptor: { nacionalidad: 'Extranjero', nombre: 'ACME INC', numRegIdTrib: '123456789' },
    }),
    ...(totales && { totales }),
    complementos: [{ type, data }],
  });
