import { decimal, formatDecimal } from '#kernel';
import { requiredIn } from '../rules/cofepris.js';
import type { Bien, Plan } from './plan.js';
import { TONS } from './transportes.js';
import { idDestino, idOrigen } from './ubicaciones.js';

type Data = Readonly<Record<string, unknown>>;

/** Values of what the health authority asks for. */
const COFEPRIS: Data = {
  ...{ NombreIngredienteActivo: 'Glifosato', NomQuimico: 'Acetona', NumCAS: '67-64-1' },
  ...{ DenominacionGenericaProd: 'Ampicilina', DenominacionDistintivaProd: 'Binotal' },
  ...{ Fabricante: 'Laboratorios <A> & B', FechaCaducidad: '2028-02-29', LoteMedicamento: 'L-2026-1' },
  ...{ FormaFarmaceutica: '03', CondicionesEspTransp: '02' },
  ...{ RegistroSanitarioFolioAutorizacion: '123M2020 SSA', PermisoImportacion: 'P00001' },
  ...{ FolioImpoVUCEM: 'VUCEM-2026-000001', RazonSocialEmpImp: 'Importadora del Norte' },
  ...{ NumRegSanPlagCOFEPRIS: 'RSCO-HEDE-0102', UsoAutorizado: 'Agrícola' },
  ...{ DatosFabricante: 'USA, Acme Inc', DatosFormulador: 'MEX, Acme SA', DatosMaquilador: 'MEX, Maq SA' },
};

const sanitaryData = ({ sector }: Bien, entry: boolean): Data =>
  sector === undefined
    ? {}
    : {
        SectorCOFEPRIS: sector,
        ...Object.fromEntries(requiredIn(sector, entry).map((name) => [name, COFEPRIS[name]])),
      };

/** A pedimento, and another document, of goods that come in. */
const documentationData = ({ full }: Plan): readonly Data[] => [
  { TipoDocumento: '01', NumPedimento: '26  16  1029  6000123', RFCImpo: 'EKU9003173C9' },
  ...(full ? [{ TipoDocumento: '12', IdentDocAduanero: 'Cuaderno ATA 1 & 2' }] : []),
];

/** Tare of a tenth of a gram more than nothing: net weight is what is left. */
const TARA = '0.005';
const netoOf = ({ pesoKg }: Bien): string => formatDecimal(decimal(pesoKg) - decimal(TARA));

function mercanciaOf(plan: Plan, bien: Bien): Data {
  const { full, internacional, transporte, text, origenes, distancias } = plan;
  const abroad = internacional !== 'No';
  return {
    // Of the tax authority's hazardous goods ("0,1" says either), and of those that never are.
    BienesTransp: bien.peligroso ? '12352100' : '25172504',
    ...(full && transporte === '04' && { ClaveSTCC: '2911315' }),
    ...{ Descripcion: text, Cantidad: bien.cantidad, ClaveUnidad: 'H87' },
    ...(full && { Unidad: 'Pieza', Dimensiones: '30/40/30cm' }),
    ...(bien.peligroso && {
      ...{ MaterialPeligroso: 'Sí', CveMaterialPeligroso: '1993', Embalaje: '1A1' },
      ...(full && { DescripEmbalaje: 'Tambor "A"' }),
    }),
    ...sanitaryData(bien, internacional === 'Entrada'),
    PesoEnKg: bien.pesoKg,
    ...((full || transporte === '03') && { ValorMercancia: '1500.55', Moneda: 'USD' }),
    ...(full && { FraccionArancelaria: '8471300101' }),
    ...(full && abroad && { UUIDComercioExt: '5FB2822E-396D-4725-8521-CDC4BDD20CCF' }),
    ...(abroad && (full ? { TipoMateria: '05', DescripcionMateria: text } : { TipoMateria: '03' })),
    ...(internacional === 'Entrada' && { DocumentacionAduanera: documentationData(plan) }),
    ...(full && {
      GuiasIdentificacion: [
        {
          ...{ NumeroGuiaIdentificacion: 'GUIA-0000000001', DescripGuiaIdentificacion: text },
          PesoGuiaIdentificacion: '1.125',
        },
      ],
      CantidadTransporta: Array.from({ length: origenes }, (_, i) => ({
        ...{ Cantidad: '1', IDOrigen: idOrigen(i), IDDestino: idDestino(i % distancias.length) },
        CvesTransporte: transporte,
      })),
    }),
    ...(transporte === '02' && {
      DetalleMercancia: [
        {
          ...{ UnidadPesoMerc: 'KGM', PesoBruto: bien.pesoKg, PesoNeto: netoOf(bien), PesoTara: TARA },
          ...(full && { NumPiezas: 4 }),
        },
      ],
    }),
  };
}

const sumOf = (pesos: readonly string[]): string =>
  formatDecimal(pesos.reduce((total, peso) => total + decimal(peso), 0n));

/** The goods, with their totals where everything is given. */
export function mercancias(plan: Plan): Data {
  const { bienes, full, transporte } = plan;
  return {
    UnidadPeso: 'KGM',
    ...(full && {
      PesoBrutoTotal: sumOf(bienes.map(({ pesoKg }) => pesoKg)),
      ...(transporte === '02' && { PesoNetoTotal: sumOf(bienes.map(netoOf)) }),
      ...(transporte === '04' && { PesoNetoTotal: TONS }),
      NumTotalMercancias: bienes.length,
      ...(transporte === '03' && { CargoPorTasacion: '10.5' }),
      ...(transporte === '01' && { LogisticaInversaRecoleccionDevolucion: true }),
    }),
    Mercancia: bienes.map((bien) => mercanciaOf(plan, bien)),
  };
}
