import type { Plan, Transporte } from './plan.js';
import { domicilio } from './ubicaciones.js';

type Data = Readonly<Record<string, unknown>>;

function autotransporte({ full, bienes }: Plan): Data {
  const ambiente = { AseguraMedAmbiente: 'Seguros "Verdes"', PolizaMedAmbiente: 'MA-1' };
  return {
    PermSCT: 'TPAF01',
    NumPermisoSCT: 'SICT-2026/1',
    IdentificacionVehicular: {
      ConfigVehicular: full ? 'T3S2R4' : 'C2',
      ...{ PesoBrutoVehicular: 17.5, PlacaVM: 'ABC1234', AnioModeloVM: '2022' },
    },
    Seguros: {
      ...{ AseguraRespCivil: 'Seguros & Cía', PolizaRespCivil: 'RC-0001' },
      ...((full || bienes.some(({ peligroso }) => peligroso)) && ambiente),
      ...(full && { AseguraCarga: 'Seguros C', PolizaCarga: 'C-0001', PrimaSeguro: 100.5 }),
    },
    ...(full && {
      Remolques: [
        { SubTipoRem: 'CTR001', Placa: 'REM1234' },
        { SubTipoRem: 'CTR002', Placa: 'REM5678' },
      ],
    }),
  };
}

const contenedoresMaritimos: readonly Data[] = [
  { TipoContenedor: 'CM001', MatriculaContenedor: 'MSCU1234567', NumPrecinto: 'PREC-01' },
  {
    ...{ TipoContenedor: 'CM011', IdCCPRelacionado: 'CCC01A2B-3C4D-4E5F-8A9B-0C1D2E3F4A5C' },
    ...{ PlacaVMCCP: 'ABC1234', FechaCertificacionCCP: '2026-11-19T10:00:00' },
    RemolquesCCP: [{ SubTipoRemCCP: 'CTR001', PlacaCCP: 'REM1234' }],
  },
];

const maritimo = ({ full, text }: Plan): Data => ({
  ...(full && {
    ...{ PermSCT: 'TPTM01', NumPermisoSCT: 'NAV-1', NombreAseg: 'Seguros del Mar', NumPolizaSeguro: 'M-1' },
    ...{ AnioEmbarcacion: '2003', NombreEmbarc: text, Eslora: 900.55, Manga: 120, Calado: 40.1, Puntal: 70 },
    ...{ LineaNaviera: 'Línea del Golfo', NumViaje: 'V-12', NumConocEmbarc: 'BL-99' },
    PermisoTempNavegacion: 'PTN-2026-1',
    Contenedor: contenedoresMaritimos,
  }),
  ...{ TipoEmbarcacion: 'B03', Matricula: '0301234567', NumeroOMI: 'IMO9074729' },
  ...{ NacionalidadEmbarc: full ? 'PAN' : 'MEX', UnidadesDeArqBruto: '15000.125', TipoCarga: 'CGC' },
  ...{ NombreAgenteNaviero: 'Agencia Naviera & Hijos', NumAutorizacionNaviero: 'ANG030/2024' },
});

const aereo = ({ full, text }: Plan): Data => ({
  ...{ PermSCT: 'TPTA01', NumPermisoSCT: 'AIR-1', NumeroGuia: '139-12345678', CodigoTransportista: 'CA001' },
  ...(full && {
    ...{ MatriculaAeronave: 'XA-ABC', NombreAseg: 'Seguros del Aire', NumPolizaSeguro: 'A-1' },
    ...{ LugarContrato: 'Monterrey', RFCEmbarcador: 'XEXX010101000', NumRegIdTribEmbarc: '123456789' },
    ...{ ResidenciaFiscalEmbarc: 'USA', NombreEmbarcador: text },
  }),
});

/** What a car carries, in tonnes: that of both containers where it has them. */
export const TONS = '70.125';
const TWENTY_FEET: Data = { TipoContenedor: 'TC01', PesoContenedorVacio: 2200, PesoNetoMercancia: 68624.5 };

const ferroviario = ({ full }: Plan): Data => ({
  ...{ TipoDeServicio: full ? 'TS02' : 'TS01', TipoDeTrafico: 'TT01' },
  ...(full && {
    ...{ NombreAseg: 'Seguros del Riel', NumPolizaSeguro: 'F-1' },
    DerechosDePaso: [{ TipoDerechoDePaso: 'CDP001', KilometrajePagado: 100.55 }],
  }),
  Carro: [
    {
      TipoCarro: full ? 'TC05' : 'TC01',
      ...{ MatriculaCarro: 'FXE-123456', GuiaCarro: 'G-1', ToneladasNetasCarro: TONS },
      ...(full && {
        Contenedor: [
          { TipoContenedor: 'TC02', PesoContenedorVacio: 2300, PesoNetoMercancia: 1500.5 },
          TWENTY_FEET,
        ],
      }),
    },
  ],
});

/** The element of a means of transport. */
export const MEANS: Readonly<Record<Transporte, readonly [string, (plan: Plan) => Data]>> = {
  '01': ['Autotransporte', autotransporte],
  '02': ['TransporteMaritimo', maritimo],
  '03': ['TransporteAereo', aereo],
  '04': ['TransporteFerroviario', ferroviario],
};

const operador: Data = {
  ...{ TipoFigura: '01', RFCFigura: 'CACX7605101P8', NumLicencia: 'LIC000001' },
  NombreFigura: 'Xochilt Casas Chávez',
};

/** Who takes part: a driver by road; with everything, one of each kind. */
export function figuras({ full, transporte, text }: Plan): Data {
  if (!full) return transporte === '01' ? { FiguraTransporte: [operador] } : {};
  const partes = { PartesTransporte: [{ ParteTransporte: 'PT03' }, { ParteTransporte: 'PT05' }] };
  return {
    FiguraTransporte: [
      { ...operador, Domicilio: domicilio(0, true) },
      { TipoFigura: '02', RFCFigura: 'URE180429TM6', NombreFigura: text, ...partes },
      {
        ...{ TipoFigura: '03', RFCFigura: 'XEXX010101000', NombreFigura: 'Lessor Inc', ...partes },
        ...{ NumRegIdTribFigura: '987654321', ResidenciaFiscalFigura: 'USA' },
      },
      { TipoFigura: '04', RFCFigura: 'EKU9003173C9', NombreFigura: 'Notificado' },
      { TipoFigura: '05', RFCFigura: 'EKU9003173C9', NombreFigura: 'Coordinado' },
    ],
  };
}
