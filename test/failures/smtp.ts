import { startSmtp, type TestSmtp } from '#apps/notifications/src/mail/testing-smtp';
import { mailCopy, type MailCopy } from './books.js';

/** A mail server of a test: what it has taken, and a moment to act at. */
export interface MailServer {
  /** The setting of the service that leads here. */
  readonly url: string;
  readonly copies: () => MailCopy[];
  /** Calls back once, when it has the next mail and has not said so yet. */
  onceTaken(act: () => void): Promise<void>;
  close(): Promise<void>;
}

export async function startMailServer(): Promise<MailServer> {
  const smtp: TestSmtp = await startSmtp();
  return {
    url: `smtp://127.0.0.1:${smtp.port}?tls=off`,
    copies: () => smtp.taken.map(({ raw }) => mailCopy(raw)),
    onceTaken: (act) =>
      new Promise((done) => {
        smtp.manners = {
          data: () => {
            smtp.manners = {};
            // The mail is counted as taken in this turn; the answer would be written in it too.
            act();
            done();
            return undefined;
          },
        };
      }),
    close: () => smtp.close(),
  };
}
