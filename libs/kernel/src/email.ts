/**
 * A mailbox: one @, a dotted domain, no spaces, quotes, angle brackets or commas (no header injection), nothing that is not
 * seen or turns text around (an address that looks like another one's). Its local part does not begin with a hyphen: programs that deliver mail take such an address for one of their options.
 */
export const EMAIL =
  /^(?!-)[^\s\p{C}@<>(),;:"[\]\\]{1,64}@(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+\p{L}[\p{L}\p{N}-]{0,61}[\p{L}\p{N}]$/u;

/** Longest address (RFC 5321: a path of 256 octets has two angle brackets). */
export const MAX_EMAIL = 254;

/**
 * An address as users are told apart by: trimmed, in lower case and composed (NFC). What merely looks alike stays
 * different: two scripts, or dots and tags that some providers pass over, are the mail servers' own matter.
 */
export const normalizeEmail = (text: string): string => text.trim().toLowerCase().normalize('NFC');

/** Whether a text is an address that mail may be sent to. */
export const isEmail = (text: string): boolean => text.length <= MAX_EMAIL && EMAIL.test(text);
