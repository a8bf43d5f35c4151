import { fullNomina, nominaOrdinaria, nominaOtrosPagos } from '../nominas.js';
import { attributes, withChanges, balance, without, all, D, N, O, P, type Case } from './case.js';

/** NOM91 to NOM108: deductions, other payments, incapacities. */
export const ofOthers: readonly Case[] = [
  [
    'NOM91',
    nominaOrdinaria,
    all(attributes(D, { TotalImpuestosRetenidos: '100.51', TotalOtrasDeducciones: '199.99' })),
  ],
  [
    'NOM91',
    nominaOrdinaria,
    all(attributes(D, { TotalImpuestosRetenidos: undefined, TotalOtrasDeducciones: '300.50' })),
  ],
  ['NOM92', nominaOrdinaria, attributes(`${D}/Deduccion[1]`, { TipoDeduccion: '101' })],
  ['NOM93', nominaOrdinaria, attributes(`${D}/Deduccion`, { TipoDeduccion: '116' })],
  ['NOM93', nominaOrdinaria, attributes(`${D}/Deduccion`, { TipoDeduccion: '063' })],
  [
    'NOM94',
    fullNomina,
    all(without(`${N}/Incapacidades`), attributes(`${P}/Percepcion[3]`, { TipoPercepcion: '001' })),
  ],
  [
    'NOM95',
    fullNomina,
    all(
      attributes(`${P}/Percepcion[3]`, { TipoPercepcion: '001' }),
      attributes(`${N}/Incapacidades/Incapacidad`, { ImporteMonetario: '349.99' }),
    ),
  ],
  [
    'NOM96',
    nominaOrdinaria,
    withChanges(D, 'Deduccion', { TipoDeduccion: '004', Clave: '004', Concepto: 'x', Importe: '0.00' }),
  ],
  ['NOM97', nominaOtrosPagos, attributes(`${O}/OtroPago`, { TipoOtroPago: '010' })],
  ['NOM98', fullNomina, without(`${O}/OtroPago[1]/CompensacionSaldosAFavor`)],
  ['NOM99', nominaOrdinaria, without(`${O}/OtroPago/SubsidioAlEmpleo`)],
  [
    'NOM100',
    nominaOrdinaria,
    withChanges(O, 'OtroPago', { TipoOtroPago: '003', Clave: '003', Concepto: 'x', Importe: '0' }),
  ],
  ['NOM101', nominaOrdinaria, attributes(`${O}/OtroPago/SubsidioAlEmpleo`, { SubsidioCausado: '628.01' })],
  [
    'NOM101',
    { ...nominaOrdinaria, numDiasPagados: '31' },
    attributes(`${O}/OtroPago/SubsidioAlEmpleo`, { SubsidioCausado: '640.47' }),
  ],
  [
    'NOM102',
    fullNomina,
    attributes(`${O}/OtroPago[1]/CompensacionSaldosAFavor`, { RemanenteSalFav: '90.01' }),
  ],
  ['NOM103', fullNomina, attributes(`${O}/OtroPago[1]/CompensacionSaldosAFavor`, { Año: '2026' })],
  ['NOM103', fullNomina, attributes(`${O}/OtroPago[1]/CompensacionSaldosAFavor`, { Año: '2024' })],
  ['NOM104', fullNomina, attributes(`${N}/Incapacidades/Incapacidad[1]`, { TipoIncapacidad: '05' })],
  ['NOM105', nominaOrdinaria, all(without(O), attributes(N, { TotalOtrosPagos: undefined }))],
  [
    'NOM105',
    nominaOrdinaria,
    all(
      withChanges(O, 'OtroPago', { TipoOtroPago: '007', Clave: '007', Concepto: 'x', Importe: '1' }),
      attributes(N, { TotalOtrosPagos: '1' }),
      (root) => balance(root, '5001', '300.50'),
    ),
  ],
  [
    'NOM106',
    { ...nominaOrdinaria, receptor: { ...nominaOrdinaria.receptor, tipoRegimen: '03' } },
    () => undefined,
  ],
  ['NOM107', fullNomina, attributes(`${O}/OtroPago/SubsidioAlEmpleo`, { SubsidioCausado: '120.09' })],
  [
    'NOM108',
    { ...nominaOrdinaria, numDiasPagados: '32' },
    attributes(`${O}/OtroPago/SubsidioAlEmpleo`, { SubsidioCausado: '661.13' }),
  ],
];
