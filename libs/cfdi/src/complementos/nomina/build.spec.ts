import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { XmlNode } from '../../parsed.js';
import { violationToDetail } from '../../rules/rule.js';
import { buildNomina } from './build.js';
import type { NominaInput } from './input.js';
import { documentOf, violationsOf } from './testing/document.js';
import {
  asimilado,
  nominaComprobante,
  empleado,
  fullNomina,
  minimalNomina,
  nominaOrdinaria,
} from './testing/nominas.js';
import { sumTotales } from './totales.js';

const PATH = 'complementos[0].nomina';
const buildOne = (nomina: unknown): XmlNode => {
  const built = buildNomina(nomina as NominaInput, nominaComprobante([]), PATH);
  if (!built.ok) throw new Error(JSON.stringify(built.refusal.details, null, 1));
  return built.value.node;
};
const reject = (nomina: unknown): string[] => {
  const built = buildNomina(nomina as NominaInput, nominaComprobante([]), PATH);
  if (built.ok) throw new Error('it was built');
  return (built.refusal.details ?? []).map(({ path, code }) => `${path} ${code}`);
};
const childOf = (node: XmlNode, ...path: string[]): XmlNode =>
  path.reduce((one, name) => one.children.find((other) => other.name === name) as XmlNode, node);
/** Paths of the rules that a payroll breaks. */
const pathsOf = (nomina: NominaInput): string[] =>
  violationsOf(documentOf(nominaComprobante(nomina)).root).map(
    (violation) => `${violation.code} ${(violationToDetail(violation).path ?? '').replace(`${PATH}.`, '')}`,
  );

