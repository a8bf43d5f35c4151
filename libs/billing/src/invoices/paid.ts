import { decimal } from '#kernel';

/** A payment of an invoice, as it was claimed before its issue or received after its stamp. */
export interface MadePayment {
  readonly id: string;
  readonly amount: string;
  /** The payments in whose place it is (c_TipoRelacion 04). */
  readonly replaces: readonly string[];
}

/** c_TipoRelacion: replacement of an earlier CFDI. */
export const SUBSTITUTION = '04';

/** UUIDs of the documents that one replaces. */
export const replacementOf = (
  related: readonly { readonly relationship: string; readonly documents: readonly string[] }[],
): readonly string[] =>
  related
    .filter(({ relationship }) => relationship === SUBSTITUTION)
    .flatMap(({ documents }) => documents.map((uuid) => uuid.toUpperCase()));

/** What payments of an invoice come to. Amounts in millionths. */
export interface Paid<Made> {
  readonly paid: bigint;
  /** The part of it that payments to be replaced now have paid, and which they are. */
  readonly freed: bigint;
  readonly replaces: readonly string[];
  /** The payments that stay. */
  readonly others: readonly Made[];
}

/**
 * Until a payment that was replaced is canceled, it and its substitute are both valid: together they count as the
 * larger of the two, so that no other payment pays the same amount. Only the first that replaces a payment does.
 * @param replacing ids of payments that another one, which is not among them yet, is to replace
 */
export function payWith<Made extends MadePayment>(
  made: readonly Made[],
  replacing: readonly string[] = [],
): Paid<Made> {
  const byId = new Map(made.map((one) => [one.id, one]));
  const below = new Map<string, Made[]>();
  const replaced = new Set<string>();
  for (const { id, replaces } of made)
    for (const one of replaces) {
      const payment = byId.get(one);
      if (!payment || replaced.has(one)) continue;
      replaced.add(one);
      below.set(id, [...(below.get(id) ?? []), payment]);
    }
  const sum = (payments: readonly Made[]): bigint =>
    payments.reduce((total, { id, amount }) => {
      const before = sum(below.get(id) ?? []);
      return total + (before > decimal(amount) ? before : decimal(amount));
    }, 0n);
  const top = made.filter(({ id }) => !replaced.has(id));
  const mine = top.filter(({ id }) => replacing.includes(id));
  const gone = new Set<string>();
  const leave = ({ id }: Made): void => {
    gone.add(id);
    below.get(id)?.forEach(leave);
  };
  mine.forEach(leave);
  return {
    paid: sum(top),
    freed: sum(mine),
    replaces: mine.map(({ id }) => id),
    others: made.filter(({ id }) => !gone.has(id)),
  };
}
