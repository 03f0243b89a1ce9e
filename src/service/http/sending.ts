/**
 * How long a client may take to send a request, in milliseconds: its headers, and all of it, which may be an upload over a slow
 * line. Both are set: without a limit for the whole request, node does not limit the headers either.
 */
export const SENDING = { headersTimeout: 60_000, requestTimeout: 15 * 60_000 } as const
