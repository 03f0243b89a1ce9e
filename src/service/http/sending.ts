/**
 * How long a sender may take, in milliseconds: with the headers, and with the whole, which may be an upload over a slow line. Both
 * are said: where the whole has no bound, node gives the headers none either.
 */
export const SENDING = { headersTimeout: 60_000, requestTimeout: 15 * 60_000 } as const
