import { field, ok, refuse, refuseFields, type Detail, type Refused, type Result } from '#kernel';
import { buildRetencion, computeRetencionAmounts, type CfdiRetencion, type RetencionAmounts } from '#cfdi';
import type { IssuerSnapshot, RetentionAmounts, RetentionContent } from '#contracts';
import { builtInCatalogues, localDateTime, postalCode, type LargeCatalogues } from '#sat';
import { OLDEST_DATE_MS, dateProblems } from '../invoices/rules/rules.js';
import { sizeProblem } from '../invoices/size.js';
import { placeOfRetention, retentionInput } from './input.js';
import { inRetentionWords } from './paths.js';
import { retentionReceiverProblems } from './receiver.js';

/** A retention that can be stamped, with what follows from it. */
export interface PreparedRetention {
  /** The document as it will be sealed. */
  readonly retencion: CfdiRetencion;
  readonly amounts: RetentionAmounts;
  /** Instant of issue in whole seconds, ISO 8601 in UTC, and the document's FechaExp. */
  readonly date: string;
  readonly fecha: string;
}

const DEFAULT_ZONE = 'America/Mexico_City';

/**
 * Checks everything that can be known of a retention before it is signed, and computes its amounts. Refuses with one detail
 * per wrong field, at the path of the API's field: as invalid_retention_complement where only complements are wrong, else as
 * invalid_request.
 */
export function prepareRetention(
  content: RetentionContent,
  issuer: IssuerSnapshot,
  now: Date,
  large: LargeCatalogues = builtInCatalogues,
): Result<PreparedRetention> {
  const tooMuch = sizeProblem(content);
  if (tooMuch) return refuseRetention([tooMuch]);
  const problems = [
    ...missing(content),
    ...relationProblems(content),
    ...retentionDateProblems(content, now),
  ];
  problems.push(...(content.customer === null ? [] : retentionReceiverProblems(content.customer)));
  const instant = new Date(Math.floor(Date.parse(content.fecha_exp ?? now.toISOString()) / 1000) * 1000);
  const fecha = localDateTime(instant, postalCode(placeOfRetention(issuer))?.timeZone ?? DEFAULT_ZONE);
  const built = buildRetencion(retentionInput(content, issuer, { fecha }), { large });
  const found = built.ok ? [] : (built.refusal.details ?? []);
  const all = [
    ...problems,
    ...toldOnce(
      found.map((detail) => inRetentionWords(detail, content)),
      problems,
    ),
  ];
  if (!built.ok || all.length > 0) return refuseRetention(all);
  const retencion = built.value;
  return ok({ retencion, amounts: amountsOf(retencion.totales), date: instant.toISOString(), fecha });
}

/** What a draft shows: its amounts where they can be computed, and what keeps it from its stamp. */
export function previewRetention(
  content: RetentionContent,
  issuer: IssuerSnapshot,
  now: Date,
  large: LargeCatalogues = builtInCatalogues,
): { readonly amounts: RetentionAmounts | null; readonly problems: readonly Detail[] } {
  const prepared = prepareRetention(withFreshFechaExp(content, now), issuer, now, large);
  if (prepared.ok) return { amounts: prepared.value.amounts, problems: [] };
  const computed = content.totales
    ? computeRetencionAmounts(retentionInput(content, issuer, { fecha: '' }))
    : undefined;
  return {
    amounts: computed ? amountsOf(computed) : null,
    problems: prepared.refusal.details ?? [],
  };
}

/** The date asked for: of the last 72 hours, and not in the future. */
export const retentionDateProblems = (
  { fecha_exp: date }: Pick<RetentionContent, 'fecha_exp'>,
  now: Date,
): Detail[] => dateProblems({ date }, now, 'fecha_exp');

/** A date that has grown too old for the tax authority while a draft lay about gives way to the present. */
export function withFreshFechaExp(content: RetentionContent, now: Date): RetentionContent {
  const { fecha_exp } = content;
  const isStale = fecha_exp !== null && now.getTime() - Date.parse(fecha_exp) > OLDEST_DATE_MS;
  return isStale ? { ...content, fecha_exp: null } : content;
}

/** Refuses wrong fields of a retention: what is wrong with nothing but complements has a root code of its own. */
export function refuseRetention(details: readonly Detail[]): Refused {
  const [first] = details;
  const isOfComplements = details.length > 0 && details.every(({ path }) => path?.startsWith('complements'));
  if (!isOfComplements || first?.path === undefined) return refuseFields(details);
  return refuse('invalid_retention_complement', { path: first.path, location: 'body', details });
}

/** What a draft may lack, and a document may not. */
const missing = (content: RetentionContent): Detail[] =>
  (['customer', 'cve_retenc', 'periodo', 'totales'] as const).flatMap((name) =>
    content[name] === null ? [field(name, 'required')] : [],
  );

/** A retention names one other document at most (CfdiRetenRelacionados). */
const relationProblems = ({ related_documents: [first, ...others] }: RetentionContent): Detail[] => [
  ...(others.length > 0 ? [field('related_documents', 'invalid_length', { params: { max: 1 } })] : []),
  ...(first && first.documents.length > 1
    ? [field('related_documents[0].documents', 'invalid_length', { params: { max: 1 } })]
    : []),
];

/** What is told of a field already is not told again of it, nor of what is inside of it. */
const toldOnce = (found: readonly Detail[], told: readonly Detail[]): Detail[] =>
  found.filter(({ path = '' }) => !told.some((one) => isWithin(path, one.path ?? '')));

const isWithin = (path: string, whole: string): boolean =>
  path === whole || path.startsWith(`${whole}.`) || path.startsWith(`${whole}[`);

const amountsOf = (totales: RetencionAmounts): RetentionAmounts => ({
  monto_tot_operacion: totales.montoTotOperacion,
  monto_tot_grav: totales.montoTotGrav,
  monto_tot_exent: totales.montoTotExent,
  monto_tot_ret: totales.montoTotRet,
});
