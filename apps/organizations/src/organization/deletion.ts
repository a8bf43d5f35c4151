import { field, ok, refuse, type Bilingual, type Refused, type Result } from '#kernel';
import { DELETION_DAYS, type LiveDocuments, type OrganizationDeletionEvent, type Team } from '#contracts';

/** Deleted, and not destroyed yet: what it was can come back. */
export interface Deleted<Before> {
  readonly status: 'deleted';
  readonly before: Before;
  readonly deletesAt: string;
}

interface Owned {
  readonly team: Pick<Team, 'owners'>;
}

/** What is asked of an organization that is to be deleted, restored or destroyed. */
type Deletable =
  (Owned & { readonly status: 'active' }) | Deleted<Owned> | { readonly status: 'absent' | 'destroyed' };

export type DeletionCommand =
  | { type: 'delete'; by: string; archived: boolean; live: LiveDocuments; at: string }
  | { type: 'restore'; by: string; at: string }
  | { type: 'destroy'; live: LiveDocuments; at: string };

type Decision = Result<readonly OrganizationDeletionEvent[]>;

const DAY_MS = 86_400_000;
const weekAfter = (at: string): string => new Date(Date.parse(at) + DELETION_DAYS * DAY_MS).toISOString();

/** What becomes of an organization that is to be deleted, restored or destroyed. */
export function decideDeletion(command: DeletionCommand, state: Deletable): Decision {
  switch (command.type) {
    case 'delete':
      return remove(command, state);
    case 'restore':
      return restore(command, state);
    case 'destroy':
      return destroy(command, state);
  }
}

function remove(
  { by, archived, live, at }: DeletionCommand & { type: 'delete' },
  state: Deletable,
): Decision {
  // Said twice, it changes nothing: the week is not longer for it.
  if (state.status === 'deleted') return ownerOf(state.before, by) ? ok([]) : refuse('forbidden');
  if (state.status !== 'active') return refuse('organization_not_found');
  if (!ownerOf(state, by)) return refuse('forbidden');
  const missing = missingArchive(live, archived);
  if (missing) return missing;
  return ok([{ type: 'OrganizationDeleted', data: { deletes_at: weekAfter(at), at } }]);
}

function restore({ by, at }: DeletionCommand & { type: 'restore' }, state: Deletable): Decision {
  if (state.status === 'active') return ownerOf(state, by) ? ok([]) : refuse('forbidden');
  // Its time is over: that its destruction is late brings nothing back.
  if (state.status !== 'deleted' || at >= state.deletesAt) return refuse('organization_not_found');
  if (!ownerOf(state.before, by)) return refuse('forbidden');
  return ok([{ type: 'OrganizationRestored', data: { at } }]);
}

/** Planned at each deletion: one that was undone, or begun again, has a later time than the plan. */
function destroy({ live, at }: DeletionCommand & { type: 'destroy' }, state: Deletable): Decision {
  if (state.status !== 'deleted' || at < state.deletesAt) return ok([]);
  // Stamped after the owner was asked: they must not be lost with the keys.
  if (live.unarchived.length > 0)
    return ok([{ type: 'OrganizationDeletionPostponed', data: { deletes_at: weekAfter(at), at } }]);
  return ok([{ type: 'OrganizationDestroyed', data: { at } }]);
}

const ownerOf = ({ team }: Owned, user: string): boolean =>
  team.owners.some(({ user_id }) => user_id === user);

/** Live documents have to be kept for years: nobody loses them by one request. */
function missingArchive({ count, unarchived }: LiveDocuments, archived: boolean): Refused | undefined {
  if (unarchived.length > 0) return refusal(unarchivedMessage(unarchived));
  return count === 0 || archived ? undefined : refusal(confirmMessage(count));
}

const refusal = (message: Bilingual): Refused =>
  refuse('conflict', { details: [field('archive', 'required', { location: 'query', message })] });

/** Months that a message names; it says how many more there are. */
const NAMED = 12;

function unarchivedMessage(months: LiveDocuments['unarchived']): Bilingual {
  const count = months.reduce((sum, { documents }) => sum + documents, 0);
  const named = months.slice(0, NAMED).map(({ year, month }) => `${year}-${String(month).padStart(2, '0')}`);
  const more = months.length - named.length;
  const list = named.join(', ') + (more > 0 ? ` (+${more})` : '');
  return {
    es: `Hay ${count} comprobantes timbrados en vivo sin un archivo ZIP completo (${list}). Solicite el ZIP de cada mes con todos los tipos (POST /invoices/zip-requests), descárguelo y envíe "archive=downloaded".`,
    en: `There are ${count} stamped Live documents without a complete ZIP (${list}). Request the ZIP of each month with all types (POST /invoices/zip-requests), download it, and send "archive=downloaded".`,
  };
}

const confirmMessage = (count: number): Bilingual => ({
  es: `Hay ${count} comprobantes timbrados en vivo. Confirme con "archive=downloaded" que descargó sus archivos ZIP: la ley obliga a conservarlos y aquí ya no podrán leerse.`,
  en: `There are ${count} stamped Live documents. Confirm with "archive=downloaded" that you have downloaded their ZIPs: the law requires you to keep them, and they can no longer be read here.`,
});
