import type { ServerResponse } from 'node:http'

/**
 * How long a client may take to send a request, in milliseconds: its headers, and all of it, which may be an upload over a slow
 * line. Both are set: without a limit for the whole request, node does not limit the headers either.
 */
export const SENDING = { headersTimeout: 60_000, requestTimeout: 15 * 60_000 } as const

/**
 * Tells browsers to reach this host by https only, for a year (HSTS, RFC 6797), where its public address is https. A proxy in front may
 * say more.
 */
export function keepToHttps(response: Pick<ServerResponse, 'setHeader'>, publicUrl: string | undefined): void {
  if (publicUrl?.startsWith('https:')) response.setHeader('strict-transport-security', 'max-age=31536000')
}
