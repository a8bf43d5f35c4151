import type { PedimentoCatalogue } from './port.js';
import type { Held } from './typed.js';

/** Year of validation, customs office, patent, and the last digit of a year with a running number of six. */
const FORM = /^(\d{2}) {2}(\d{2}) {2}(\d{4}) {2}(\d)(\d{6})$/;
/** How old a pedimento may be, in years (Anexo 20, NumeroPedimento). */
const OLDEST = 10;

/**
 * The last year not after another that ends with a digit. The digit before the running number is of the year of
 * validation, or of an earlier one: of a consolidated pedimento, or of the original of a rectified one.
 */
const yearEndingIn = (digit: number, atMost: number): number => atMost - ((atMost - digit + 10) % 10);

/**
 * c_NumPedimentoAduana, for CFDI40194: the year at most ten years ago and not in the future, the customs office
 * and the patent known, the running number within what the office gave the patent in that year.
 * @param patentes c_PatenteAduanal; while it is not loaded, patents are those that ever had numbers
 */
export function pedimentoCatalogue(numbers: Held, patentes: Held): PedimentoCatalogue {
  let withNumbers: ReadonlySet<string> | undefined;
  const hasPatente = (patente: string): boolean => {
    const table = patentes.table();
    if (patentes.complete) return table.keyIs(table.seek(patente), patente);
    if (!withNumbers) {
      const held = numbers.table();
      withNumbers = new Set(Array.from({ length: held.rows }, (_, row) => held.key(row).slice(2, 6)));
    }
    return withNumbers.has(patente);
  };
  const quota: PedimentoCatalogue['quota'] = (aduana, patente, ejercicio) => {
    const table = numbers.table();
    const key = `${aduana}${patente}${ejercicio}`;
    const row = table.seek(key);
    return table.keyIs(row, key) ? Number(table.text('cantidad', row)) : undefined;
  };
  return {
    complete: numbers.complete,
    size: numbers.rows,
    quota,
    problem: (number, date) => {
      const [, years, aduana, patente, digit, running] = FORM.exec(number) ?? [];
      if (!years || !aduana || !patente || !digit || !running) return 'form';
      const thisYear = Number(date.slice(0, 4));
      const year = thisYear - ((thisYear - Number(years)) % 100);
      if (thisYear - year > OLDEST) return 'year';
      if (!numbers.complete) return undefined;
      const table = numbers.table();
      const first = table.seek(aduana);
      if (first >= table.rows || !table.key(first).startsWith(aduana)) return 'aduana';
      if (!hasPatente(patente)) return 'patente';
      const highest = quota(aduana, patente, String(yearEndingIn(Number(digit), year)));
      const n = Number(running);
      return highest === undefined || n < 1 || n > highest ? 'quota' : undefined;
    },
  };
}
