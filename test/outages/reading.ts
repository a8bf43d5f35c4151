import { readTimbre } from '#pac';
import type { PatientClient } from '../crash/client.js';
import type { PacName } from '../doubles/index.js';
import { requestOf } from '../support/request.js';
import type { Books, Kind, Ours } from './books.js';
import type { Installation } from './installation.js';
import { folioOf } from './load.js';

/** What is read: the API with a key, and ledgers. */
export interface Reader extends Pick<Installation, 'client' | 'service' | 'key'> {
  readonly doubles: Pick<Installation['doubles'], 'ledger'>;
}

/** Reads both sides' books by their public surfaces: the API, and the doubles' ledgers. */
export async function readBooks(
  installation: Reader,
  order: readonly PacName[],
  callers: Pick<Books, 'accepted' | 'refused' | 'canceled' | 'forced'>,
): Promise<Books> {
  const { client, doubles } = installation;
  const { accepted, refused, canceled, forced } = callers;
  const ledgers = await Promise.all(order.map((pac) => doubles.ledger(pac)));
  const ours: Ours[] = [];
  for (const kind of ['invoice', 'retention'] as const)
    for (const doc of await client.allByCursor<Doc>(`/${kind}s`))
      ours.push(await whole(installation, kind, doc));
  const doubts = await doubtsOf(client);
  return {
    ...{ accepted, refused, canceled, forced, ours },
    stamps: ledgers.flatMap(({ stamps }) => stamps),
    cancellations: ledgers.flatMap(({ cancellations }) => cancellations),
    watched: doubts.filter(isForTheAuthority),
    doubts: doubts.filter(({ uuid }) => uuid === null).map(({ id }) => id),
  };
}

/** A document in doubt as answered; one that was forced and has its stamp stays listed while the first PAC is watched. */
export interface Doubt {
  readonly id: string;
  readonly type: Kind;
  readonly pac: string;
  readonly forced_to: string | null;
  readonly uuid: string | null;
  readonly attempts: number;
  /** Who is asked for its second stamp, where it was forced. */
  readonly surplus_search: 'pac' | 'sat' | null;
}

export const doubtsOf = (client: PatientClient): Promise<Doubt[]> => client.all<Doubt>('/stamping/doubts');

/** Whether only the tax authority's metadata, after 72 hours, tells of a second stamp. */
export const isForTheAuthority = ({ uuid, surplus_search }: Doubt): boolean =>
  uuid !== null && surplus_search === 'sat';

interface Doc {
  readonly id: string;
  readonly status: string;
  readonly uuid: string | null;
  readonly external_id: string | null;
  readonly series?: string | null;
  readonly folio_number?: number | null;
}

interface Entry {
  readonly type: string;
  readonly pac?: string;
  readonly status?: string;
  readonly surplus_stamp?: { readonly uuid: string; readonly pac: string };
}

/** The document with what its XML and its history say of its stamp. */
async function whole({ client, service, key }: Reader, kind: Kind, doc: Doc): Promise<Ours> {
  const { id, status, uuid, external_id } = doc;
  const history = await client.all<Entry>(`/${kind}s/${id}/history`);
  const stamped = history.find(({ type }) => type === `${kind}.stamped`);
  const surplus = new Map<string, { uuid: string; pac: string; outcome: string }>();
  // Newest first: the last word on each stays.
  for (const { surplus_stamp: found, status: outcome = 'found' } of history)
    if (found && !surplus.has(found.uuid)) surplus.set(found.uuid, { ...found, outcome });
  const xml = uuid === null ? '' : await textOf(service, key, `/${kind}s/${id}/xml`);
  const [tfd = ''] = /<tfd:TimbreFiscalDigital[^>]*>/.exec(xml) ?? [];
  const timbre = tfd === '' ? undefined : readTimbre(tfd);
  const [, sello = ''] = /\sSello="([^"]+)"/.exec(xml) ?? [];
  const isOwn = timbre?.uuid === uuid && timbre?.selloCfd === sello;
  return {
    ...{ kind, id, key: external_id, status, uuid, folio: folioOf(doc), pac: stamped?.pac ?? null },
    ...{ sello: isOwn ? sello : null, certifiedBy: timbre?.rfcProvCertif ?? null },
    surplus: [...surplus.values()],
  };
}

async function textOf(service: Installation['service'], key: string, path: string): Promise<string> {
  const { base_url } = await service.facts();
  const response = await fetch(base_url + path, requestOf('GET', { key }));
  if (!response.ok) throw new Error(`${path}: HTTP ${response.status}`);
  return response.text();
}
