import fc from 'fast-check';
import {
  arbitraryCartaPorte,
  cartaPorteFull,
  cartaPorteMinimal,
  TRANSPORTES,
} from '../complementos/carta-porte/testing/index.js';
import { arbitraryExportacion } from '../complementos/comercio-exterior/testing/arbitrary.js';
import {
  exportacionFull,
  exportacionMinimal,
  trasladoFull,
} from '../complementos/comercio-exterior/testing/samples.js';
import { arbitraryNominaComprobante } from '../complementos/nomina/testing/arbitrary.js';
import * as nominas from '../complementos/nomina/testing/nominas.js';
import { arbitraryPagos } from '../complementos/pagos/testing/arbitrary.js';
import { largestPago, smallestPago } from '../complementos/pagos/testing/samples.js';
import { standardsFor } from '../schemas/standards/index.js';
import { toXml } from '../schemas/write.js';
import type { ComprobanteInput, ConceptoInput } from '../input.js';
import { arbitraryLine } from './arbitrary.js';
import { arbitraryElement } from './arbitrary-nodes.js';
import { comprobante, concepto } from './samples.js';

/** Documents of every type, tax, currency and complement, by name: what the official tools and our own have to take. */
export type Samples = readonly (readonly [nombre: string, input: ComprobanteInput])[];

const SEED = 4;
const sample = <T>(arbitrary: fc.Arbitrary<T>, numRuns: number): T[] =>
  fc.sample(arbitrary, { numRuns, seed: SEED });
const nameInputs = (name: string, inputs: readonly ComprobanteInput[]): Samples =>
  inputs.map((input, i) => [`${name} ${i}`, input] as const);

/** Currencies with 0, 2, 3 and 4 decimals. */
const MONEDAS: readonly Partial<ComprobanteInput>[] = [
  { moneda: 'JPY', decimalesMoneda: 0, tipoCambio: '0.118' },
  { moneda: 'USD', decimalesMoneda: 2, tipoCambio: '18.9008' },
  { moneda: 'KWD', decimalesMoneda: 3, tipoCambio: '60.123456' },
  { moneda: 'CLF', decimalesMoneda: 4, tipoCambio: '700' },
];

const { receptor } = comprobante();
const publico = {
  ...{ ...receptor, rfc: 'XAXX010101000', nombre: 'PUBLICO EN GENERAL', domicilioFiscal: '06300' },
  ...{ regimenFiscal: '616', usoCfdi: 'S01' },
};
const UUID = '5FB2822E-396D-4725-8521-CDC4BDD20CCF';
const iva = { impuesto: 'IVA', tipoFactor: 'Tasa', tasa: '0.16', retencion: false } as const;

/** A line of each c_ObjetoImp. */
const byObject: readonly ConceptoInput[] = [
  ...['01', '03', '04', '05'].map((objetoImp) => concepto({ objetoImp, impuestos: [] })),
  concepto({ objetoImp: '02' }),
  concepto({
    objetoImp: '06',
    impuestos: [{ impuesto: 'ISR', tipoFactor: 'Tasa', tasa: '0.1', retencion: true }],
  }),
  concepto({
    objetoImp: '07',
    impuestos: [{ impuesto: 'IEPS', tipoFactor: 'Tasa', tasa: '0.08', retencion: false }],
  }),
  concepto({ objetoImp: '08', impuestos: [] }),
];

