import fc from 'fast-check';
import type { ComprobanteInput, ConceptoInput } from '../../../input.js';
import { comprobante, concepto } from '../../../testing/samples.js';
import type { ComplementoConceptoInput, LeyendaInput } from '../../input.js';

/** Complements of lines, and fiscal legends: the smallest, the fullest, and any. */

export type Iedu = Extract<ComplementoConceptoInput, { tipo: 'iedu' }>;
export type Hidrocarburos = Extract<ComplementoConceptoInput, { tipo: 'hidrocarburos' }>;

export const iedu = (over: Partial<Iedu> = {}): Iedu => ({
  ...{ tipo: 'iedu', nombreAlumno: 'Ana Núñez', curp: 'NUAA100101MDFXNNA1', nivelEducativo: 'Primaria' },
  autRvoe: '09PPR1234A',
  ...over,
});

export const hidrocarburos = (over: Partial<Hidrocarburos> = {}): Hidrocarburos => ({
  ...{ tipo: 'hidrocarburos', tipoPermiso: 'PER01', numeroPermiso: 'PL/12345/EXP/ES/2015' },
  subProductoHyp: 'SP16',
  ...over,
});

/** A line of fuel, as the complement asks for. */
export const combustible = (over: Partial<ConceptoInput> = {}): ConceptoInput =>
  concepto({
    ...{ claveProdServ: '15101514', claveUnidad: 'LTR', unidad: 'Litro', descripcion: 'Gasolina' },
    complemento: hidrocarburos(),
    ...over,
  });

export const comprobanteWithLines = (...conceptos: readonly ConceptoInput[]): ComprobanteInput =>
  comprobante({ conceptos });
export const withLeyendas = (...leyendas: readonly LeyendaInput[]): ComprobanteInput =>
  comprobante({ complementos: [{ tipo: 'leyendasFiscales', leyendas }] });

export const minimalDocuments = (): readonly ComprobanteInput[] => [
  comprobanteWithLines(concepto({ complemento: iedu() })),
  comprobanteWithLines(combustible()),
  withLeyendas({ textoLeyenda: 'Una' }),
];

/** Every attribute, every level of schooling and every kind of permit. */
export const fullDocuments = (): readonly ComprobanteInput[] => [
  comprobanteWithLines(
    ...['Preescolar', 'Primaria', 'Secundaria', 'Profesional técnico', 'Bachillerato o su equivalente'].map(
      (nivelEducativo) =>
        concepto({
          complemento: iedu({ nivelEducativo, rfcPago: 'CACX7605101P8', nombreAlumno: ' <A> & "B" ' }),
        }),
    ),
  ),
  comprobanteWithLines(
    ...PERMISOS.map(([tipoPermiso, numeroPermiso]) =>
      combustible({ complemento: hidrocarburos({ tipoPermiso, numeroPermiso }) }),
    ),
    ...['SP18', 'SP19', 'SP22', 'SP23', 'SP24', 'SP25', 'SP48'].map((subProductoHyp) =>
      combustible({
        claveProdServ: '15101505',
        complemento: hidrocarburos({ subProductoHyp, claveHyp: '15101505' }),
      }),
    ),
  ),
  withLeyendas(
    { disposicionFiscal: 'ISR', norma: 'Artículo 27', textoLeyenda: 'Uno & "dos"\n <tres>' },
    { textoLeyenda: 'x'.repeat(5000) },
  ),
];

const PERMISOS = [
  ['PER01', 'PL/1/EXP/ES/2015'],
  ['PER02', 'H/12345/COM/2015'],
  ['PER03', 'PL/1/DIS/OM/2015'],
  ['PER04', 'PL/1/EXP/ES/MM/2015'],
  ['PER05', 'CNE/PL/1/EXP/ES/2025'],
  ['PER06', 'CNE/H/1/COM/2025'],
  ['PER07', 'CNE/PL/1/DIS/OM/2025'],
  ['PER08', 'CNE/PL/1/EXP/ES/MM/2025'],
  ['PER09', 'CNE/PL/1/COM/2025'],
  ['PER10', '#ABCdef01234567'],
  ['PER11', 'F00.07.UH/123/2026'],
] as const;

const words = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 40 })
  .map((given) => `x${given.replace(/[|\p{C}]/gu, '&')}`);
const text = fc.option(words, { nil: undefined });

const arbitraryLeyenda = fc
  .record({ textoLeyenda: words, norma: text, disposicionFiscal: text })
  .map(({ textoLeyenda, norma, disposicionFiscal }): LeyendaInput => ({
    textoLeyenda,
    ...(norma !== undefined && { norma }),
    ...(disposicionFiscal !== undefined && { disposicionFiscal }),
  }));

/** Any valid document with lines of schools and of fuel, and legends. */
export const withArbitraryComplementos: fc.Arbitrary<ComprobanteInput> = fc
  .record({
    alumnos: fc.array(fc.record({ nombreAlumno: words, autRvoe: words }), {
      minLength: 1,
      maxLength: 3,
    }),
    permisos: fc.array(fc.constantFrom(...PERMISOS), { maxLength: 2 }),
    leyendas: fc.array(arbitraryLeyenda, { minLength: 1, maxLength: 3 }),
  })
  .map(({ alumnos, permisos, leyendas }) =>
    comprobante({
      conceptos: [
        ...alumnos.map((alumno) => concepto({ complemento: iedu(alumno) })),
        ...permisos.map(([tipoPermiso, numeroPermiso]) =>
          combustible({ complemento: hidrocarburos({ tipoPermiso, numeroPermiso }) }),
        ),
      ],
      complementos: [{ tipo: 'leyendasFiscales', leyendas }],
    }),
  );
