import { field, ok, type Detail, type Result } from '#kernel';
import type { Address, SupplierFields, SupplierInput } from '#contracts';
import { NO_OBLIGACIONES, RFC_EXTRANJERO, parseRfc } from '#sat';
import { mergeAddress, tidy } from '../address.js';
import { barProblems } from '../bar.js';
import { taxInfoProblems } from '../customers/rules.js';
import { refuseProblems } from '../refuse-problems.js';

const NOBODY = {
  es: 'El RFC genérico {rfc} no es de ningún proveedor: envíe su propio RFC.',
  en: 'The generic RFC {rfc} is of no supplier: send its own RFC.',
};
const OF_FOREIGNERS = {
  es: 'El RFC genérico {rfc} es de extranjeros: envíe también el país en "address.country", y en "tax_id" la identificación fiscal de ese país si la conoce.',
  en: 'The generic RFC {rfc} is of foreigners: send the country in "address.country", too, and in "tax_id" the tax identification of that country if you know it.',
};

/** What a change of one means for the others: they are judged together. */
const FISCAL = ['tax_id', 'tax_system', 'address'] as const;

/**
 * A supplier as it will be, from what was sent and what is there (`current`): RFC and codes upper-cased, spaces tidied,
 * foreign suppliers under regime 616. Refuses with one detail per wrong field, at paths of the supplier.
 *
 * A new one needs a name, and if it is Mexican an RFC; nothing is stamped for a supplier, so it may lack the rest. One that was
 * made of a document is edited without answering for what that document printed: only what is sent is judged. The name
 * may carry its corporate regime, as CFDI 3.3 printed it. The tax authority's register is not asked.
 */
export function supplierFields(input: SupplierInput, current?: SupplierFields): Result<SupplierFields> {
  const address = mergeAddress(input.address, current?.address);
  const sent = (name: Exclude<keyof SupplierFields, 'address'>) =>
    tidy(input[name] === undefined ? current?.[name] : input[name]);
  const fields: SupplierFields = {
    legal_name: sent('legal_name'),
    tax_id: sent('tax_id')?.toUpperCase() ?? null,
    tax_system: taxSystem(address, input, current),
    email: sent('email'),
    phone: sent('phone'),
    address,
    external_id: sent('external_id'),
  };
  const isSent = (name: keyof SupplierFields) => !current || input[name] !== undefined;
  const details = [
    ...findMissing(fields, current),
    ...(FISCAL.some(isSent) ? fiscalProblems(fields) : []),
    ...(isSent('legal_name') && fields.legal_name !== null
      ? barProblems('legal_name', fields.legal_name)
      : []),
  ];
  return details.length > 0 ? refuseProblems(details) : ok(fields);
}

/** A foreign supplier has the regime of who has none in Mexico, and one that becomes Mexican does not keep it. */
function taxSystem({ country }: Address, input: SupplierInput, current?: SupplierFields): string | null {
  if (country !== 'MEX') return tidy(input.tax_system) ?? NO_OBLIGACIONES;
  const wasForeign = current !== undefined && current.address.country !== 'MEX';
  return tidy(input.tax_system === undefined && !wasForeign ? current?.tax_system : input.tax_system);
}

/** What a supplier needs; what it never had it may go on lacking. */
function findMissing({ legal_name, tax_id, address }: SupplierFields, current?: SupplierFields): Detail[] {
  const details: Detail[] = [];
  if (legal_name === null && (!current || current.legal_name !== null))
    details.push(field('legal_name', 'required'));
  if (address.country !== 'MEX' || tax_id !== null) return details;
  const wasComplete = current?.tax_id !== null || current.address.country !== 'MEX';
  if (wasComplete) details.push(field('tax_id', 'required'));
  return details;
}

/** The generic RFC of foreigners stands for an identification that is not known; that of the public names nobody. */
function fiscalProblems(fields: SupplierFields): Detail[] {
  const { tax_id, address } = fields;
  const generic = parseRfc(tax_id ?? '')?.generic;
  if (generic === 'foreign' && address.country !== 'MEX') return taxInfoProblems({ ...fields, tax_id: null });
  if (generic === undefined || tax_id === null) return taxInfoProblems(fields);
  const message = tax_id === RFC_EXTRANJERO ? OF_FOREIGNERS : NOBODY;
  return [
    ...taxInfoProblems({ ...fields, tax_id: null }),
    field('tax_id', 'invalid_value', { message, params: { rfc: tax_id } }),
  ];
}
