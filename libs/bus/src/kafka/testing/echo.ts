import { ok } from '#kernel';
import type { Command, CommandOutcome } from '#contracts';

/** Answers with the command's own id, so that a wrong answer is seen. */
export const echo = (received: Command): CommandOutcome => ok({ data: received.id });
