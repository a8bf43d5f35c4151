import { decimal } from '#kernel';
import * as sat from '../../catalogues/index.js';
import { CFDI_40_START, type Catalogue } from '../../catalogue.js';
import { smallLoader, type LoadedRow, type SmallLoader } from '../loader.js';
import { estadoOf, listOf, toPlain } from './rows.js';

type Text = LoadedRow<never>['text'];

/** A pattern of the tax authority's, which is for the whole text; undefined where there is none. */
const patternOf = (text: string): RegExp | undefined =>
  text === '' ? undefined : new RegExp(`^(?:${text.replaceAll('\\V', '[^\\r\\n]')})$`);

const isYes = (text: string): boolean => /^(1|s[ií]|opcional)$/i.test(text);

const personsOf = (text: Text): readonly sat.RegimenFiscal['personas'][number][] => [
  ...(text('fisica') === '1' ? (['fisica'] as const) : []),
  ...(text('moral') === '1' ? (['moral'] as const) : []),
];

/** What may be said of accounts for a form of payment that the built-in edition does not have. */
function bankRulesOf(text: Text): sat.BankRules {
  const ordenante = patternOf(text('cuentaOrdenante'));
  const beneficiario = patternOf(text('cuentaBeneficiario'));
  return {
    bancarizado: isYes(text('bancarizado')),
    ...(ordenante && { cuentaOrdenante: ordenante }),
    ...(beneficiario && { cuentaBeneficiario: beneficiario }),
    cadenaPago: isYes(text('cadenaPago')),
    bancoExtranjero: isYes(text('bancoExtranjero')),
  };
}

function paisOf({ base, text, known }: LoadedRow<sat.Pais>): sat.Pais {
  if (known) return { ...known, ...base };
  const codigoPostal = patternOf(text('codigoPostal'));
  const identidadTributaria = patternOf(text('identidadTributaria'));
  return {
    ...base,
    ...(codigoPostal && { codigoPostal }),
    ...(identidadTributaria && { identidadTributaria }),
  };
}

const IMPUESTO = /^(ISR|IVA|IEPS)/;
function tasaOf({ base, text }: LoadedRow<sat.TasaOCuota>): sat.TasaOCuota {
  const [name = ''] = IMPUESTO.exec(text('impuesto')) ?? [];
  const impuesto = sat.impuestoOf(name)?.key;
  if (impuesto === undefined) throw new Error(`${text('impuesto')} is no tax.`);
  const max = decimal(base.key);
  const isCuota = text('factor') === 'Cuota';
  return sat.toTasaOCuota({
    impuesto,
    factor: isCuota ? 'Cuota' : 'Tasa',
    min: text('tipo') === 'Rango' ? decimal(text('minimo') || '0') : max,
    max,
    traslado: text('traslado') === '1',
    retencion: text('retencion') === '1',
    ...(base.validFrom !== undefined && { validFrom: base.validFrom }),
    ...(base.validTo !== undefined && { validTo: base.validTo }),
    ...(text('impuesto').includes('50%') && { frontera: true }),
    ...(isCuota && { anual: true }),
  });
}

const since = CFDI_40_START;
const plain = (catalogue: Catalogue): SmallLoader => smallLoader(catalogue, { since, toEntry: toPlain });

/**
 * What the tables of CFDI 4.0 say. Patterns, and what the tax authority says only in words, stay ours for keys that are
 * built in; a new key gets what its columns say, or what restricts it least.
 */
export const cfdiLoaders = {
  tasasOCuotas: smallLoader(sat.tasasOCuotas, { since, toEntry: tasaOf, keep: sat.isRateOfLaw }),
  regimenesFiscales: smallLoader(sat.regimenesFiscales, {
    since,
    toEntry: ({ base, text }) => ({ ...base, personas: personsOf(text) }),
  }),
  usosCfdi: smallLoader(sat.usosCfdi, {
    since,
    toEntry: ({ base, text }) => ({
      ...base,
      personas: personsOf(text),
      regimenes: listOf(text('regimenes'), /\d{3}/g),
    }),
  }),
  formasPago: smallLoader(sat.formasPago, {
    since,
    toEntry: ({ base, text, known }) => ({ ...base, banco: known?.banco ?? bankRulesOf(text) }),
  }),
  metodosPago: plain(sat.metodosPago),
  monedas: smallLoader(sat.monedas, {
    since,
    toEntry: ({ base, text }) => ({
      ...base,
      decimales: Number(text('decimales')),
      variacion: Number(text('variacion').replace('%', '')),
    }),
  }),
  paises: smallLoader(sat.paises, { since, toEntry: paisOf }),
  estados: smallLoader(sat.estados, { since, toEntry: estadoOf }),
  objetosImp: smallLoader(sat.objetosImp, {
    since,
    toEntry: ({ base, known }) => ({ ...sat.ANY_OBJETO_IMP, ...known, ...base }),
  }),
  exportaciones: plain(sat.exportaciones),
  tiposRelacion: plain(sat.tiposRelacion),
  periodicidades: smallLoader(sat.periodicidades, {
    since,
    toEntry: ({ base, known }) => ({ ...base, ...(known?.name && { name: known.name }) }),
  }),
  meses: plain(sat.meses),
  aduanas: plain(sat.aduanas),
  tiposCadenaPago: plain(sat.tiposCadenaPago),
} as const satisfies Readonly<Record<string, SmallLoader>>;
