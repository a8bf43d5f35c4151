import { systemNow, type SystemNow } from '#kernel';

interface HandedFile {
  readonly content: Buffer;
  readonly expiresAt: Date;
}

const MOST_BYTES = 64 * 1024 * 1024;

/**
 * Files on their way from who makes them to who has asked for them, in one process: neither would outlive the other, so
 * nothing is gained by storing them. None makes room for another, since nobody could make it again.
 */
export class HandedFiles {
  /** By name, oldest first. */
  private readonly files = new Map<string, HandedFile>();
  private bytes = 0;

  constructor(
    private readonly mostBytes = MOST_BYTES,
    private readonly now: SystemNow = systemNow,
  ) {}

  /** @returns false where it has no room: the file is to be stored */
  hand(name: string, content: Buffer, expiresAt: Date): boolean {
    this.dropExpired();
    if (this.files.has(name)) return true;
    if (this.bytes + content.length > this.mostBytes) return false;
    this.files.set(name, { content, expiresAt });
    this.bytes += content.length;
    return true;
  }

  take(name: string): Buffer | undefined {
    this.dropExpired();
    return this.drop(name);
  }

  /** What nobody has come for. Files are kept for about as long as each other, so the oldest are the first to expire. */
  private dropExpired(): void {
    const now = this.now();
    for (const [name, { expiresAt }] of this.files) {
      if (expiresAt > now) return;
      this.drop(name);
    }
  }

  private drop(name: string): Buffer | undefined {
    const content = this.files.get(name)?.content;
    this.files.delete(name);
    this.bytes -= content?.length ?? 0;
    return content;
  }
}
