import { filesOfMail, type MailedFiles } from './documents.js';

/** Takes a mail apart: in a thread, since one of 25 MB takes a second. */
export const openMail = (raw: Uint8Array): Promise<MailedFiles> => filesOfMail(raw);
