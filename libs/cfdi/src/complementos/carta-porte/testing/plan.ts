import fc from 'fast-check';
import { newIdCcp } from '../folio.js';

/** What a test's Carta Porte is about; the rest follows from it. */
export interface Plan {
  /** Key of c_CveTransporte. */
  readonly transporte: Transporte;
  /** With everything that may be given, or only what must be. */
  readonly full: boolean;
  readonly internacional: 'No' | 'Entrada' | 'Salida';
  readonly idCcp: string;
  /** Of descriptions and names: any that an attribute of 50 characters takes. */
  readonly text: string;
  /** Kilometres to each destination, as decimal text. */
  readonly distancias: readonly string[];
  readonly origenes: number;
  readonly bienes: readonly Bien[];
}

export interface Bien {
  readonly cantidad: string;
  /** Gross weight in kilograms, as decimal text. */
  readonly pesoKg: string;
  readonly peligroso: boolean;
  /** Key of c_SectorCOFEPRIS. */
  readonly sector?: string;
}

export const TRANSPORTES = ['01', '02', '03', '04'] as const;
export type Transporte = (typeof TRANSPORTES)[number];

/** A train passes at least four stations before the last one (CP129). */
const byRail = (transporte: Transporte, distancias: readonly string[]): readonly string[] =>
  transporte === '04' && distancias.length < 5
    ? [...distancias, ...Array.from({ length: 5 - distancias.length }, () => '10.5')]
    : distancias;

const ID = 'CCC01A2B-3C4D-4E5F-8A9B-0C1D2E3F4A5B';

export const minimalPlan = (transporte: Transporte): Plan => ({
  ...{ transporte, full: false, internacional: 'No', idCcp: ID, text: 'Llantas' },
  ...{ distancias: byRail(transporte, ['620.5']), origenes: 1 },
  bienes: [{ cantidad: '1', pesoKg: '12.5', peligroso: false }],
});

/** Goods of every sector, hazardous ones among them, that come into the country from two places for two others. */
export const fullPlan = (transporte: Transporte): Plan => ({
  ...{ transporte, full: true, internacional: 'Entrada', idCcp: ID, text: 'Llantas & <rines> "A"' },
  ...{ distancias: byRail(transporte, ['620.5', '88.000001']), origenes: 2 },
  bienes: ['', '01', '02', '03', '04', '05'].map((sector, i) => ({
    ...{ cantidad: `${i + 1}.000001`, pesoKg: `${i + 1}00.125`, peligroso: sector === '' || sector === '04' },
    ...(sector !== '' && { sector }),
  })),
});

const decimalsRule = (until: number, count: number): fc.Arbitrary<string> =>
  fc.integer({ min: 1, max: until * 10 ** count }).map((n) => (n / 10 ** count).toFixed(count));

const bien: fc.Arbitrary<Bien> = fc
  .record({
    cantidad: decimalsRule(900, 3),
    pesoKg: decimalsRule(30_000, 2),
    peligroso: fc.boolean(),
    sector: fc.option(fc.constantFrom('01', '02', '03', '04', '05'), { nil: undefined }),
  })
  .map(({ sector, ...rest }) => ({ ...rest, ...(sector !== undefined && { sector }) }));

const anyPlan: fc.Arbitrary<Plan> = fc.record({
  transporte: fc.constantFrom(...TRANSPORTES),
  full: fc.boolean(),
  internacional: fc.constantFrom('No' as const, 'Entrada' as const, 'Salida' as const),
  idCcp: fc.uint8Array({ minLength: 16, maxLength: 16 }).map(newIdCcp),
  text: fc
    .array(fc.constantFrom(...'aáñÑ &<>"\'.-9ü😀€'), { minLength: 1, maxLength: 40 })
    .map((letters) => `x${letters.join('')}`),
  distancias: fc.array(decimalsRule(3_000, 2), { minLength: 1, maxLength: 4 }),
  origenes: fc.integer({ min: 1, max: 3 }),
  bienes: fc.array(bien, { minLength: 1, maxLength: 5 }),
});

export const arbitraryPlan: fc.Arbitrary<Plan> = anyPlan.map((plan) => ({
  ...plan,
  distancias: byRail(plan.transporte, plan.distancias),
}));
