import type { AuditEntry } from './entry.js';

/** Entries a minute that are kept one by one. */
export interface FloodLimits {
  /** In one organization's log, of its own people and keys. */
  readonly own: number;
  /** In one organization's log, of strangers; and by one stranger, in all logs. */
  readonly strangers: number;
}

export const FLOOD_LIMITS: FloodLimits = { own: 600, strangers: 60 };

/** Counts that are kept of a minute at most: what goes beyond is not even counted. */
const MOST_COUNTS = 5_000;

/** Lets so many entries a minute through, and counts the others by organization, kind of caller and operation. */
export class Floods {
  private taken = new Map<string, number>();
  private beyond = new Map<string, AuditEntry>();

  constructor(private readonly limits: FloodLimits = FLOOD_LIMITS) {}

  /** Whether an entry is to be kept by itself; otherwise it is counted. */
  admit(entry: AuditEntry, isStranger: boolean): boolean {
    const { own, strangers } = this.limits;
    const log = `${entry.organization_id} ${isStranger ? 'strangers' : 'own'}`;
    const most = isStranger ? strangers : own;
    const isWithin =
      this.take(log, most) && (!isStranger || this.take(`by ${entry.actor.id ?? entry.actor.ip}`, most));
    if (!isWithin) this.count(entry);
    return isWithin;
  }

  /** Begins another minute; gives what was counted in the last, an entry for each count. */
  nextMinute(): readonly AuditEntry[] {
    const counts = [...this.beyond.values()];
    this.taken = new Map();
    this.beyond = new Map();
    return counts;
  }

  private take(name: string, most: number): boolean {
    const taken = this.taken.get(name) ?? 0;
    if (taken >= most || (taken === 0 && this.taken.size >= 2 * MOST_COUNTS)) return false;
    this.taken.set(name, taken + 1);
    return true;
  }

  /** Counts an entry that is not kept by itself. Who they were differs, so the count names nobody. */
  count(entry: AuditEntry): void {
    const { organization_id, actor, operation, outcome, resource } = entry;
    const name = [organization_id, actor.type, operation, outcome].join(' ');
    const known = this.beyond.get(name);
    if (!known && this.beyond.size >= MOST_COUNTS) return;
    this.beyond.set(name, {
      ...entry,
      actor: { type: actor.type, id: null, first_12: null, ip: null, user_agent: null },
      resource: { type: resource.type, id: null },
      log_id: null,
      times: (known?.times ?? 0) + 1,
    });
  }
}
