import type { Command } from '#contracts';

/** The user whose key sent a command; nobody's for any other: what is asked for somebody else is nobody's. */
export const userOf = ({ actor }: Command): string =>
  actor.startsWith('user:') ? actor.slice('user:'.length) : '';
