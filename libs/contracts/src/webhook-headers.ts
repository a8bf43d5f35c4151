/** What deliveries say by themselves, and what belongs to the connection or would tell others where a request ends. */
const RESERVED =
  /^(?:host|connection|keep-alive|te|trailer|transfer-encoding|upgrade|expect|via|date|user-agent|accept|accept-encoding|facturapi-signature|(?:content|webhook|proxy|sec)-.*)$/i;

/** Whether an endpoint may not have a header of this name. */
export const isReservedHeader = (name: string): boolean => RESERVED.test(name);
