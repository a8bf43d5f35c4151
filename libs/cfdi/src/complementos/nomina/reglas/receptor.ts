import {
  bancos,
  clabeControlDigit,
  isEntidadFederativa,
  periodicidadesPago,
  riesgosPuesto,
  tiposContrato,
  tiposJornada,
  tiposRegimen,
  type Catalogue,
} from '#sat';
import { regla, type Regla } from '../../../reglas/regla.js';
import { cabenSemanas, correspondePeriodo } from '../antiguedad.js';
import { atributo, hijos, noInscrito, si, suma, type Leida } from './leida.js';

/** NOM44 and NOM51 to NOM68: the worker, the contract, the account. */
type ReglaReceptor = Regla<Leida, Leida>;

/** A rule of one attribute of Receptor, whose value it is given. */
const de = (
  codigo: string,
  nombre: string,
  es: string,
  en: string,
  roto: (valor: string | undefined, leida: Leida) => boolean,
): ReglaReceptor =>
  regla(codigo, es, en, (leida) => si(roto(atributo(leida.receptor, nombre), leida), leida.receptor, nombre));

/** A key that is in its catalogue on the day of issue. */
const enCatalogo = (codigo: string, nombre: string, catalogo: Catalogue): ReglaReceptor =>
  de(
    codigo,
    nombre,
    `${nombre} es una clave vigente de ${catalogo.name}.`,
    `${nombre} is a valid key of ${catalogo.name}.`,
    (clave, { fecha }) => clave !== undefined && !catalogo.has(clave, fecha),
  );

/** NOM44: what an employer with a registry says of the worker. */
const conRegistro = [
  ...['NumSeguridadSocial', 'FechaInicioRelLaboral', 'Antigüedad', 'RiesgoPuesto', 'SalarioDiarioIntegrado'],
].map((nombre) =>
  de(
    'NOM44',
    nombre,
    `Con registro patronal, ${nombre} del receptor es necesario.`,
    `With an employer's registry the receiver's ${nombre} is required.`,
    (valor, { emisor }) => valor === undefined && atributo(emisor, 'RegistroPatronal') !== undefined,
  ),
);

/** Both ends of the time of employment, or nothing where the first one is not given. */
const plazo = ({ nomina, receptor }: Leida): readonly [inicio: string, fin: string] | undefined => {
  const inicio = atributo(receptor, 'FechaInicioRelLaboral');
  return inicio === undefined ? undefined : [inicio, atributo(nomina, 'FechaFinalPago') ?? ''];
};

/** Whether regime and kind of contract, both of them known, do not go together. */
function noVan({ receptor }: Leida, relacionLaboral: boolean): boolean {
  const regimen = atributo(receptor, 'TipoRegimen') ?? '';
  const contrato = tiposContrato.find(atributo(receptor, 'TipoContrato') ?? '');
  if (contrato?.relacionLaboral !== relacionLaboral || !tiposRegimen.find(regimen)) return false;
  return relacionLaboral !== regimen <= '04';
}

const CLABE = 18;
/** Digits of a mobile number, an account, a debit card. */
const CON_BANCO = [10, 11, 16];

