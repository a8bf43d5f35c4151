import { START, type Position } from '#kernel';

/** How far the server's log is known. */
export interface Searched {
  /** The newest event of ours that was seen; or, where none was, a place before it. 0n: the start of the log. */
  readonly newest: Position;
  /** The stream of that event; undefined where it is not known that one lies there. */
  readonly stream: string | undefined;
  /** Between `newest` and here lies nothing of ours. */
  readonly looked: Position;
}

/** Keeps it, so that what others have written is not searched again at each start. What it says may be old, never wrong. */
export interface SearchMemory {
  load(): Promise<Searched>;
  save(searched: Searched): Promise<void>;
}

export const NOT_SEARCHED: Searched = { newest: START, stream: undefined, looked: START };

/** For a process that begins at the start of the log each time. */
export const noMemory: SearchMemory = { load: async () => NOT_SEARCHED, save: async () => undefined };
