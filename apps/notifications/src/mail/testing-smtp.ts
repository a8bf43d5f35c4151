import { generateKeyPairSync } from 'node:crypto';
import forge from 'node-forge';
import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { signCertificate } from '#cfdi/testing/certificates';

/** What a mail server took. */
export interface TakenMail {
  readonly from: string;
  readonly to: readonly string[];
  readonly raw: Buffer;
  readonly secure: boolean;
  readonly user: string | undefined;
}

/** The server's reply at a stage of the session; undefined continues normally. */
export interface SmtpManners {
  rcpt?: (address: string) => number | undefined;
  mail?: () => number | undefined;
  /** After the whole message; `drop` closes the connection instead of an answer. */
  data?: () => number | 'drop' | undefined;
  /** Milliseconds before the greeting. */
  slowMs?: number;
  /** What it waits for before the greeting. */
  held?: Promise<unknown>;
  /** Also refuses everybody's password. */
  badPassword?: boolean;
}

/** For specs: a real mail server on a free port, controlled by the spec. */
export interface TestSmtp {
  readonly port: number;
  /** The authority of its certificate. */
  readonly ca: string;
  readonly taken: TakenMail[];
  manners: SmtpManners;
  close(): Promise<void>;
}

const refusal = (code: number): Error => Object.assign(new Error(`as told, ${code}`), { responseCode: code });

export async function startSmtp(options: SMTPServerOptions = {}): Promise<TestSmtp> {
  const { key, cert } = (identity ??= selfSigned());
  const taken: TakenMail[] = [];
  let manners: SmtpManners = {};
  const answer = (code: number | undefined, done: (error?: Error | null) => void): void =>
    done(code === undefined ? null : refusal(code));
  const server = new SMTPServer({
    ...{ key, cert, authOptional: true, disableReverseLookup: true, size: 30_000_000, closeTimeout: 50 },
    ...options,
    onConnect: (_, done) =>
      void Promise.resolve(manners.held).then(() => setTimeout(() => done(), manners.slowMs ?? 0)),
    onAuth: ({ username, password }, _, done) =>
      manners.badPassword || password !== 's3cr@t'
        ? done(refusal(535))
        : done(null, { user: username ?? '' }),
    onMailFrom: (_, __, done) => answer(manners.mail?.(), done),
    onRcptTo: ({ address }, _, done) => answer(manners.rcpt?.(address), done),
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const verdict = manners.data?.();
        if (typeof verdict === 'number') return done(refusal(verdict));
        const { mailFrom, rcptTo } = session.envelope;
        taken.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          raw: Buffer.concat(chunks),
          secure: session.secure,
          user: session.user,
        });
        // It has the mail, but its answer is lost.
        if (verdict === 'drop') return server.close();
        done();
      });
    },
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.server.address() as AddressInfo).port,
    ca: cert,
    taken,
    get manners() {
      return manners;
    },
    set manners(next) {
      manners = next;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** Made once: keys take their time. */
let identity: ReturnType<typeof selfSigned> | undefined;

/** A certificate for `localhost`, good for a day. */
function selfSigned(): { key: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const cert = forge.pki.createCertificate();
  cert.publicKey = forge.pki.publicKeyFromPem(publicKey.export({ type: 'spki', format: 'pem' }).toString());
  cert.serialNumber = '01';
  cert.validity.notBefore = new Date(Date.now() - 3_600_000);
  cert.validity.notAfter = new Date(Date.now() + 86_400_000);
  const name = [{ name: 'commonName', value: 'localhost' }];
  cert.setSubject(name);
  cert.setIssuer(name);
  cert.setExtensions([
    { name: 'basicConstraints', cA: true },
    { name: 'subjectAltName', altNames: [{ type: 2, value: 'localhost' }] },
  ]);
  signCertificate(cert, privateKey);
  return { key, cert: forge.pki.certificateToPem(cert) };
}
