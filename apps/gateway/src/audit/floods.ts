import type { AuditEntry } from './entry.js';

/** Entries a minute that are kept one by one. */
export interface FloodLimits {
  /** In one organization's log, of its own people and keys. */
  readonly own: number;
  /** In one organization's log, of strangers; and by one stranger, in all logs. */
  readonly strangers: number;
}

export const FLOOD_LIMITS: FloodLimits = { own: 600, strangers: 60 };

/** Counts that are kept of a minute at most, of each of both: what goes beyond is not even counted. */
const MOST_COUNTS = 5_000;

interface Minute {
  readonly taken: Map<string, number>;
  readonly beyond: Map<string, AuditEntry>;
}

const newMinute = (): Minute => ({ taken: new Map(), beyond: new Map() });

/** Lets so many entries a minute through, and counts the others by organization, kind of caller and operation. */
export class Floods {
  /** Apart: strangers, who name whatever organizations they like, use up no place of an organization's own people. */
  private own = newMinute();
  private strange = newMinute();

  constructor(private readonly limits: FloodLimits = FLOOD_LIMITS) {}

  /** Whether an entry is to be kept by itself; otherwise it is counted. */
  admit(entry: AuditEntry, isStranger: boolean): boolean {
    const { own, strangers } = this.limits;
    const { taken } = isStranger ? this.strange : this.own;
    const log = `in ${entry.organization_id}`;
    const by = `by ${entry.actor.id ?? entry.actor.ip}`;
    const isWithin = isStranger
      ? take(taken, by, strangers) && take(taken, log, strangers)
      : take(taken, log, own);
    if (!isWithin) this.count(entry, isStranger);
    return isWithin;
  }

  /** Begins another minute; gives what was counted in the last, an entry for each count. */
  nextMinute(): readonly AuditEntry[] {
    const counts = [this.own, this.strange].flatMap(({ beyond }) => [...beyond.values()]);
    this.own = newMinute();
    this.strange = newMinute();
    return counts;
  }

  /** Counts an entry that is not kept by itself. Who they were differs, so the count names nobody. */
  count(entry: AuditEntry, isStranger: boolean): void {
    const { beyond } = isStranger ? this.strange : this.own;
    const { organization_id, actor, operation, outcome, resource } = entry;
    const name = [organization_id, actor.type, operation, outcome].join(' ');
    const known = beyond.get(name);
    if (!known && beyond.size >= MOST_COUNTS) return;
    beyond.set(name, {
      ...entry,
      actor: { type: actor.type, id: null, first_12: null, ip: null, user_agent: null },
      resource: { type: resource.type, id: null },
      log_id: null,
      times: (known?.times ?? 0) + 1,
    });
  }
}

function take(taken: Map<string, number>, name: string, most: number): boolean {
  const count = taken.get(name) ?? 0;
  if (count >= most || (count === 0 && taken.size >= 2 * MOST_COUNTS)) return false;
  taken.set(name, count + 1);
  return true;
}
