import { field, type Detail } from '#kernel';
import type { InvoiceItem } from '#contracts';
import { aduanas, type LargeCatalogues, type PedimentoProblem } from '#sat';

/** What is wrong beside the form, which is the engine's to say (CFDI40194, Anexo 20: NumeroPedimento). */
const WRONG: Readonly<Record<Exclude<PedimentoProblem, 'form'>, { es: string; en: string }>> = {
  year: {
    es: 'El año de validación del pedimento debe ser uno de los últimos diez.',
    en: "The pedimento's year of validation is not of the last ten.",
  },
  aduana: {
    es: 'La aduana del pedimento no existe.',
    en: 'The customs office of the pedimento does not exist.',
  },
  patente: { es: 'La patente del pedimento no existe.', en: 'The licence of the pedimento does not exist.' },
  quota: {
    es: 'Ese número de pedimento no se ha asignado a la patente en ese año.',
    en: 'That pedimento number was not assigned to the licence in that year.',
  },
};

/** The pedimentos of a line and of its parts, as far as catalogues can judge them on the document's day. */
export const customsKeys =
  ({ pedimentos }: LargeCatalogues, date: string) =>
  ({ customs_keys, parts }: InvoiceItem, path: string): Detail[] => {
    const check = (keys: readonly string[], below: string): Detail[] =>
      keys.flatMap((key, at) => {
        const problem =
          pedimentos.problem(key, date) ?? (aduanas.has(key.slice(4, 6)) ? undefined : 'aduana');
        if (problem === undefined || problem === 'form') return [];
        const { es, en } = WRONG[problem];
        const message = { es: `${es} (CFDI40194)`, en: `${en} (CFDI40194)` };
        return [field(`${below}.customs_keys[${at}]`, 'invalid_value', { message })];
      });
    return [
      ...check(customs_keys, path),
      ...parts.flatMap((part, at) => check(part.customs_keys, `${path}.parts[${at}]`)),
    ];
  };
