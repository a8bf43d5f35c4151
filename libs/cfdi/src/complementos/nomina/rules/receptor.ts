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
    `${name} no es una clave vigente de ${catalogue.name}.`,
    `${name} is no key in force of ${catalogue.name}.`,
    (key, { fecha }) => key !== undefined && !catalogue.has(key, fecha),
  );

/** NOM44: what an employer with a registry says of the worker. */
const withRegister = [
  ...['NumSeguridadSocial', 'FechaInicioRelLaboral', 'Antigüedad', 'RiesgoPuesto', 'SalarioDiarioIntegrado'],
].map((name) =>
  from(
    'NOM44',
    name,
    `Con RegistroPatronal debe registrarse ${name} del receptor.`,
    `With RegistroPatronal give the receiver's ${name}.`,
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
    'FechaInicioRelLaboral no puede ser posterior a FechaFinalPago.',
    'FechaInicioRelLaboral cannot be later than FechaFinalPago.',
    (_, read) => {
      const [start, end] = termOf(read) ?? ['', ''];
      return start > end;
    },
  ),
  from(
    'NOM54',
    'Antigüedad',
    'Las semanas de Antigüedad no pueden ser más que las transcurridas de FechaInicioRelLaboral a FechaFinalPago.',
    'The weeks of Antigüedad cannot be more than have passed from FechaInicioRelLaboral to FechaFinalPago.',
    (value = '', read) => {
      const entre = termOf(read);
      // Weeks cannot pass before the work begins: that is another rule's to say (NOM53).
      return entre !== undefined && entre[0] <= entre[1] && !fitsInWeeks(value, ...entre);
    },
  ),
  from(
    'NOM55',
    'Antigüedad',
    'Los años, meses y días de Antigüedad deben ser los transcurridos de FechaInicioRelLaboral a FechaFinalPago.',
    'The years, months and days of Antigüedad must be those from FechaInicioRelLaboral to FechaFinalPago.',
    (value = '', read) => {
      const entre = termOf(read);
      return entre !== undefined && entre[0] <= entre[1] && !matchesPeriod(value, ...entre);
    },
  ),
  inCatalogueRule('NOM56', 'TipoRegimen', tiposRegimen),
  from(
    'NOM57',
    'TipoRegimen',
    'Con un TipoContrato de relación laboral (01 a 08) TipoRegimen debe ser 02, 03 o 04.',
    'With a TipoContrato of employment (01 to 08) TipoRegimen must be 02, 03 or 04.',
    (_, read) => hasForbiddenFields(read, true),
  ),
  from(
    'NOM58',
    'TipoRegimen',
    'Sin relación laboral (TipoContrato 09 o superior) TipoRegimen debe ser de 05 a 99.',
    'Without employment (TipoContrato 09 or later) TipoRegimen must be 05 to 99.',
    (_, read) => hasForbiddenFields(read, false),
  ),
  inCatalogueRule('NOM59', 'RiesgoPuesto', riesgosPuesto),
  inCatalogueRule('NOM60', 'PeriodicidadPago', periodicidadesPago),
  inCatalogueRule('NOM61', 'Banco', bancos),
  from(
    'NOM62',
    'CuentaBancaria',
    'CuentaBancaria debe tener 10, 11, 16 o 18 dígitos.',
    'CuentaBancaria must have 10, 11, 16 or 18 digits.',
    (count) => count !== undefined && ![...WITH_BANCO, CLABE].includes(count.length),
  ),
  from(
    'NOM63',
    'Banco',
    'Si CuentaBancaria es una CLABE, no debe registrarse Banco.',
    'Leave out Banco when CuentaBancaria is a CLABE: the CLABE already identifies the bank.',
    (banco, { receptor }) => banco !== undefined && attributeOf(receptor, 'CuentaBancaria')?.length === CLABE,
  ),
  from(
    'NOM64',
    'CuentaBancaria',
    'El dígito de control de la CLABE de CuentaBancaria no es correcto.',
    'The control digit of the CLABE in CuentaBancaria is wrong.',
    (count) => count?.length === CLABE && clabeControlDigit(count) !== count.charAt(CLABE - 1),
  ),
  from(
    'NOM65',
    'Banco',
    'Si CuentaBancaria es un teléfono celular, una cuenta o una tarjeta (10, 11 o 16 dígitos), debe registrarse Banco.',
    'When CuentaBancaria is a mobile number, an account or a card (10, 11 or 16 digits), give Banco.',
    (banco, { receptor }) =>
      banco === undefined && WITH_BANCO.includes(attributeOf(receptor, 'CuentaBancaria')?.length ?? 0),
  ),
  from(
    'NOM66',
    'ClaveEntFed',
    'ClaveEntFed no es una clave vigente de c_Estado de México.',
    'ClaveEntFed is no key in force of c_Estado of Mexico.',
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
    'Los PorcentajeTiempo de la subcontratación deben sumar 100.',
    'The PorcentajeTiempo of the subcontracting must add up to 100.',
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
