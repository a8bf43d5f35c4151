import type { Nodo } from '../../../parsed.js';
import { exige, reglaCp, type ReglaCp } from './comun.js';

/** Keys of c_SectorCOFEPRIS. */
const MEDICAMENTO = '01';
const PRECURSOR = '02';
const PSICOTROPICO = '03';
const TOXICO = '04';
const PLAGUICIDA = '05';

/** What each attribute is asked for, as CartaPorte31.xsd describes it. */
const SIEMPRE: Readonly<Record<string, readonly string[]>> = {
  NombreIngredienteActivo: [PRECURSOR, PLAGUICIDA],
  NomQuimico: [PRECURSOR, TOXICO],
  DenominacionGenericaProd: [MEDICAMENTO, PSICOTROPICO],
  DenominacionDistintivaProd: [MEDICAMENTO, PSICOTROPICO],
  Fabricante: [MEDICAMENTO, PRECURSOR, PSICOTROPICO],
  FechaCaducidad: [MEDICAMENTO, PRECURSOR, PSICOTROPICO],
  LoteMedicamento: [MEDICAMENTO, PRECURSOR, PSICOTROPICO],
  FormaFarmaceutica: [MEDICAMENTO, PRECURSOR, PSICOTROPICO],
  CondicionesEspTransp: [MEDICAMENTO, PRECURSOR, PSICOTROPICO],
  RegistroSanitarioFolioAutorizacion: [MEDICAMENTO, PSICOTROPICO],
  NumCAS: [TOXICO],
  NumRegSanPlagCOFEPRIS: [PLAGUICIDA],
  DatosFabricante: [PLAGUICIDA],
  DatosFormulador: [PLAGUICIDA],
  DatosMaquilador: [PLAGUICIDA],
  UsoAutorizado: [PLAGUICIDA],
};
/** The same, of goods that come into the country. */
const AL_IMPORTAR: Readonly<Record<string, readonly string[]>> = {
  PermisoImportacion: [MEDICAMENTO, PRECURSOR, PSICOTROPICO],
  FolioImpoVUCEM: [MEDICAMENTO, PRECURSOR, TOXICO, PLAGUICIDA],
  RazonSocialEmpImp: [TOXICO],
};

/** The attributes that a sector requires; specs make such goods with them. */
export const exigidosPorSector = (sector: string, entrada: boolean): readonly string[] =>
  Object.entries({ ...SIEMPRE, ...(entrada && AL_IMPORTAR) })
    .filter(([, sectores]) => sectores.includes(sector))
    .map(([nombre]) => nombre);

const exigencia = (soloEntrada: boolean) => {
  return ([nombre, sectores]: readonly [string, readonly string[]]): ReglaCp<Nodo> => {
    const lista = sectores.join(', ');
    return reglaCp(
      `CP-Mercancia-${nombre}`,
      `${nombre} se registra con SectorCOFEPRIS ${lista}${soloEntrada ? ', si la mercancía entra al país' : ''}.`,
      `${nombre} is given with SectorCOFEPRIS ${lista}${soloEntrada ? ', where goods come into the country' : ''}.`,
      (bien, { vista }) =>
        exige(
          bien,
          nombre,
          (!soloEntrada || vista.entrada) && sectores.includes(bien.atributos['SectorCOFEPRIS'] ?? ''),
        ),
    );
  };
};

/**
 * Goods that the health authority watches. What a sector does not ask for is not forbidden: public samples of the
 * standard carry it without a sector.
 */
export const reglasCofepris: readonly ReglaCp<Nodo>[] = [
  ...Object.entries(SIEMPRE).map(exigencia(false)),
  ...Object.entries(AL_IMPORTAR).map(exigencia(true)),
];
