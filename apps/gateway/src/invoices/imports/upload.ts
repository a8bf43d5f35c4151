import { Inject, Injectable } from '@nestjs/common';
import { newId, refuse, type SystemNow, type Tenant } from '#kernel';
import { pieceKey, type DocumentsFile } from '#contracts';
import type { ContentStore } from '#eventing';
import { CONTENTS, SYSTEM_NOW } from '#hosting';
import { HttpRefusal, sizeText, type StreamedForm } from '#http';
import { importForm, MOST_XML_BYTES } from './dto.js';

/** Of a file as it lies in the store: what a process has of it in memory at one time, or a few of them. */
const PIECE_BYTES = 4 * 1024 * 1024;
/** What nobody has imported by then is removed. */
const KEPT_MS = 24 * 3_600_000;

/** Puts files of documents where reception finds them: sealed, piece by piece as they come. */
@Injectable()
export class DocumentUploads {
  constructor(
    @Inject(CONTENTS) private readonly contents: ContentStore,
    @Inject(SYSTEM_NOW) private readonly now: SystemNow,
  ) {}

  /** @throws {HttpRefusal} for what is no form with a file, or one that is too large */
  async receive(tenant: Tenant, form: StreamedForm): Promise<Omit<DocumentsFile, 'source'>> {
    const upload = `upload-${newId()}`;
    let pending: Buffer[] = [];
    let free = PIECE_BYTES;
    let bytes = 0;
    let pieces = 0;
    let isZip: boolean | undefined;
    const flush = async (): Promise<void> => {
      const expiresAt = new Date(this.now().getTime() + KEPT_MS);
      await this.contents.put(tenant, pieceKey(upload, pieces), Buffer.concat(pending), { expiresAt });
      pieces += 1;
      pending = [];
      free = PIECE_BYTES;
    };
    try {
      const { fileName } = await form.receive(importForm, async (piece) => {
        bytes += piece.length;
        isZip ??= piece[0] === ZIP_BEGINS;
        if (!isZip && bytes > MOST_XML_BYTES) throw tooLarge();
        for (let at = 0; at < piece.length;) {
          // A copy: busboy's pieces are parts of larger buffers, which it may use again.
          const part = Buffer.from(piece.subarray(at, at + free));
          pending.push(part);
          at += part.length;
          free -= part.length;
          if (free === 0) await flush();
        }
      });
      if (pending.length > 0) await flush();
      return { upload, pieces, piece_size: PIECE_BYTES, name: fileName };
    } catch (error) {
      await this.drop(tenant, { upload, pieces });
      throw error;
    }
  }

  /** Removes what is of no more use. */
  async drop(
    tenant: Tenant,
    { upload, pieces = 0 }: Pick<DocumentsFile, 'upload' | 'pieces'>,
  ): Promise<void> {
    const keys = Array.from({ length: pieces }, (_, piece) => pieceKey(upload, piece));
    if (keys.length > 0) await this.contents.remove(tenant, keys).catch(() => undefined);
  }
}

/** "P", of "PK": an XML begins with "<" or a mark. */
const ZIP_BEGINS = 0x50;

const tooLarge = (): HttpRefusal =>
  new HttpRefusal(
    refuse('payload_too_large', {
      ...{ location: 'files', path: importForm.name },
      params: { limit: sizeText(MOST_XML_BYTES) },
    }).refusal,
  );
