import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  makeAuthority,
  makeCertificado,
  type CertificateOptions,
  type MadeCertificado,
} from '#cfdi/testing/certificates';

/** An authority in the place of the tax authority's of production, for services that are started with `env`. */
export interface MadeSat {
  readonly env: { readonly TIMBRA_SAT_ROOTS: string };
  /** A certificate that is good for Live there, each with a number of its own. */
  issue(options?: CertificateOptions): MadeCertificado;
  close(): Promise<void>;
}

export async function makeSat(): Promise<MadeSat> {
  const authority = makeAuthority();
  const folder = await mkdtemp(join(tmpdir(), 'timbra-roots-'));
  const roots = join(folder, 'roots.pem');
  await writeFile(roots, authority.pem);
  let issued = 0;
  return {
    env: { TIMBRA_SAT_ROOTS: roots },
    issue: (options = {}) => {
      const number = `0000100000050000${String((issued += 1)).padStart(4, '0')}`;
      return makeCertificado({ issuer: authority, number, ...options });
    },
    close: () => rm(folder, { recursive: true, force: true }),
  };
}
