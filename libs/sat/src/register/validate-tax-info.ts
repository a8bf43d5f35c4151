import type { Bilingual, Detail } from '#kernel';
import { paises } from '../catalogues/paises.js';
import { NO_OBLIGACIONES, SUELDOS, isRegimeAllowed, regimenesFiscales } from '../catalogues/regimenes.js';
import { isZip, postalCode } from '../postal/postal-code.js';
import { explainRfc } from '../explain-rfc.js';
import { hintsOf } from '../hints.js';
import { RFC_EXTRANJERO, parseRfc, type PersonType, type Rfc } from '../rfc.js';
import { taxDetail, type TaxpayerRegister } from './taxpayer-register.js';

/** A customer's tax information as the API has it; a field that is absent is not checked. */
export interface TaxInfo {
  readonly legalName?: string | undefined;
  /** RFC, or for a foreign customer the identification of its country. */
  readonly taxId?: string | undefined;
  /** Key of c_RegimenFiscal. */
  readonly taxSystem?: string | undefined;
  readonly zip?: string | undefined;
  /** Key of c_Pais; MEX if absent. */
  readonly country?: string | undefined;
}

/** Whether the tax information is of a party resident abroad, which has no RFC of its own. */
export const isForeign = ({ country = 'MEX' }: Pick<TaxInfo, 'country'>): boolean => country !== 'MEX';

const FIVE_DIGITS: Bilingual = { es: '5 dígitos', en: '5 digits' };
const hintsOfRegime = hintsOf(regimenesFiscales);

const PERSONS: Readonly<Record<PersonType, Bilingual>> = {
  fisica: { es: 'personas físicas', en: 'natural persons' },
  moral: { es: 'personas morales', en: 'companies' },
};
const OF_PERSON: Readonly<Record<PersonType, Bilingual>> = {
  fisica: { es: 'una persona física', en: 'a natural person' },
  moral: { es: 'una persona moral', en: 'a company' },
};

/** What a regime means for a person who may not have it, and which it may have (CFDI40158). */
export function explainRegime(taxSystem: string, person: PersonType): Pick<Detail, 'message' | 'params'> {
  const regime = regimenesFiscales.find(taxSystem);
  if (!regime) return {};
  const possible = regimenesFiscales.entries.filter(
    (one) => !one.outsideCfdi && one.personas.includes(person),
  );
  return {
    message: {
      es: 'El régimen {regime} es de {whose}, y el RFC es de {person} (regímenes posibles: {values}).',
      en: 'The tax system {regime} is for {whose}, and the RFC is of {person} (possible tax systems: {values}).',
    },
    params: {
      regime: { es: `${regime.key} "${regime.label}"`, en: `${regime.key} "${regime.en}"` },
      whose: PERSONS[person === 'moral' ? 'fisica' : 'moral'],
      person: OF_PERSON[person],
      values: possible.map(({ key }) => key).join(', '),
    },
  };
}

function regimeDetail(taxSystem: string, foreign: boolean, rfc: Rfc | undefined): Detail | undefined {
  if (!regimenesFiscales.find(taxSystem))
    return { ...taxDetail('tax_system_not_in_catalog', 'tax_system'), params: hintsOfRegime(taxSystem) };
  const notAllowed = taxDetail('tax_system_not_allowed_for_tax_id', 'tax_system');
  // A worker who has died is paid under the generic RFC, with the regime of wages (NOM10, NOM11).
  if (!foreign && rfc?.generic === 'national' && taxSystem === SUELDOS) return undefined;
  // Generic RFCs, the foreign customers' included, are written with 616 (CFDI40159).
  if (foreign || rfc?.generic) return taxSystem === NO_OBLIGACIONES ? undefined : notAllowed;
  // The regime must fit the kind of person (CFDI40158).
  return rfc && !isRegimeAllowed(taxSystem, rfc.person)
    ? { ...notAllowed, ...explainRegime(taxSystem, rfc.person) }
    : undefined;
}

/**
 * The rules of tax information that need no register. Paths are relative to the customer. Codes:
 * invalid_format (a national tax_id that is no RFC, a zip that is not five digits), invalid_value (a zip in no
 * state, a country outside of c_Pais), tax_system_not_in_catalog, tax_system_not_allowed_for_tax_id.
 */
export function validateTaxInfo(info: TaxInfo): readonly Detail[] {
  const foreign = isForeign(info);
  const details: Detail[] = [];
  if (info.country !== undefined && !paises.has(info.country))
    details.push(taxDetail('invalid_value', 'address.country'));
  const rfc = info.taxId === undefined ? undefined : parseRfc(info.taxId);
  if (info.taxId !== undefined && !foreign && !rfc)
    details.push({ ...taxDetail('invalid_format', 'tax_id'), ...explainRfc(info.taxId) });
  if (info.taxSystem !== undefined) {
    const detail = regimeDetail(info.taxSystem, foreign, rfc);
    if (detail) details.push(detail);
  }
  if (info.zip !== undefined && !foreign) {
    if (!isZip(info.zip))
      details.push({ ...taxDetail('invalid_format', 'address.zip'), params: { expected: FIVE_DIGITS } });
    else if (!postalCode(info.zip)) details.push(taxDetail('invalid_value', 'address.zip'));
  }
  return details;
}

/** The RFC that a CFDI is written with: the customer's own, or the generic one of parties abroad. */
export const receiverRfc = (info: Pick<TaxInfo, 'taxId' | 'country'>): string | undefined =>
  isForeign(info) ? RFC_EXTRANJERO : parseRfc(info.taxId ?? '')?.rfc;

/**
 * {@link validateTaxInfo}, and then the register for national taxpayers with an RFC of their own.
 * Foreign customers and generic RFCs are in no register. The register is asked about what is there beside the RFC,
 * and not about information that is already wrong; a missing field is the caller's to report.
 */
export async function checkTaxInfo(info: TaxInfo, register: TaxpayerRegister): Promise<readonly Detail[]> {
  const details = validateTaxInfo(info);
  const { legalName, taxSystem, zip } = info;
  if (details.length > 0 || isForeign(info)) return details;
  const rfc = parseRfc(info.taxId ?? '');
  if (!rfc || rfc.generic) return details;
  return register.validate({ rfc: rfc.rfc, legalName, taxSystem, zip });
}
