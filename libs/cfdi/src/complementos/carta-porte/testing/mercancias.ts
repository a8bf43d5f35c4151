import { decimal, formatDecimal } from '#kernel';
import { exigidosPorSector } from '../reglas/cofepris.js';
import type { Bien, Plan } from './plan.js';
import { idDestino, idOrigen } from './ubicaciones.js';

type Datos = Readonly<Record<string, unknown>>;

/** Values of what the health authority asks for. */
const COFEPRIS: Datos = {
  ...{ NombreIngredienteActivo: 'Glifosato', NomQuimico: 'Acetona', NumCAS: '67-64-1' },
  ...{ DenominacionGenericaProd: 'Ampicilina', DenominacionDistintivaProd: 'Binotal' },
  ...{ Fabricante: 'Laboratorios <A> & B', FechaCaducidad: '2028-02-29', LoteMedicamento: 'L-2026-1' },
  ...{ FormaFarmaceutica: '03', CondicionesEspTransp: '02' },
  ...{ RegistroSanitarioFolioAutorizacion: '123M2020 SSA', PermisoImportacion: 'P00001' },
  ...{ FolioImpoVUCEM: 'VUCEM-2026-000001', RazonSocialEmpImp: 'Importadora del Norte' },
  ...{ NumRegSanPlagCOFEPRIS: 'RSCO-HEDE-0102', UsoAutorizado: 'Agrícola' },
  ...{ DatosFabricante: 'USA, Acme Inc', DatosFormulador: 'MEX, Acme SA', DatosMaquilador: 'MEX, Maq SA' },
};

const sanitarios = ({ sector }: Bien, entrada: boolean): Datos =>
  sector === undefined
    ? {}
    : {
        SectorCOFEPRIS: sector,
        ...Object.fromEntries(exigidosPorSector(sector, entrada).map((nombre) => [nombre, COFEPRIS[nombre]])),
      };

/** A pedimento, and another document, of goods that come in. */
const documentacion = ({ completo }: Plan): readonly Datos[] => [
  { TipoDocumento: '01', NumPedimento: '26  16  1029  6000123', RFCImpo: 'EKU9003173C9' },
  ...(completo ? [{ TipoDocumento: '12', IdentDocAduanero: 'Cuaderno ATA 1 & 2' }] : []),
];

/** Tare of a tenth of a gram more than nothing: net weight is what is left. */
const TARA = '0.005';
const neto = ({ pesoKg }: Bien): string => formatDecimal(decimal(pesoKg) - decimal(TARA));

function mercancia(plan: Plan, bien: Bien): Datos {
  const { completo, internacional, transporte, texto, origenes, distancias } = plan;
  const afuera = internacional !== 'No';
  return {
    // Of the tax authority's hazardous goods ("0,1" says either), and of those that never are.
    BienesTransp: bien.peligroso ? '12352100' : '25172504',
    ...(completo && transporte === '04' && { ClaveSTCC: '2911315' }),
    ...{ Descripcion: texto, Cantidad: bien.cantidad, ClaveUnidad: 'H87' },
    ...(completo && { Unidad: 'Pieza', Dimensiones: '30/40/30cm' }),
    ...(bien.peligroso && {
      ...{ MaterialPeligroso: 'Sí', CveMaterialPeligroso: '1993', Embalaje: '1A1' },
      ...(completo && { DescripEmbalaje: 'Tambor "A"' }),
    }),
    ...sanitarios(bien, internacional === 'Entrada'),
    PesoEnKg: bien.pesoKg,
    ...((completo || transporte === '03') && { ValorMercancia: '1500.55', Moneda: 'USD' }),
    ...(completo && { FraccionArancelaria: '8471300101' }),
    ...(completo && afuera && { UUIDComercioExt: '5FB2822E-396D-4725-8521-CDC4BDD20CCF' }),
    ...(afuera && (completo ? { TipoMateria: '05', DescripcionMateria: texto } : { TipoMateria: '03' })),
    ...(internacional === 'Entrada' && { DocumentacionAduanera: documentacion(plan) }),
    ...(completo && {
      GuiasIdentificacion: [
        {
          ...{ NumeroGuiaIdentificacion: 'GUIA-0000000001', DescripGuiaIdentificacion: texto },
          PesoGuiaIdentificacion: '1.125',
        },
      ],
      CantidadTransporta: Array.from({ length: origenes }, (_, i) => ({
        ...{ Cantidad: '1', IDOrigen: idOrigen(i), IDDestino: idDestino(i % distancias.length) },
        CvesTransporte: transporte,
      })),
    }),
    ...((completo || transporte === '02') && {
      DetalleMercancia: [
        {
          ...{ UnidadPesoMerc: 'KGM', PesoBruto: bien.pesoKg, PesoNeto: neto(bien), PesoTara: TARA },
          ...(completo && { NumPiezas: 4 }),
        },
      ],
    }),
  };
}

const suma = (pesos: readonly string[]): string =>
  formatDecimal(pesos.reduce((total, peso) => total + decimal(peso), 0n));

/** The goods, with their totals where everything is given. */
export function mercancias(plan: Plan): Datos {
  const { bienes, completo, transporte } = plan;
  return {
    UnidadPeso: 'KGM',
    ...(completo && {
      PesoBrutoTotal: suma(bienes.map(({ pesoKg }) => pesoKg)),
      PesoNetoTotal: suma(bienes.map(neto)),
      NumTotalMercancias: bienes.length,
      ...(transporte === '03' && { CargoPorTasacion: '10.5' }),
      ...(transporte === '01' && { LogisticaInversaRecoleccionDevolucion: true }),
    }),
    Mercancia: bienes.map((bien) => mercancia(plan, bien)),
  };
}
