import { catalogue, CFDI_40_START, type Catalogue } from '../../catalogue.js';
import { estados, type Estado } from '../estados.js';
import { NOMINA_START } from './validity.js';

/**
 * c_Estado of Nómina: that of CFDI with its own dates, and DIF, which was Mexico City's key
 * until 2023-06-30, beside CMX since 2022.
 * ClaveEntFed takes those of Mexico only (NOM66): see {@link isEntidadFederativa}.
 */
export const estadosNomina: Catalogue<Estado> = catalogue('c_Estado', [
  ...estados.entries.map((keyStatus): Estado => ({
    ...keyStatus,
    validFrom: keyStatus.key === 'CMX' ? CFDI_40_START : NOMINA_START,
  })),
  {
    key: 'DIF',
    label: 'Ciudad de México',
    pais: 'MEX',
    iso: 'MX-CMX',
    validFrom: NOMINA_START,
    validTo: '2023-06-30',
  },
]);

/** Whether a key is that of a state of Mexico (NOM66). */
export const isEntidadFederativa = (key: string, atDate?: string): boolean =>
  estadosNomina.find(key)?.pais === 'MEX' && estadosNomina.has(key, atDate);
