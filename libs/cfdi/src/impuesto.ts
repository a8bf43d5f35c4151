/** c_Impuesto by name, and c_TipoFactor. */
export type NombreImpuesto = 'IVA' | 'ISR' | 'IEPS';
export type TipoFactor = 'Tasa' | 'Cuota' | 'Exento';
