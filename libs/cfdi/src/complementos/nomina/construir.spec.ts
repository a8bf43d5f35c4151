import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Nodo } from '../../parsed.js';
import { detalleDeFalla } from '../../reglas/regla.js';
import { construirNomina } from './construir.js';
import type { NominaInput } from './input.js';
import { documentoDe, fallasDe } from './testing/documento.js';
import {
  asimilado,
  deNomina,
  empleado,
  nominaCompleta,
  nominaMinima,
  nominaOrdinaria,
} from './testing/nominas.js';
import { totalesNomina } from './totales.js';

const RUTA = 'complementos[0].nomina';
const construido = (nomina: unknown): Nodo => {
  const built = construirNomina(nomina as NominaInput, deNomina([]), RUTA);
  if (!built.ok) throw new Error(JSON.stringify(built.refusal.details, null, 1));
  return built.value.nodo;
};
const rechazo = (nomina: unknown): string[] => {
  const built = construirNomina(nomina as NominaInput, deNomina([]), RUTA);
  if (built.ok) throw new Error('it was built');
  return (built.refusal.details ?? []).map(({ path, code }) => `${path} ${code}`);
};
const hijo = (nodo: Nodo, ...camino: string[]): Nodo =>
  camino.reduce((uno, nombre) => uno.hijos.find((otro) => otro.nombre === nombre) as Nodo, nodo);
/** Paths of the rules that a payroll breaks. */
const rutas = (nomina: NominaInput): string[] =>
  fallasDe(documentoDe(deNomina(nomina)).raiz).map(
    (falla) => `${falla.codigo} ${(detalleDeFalla(falla).path ?? '').replace(`${RUTA}.`, '')}`,
  );

