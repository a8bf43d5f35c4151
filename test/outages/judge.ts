import { PACS } from '../doubles/index.js';
import type { Accepted, Books, Ours } from './books.js';

/**
 * Compares both sides' books, once nothing is under way any more. Each line says what is wrong; none: they are equal.
 *
 * - Every accepted document is there once, as it was promised, valid or canceled.
 * - Every stamp of a PAC's ledger is of one document, and every document has one stamp in the ledger of the PAC that it names:
 *   same UUID, sello and RfcProvCertif. Only one that was forced may have a second stamp: it is in its history, and canceled,
 *   or it is listed as one that only the tax authority can tell of.
 * - What is canceled is so on both sides. No folio is used twice; nothing is in doubt; what was refused before it was issued
 *   has left no document.
 */
export function complaints(books: Books): string[] {
  return [...promises(books), ...stamps(books), ...cancellations(books), ...leftovers(books)];
}

function promises({ accepted, ours, refused }: Books): string[] {
  const byId = groups(ours, ({ id }) => id);
  const known = new Set(accepted.map(({ key }) => key));
  const gone = new Set(refused);
  return [
    ...accepted.flatMap((one) => promise(one, byId.get(one.id) ?? [])),
    ...ours
      .filter(({ key }) => key !== null && gone.has(key))
      .map((one) => `${name(one)}: was refused with 503`),
    ...ours
      .filter(({ key }) => key === null || (!known.has(key) && !gone.has(key)))
      .map((one) => `${name(one)}: nobody was told of it`),
    ...repeated(ours.map(({ kind, key }) => `${kind} ${key}`)).map((key) => `${key}: two documents`),
    ...repeated(ours.flatMap(({ kind, folio }) => (folio === null ? [] : [`${kind} ${folio}`]))).map(
      (folio) => `the folio ${folio} is used twice`,
    ),
  ];
}

function promise(asked: Accepted, found: readonly Ours[]): string[] {
  const [now] = found;
  const what = `${asked.key} (${asked.id})`;
  if (now === undefined) return [`${what}: accepted with ${asked.status}, and lost`];
  return [
    ...(now.key === asked.key ? [] : [`${what}: has the key ${now.key}`]),
    ...(now.status === 'valid' || now.status === 'canceled' ? [] : [`${what}: is ${now.status}`]),
    ...(asked.uuid === null || asked.uuid === now.uuid
      ? []
      : [`${what}: was promised ${asked.uuid}, has ${now.uuid}`]),
    ...(asked.folio === null || asked.folio === now.folio
      ? []
      : [`${what}: was promised the folio ${asked.folio}, has ${now.folio}`]),
  ];
}

function stamps({ ours, stamps: ledger, cancellations: asked, forced, watched }: Books): string[] {
  const byUuid = groups(ledger, ({ uuid }) => upper(uuid));
  const bySello = groups(ledger, ({ sello }) => sello);
  const canceled = new Set(asked.filter(isTaken).map(({ uuid }) => upper(uuid)));
  const mayHaveTwo = new Set(forced);
  const sellos = new Set(ours.map(({ sello }) => sello));
  return [
    ...ours
      .filter(({ status }) => status !== 'draft')
      .flatMap((one) => {
        const [stamp, ...more] = byUuid.get(upper(one.uuid ?? '')) ?? [];
        if (stamp === undefined) return [`${name(one)}: no PAC has its stamp ${one.uuid}`];
        const others = (bySello.get(one.sello ?? '') ?? []).filter(({ uuid }) => upper(uuid) !== one.uuid);
        return [
          ...(more.length === 0 ? [] : [`${name(one)}: the ledgers have its UUID ${more.length + 1} times`]),
          ...(stamp.sello === one.sello
            ? []
            : [`${name(one)}: its stamp ${one.uuid} is of another document`]),
          ...(stamp.pac === one.pac ? [] : [`${name(one)}: stamped by ${stamp.pac}, says ${one.pac}`]),
          ...(PACS[stamp.pac].rfc === one.certifiedBy
            ? []
            : [`${name(one)}: stamped by ${stamp.pac}, its XML says ${one.certifiedBy}`]),
          ...others.flatMap(({ uuid, pac }) => {
            const told = one.surplus.some((other) => upper(other.uuid) === upper(uuid) && other.pac === pac);
            if (!mayHaveTwo.has(one.id))
              return [`${name(one)}: ${pac} stamped it too (${uuid}), and nobody forced it`];
            if (watched.some((doubt) => doubt.id === one.id && doubt.pac === pac)) return [];
            if (!told) return [`${name(one)}: ${pac} stamped it too (${uuid}), and nobody knows`];
            return canceled.has(upper(uuid)) ? [] : [`${name(one)}: its second stamp ${uuid} is still valid`];
          }),
          ...one.surplus
            .filter(({ uuid }) => !others.some((other) => upper(other.uuid) === upper(uuid)))
            .map(({ uuid }) => `${name(one)}: no PAC has its second stamp ${uuid}`),
        ];
      }),
    ...ledger
      .filter(({ sello }) => !sellos.has(sello))
      .map(({ pac, uuid }) => `${pac} stamped ${uuid}, which is of no document`),
  ];
}

function cancellations({ ours, canceled, cancellations: ledger }: Books): string[] {
  const taken = new Set(ledger.filter(isTaken).map(({ uuid }) => upper(uuid)));
  const known = new Set(
    ours.flatMap(({ uuid, surplus }) => [upper(uuid ?? ''), ...surplus.map((one) => upper(one.uuid))]),
  );
  const answered = new Set(canceled);
  return [
    ...ours
      .filter(({ id, status }) => answered.has(id) && status !== 'canceled')
      .map((one) => `${name(one)}: its cancellation was answered, and it is ${one.status}`),
    ...ours
      .filter(({ uuid, status }) => (status === 'canceled') !== taken.has(upper(uuid ?? '')))
      .map((one) => `${name(one)}: is ${one.status}, and not so at its PAC`),
    ...[...taken]
      .filter((uuid) => !known.has(uuid))
      .map((uuid) => `${uuid} was canceled, and is of no document`),
  ];
}

const leftovers = ({ doubts }: Books): string[] => doubts.map((id) => `${id}: in doubt still`);

/** EstatusUUID: canceled now, or before; of retentions with a 1 before it. */
const isTaken = ({ estatus }: { readonly estatus: string }): boolean => /^1?20[12]$/.test(estatus);

const name = ({ kind, id, key }: Ours): string => `${kind} ${key ?? ''} (${id})`;
const upper = (uuid: string): string => uuid.toUpperCase();

const repeated = (values: readonly string[]): string[] => {
  const seen = new Set<string>();
  return [...new Set(values.filter((value) => seen.size === seen.add(value).size))];
};

function groups<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  const found = new Map<string, Item[]>();
  for (const item of items) found.set(keyOf(item), [...(found.get(keyOf(item)) ?? []), item]);
  return found;
}
