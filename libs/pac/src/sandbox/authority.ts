import { createPrivateKey, type KeyObject } from 'node:crypto';
import type { Pool, PoolClient } from 'pg';
import type { SystemNow } from '#kernel';
import {
  asCsdFiles,
  issueAuthority,
  issueSigner,
  type IssuedCsd,
  type KeyAndCertificate,
} from './certificates.js';

/** Encrypts and decrypts what the sandbox keeps secret, with a key that the caller holds. */
export interface Sealing {
  readonly seal: (plain: Buffer) => Buffer | Promise<Buffer>;
  readonly open: (sealed: Buffer) => Buffer | Promise<Buffer>;
}

/** RFC of the sandbox's provider: well-formed, and nobody's. */
export const SANDBOX_PAC_RFC = 'TSP261101TB0';

export interface PacIdentity {
  readonly cer: Buffer;
  readonly noCertificado: string;
  readonly rfc: string;
  readonly key: KeyObject;
}

export interface CsdHolder {
  /** 12 characters for a legal person, 13 for a natural one. */
  readonly rfc: string;
  /** As it is written in the CFDI: without the régimen societario. */
  readonly nombre: string;
  readonly curp?: string;
}

/** The sandbox's certificate authority, its PAC's identity, and CSDs for anyone who asks. */
export interface Authority {
  /** Newest certificate of the authority itself (DER). */
  readonly cer: Buffer;
  readonly pac: PacIdentity;
  issueCsd(holder: CsdHolder): Promise<IssuedCsd>;
}

const FIRST_START_LOCK = 730_145_002;
const DAY = 86_400_000;
/** A certificate with less time left than this is replaced at the next start. */
const RENEW_BEFORE_MS = 60 * DAY;
/** A document may be dated 72 hours back, and its certificate must be valid then. */
const BACKDATE_MS = 4 * DAY;

/** 20 digits that begin as the tax authority's own test certificates do, in a range that it does not use. */
async function nextNumber(db: Pool | PoolClient): Promise<string> {
  const { rows } = await db.query<{ n: string }>(`select nextval('pac_sandbox.certificate_number') as n`);
  return `30001000007${(rows[0]?.n ?? '').padStart(9, '0')}`;
}

interface Stored extends KeyAndCertificate {
  readonly noCertificado: string;
}

/** The stored certificate of a kind with enough time left, or a new one. Old ones are kept: they verify old stamps. */
async function obtain(
  client: PoolClient,
  kind: 'authority' | 'pac',
  sealing: Sealing,
  nowMs: number,
  make: (noCertificado: string, notBefore: Date) => Promise<KeyAndCertificate>,
): Promise<Stored> {
  const { rows } = await client.query<{ no_certificado: string; cer: Buffer; sealed_key: Buffer }>(
    `select no_certificado, cer, sealed_key from pac_sandbox.certificates
      where kind = $1 and not_after > $2 order by not_after desc limit 1`,
    [kind, new Date(nowMs + RENEW_BEFORE_MS)],
  );
  const row = rows[0];
  if (row)
    return { noCertificado: row.no_certificado, cer: row.cer, key: await sealing.open(row.sealed_key) };
  const noCertificado = await nextNumber(client);
  const notBefore = new Date(nowMs - BACKDATE_MS);
  const made = await make(noCertificado, notBefore);
  const notAfter = new Date(notBefore);
  notAfter.setUTCFullYear(notAfter.getUTCFullYear() + (kind === 'authority' ? 20 : 4));
  await client.query(`insert into pac_sandbox.certificates values ($1, $2, $3, $4, $5)`, [
    noCertificado,
    kind,
    made.cer,
    await sealing.seal(made.key),
    notAfter,
  ]);
  return { noCertificado, ...made };
}

/**
 * Loads the authority and the PAC's certificate, or makes them at the first start (one process makes them,
 * the others wait). Throws when the stored keys do not open with the caller's key.
 */
export async function openAuthority(pool: Pool, now: SystemNow, sealing: Sealing): Promise<Authority> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query('select pg_advisory_xact_lock($1)', [FIRST_START_LOCK]);
    const nowMs = now().getTime();
    const root = await obtain(client, 'authority', sealing, nowMs, issueAuthority);
    const subject = { rfc: SANDBOX_PAC_RFC, nombre: 'PAC SANDBOX TIMBRA', unit: 'Sin validez fiscal' };
    const pac = await obtain(client, 'pac', sealing, nowMs, (number, notBefore) =>
      issueSigner(root, subject, number, notBefore),
    );
    await client.query('commit');
    return {
      cer: root.cer,
      pac: {
        cer: pac.cer,
        noCertificado: pac.noCertificado,
        rfc: SANDBOX_PAC_RFC,
        key: createPrivateKey({ key: pac.key, format: 'der', type: 'pkcs8' }),
      },
      issueCsd: async (holder) => {
        const number = await nextNumber(pool);
        const notBefore = new Date(now().getTime() - BACKDATE_MS);
        return asCsdFiles(await issueSigner(root, { ...holder, unit: 'Sandbox' }, number, notBefore), number);
      },
    };
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
}
