/** c_Impuesto by name, and c_TipoFactor. */
export type ImpuestoName = 'IVA' | 'ISR' | 'IEPS';
export type TipoFactor = 'Tasa' | 'Cuota' | 'Exento';
