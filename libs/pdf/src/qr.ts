import encodeQR from 'qr';

/** A QR code as one SVG path on a grid of `size` x `size` modules, its quiet zone of four modules included. */
export interface QrPath {
  size: number;
  path: string;
  /** Side to print at, quiet zone included, so that the code alone measures {@link QR_SIDE_MM}. */
  sideMm: string;
}

/** Printed side of the code without its quiet zone. Anexo 20 asks for 2.75 cm at least. */
export const QR_SIDE_MM = 28;

const QUIET_ZONE = 4;

/**
 * The QR of a text (Anexo 20, section II.D: the verification address). Error correction M; drawn as vectors, since
 * a bitmap would blur when printed.
 */
export function qrPath(text: string): QrPath {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: QUIET_ZONE });
  const size = rows.length;
  let path = '';
  for (const [y, row] of rows.entries())
    for (let x = row.indexOf(true); x >= 0; x = row.indexOf(true, x)) {
      const end = row.indexOf(false, x);
      // One rectangle a run of dark modules.
      path += `M${x} ${y}h${end - x}v1h-${end - x}z`;
      x = end;
    }
  return { size, path, sideMm: ((QR_SIDE_MM * size) / (size - 2 * QUIET_ZONE)).toFixed(2) };
}
