import type { XmlNode } from '../../../parsed.js';
import { requireAttribute, cpRule, type CpRule } from './common.js';

/** Keys of c_SectorCOFEPRIS. */
const MEDICAMENTO = '01';
const PRECURSOR = '02';
const PSICOTROPICO = '03';
const TOXICO = '04';
const PLAGUICIDA = '05';

/** When each attribute is required, as CartaPorte31.xsd describes it. */
const ALWAYS: Readonly<Record<string, readonly string[]>> = {
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
const ON_IMPORT: Readonly<Record<string, readonly string[]>> = {
  PermisoImportacion: [MEDICAMENTO, PRECURSOR, PSICOTROPICO],
  FolioImpoVUCEM: [MEDICAMENTO, PRECURSOR, TOXICO, PLAGUICIDA],
  RazonSocialEmpImp: [TOXICO],
};

/** The attributes that a sector requires; specs make such goods with them. */
export const requiredIn = (sector: string, entry: boolean): readonly string[] =>
  Object.entries({ ...ALWAYS, ...(entry && ON_IMPORT) })
    .filter(([, sectores]) => sectores.includes(sector))
    .map(([name]) => name);

const sanitaryRule = (entryOnly: boolean) => {
  return ([name, sectores]: readonly [string, readonly string[]]): CpRule<XmlNode> => {
    const list = sectores.join(', ');
    return cpRule(
      `CP-Mercancia-${name}`,
      `${name} debe registrarse con SectorCOFEPRIS ${list}${entryOnly ? ', si la mercancía entra al país' : ''}.`,
      `Give ${name} with SectorCOFEPRIS ${list}${entryOnly ? ', where goods come into the country' : ''}.`,
      (bien, { view }) =>
        requireAttribute(
          bien,
          name,
          (!entryOnly || view.entry) && sectores.includes(bien.attributes['SectorCOFEPRIS'] ?? ''),
        ),
    );
  };
};

/**
 * Goods that the health authority watches. What a sector does not ask for is not forbidden: public samples of the
 * standard carry it without a sector.
 */
export const cofeprisRules: readonly CpRule<XmlNode>[] = [
  ...Object.entries(ALWAYS).map(sanitaryRule(false)),
  ...Object.entries(ON_IMPORT).map(sanitaryRule(true)),
];