/** Headers, receivers, relations, parts, third parties, item complements, addenda, and texts that are hard to write. */
const heads: readonly Partial<ComprobanteInput>[] = [
  { condicionesDePago: ' <a> & "b"\n\'c\'\u00a0 ñ 😀 ⏻ ', serie: '&', folio: "'" },
  { receptor: publico, informacionGlobal: { periodicidad: '01', meses: '11', anio: 2026 } },
  {
    receptor: {
      ...{ ...publico, rfc: 'XEXX010101000', nombre: 'ACME & CO' },
      ...{ residenciaFiscal: 'USA', numRegIdTrib: '123456789' },
    },
  },
  { metodoPago: 'PPD', formaPago: '99' },
  ...['01', '02', '03', '04', '05', '06', '07'].map((tipoRelacion) => ({
    cfdiRelacionados: [
      { tipoRelacion, uuids: [UUID, UUID.toLowerCase()] },
      { tipoRelacion: '04', uuids: [UUID] },
    ],
  })),
  ...['01', '03', '04'].map((exportacion) => ({ exportacion })),
  { conceptos: byObject },
  {
    conceptos: [
      concepto({
        ...{ descripcion: '\tÁrbol\r\nde  levas > 3" & <más>', noIdentificacion: '&<>"\'' },
        ...{ informacionAduanera: ['15  48  3009  0001234'], cuentaPredial: ['15956011002', 'A1'] },
        aCuentaTerceros: {
          ...{ rfc: 'CACX7605101P8', nombre: 'XOCHILT CASAS & CHAVEZ' },
          ...{ regimenFiscal: '612', domicilioFiscal: '36257' },
        },
        partes: [
          { claveProdServ: '60131324', cantidad: '1', descripcion: 'sin precio' },
          {
            ...{ claveProdServ: '60131324', cantidad: '0.333333', descripcion: 'con', valorUnitario: '10' },
            ...{ unidad: 'm', noIdentificacion: 'P', informacionAduanera: ['15  48  3009  0001235'] },
          },
        ],
        complemento: {
          ...{ tipo: 'iedu', nombreAlumno: 'Zoë & <Ñoño>', curp: 'XEXX010101HNEXXXA4' },
          ...{ nivelEducativo: 'Primaria', autRvoe: '201587PRIM', rfcPago: 'CACX7605101P8' },
        },
      }),
      concepto({ impuestosLocales: [{ nombre: 'ISH & "J"', tasa: '0.03', retencion: false }] }),
    ],
  },
  {
    conceptos: [
      concepto({
        ...{ claveProdServ: '15101514', claveUnidad: 'LTR', unidad: 'Litro', cantidad: '40.5' },
        complemento: {
          ...{ tipo: 'hidrocarburos', tipoPermiso: 'PER01', numeroPermiso: 'PL/10001/EXP/ES/2015' },
          subProductoHyp: 'SP16',
        },
      }),
    ],
  },
  {
    complementos: [
      {
        tipo: 'leyendasFiscales',
        leyendas: [
          { textoLeyenda: 'Sin efectos & <más>' },
          { disposicionFiscal: 'RESDERAUTH', norma: 'Artículo 2. Fracción IV.', textoLeyenda: 'El software' },
        ],
      },
    ],
    addenda: '<x:Pedido xmlns:x="urn:x" numero="1">texto &amp; más<!-- nota --></x:Pedido><y:z a="1"/>',
    espacios: [{ prefijo: 'y', uri: 'urn:y', esquema: 'http://example.com/y.xsd' }],
  },
];

/** Complements that come as XML, one document of each standard, smallest and fullest. */
const changesOfXml = (): Samples =>
  standardsFor('comprobante')
    .filter(({ prefix }) => !['implocal', 'pago20', 'nomina12', 'cartaporte31', 'cce20'].includes(prefix))
    .flatMap((standard) =>
      (['smallest', 'largest'] as const).flatMap((extension) =>
        sample(arbitraryElement(standard.root, standard, extension), 1).map(
          (node) =>
            [
              `${standard.prefix} ${extension}`,
              comprobante({ complementos: [{ tipo: 'xml', xml: toXml(node, standard.prefix) }] }),
            ] as const,
        ),
      ),
    );

/** Keys that are younger than the schema at hand. */
const YOUNGER = /"tipoDeduccion":"11[45]"|"tipoPercepcion":"057"/;
const inSchema = (input: ComprobanteInput): boolean => !YOUNGER.test(JSON.stringify(input.complementos));

const arbitraryLines = (maxLength: number): fc.Arbitrary<ConceptoInput[]> =>
  fc.array(arbitraryLine(fc.boolean()), { minLength: 1, maxLength });

/** More than three hundred documents, always the same ones. */
export const sampleInputs = (): Samples => [
  ...nameInputs(
    'cabeza',
    heads.map((over) => comprobante(over)),
  ),
  ...nameInputs(
    'ingreso',
    sample(arbitraryLines(8), 60).map((conceptos) => comprobante({ conceptos })),
  ),
  ...nameInputs(
    'egreso',
    sample(arbitraryLines(3), 25).map((conceptos) => comprobante({ tipo: 'E', conceptos })),
  ),
  ...MONEDAS.flatMap((over) =>
    nameInputs(
      String(over.moneda),
      ['100', '0.7', '1234.5678', '33.333333'].map((precio) =>
        comprobante({ ...over, conceptos: [concepto({ precio, impuestos: [iva], descuento: '0.3' })] }),
      ),
    ),
  ),
  ...nameInputs('pago', [smallestPago(), largestPago(), ...sample(arbitraryPagos(), 45)]),
  ...nameInputs('nómina', [
    ...[nominas.minimalNomina, nominas.nominaOrdinaria, nominas.nominaJubilacion].map((n) =>
      nominas.nominaComprobante(n),
    ),
    ...[nominas.nominaSeparacion, nominas.nominaOtrosPagos, nominas.fullNomina].map((n) =>
      nominas.nominaComprobante(n),
    ),
    ...sample(arbitraryNominaComprobante.filter(inSchema), 40),
  ]),
  ...nameInputs(
    'carta porte',
    TRANSPORTES.flatMap((transporte) =>
      (['T', 'I'] as const).flatMap((type) => [
        cartaPorteMinimal(transporte, type),
        cartaPorteFull(transporte, type),
      ]),
    ).concat(sample(arbitraryCartaPorte, 30)),
  ),
  ...nameInputs('comercio exterior', [
    ...[exportacionMinimal(), exportacionFull(), trasladoFull()],
    ...sample(arbitraryExportacion, 20),
  ]),
  ...changesOfXml(),
];