describe('construirNomina', () => {
  it('computes every total', () => {
    const nomina = construido(nominaCompleta);
    expect(nomina.atributos).toMatchObject({
      ...{ Version: '1.2', NumDiasPagados: '15.500', TotalPercepciones: '12861.00' },
      ...{ TotalDeducciones: '650.00', TotalOtrosPagos: '210.11' },
    });
    expect(hijo(nomina, 'Percepciones').atributos).toEqual({
      ...{ TotalSueldos: '6861.00', TotalSeparacionIndemnizacion: '5000.00' },
      ...{ TotalJubilacionPensionRetiro: '1000.00', TotalGravado: '9110.01', TotalExento: '3750.99' },
    });
    expect(hijo(nomina, 'Deducciones').atributos).toEqual({
      ...{ TotalOtrasDeducciones: '550.00', TotalImpuestosRetenidos: '100.00' },
    });
    expect(totalesNomina(nomina)).toEqual({
      ...{ totalPercepciones: '12861.00', totalOtrosPagos: '210.11', subTotal: '13071.11' },
      ...{ descuento: '650.00', total: '12421.11' },
    });
    expect(totalesNomina([nomina, construido(nominaMinima)]).total).toBe('17421.11');
    expect(totalesNomina(construido(nominaMinima))).not.toHaveProperty('descuento');
  });

  it('leaves out what is not there', () => {
    const nomina = construido({
      ...nominaMinima,
      deducciones: [],
      otrosPagos: [],
      emisor: {},
      incapacidades: null,
    });
    expect(nomina.hijos.map(({ nombre }) => nombre)).toEqual(['Receptor', 'Percepciones']);
    expect(nomina.atributos).not.toHaveProperty('TotalDeducciones');
    expect(hijo(nomina, 'Percepciones').atributos).toEqual({
      ...{ TotalSueldos: '5000.00', TotalGravado: '5000.00', TotalExento: '0.00' },
    });
    const otros = construido({ ...nominaOrdinaria, percepciones: { percepcion: [] } });
    expect(otros.hijos.map(({ nombre }) => nombre)).not.toContain('Percepciones');
  });

  it('takes Concepto from the catalogue, in whole words where it is too long', () => {
    const [sueldo, horas, , , , , extrabajadores] = hijo(construido(nominaCompleta), 'Percepciones').hijos;
    expect(sueldo?.atributos['Concepto']).toBe('Sueldo de la quincena');
    expect(horas?.atributos['Concepto']).toBe('Horas extra');
    expect(extrabajadores?.atributos['Concepto']).toBe(
      'Pagos por gratificaciones, primas, compensaciones, recompensas u otros a extrabajadores derivados de',
    );
    const isr = hijo(construido(nominaOrdinaria), 'Deducciones').hijos[1];
    expect(isr?.atributos['Concepto']).toBe('ISR');
  });

  it('computes Antigüedad, keeps one that is given, and leaves it out for false', () => {
    const de = (antiguedad?: unknown, over = {}): string | undefined =>
      hijo(construido({ ...nominaMinima, receptor: { ...empleado, antiguedad, ...over } }), 'Receptor')
        .atributos['Antigüedad'];
    expect([de(), de(true), de('P3Y2M23D'), de(false)]).toEqual(['P619W', 'P619W', 'P3Y2M23D', undefined]);
    expect(de(true, { fechaInicioRelLaboral: undefined })).toBeUndefined();
  });

  it('rounds amounts half-up to the cent', () => {
    const [uno] = hijo(
      construido({
        ...nominaMinima,
        percepciones: {
          percepcion: [
            { tipoPercepcion: '046', clave: '046', importeGravado: '10.005', importeExento: 0.1 + 0.2 },
          ],
        },
      }),
      'Percepciones',
    ).hijos;
    expect(uno?.atributos).toMatchObject({ ImporteGravado: '10.01', ImporteExento: '0.30' });
  });

  it('names the field that is wrong', () => {
    expect(
      rechazo({ ...nominaMinima, fechaPago: '2026-02-30', receptor: { ...asimilado, curp: 'X' } }),
    ).toEqual([`${RUTA}.fechaPago invalid_format`, `${RUTA}.receptor.curp invalid_format`]);
    expect(
      rechazo({
        ...nominaMinima,
        ...{ numDiasPagados: '0', deducciones: [{ clave: '01', importe: '-1' }, null, 5] },
        otrosPagos: [{ tipoOtroPago: '002', clave: '402', importe: '1', subsidioCausado: 'x' }],
      }),
    ).toEqual([
      `${RUTA}.deducciones[1] invalid_type`,
      `${RUTA}.deducciones[2] invalid_type`,
      `${RUTA}.otrosPagos[0].subsidioCausado invalid_type`,
      `${RUTA}.numDiasPagados invalid_format`,
      `${RUTA}.deducciones[0].tipoDeduccion required`,
      `${RUTA}.deducciones[0].clave invalid_format`,
      `${RUTA}.deducciones[0].concepto required`,
      `${RUTA}.deducciones[0].importe invalid_format`,
    ]);
    expect(rechazo({ ...nominaMinima, sueldo: 1, receptor: { ...asimilado, antigüedad: true } })).toEqual([
      `${RUTA}.receptor.antigüedad unknown_field`,
      `${RUTA}.sueldo unknown_field`,
    ]);
    expect(
      rechazo({ ...nominaMinima, receptor: { ...asimilado, puesto: 'a|b', departamento: '\u0001' } }),
    ).toEqual([`${RUTA}.receptor.departamento invalid_value`, `${RUTA}.receptor.puesto invalid_value`]);
    const enorme = {
      tipoPercepcion: '001',
      clave: '001',
      importeGravado: '9'.repeat(18),
      importeExento: '0',
    };
    expect(rechazo({ ...nominaMinima, percepciones: { percepcion: [enorme, enorme] } })).toEqual([
      `${RUTA}.percepciones invalid_format`,
      `${RUTA}.percepciones.percepcion invalid_format`,
    ]);
    expect([undefined, null, 5, 'x', []].map((nada) => rechazo(nada))).toEqual(
      Array(5).fill([`${RUTA} invalid_type`]),
    );
  });

  it('has the paths of the fields that a rule asks for', () => {
    const base = nominaMinima;
    const percepcion = { tipoPercepcion: '001', clave: '001', importeGravado: '1', importeExento: '0' };
    const con = (...tipos: string[]): NominaInput => ({
      ...base,
      percepciones: { percepcion: tipos.map((tipoPercepcion) => ({ ...percepcion, tipoPercepcion })) },
    });
    expect(rutas(con('001', '045'))).toEqual(['NOM82 percepciones.percepcion[1].accionesOTitulos']);
    expect(rutas(con('019'))).toEqual(['NOM84 percepciones.percepcion[0].horasExtra']);
    expect(rutas(con('039'))).toEqual(['NOM79 percepciones.jubilacionPensionRetiro']);
    expect(rutas(con('022'))).toEqual(['NOM78 percepciones.separacionIndemnizacion']);
    expect(rutas(con('014'))).toEqual(['NOM86 incapacidades']);
    expect(rutas({ ...base, deducciones: [{ tipoDeduccion: '006', clave: '006', importe: '1' }] })).toEqual([
      'NOM94 incapacidades',
    ]);
    const otro = { clave: '401', importe: '1' };
    expect(
      rutas({
        ...base,
        receptor: empleado,
        emisor: nominaOrdinaria.emisor ?? {},
        otrosPagos: [{ ...otro, tipoOtroPago: '002' }],
      }),
    ).toEqual(['NOM99 otrosPagos[0].subsidioCausado']);
    expect(rutas({ ...base, otrosPagos: [{ ...otro, tipoOtroPago: '004' }] })).toEqual([
      'NOM98 otrosPagos[0].compensacionSaldosAFavor',
    ]);
    expect(rutas({ ...base, receptor: empleado })).toEqual([
      'NOM42 emisor.registroPatronal',
      'NOM105 otrosPagos',
    ]);
    const { percepciones: _, ...nada } = base;
    expect(rutas(nada)).toEqual(['NOM31 percepciones']);
  });

  it('never throws, whatever it is given', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(...Object.keys(nominaCompleta)), (dato, campo) => {
        for (const nomina of [dato, { ...nominaCompleta, [campo]: dato }]) {
          const built = construirNomina(nomina as NominaInput, deNomina([]), RUTA);
          if (!built.ok) for (const { path } of built.refusal.details ?? []) expect(path).toContain(RUTA);
        }
      }),
      { numRuns: 500, seed: 5 },
    );
  });
});
