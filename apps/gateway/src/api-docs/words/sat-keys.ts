import type { Vocabulary } from '#http';

type Meanings = Readonly<Record<string, string>>;

/**
 * Keys of the SAT's small catalogues (Anexo 20), by the name of the field that takes them, in Spanish and English. They are no
 * enumerations: an installation that loads newer catalogues takes their keys too.
 */
export const satKeys: Vocabulary['keys'] = {
  payment_method: {
    PUE: 'Pago en una sola exhibición / Paid at once',
    PPD: 'Pago en parcialidades o diferido / Paid later or in parts',
  } satisfies Meanings,
};
