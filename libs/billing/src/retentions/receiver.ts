import { field, type Detail } from '#kernel';
import type { ReceptorExtranjeroInput, ReceptorNacionalInput } from '#cfdi';
import type { CustomerSnapshot } from '#contracts';
import { explainRfc, parseRfc, postalCode } from '#sat';
import { capitals, isForeign } from '../invoices/comprobante-input.js';
import { foreignerProblems } from '../invoices/rules/receiver.js';

/** Who got the payment, as the document names it: a taxpayer here, or a foreigner with its number there, if it has one. */
export function receiverOfRetention(
  customer: CustomerSnapshot | null,
): ReceptorNacionalInput | ReceptorExtranjeroInput {
  const nombre = capitals(customer?.legal_name ?? '');
  if (customer && isForeign(customer))
    return {
      nacionalidad: 'Extranjero',
      nombre,
      ...(customer.tax_id && { numRegIdTrib: customer.tax_id }),
    };
  return {
    nacionalidad: 'Nacional',
    rfc: customer?.tax_id ?? '',
    nombre,
    domicilioFiscal: customer?.address.zip ?? '',
  };
}

/** What a receiver lacks. Of a retention it has no regime and no use. */
export function retentionReceiverProblems(customer: CustomerSnapshot): Detail[] {
  const { legal_name, tax_id, address } = customer;
  const unnamed = legal_name === '' ? [field('customer.legal_name', 'required')] : [];
  if (isForeign(customer)) return [...unnamed, ...foreignerProblems(customer)];
  return [...unnamed, ...rfcProblems(tax_id), ...zipProblems(address.zip)];
}

function rfcProblems(tax_id: string | null): Detail[] {
  if (tax_id === null) return [field('customer.tax_id', 'required')];
  return parseRfc(tax_id) ? [] : [field('customer.tax_id', 'invalid_format', explainRfc(tax_id))];
}

function zipProblems(zip: string | null): Detail[] {
  if (zip === null) return [field('customer.address.zip', 'required')];
  return postalCode(zip) ? [] : [field('customer.address.zip', 'invalid_value')];
}
