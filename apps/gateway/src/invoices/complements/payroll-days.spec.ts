import { describe, expect, it } from '@jest/globals';
import { withDays } from './payroll-days.js';

const ZONE = 'America/Mexico_City';

describe('days of a payroll', () => {
  it.each([
    ['a day', '2026-11-20', '2026-11-20'],
    ['a Date of that day', new Date('2026-11-20').toJSON(), '2026-11-20'],
    ['local midnight', '2026-11-20T06:00:00.000Z', '2026-11-20'],
    ['an evening, which is the next day in UTC', '2026-11-21T02:30:00Z', '2026-11-20'],
    ['a time without zone', '2026-11-20T23:59:59', '2026-11-20'],
    ['no day at all', '2026-02-30T00:00:00Z', '2026-02-30T00:00:00Z'],
    ['anything else', 'ayer', 'ayer'],
  ])('%s', (_, sent, day) => {
    const data = {
      tipo_nomina: 'O',
      fecha_pago: sent,
      receptor: { fecha_inicio_rel_laboral: sent, curp: sent },
    };
    expect(withDays(data, ZONE)).toEqual({
      ...{ tipo_nomina: 'O', fecha_pago: day },
      receptor: { fecha_inicio_rel_laboral: day, curp: sent },
    });
  });

  it('of what is no payroll are left to the rules', () => {
    for (const receptor of [null, [], 'x', 1]) expect(withDays({ receptor }, ZONE)).toEqual({ receptor });
    expect(withDays({ fecha_pago: 5 }, ZONE)).toEqual({ fecha_pago: 5 });
  });
});