export const reglasReceptor: readonly ReglaReceptor[] = [
  ...conRegistro,
  enCatalogo('NOM51', 'TipoContrato', tiposContrato),
  enCatalogo('NOM52', 'TipoJornada', tiposJornada),
  de(
    'NOM53',
    'FechaInicioRelLaboral',
    'La relación laboral no empieza después del último día pagado.',
    'The employment does not begin after the last day paid.',
    (_, leida) => {
      const [inicio, fin] = plazo(leida) ?? ['', ''];
      return inicio > fin;
    },
  ),
  de(
    'NOM54',
    'Antigüedad',
    'Las semanas de antigüedad no son más que las transcurridas hasta el último día pagado.',
    'The weeks of seniority are no more than have passed up to the last day paid.',
    (valor = '', leida) => {
      const entre = plazo(leida);
      // Weeks cannot pass before the work begins: that is another rule's to say (NOM53).
      return entre !== undefined && entre[0] <= entre[1] && !cabenSemanas(valor, ...entre);
    },
  ),
  de(
    'NOM55',
    'Antigüedad',
    'Los años, meses y días de antigüedad son los transcurridos hasta el último día pagado.',
    'The years, months and days of seniority are those that have passed up to the last day paid.',
    (valor = '', leida) => {
      const entre = plazo(leida);
      return entre !== undefined && entre[0] <= entre[1] && !correspondePeriodo(valor, ...entre);
    },
  ),
  enCatalogo('NOM56', 'TipoRegimen', tiposRegimen),
  de(
    'NOM57',
    'TipoRegimen',
    'Con un contrato de relación laboral (01 a 08) el tipo de régimen es 02, 03 o 04.',
    'With a contract of employment (01 to 08) the regime is 02, 03 or 04.',
    (_, leida) => noVan(leida, true),
  ),
  de(
    'NOM58',
    'TipoRegimen',
    'Sin relación laboral (contrato 09 o superior) el tipo de régimen es de 05 a 99.',
    'Without employment (contract 09 or later) the regime is 05 to 99.',
    (_, leida) => noVan(leida, false),
  ),
  enCatalogo('NOM59', 'RiesgoPuesto', riesgosPuesto),
  enCatalogo('NOM60', 'PeriodicidadPago', periodicidadesPago),
  enCatalogo('NOM61', 'Banco', bancos),
  de(
    'NOM62',
    'CuentaBancaria',
    'La cuenta bancaria tiene 10, 11, 16 o 18 dígitos.',
    'The bank account has 10, 11, 16 or 18 digits.',
    (cuenta) => cuenta !== undefined && ![...CON_BANCO, CLABE].includes(cuenta.length),
  ),
  de(
    'NOM63',
    'Banco',
    'Con una CLABE no va el banco, que ella ya dice.',
    'With a CLABE the bank does not go: it says so itself.',
    (banco, { receptor }) => banco !== undefined && atributo(receptor, 'CuentaBancaria')?.length === CLABE,
  ),
  de(
    'NOM64',
    'CuentaBancaria',
    'El dígito de control de la CLABE no corresponde.',
    'The control digit of the CLABE is wrong.',
    (cuenta) => cuenta?.length === CLABE && clabeControlDigit(cuenta) !== cuenta.charAt(CLABE - 1),
  ),
  de(
    'NOM65',
    'Banco',
    'Con un teléfono celular, una cuenta o una tarjeta (10, 11 o 16 dígitos) el banco es necesario.',
    'With a mobile number, an account or a card (10, 11 or 16 digits) the bank is required.',
    (banco, { receptor }) =>
      banco === undefined && CON_BANCO.includes(atributo(receptor, 'CuentaBancaria')?.length ?? 0),
  ),
  de(
    'NOM66',
    'ClaveEntFed',
    'La entidad federativa es una clave vigente de c_Estado, de México.',
    'The state is a valid key of c_Estado, of Mexico.',
    (clave, { fecha }) => !isEntidadFederativa(clave ?? '', fecha),
  ),
  regla(
    'NOM67',
    'El RFC de quien subcontrata no está en la lista de contribuyentes inscritos.',
    'The RFC of who subcontracts is not in the list of registered taxpayers.',
    (leida) => {
      const ajena = hijos(leida.receptor, 'SubContratacion').find((uno) =>
        noInscrito(atributo(uno, 'RfcLabora'), leida),
      );
      return si(ajena !== undefined, ajena, 'RfcLabora');
    },
  ),
  regla(
    'NOM68',
    'Los porcentajes de tiempo de la subcontratación suman 100.',
    'The percentages of time of the subcontracting add up to 100.',
    ({ receptor }) => {
      const partes = hijos(receptor, 'SubContratacion');
      return si(
        partes.length > 0 && suma(partes, 'PorcentajeTiempo') !== 100_000_000n,
        partes[partes.length - 1],
        'PorcentajeTiempo',
      );
    },
  ),
];
