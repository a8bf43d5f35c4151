/** Taxes as the API names them. */
export type TaxType = 'IVA' | 'ISR' | 'IEPS';
export type TaxFactor = 'Tasa' | 'Cuota' | 'Exento';
