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
import { rule, type Rule } from '../../../rules/rule.js';
import { fitsInWeeks, matchesPeriod } from '../antiguedad.js';
import { attributeOf, childrenOf, isUnregistered, when, sumOf, type ReadNomina } from './read-nomina.js';

/** NOM44 and NOM51 to NOM68: the worker, the contract, the account. */
type ReceptorRule = Rule<ReadNomina, ReadNomina>;

/** A rule of one attribute of Receptor, whose value it is given. */
const from = (
  code: string,
  name: string,
  es: string,
  en: string,
  broken: (value: string | undefined, read: ReadNomina) => boolean,
): ReceptorRule =>
  rule(code, es, en, (read) => when(broken(attributeOf(read.receptor, name), read), read.receptor, name));

/** A key that is in its catalogue on the day of issue. */
const inCatalogueRule = (code: string, name: string, catalogue: Catalogue): ReceptorRule =>
  from(
    code,
    name,
    `${name} es una clave vigente de ${catalogue.name}.`,
    `${name} is a valid key of ${catalogue.name}.`,
    (key, { fecha }) => key !== undefined && !catalogue.has(key, fecha),
  );

/** NOM44: what an employer with a registry says of the worker. */
const withRegister = [
  ...['NumSeguridadSocial', 'FechaInicioRelLaboral', 'Antigüedad', 'RiesgoPuesto', 'SalarioDiarioIntegrado'],
].map((name) =>
  from(
    'NOM44',
    name,
    `Con registro patronal, ${name} del receptor es necesario.`,
    `With an employer's registry the receiver's ${name} is required.`,
    (value, { emisor }) => value === undefined && attributeOf(emisor, 'RegistroPatronal') !== undefined,
  ),
);

/** Both ends of the time of employment, or nothing where the first one is not given. */
const termOf = ({ nomina, receptor }: ReadNomina): readonly [inicio: string, fin: string] | undefined => {
  const start = attributeOf(receptor, 'FechaInicioRelLaboral');
  return start === undefined ? undefined : [start, attributeOf(nomina, 'FechaFinalPago') ?? ''];
};

/** Whether regime and kind of contract, both of them known, do not go together. */
function hasForbiddenFields({ receptor }: ReadNomina, relacionLaboral: boolean): boolean {
  const regimen = attributeOf(receptor, 'TipoRegimen') ?? '';
  const contrato = tiposContrato.find(attributeOf(receptor, 'TipoContrato') ?? '');
  if (contrato?.relacionLaboral !== relacionLaboral || !tiposRegimen.find(regimen)) return false;
  return relacionLaboral !== regimen <= '04';
}

const CLABE = 18;
/** Digits of a mobile number, an account, a debit card. */
const WITH_BANCO = [10, 11, 16];

export const receptorRules: readonly ReceptorRule[] = [
  ...withRegister,
  inCatalogueRule('NOM51', 'TipoContrato', tiposContrato),
  inCatalogueRule('NOM52', 'TipoJornada', tiposJornada),
  from(
    'NOM53',
    'FechaInicioRelLaboral',
    'La relación laboral no empieza después del último día pagado.',
    'The employment does not begin after the last day paid.',
    (_, read) => {
      const [start, end] = termOf(read) ?? ['', ''];
      return start > end;
    },
  ),
  from(
    'NOM54',
    'Antigüedad',
    'Las semanas de antigüedad no son más que las transcurridas hasta el último día pagado.',
    'The weeks of seniority are no more than have passed up to the last day paid.',
    (value = '', read) => {
      const entre = termOf(read);
      // Weeks cannot pass before the work begins: that is another rule's to say (NOM53).
      return entre !== undefined && entre[0] <= entre[1] && !fitsInWeeks(value, ...entre);
    },
  ),
  from(
    'NOM55',
    'Antigüedad',
    'Los años, meses y días de antigüedad son los transcurridos hasta el último día pagado.',
    'The years, months and days of seniority are those that have passed up to the last day paid.',
    (value = '', read) => {
      const entre = termOf(read);
      return entre !== undefined && entre[0] <= entre[1] && !matchesPeriod(value, ...entre);
    },
  ),
  inCatalogueRule('NOM56', 'TipoRegimen', tiposRegimen),
  from(
    'NOM57',
    'TipoRegimen',
    'Con un contrato de relación laboral (01 a 08) el tipo de régimen es 02, 03 o 04.',
    'With a contract of employment (01 to 08) the regime is 02, 03 or 04.',
    (_, read) => hasForbiddenFields(read, true),
  ),
  from(
    'NOM58',
    'TipoRegimen',
    'Sin relación laboral (contrato 09 o superior) el tipo de régimen es de 05 a 99.',
    'Without employment (contract 09 or later) the regime is 05 to 99.',
    (_, read) => hasForbiddenFields(read, false),
  ),
  inCatalogueRule('NOM59', 'RiesgoPuesto', riesgosPuesto),
  inCatalogueRule('NOM60', 'PeriodicidadPago', periodicidadesPago),
  inCatalogueRule('NOM61', 'Banco', bancos),
  from(
    'NOM62',
    'CuentaBancaria',
    'La cuenta bancaria tiene 10, 11, 16 o 18 dígitos.',
    'The bank account has 10, 11, 16 or 18 digits.',
    (count) => count !== undefined && ![...WITH_BANCO, CLABE].includes(count.length),
  ),
  from(
    'NOM63',
    'Banco',
    'Con una CLABE no va el banco, que ella ya dice.',
    'With a CLABE the bank does not go: it says so itself.',
    (banco, { receptor }) => banco !== undefined && attributeOf(receptor, 'CuentaBancaria')?.length === CLABE,
  ),
  from(
    'NOM64',
    'CuentaBancaria',
    'El dígito de control de la CLABE no corresponde.',
    'The control digit of the CLABE is wrong.',
    (count) => count?.length === CLABE && clabeControlDigit(count) !== count.charAt(CLABE - 1),
  ),
  from(
    'NOM65',
    'Banco',
    'Con un teléfono celular, una cuenta o una tarjeta (10, 11 o 16 dígitos) el banco es necesario.',
    'With a mobile number, an account or a card (10, 11 or 16 digits) the bank is required.',
    (banco, { receptor }) =>
      banco === undefined && WITH_BANCO.includes(attributeOf(receptor, 'CuentaBancaria')?.length ?? 0),
  ),
  from(
    'NOM66',
    'ClaveEntFed',
    'La entidad federativa es una clave vigente de c_Estado, de México.',
    'The state is a valid key of c_Estado, of Mexico.',
    (key, { fecha }) => !isEntidadFederativa(key ?? '', fecha),
  ),
  rule(
    'NOM67',
    'El RFC de quien subcontrata no está en la lista de contribuyentes inscritos.',
    'The RFC of who subcontracts is not in the list of registered taxpayers.',
    (read) => {
      const foreign = childrenOf(read.receptor, 'SubContratacion').find((one) =>
        isUnregistered(attributeOf(one, 'RfcLabora'), read),
      );
      return when(foreign !== undefined, foreign, 'RfcLabora');
    },
  ),
  rule(
    'NOM68',
    'Los porcentajes de tiempo de la subcontratación suman 100.',
    'The percentages of time of the subcontracting add up to 100.',
    ({ receptor }) => {
      const partes = childrenOf(receptor, 'SubContratacion');
      return when(
        partes.length > 0 && sumOf(partes, 'PorcentajeTiempo') !== 100_000_000n,
        partes[partes.length - 1],
        'PorcentajeTiempo',
      );
    },
  ),
];
