import type { DomainEvent } from '#kernel';

/** A logo as events know it: the image itself lies in the content store. */
export interface LogoPrint {
  /** Of the stored bytes: the same image has the same address for ever. */
  readonly digest: string;
  readonly type: LogoType;
  readonly width: number;
  readonly height: number;
  readonly bytes: number;
}

export type LogoType = 'image/png' | 'image/jpeg';

export type OrganizationLookEvent =
  /** `removed`: logos of long ago, whose images are gone from then on. */
  DomainEvent<'LogoSet', { logo: LogoPrint; removed: readonly string[]; at: string }>;

/** Where the image is among the documents of the organization's Test environment: a logo stands above both. */
export const logoContentKey = (digest: string): string => `logo/${digest}`;

const EXTENSIONS = { 'image/png': 'png', 'image/jpeg': 'jpg' } as const;

/** The path that a logo is served under, as `logo_url` in the read model. The gateway answers it as a whole URL. */
export const logoPath = (
  organizationId: string,
  { digest, type }: Pick<LogoPrint, 'digest' | 'type'>,
): string => `/v2/logos/${organizationId}/${digest}.${EXTENSIONS[type]}`;

const LOGO_URL = /\/v2\/logos\/([0-9a-f]{24})\/([0-9a-f]{32})\.(png|jpg)$/;

/** Whose logo a `logo_url` shows, and which; undefined for none of ours. */
export function readLogoUrl(
  url: string | null,
): { readonly organizationId: string; readonly digest: string; readonly type: LogoType } | undefined {
  const [, organizationId, digest, extension] = LOGO_URL.exec(url ?? '') ?? [];
  if (organizationId === undefined || digest === undefined) return undefined;
  return { organizationId, digest, type: extension === 'png' ? 'image/png' : 'image/jpeg' };
}
