import type pg from 'pg';

/** Certificates that outlive a process, by number. */
export interface CertificateRows {
  /** In DER; undefined where there is none. */
  read(number: string): Promise<Buffer | undefined>;
  keep(number: string, der: Buffer): Promise<void>;
}

/** In the platform's table, which all processes that stamp share. */
export const certificateRows = (pool: pg.Pool): CertificateRows => ({
  async read(number) {
    const { rows } = await pool.query<{ der: Buffer }>(
      'SELECT der FROM platform.sat_certificates WHERE number = $1',
      [number],
    );
    return rows[0]?.der;
  },
  async keep(number, der) {
    await pool.query(
      `INSERT INTO platform.sat_certificates (number, der) VALUES ($1, $2)
       ON CONFLICT (number) DO UPDATE SET der = EXCLUDED.der`,
      [number, der],
    );
  },
});
