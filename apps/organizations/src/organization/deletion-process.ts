import type { OrganizationEvent } from '#contracts';
import { defineProcess, ignore, schedule, send, type Effect } from '#eventing';

/**
 * Destroys an organization when its week is over, and what it signs with once it is destroyed. Nothing is taken out of the
 * plan when it is restored: its destruction then finds an organization that is none of its business.
 */
export const organizationDestruction = defineProcess({
  name: 'organizations.destruction',
  react: { 'organization-': (id, event) => [destroy(id, event)] },
});

function destroy(id: string, event: OrganizationEvent): Effect {
  if (event.type === 'OrganizationDeleted' || event.type === 'OrganizationDeletionPostponed')
    return schedule(event.data.deletes_at, 'organizations.destroy', id, {});
  if (event.type === 'OrganizationDestroyed') return send('stamping.destroy-keys', id, {});
  return ignore('neither was the organization deleted, nor is it destroyed');
}
