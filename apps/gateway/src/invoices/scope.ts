import type { Detail } from '#kernel';
import type { DefaultSeries } from '#contracts';
import type { CallContext } from '../commands.js';

/** Who asks, and in which zone dates without one are meant. */
export interface ContentScope extends CallContext {
  readonly timeZone: string;
  /** Collects what a create would refuse about a customer described in place; where given, none is created. */
  readonly dryRun?: Detail[];
  /** Collects what parts of a content are refused for; where given, stand-ins take their places. */
  readonly problems?: Detail[];
  /** Collects the paths of those products that stand-ins are in the place of. */
  readonly standIns?: string[];
  /** How long other services are waited for, where it is not for the outcome. */
  readonly waitMs?: number;
  /** Collects what is doubtful about the receiver, for the answer's warnings. */
  readonly warnings?: Detail[];
  /** The series of invoices that name none; a draft gets its own when it is stamped. */
  readonly defaultSeries?: DefaultSeries;
  /** Whether it is for a draft, which may lack things. */
  readonly draft?: boolean;
}
