import type { CodigoDeRegla } from '../../reglas/codigo.js';
import { codigosDeReglas } from './revisar.js';

/** Rules of the CFDI's own matrix that speak of this complement. */
const delCfdi: readonly CodigoDeRegla[] = ['122', '153', '155', '195', '200'].map((numero) => ({
  ...{ codigo: `CFDI40${numero}`, donde: 'regla' },
  nota: 'En la matriz de CFDI 4.0.',
}));

/**
 * Where each rule of Comercio Exterior 2.0 is checked. The numbers of its official matrix are not at hand, so the
 * codes are ours: CCE and the place that the rule is about.
 */
export const codigosComercioExterior: readonly CodigoDeRegla[] = [
  ...codigosDeReglas.map((codigo): CodigoDeRegla => ({ codigo, donde: 'regla' })),
  ...delCfdi,
  {
    codigo: 'CCE-Comprobante-Receptor-Rfc',
    donde: 'no',
    nota: 'La versión 1.1 pedía XEXX010101000 en I y E; en la 2.0 se timbran también con receptores nacionales.',
  },
  {
    codigo: 'CCE-Complemento-Coexistencia',
    donde: 'no',
    nota: 'La lista de complementos con los que la 2.0 puede coexistir no está publicada con su esquema.',
  },
  {
    codigo: 'CCE-NumRegIdTrib-Registro',
    donde: 'no',
    nota: 'Se revisa la forma que pide c_Pais; los registros de otros países no se consultan.',
  },
  {
    codigo: 'CCE-TipoCambioUSD-Publicado',
    donde: 'no',
    nota: 'El tipo de cambio del artículo 20 del CFF lo publica el Banco de México cada día; no se consulta.',
  },
  { codigo: 'CCE-Version', donde: 'estructura' },
  { codigo: 'CCE-CertificadoOrigen', donde: 'estructura' },
];