describe('construirNomina', () => {
  it('names the key that no catalogue has, not the concept that it would give', () => {
    const unknown = {
      ...minimalNomina,
      percepciones: {
        percepcion: [{ tipoPercepcion: '777', clave: '001', importeGravado: '1', importeExento: '0' }],
      },
      deducciones: [{ tipoDeduccion: '777', clave: '001', importe: '1' }],
      otrosPagos: [{ tipoOtroPago: '777', clave: '001', importe: '1' }],
    } as NominaInput;
    const paths = pathsOf(unknown).map((one) => one.split(' ')[1]);
    expect(paths).toEqual(
      expect.arrayContaining([
        'percepciones.percepcion[0].tipoPercepcion',
        'deducciones[0].tipoDeduccion',
        'otrosPagos[0].tipoOtroPago',
      ]),
    );
  });

  it('computes every total', () => {
    const nomina = buildOne(fullNomina);
    expect(nomina.attributes).toMatchObject({
      ...{ Version: '1.2', NumDiasPagados: '15.500', TotalPercepciones: '12861.00' },
      ...{ TotalDeducciones: '650.00', TotalOtrosPagos: '210.11' },
    });
    expect(childOf(nomina, 'Percepciones').attributes).toEqual({
      ...{ TotalSueldos: '6861.00', TotalSeparacionIndemnizacion: '5000.00' },
      ...{ TotalJubilacionPensionRetiro: '1000.00', TotalGravado: '9110.01', TotalExento: '3750.99' },
    });
    expect(childOf(nomina, 'Deducciones').attributes).toEqual({
      ...{ TotalOtrasDeducciones: '550.00', TotalImpuestosRetenidos: '100.00' },
    });
    expect(sumTotales(nomina)).toEqual({
      ...{ totalPercepciones: '12861.00', totalOtrosPagos: '210.11', subTotal: '13071.11' },
      ...{ descuento: '650.00', total: '12421.11' },
    });
    expect(sumTotales([nomina, buildOne(minimalNomina)]).total).toBe('17421.11');
    expect(sumTotales(buildOne(minimalNomina))).not.toHaveProperty('descuento');
  });

  it('leaves out missing fields', () => {
    const nomina = buildOne({
      ...minimalNomina,
      deducciones: [],
      otrosPagos: [],
      emisor: {},
      incapacidades: null,
    });
    expect(nomina.children.map(({ name }) => name)).toEqual(['Receptor', 'Percepciones']);
    expect(nomina.attributes).not.toHaveProperty('TotalDeducciones');
    expect(childOf(nomina, 'Percepciones').attributes).toEqual({
      ...{ TotalSueldos: '5000.00', TotalGravado: '5000.00', TotalExento: '0.00' },
    });
    const others = buildOne({ ...nominaOrdinaria, percepciones: { percepcion: [] } });
    expect(others.children.map(({ name }) => name)).not.toContain('Percepciones');
  });

  it('takes Concepto from the catalogue, in whole words where it is too long', () => {
    const [sueldo, horas, , , , , extrabajadores] = childOf(buildOne(fullNomina), 'Percepciones').children;
    expect(sueldo?.attributes['Concepto']).toBe('Sueldo de la quincena');
    expect(horas?.attributes['Concepto']).toBe('Horas extra');
    expect(extrabajadores?.attributes['Concepto']).toBe(
      'Pagos por gratificaciones, primas, compensaciones, recompensas u otros a extrabajadores derivados de',
    );
    const isr = childOf(buildOne(nominaOrdinaria), 'Deducciones').children[1];
    expect(isr?.attributes['Concepto']).toBe('ISR');
  });

  it('computes Antigüedad, keeps one that is given, and leaves it out for false', () => {
    const from = (antiguedad?: unknown, over = {}): string | undefined =>
      childOf(buildOne({ ...minimalNomina, receptor: { ...empleado, antiguedad, ...over } }), 'Receptor')
        .attributes['Antigüedad'];
    expect([from(), from(true), from('P3Y2M23D'), from(false)]).toEqual([
      'P619W',
      'P619W',
      'P3Y2M23D',
      undefined,
    ]);
    expect(from(true, { fechaInicioRelLaboral: undefined })).toBeUndefined();
  });

  it('rounds amounts half-up to the cent', () => {
    const [one] = childOf(
      buildOne({
        ...minimalNomina,
        percepciones: {
          percepcion: [
            { tipoPercepcion: '046', clave: '046', importeGravado: '10.005', importeExento: 0.1 + 0.2 },
          ],
        },
      }),
      'Percepciones',
    ).children;
    expect(one?.attributes).toMatchObject({ ImporteGravado: '10.01', ImporteExento: '0.30' });
  });

  it('names the field that is wrong', () => {
    expect(
      reject({ ...minimalNomina, fechaPago: '2026-02-30', receptor: { ...asimilado, curp: 'X' } }),
    ).toEqual([`${PATH}.fechaPago invalid_format`, `${PATH}.receptor.curp invalid_format`]);
    expect(
      reject({
        ...minimalNomina,
        ...{ numDiasPagados: '0', deducciones: [{ clave: '01', importe: '-1' }, null, 5] },
        otrosPagos: [{ tipoOtroPago: '002', clave: '402', importe: '1', subsidioCausado: 'x' }],
      }),
    ).toEqual([
      `${PATH}.deducciones[1] invalid_type`,
      `${PATH}.deducciones[2] invalid_type`,
      `${PATH}.otrosPagos[0].subsidioCausado invalid_type`,
      `${PATH}.numDiasPagados too_small`,
      `${PATH}.deducciones[0].tipoDeduccion required`,
      `${PATH}.deducciones[0].clave invalid_length`,
      `${PATH}.deducciones[0].concepto required`,
      `${PATH}.deducciones[0].importe too_small`,
    ]);
    expect(reject({ ...minimalNomina, numDiasPagados: '36161' })).toEqual([
      `${PATH}.numDiasPagados too_large`,
    ]);
    expect(reject({ ...minimalNomina, sueldo: 1, receptor: { ...asimilado, antigüedad: true } })).toEqual([
      `${PATH}.receptor.antigüedad unknown_field`,
      `${PATH}.sueldo unknown_field`,
    ]);
    expect(
      reject({ ...minimalNomina, receptor: { ...asimilado, puesto: 'a|b', departamento: '\u0001' } }),
    ).toEqual([`${PATH}.receptor.departamento invalid_value`, `${PATH}.receptor.puesto invalid_value`]);
    const huge = {
      tipoPercepcion: '001',
      clave: '001',
      importeGravado: '9'.repeat(18),
      importeExento: '0',
    };
    expect(reject({ ...minimalNomina, percepciones: { percepcion: [huge, huge] } })).toEqual([
      `${PATH}.percepciones too_large`,
      `${PATH}.percepciones.percepcion too_large`,
    ]);
    expect([undefined, null, 5, 'x', []].map((nothing) => reject(nothing))).toEqual(
      Array(5).fill([`${PATH} invalid_type`]),
    );
  });

  it('has the paths of the fields that a rule asks for', () => {
    const base = minimalNomina;
    const percepcion = { tipoPercepcion: '001', clave: '001', importeGravado: '1', importeExento: '0' };
    const withChanges = (...types: string[]): NominaInput => ({
      ...base,
      percepciones: { percepcion: types.map((tipoPercepcion) => ({ ...percepcion, tipoPercepcion })) },
    });
    expect(pathsOf(withChanges('001', '045'))).toEqual(['NOM82 percepciones.percepcion[1].accionesOTitulos']);
    expect(pathsOf(withChanges('019'))).toEqual(['NOM84 percepciones.percepcion[0].horasExtra']);
    expect(pathsOf(withChanges('039'))).toEqual(['NOM79 percepciones.jubilacionPensionRetiro']);
    expect(pathsOf(withChanges('022'))).toEqual(['NOM78 percepciones.separacionIndemnizacion']);
    expect(pathsOf(withChanges('014'))).toEqual(['NOM86 incapacidades']);
    expect(pathsOf({ ...base, deducciones: [{ tipoDeduccion: '006', clave: '006', importe: '1' }] })).toEqual(
      ['NOM94 incapacidades'],
    );
    const other = { clave: '401', importe: '1' };
    expect(
      pathsOf({
        ...base,
        receptor: empleado,
        emisor: nominaOrdinaria.emisor ?? {},
        otrosPagos: [{ ...other, tipoOtroPago: '002' }],
      }),
    ).toEqual(['NOM99 otrosPagos[0].subsidioCausado']);
    expect(pathsOf({ ...base, otrosPagos: [{ ...other, tipoOtroPago: '004' }] })).toEqual([
      'NOM98 otrosPagos[0].compensacionSaldosAFavor',
    ]);
    expect(pathsOf({ ...base, receptor: empleado })).toEqual([
      'NOM42 emisor.registroPatronal',
      'NOM105 otrosPagos',
    ]);
    const { percepciones: _, ...nothing } = base;
    expect(pathsOf(nothing)).toEqual(['NOM31 percepciones']);
  });

  it('never throws, for any input', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(...Object.keys(fullNomina)), (datum, field) => {
        for (const nomina of [datum, { ...fullNomina, [field]: datum }]) {
          const built = buildNomina(nomina as NominaInput, nominaComprobante([]), PATH);
          if (!built.ok) for (const { path } of built.refusal.details ?? []) expect(path).toContain(PATH);
        }
      }),
      { numRuns: 500, seed: 5 },
    );
  });
});
