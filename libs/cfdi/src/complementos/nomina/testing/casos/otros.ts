import { nominaCompleta, nominaOrdinaria, nominaOtrosPagos } from '../nominas.js';
import { atributos, con, cuadrar, sin, todos, D, N, O, P, type Caso } from './caso.js';

/** NOM91 to NOM108: deductions, other payments, incapacities. */
export const deOtros: readonly Caso[] = [
  [
    'NOM91',
    nominaOrdinaria,
    todos(atributos(D, { TotalImpuestosRetenidos: '100.51', TotalOtrasDeducciones: '199.99' })),
  ],
  [
    'NOM91',
    nominaOrdinaria,
    todos(atributos(D, { TotalImpuestosRetenidos: undefined, TotalOtrasDeducciones: '300.50' })),
  ],
  ['NOM92', nominaOrdinaria, atributos(`${D}/Deduccion[1]`, { TipoDeduccion: '101' })],
  ['NOM93', nominaOrdinaria, atributos(`${D}/Deduccion`, { TipoDeduccion: '116' })],
  ['NOM93', nominaOrdinaria, atributos(`${D}/Deduccion`, { TipoDeduccion: '063' })],
  [
    'NOM94',
    nominaCompleta,
    todos(sin(`${N}/Incapacidades`), atributos(`${P}/Percepcion[3]`, { TipoPercepcion: '001' })),
  ],
  [
    'NOM95',
    nominaCompleta,
    todos(
      atributos(`${P}/Percepcion[3]`, { TipoPercepcion: '001' }),
      atributos(`${N}/Incapacidades/Incapacidad`, { ImporteMonetario: '349.99' }),
    ),
  ],
  [
    'NOM96',
    nominaOrdinaria,
    con(D, 'Deduccion', { TipoDeduccion: '004', Clave: '004', Concepto: 'x', Importe: '0.00' }),
  ],
  ['NOM97', nominaOtrosPagos, atributos(`${O}/OtroPago`, { TipoOtroPago: '010' })],
  ['NOM98', nominaCompleta, sin(`${O}/OtroPago[1]/CompensacionSaldosAFavor`)],
  ['NOM99', nominaOrdinaria, sin(`${O}/OtroPago/SubsidioAlEmpleo`)],
  [
    'NOM100',
    nominaOrdinaria,
    con(O, 'OtroPago', { TipoOtroPago: '003', Clave: '003', Concepto: 'x', Importe: '0' }),
  ],
  ['NOM101', nominaOrdinaria, atributos(`${O}/OtroPago/SubsidioAlEmpleo`, { SubsidioCausado: '628.01' })],
  [
    'NOM101',
    { ...nominaOrdinaria, numDiasPagados: '31' },
    atributos(`${O}/OtroPago/SubsidioAlEmpleo`, { SubsidioCausado: '640.47' }),
  ],
  [
    'NOM102',
    nominaCompleta,
    atributos(`${O}/OtroPago[1]/CompensacionSaldosAFavor`, { RemanenteSalFav: '90.01' }),
  ],
  ['NOM103', nominaCompleta, atributos(`${O}/OtroPago[1]/CompensacionSaldosAFavor`, { Año: '2026' })],
  ['NOM103', nominaCompleta, atributos(`${O}/OtroPago[1]/CompensacionSaldosAFavor`, { Año: '2024' })],
  ['NOM104', nominaCompleta, atributos(`${N}/Incapacidades/Incapacidad[1]`, { TipoIncapacidad: '05' })],
  ['NOM105', nominaOrdinaria, todos(sin(O), atributos(N, { TotalOtrosPagos: undefined }))],
  [
    'NOM105',
    nominaOrdinaria,
    todos(
      con(O, 'OtroPago', { TipoOtroPago: '007', Clave: '007', Concepto: 'x', Importe: '1' }),
      atributos(N, { TotalOtrosPagos: '1' }),
      (raiz) => cuadrar(raiz, '5001', '300.50'),
    ),
  ],
  [
    'NOM106',
    { ...nominaOrdinaria, receptor: { ...nominaOrdinaria.receptor, tipoRegimen: '03' } },
    () => undefined,
  ],
  ['NOM107', nominaCompleta, atributos(`${O}/OtroPago/SubsidioAlEmpleo`, { SubsidioCausado: '120.09' })],
  [
    'NOM108',
    { ...nominaOrdinaria, numDiasPagados: '32' },
    atributos(`${O}/OtroPago/SubsidioAlEmpleo`, { SubsidioCausado: '661.13' }),
  ],
];
