import { unzipSync } from 'fflate';

export interface PackageLimits {
  readonly entries: number;
  /** Of all entries together, unpacked. */
  readonly bytes: number;
}

/** What a package may hold where nobody says otherwise: a million rows of metadata have some 300 MB, so ask for less at a time. */
export const PACKAGE_LIMITS: PackageLimits = { entries: 10_000, bytes: 64 * 1024 * 1024 };

class TooLarge extends Error {}

/**
 * The files of a package (ZIP) whose names end so (`.txt`, `.xml`), by name; undefined where it is none or holds more than the
 * limits. Sizes are those that the ZIP declares, and no entry unpacks to more than it declares.
 */
export function unpack(
  zip: Buffer,
  ending: string,
  limits = PACKAGE_LIMITS,
): ReadonlyMap<string, Buffer> | undefined {
  let [entries, bytes] = [0, 0];
  try {
    const files = unzipSync(zip, {
      filter: ({ name, originalSize }) => {
        entries += 1;
        if (entries > limits.entries) throw new TooLarge();
        if (!name.toLowerCase().endsWith(ending)) return false;
        bytes += originalSize;
        if (bytes > limits.bytes) throw new TooLarge();
        return true;
      },
    });
    return new Map(Object.entries(files).map(([name, content]) => [name, Buffer.from(content)]));
  } catch {
    return undefined;
  }
}
