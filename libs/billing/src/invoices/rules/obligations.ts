import { field, refuse, refuseFields, type Detail, type Refused } from '#kernel';
import type { InvoiceContent, IssuerSnapshot, Tax } from '#contracts';
import { postalCode, type BorderStimulus, type Obligations } from '#sat';
import { placeOfIssue } from '../comprobante-input.js';

/** Where an issuer may charge IVA at 8 %, by ValidezObligaciones: 2 the northern border, 3 the southern one. */
const REGION: Partial<Readonly<Record<Obligations, BorderStimulus>>> = { 2: 'north', 3: 'south' };

const NAMES: Readonly<Record<BorderStimulus, { readonly es: string; readonly en: string }>> = {
  north: { es: 'en la frontera norte', en: 'in the northern border region' },
  south: { es: 'en la frontera sur', en: 'in the southern border region' },
};

/**
 * Whether an issuer with these obligations (LCO) may issue the document: with 0 it may issue none (organization_tax_info_invalid);
 * IVA at 8 % is for 2 in the north, 3 in the south and 4, by the place of issue (LugarExpedicion). A wrong rate is `not_allowed` at its
 * line. Undefined: nothing against it.
 */
export function refuseByObligations(
  content: InvoiceContent,
  issuer: IssuerSnapshot,
  obligations: Obligations,
): Refused | undefined {
  if (obligations === 0)
    return refuse('organization_tax_info_invalid', {
      details: [field('organization', 'not_allowed', { message: NONE })],
    });
  if (obligations === 4) return undefined;
  const region = REGION[obligations];
  const isThere =
    region !== undefined && postalCode(placeOfIssue(content, issuer))?.borderStimulus === region;
  if (isThere) return undefined;
  const problems = content.items.flatMap(({ product }, index) =>
    product.taxes.flatMap((tax, at): Detail[] =>
      isBorderRate(tax)
        ? [field(`items[${index}].product.taxes[${at}].rate`, 'not_allowed', { message: onlyIn(region) })]
        : [],
    ),
  );
  return problems.length > 0 ? refuseFields(problems) : undefined;
}

const isBorderRate = ({ type, factor, rate, withholding }: Tax): boolean =>
  type === 'IVA' && factor === 'Tasa' && !withholding && /^0?\.080*$/.test(rate ?? '');

const NONE = {
  es: 'Según la LCO del SAT este emisor no tiene validez de obligaciones y no puede facturar: debe regularizar su situación ante el SAT.',
  en: 'According to the LCO of the SAT this issuer has no valid obligations and may not issue invoices: it has to settle that with the SAT.',
};

const onlyIn = (region: BorderStimulus | undefined) =>
  region === undefined
    ? {
        es: 'Según la LCO del SAT este emisor no puede usar IVA de 8 %: use 16 %, 0 % o exento.',
        en: 'According to the LCO of the SAT this issuer may not use IVA at 8 %: use 16 %, 0 % or exempt.',
      }
    : {
        es: `Según la LCO del SAT este emisor solo puede usar IVA de 8 % ${NAMES[region].es}, y el lugar de expedición no está ahí.`,
        en: `According to the LCO of the SAT this issuer may use IVA at 8 % only ${NAMES[region].en}, and the place of issue is not there.`,
      };
