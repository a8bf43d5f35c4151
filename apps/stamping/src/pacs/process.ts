import type { OrganizationEvent } from '#contracts';
import { defineProcess, ignore, schedule, send, type Effect } from '#eventing';

/** Longer than any process goes on with settings that were replaced. */
const FORGET_AFTER_MINUTES = 10;

/**
 * Follows which PACs organizations use: what is chosen comes into force, also where the process died that chose it, and
 * credentials that went out of use are destroyed.
 */
export const pacsInUse = defineProcess({
  name: 'stamping.pacs',
  react: { 'organization-': follow },
});

function follow(id: string, event: OrganizationEvent): readonly Effect[] {
  if (event.type !== 'PacsSet')
    return [ignore('no PAC of the organization came into use, or went out of it')];
  const { at, dropped, ...pacs } = event.data;
  const use = send('stamping.use-pacs', id, { pacs });
  if (dropped.length === 0) return [use];
  const due = new Date(Date.parse(at) + FORGET_AFTER_MINUTES * 60_000).toISOString();
  return [use, schedule(due, 'stamping.forget-pacs', id, { dropped })];
}
