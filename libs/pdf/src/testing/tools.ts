import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** For specs: whether Poppler's tools, which read PDFs back, are installed. */
export function hasPoppler(): boolean {
  try {
    execFileSync('pdftotext', ['-v'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** For specs: runs a Poppler tool on a PDF and gives what it prints. */
export function poppler(tool: 'pdftotext' | 'pdffonts', pdf: Buffer): string {
  const folder = mkdtempSync(join(tmpdir(), 'timbra-pdf-'));
  try {
    const file = join(folder, 'a.pdf');
    writeFileSync(file, pdf);
    return execFileSync(tool, tool === 'pdftotext' ? ['-layout', file, '-'] : [file], {
      encoding: 'utf8',
      maxBuffer: 1 << 28,
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** For specs: pages of a PDF that Chromium wrote. */
export const pageCount = (pdf: Buffer): number =>
  pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0;

/** For specs: a document to print. */
export const page = (body: string): string =>
  `<!doctype html><html><head><style>@page{size:Letter}</style></head><body>${body}</body></html>`;

export const isPdf = (pdf: Buffer): boolean =>
  pdf.subarray(0, 5).toString() === '%PDF-' && pageCount(pdf) > 0;

/** For specs: the browsers that a process has started (Linux: read from /proc). */
export function browserPids(parent: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        const its = / (\d+) /.exec(
          readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.slice(1) ?? '',
        )?.[1];
        return (
          Number(its) === parent &&
          readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('--remote-debugging-pipe')
        );
      } catch {
        return false;
      }
    })
    .map(Number);
}

/** For specs: what a reader sees of a page: no tags, no style sheet, entities read. */
export const textOf = (html: string): string =>
  html
    .replace(/<style>[\s\S]*?<\/style>/, '')
    .replace(/<title>[\s\S]*?<\/title>/, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(?:#x([0-9A-F]+)|(amp|lt|gt|quot));/g, (_all, hex: string, name: string) =>
      hex ? String.fromCodePoint(parseInt(hex, 16)) : ({ amp: '&', lt: '<', gt: '>', quot: '"' }[name] ?? ''),
    )
    .replace(/\s+/g, ' ');
