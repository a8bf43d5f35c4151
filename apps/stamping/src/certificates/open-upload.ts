import { refuse, type Result, type Tenant } from '#kernel';
import type { Csd } from '#cfdi';
import { uploadContext, type CertificateUpload, type SealedUpload } from '#contracts';
import { openCsdElsewhere, openFielElsewhere } from '#fiscal';
import { WorkerRefusal, type UploadKeys, type WorkerPool } from '#hosting';

const RETRY_AFTER_SECONDS = 5;

/** The files may be good, and may be sent again. */
const unavailable = () => refuse('service_unavailable', { params: { retryAfter: RETRY_AFTER_SECONDS } });

/** Files of a certificate that the gateway has sealed. */
export interface Uploaded {
  readonly upload: SealedUpload;
  /** What they were sealed for. */
  readonly kind: 'csd' | 'fiel' | 'manifest';
  readonly tenant: Tenant;
  /** When they have to be valid. */
  readonly at: Date;
}

/** A certificate with its key, and the files that it was opened from. */
export interface OpenedUpload {
  readonly certificate: Csd;
  readonly files: { readonly cer: Buffer; readonly key: Buffer; readonly password: string };
}

/** Opens files that were sealed to this service: a CSD, else a FIEL. Refused as their examination says, or as service_unavailable. */
export async function openUpload(
  { uploads, workers }: { readonly uploads: UploadKeys; readonly workers: WorkerPool },
  { upload, kind, tenant: { organizationId, livemode }, at }: Uploaded,
): Promise<Result<OpenedUpload>> {
  const plain = await uploads.open(upload, uploadContext(organizationId, livemode, kind));
  // The pair that it was sealed to is gone.
  if (plain === undefined) return unavailable();
  const { cer, key, password } = JSON.parse(plain.toString()) as CertificateUpload;
  const files = { cer: Buffer.from(cer, 'base64'), key: Buffer.from(key, 'base64'), password };
  const open = kind === 'csd' ? openCsdElsewhere : openFielElsewhere;
  try {
    const opened = await open(workers, { ...files, at }, organizationId);
    return opened.ok ? { ok: true, value: { certificate: opened.value, files } } : opened;
  } catch (error) {
    if (error instanceof WorkerRefusal) return unavailable();
    throw error;
  }
}
