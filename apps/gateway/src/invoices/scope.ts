import type { Detail } from '#kernel';
import type { CallContext } from '../commands.js';

/** Who asks, and in which zone dates without one are meant. */
export interface ContentScope extends CallContext {
  readonly timeZone: string;
  /** Collects what a create would refuse about a customer described in place; where given, none is created. */
  readonly dryRun?: Detail[];
  /** Collects what is doubtful about the receiver, for the answer's warnings. */
  readonly warnings?: Detail[];
  /** Whether it is for a draft, which may lack things. */
  readonly draft?: boolean;
}
