/** How SW sapien is reached, and with whose credentials. */
export interface SwSettings {
  /** Stamping and cancellation, such as https://services.sw.com.mx, without a slash at the end. */
  readonly url: string;
  /** Administration, such as https://api.sw.com.mx. */
  readonly apiUrl: string;
  /** A user with its password, or a token that lasts. */
  readonly user: string | undefined;
  readonly password: string | undefined;
  readonly token: string | undefined;
}
