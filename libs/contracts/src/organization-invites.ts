import { randomBytes } from 'node:crypto';
import type { KeyPrint } from './key-print.js';
import type { InvitePrint } from './organization-team.js';

/** An invitation as it is asked for. Null: with the role of an administrator. */
export type InviteAsked = Omit<InvitePrint, 'role'> & { readonly role: string | null };

/** Whom an invitation makes a user, where nobody has its address yet. */
export interface InvitedPerson {
  readonly full_name: string;
  /** Of the user's first key: the sender made it, and shows it once. */
  readonly key: KeyPrint;
}

/** What becomes of an answer by the link of the mail. */
export interface InviteAnswered {
  /** The user that it made, with the sent key, which is shown now: by the answer that let them in, and by no other. */
  readonly new_user: { readonly id: string; readonly revision: number } | null;
}

/** How much an organization may invite. */
export const INVITE_LIMITS = {
  /** Invitations in its list, those that have expired too. */
  open: 200,
  aDay: 50,
  /** To one address. */
  anAddressADay: 5,
} as const;

/** A new key of the link in an invitation's mail: 160 random bits, in characters that no mail program takes for punctuation. */
export const newInviteKey = (): string => randomBytes(20).toString('hex');

/** Whether a text has the form of such a key. An invitation's id has not. */
export const isInviteKey = (text: string): boolean => /^[0-9a-f]{40}$/.test(text);
