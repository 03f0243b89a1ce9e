import { createHmac, timingSafeEqual } from 'node:crypto'
import type { LinkMethod, Links } from '../ports.ts'

/**
 * Makes links under a key of the data folder, so that they work at every process on it, also after a restart.
 *
 * @param baseUrl the address that callers reach this service under, read at each signing since the port is known late
 */
export function createLinks(baseUrl: () => string, key: Uint8Array): Links {
  const signature = (method: LinkMethod, path: string, expires: string, by: string) =>
    createHmac('sha256', key).update(`${method}\n${path}\n${expires}\n${by}`).digest('base64url')
  return {
    sign(method, path, expiresAt, by = '') {
      const expires = String(Math.floor(expiresAt))
      const query = { ...(by !== '' && { by }), expires, sig: signature(method, path, expires, by) }
      return `${new URL(path, baseUrl()).href}?${new URLSearchParams(query)}`
    },
    check(method, url, now) {
      const expires = url.searchParams.get('expires') ?? ''
      // Compared as text: decoding would ignore foreign characters and the unused bits of the last character.
      const given = Buffer.from(url.searchParams.get('sig') ?? '')
      const expected = Buffer.from(signature(method, url.pathname, expires, madeFor(url) ?? ''))
      return given.length === expected.length && timingSafeEqual(given, expected) && now < Number(expires)
    },
  }
}

/** The id of the key or connection that a link was made for, where it names one. Only after `check` is it what was signed. */
export function madeFor(url: URL): string | undefined {
  return url.searchParams.get('by') ?? undefined
}

/** The path of a result's link. The name is for people and their download folder; the id decides. */
export function resultPath(batchId: string, fileName: string): string {
  return `/files/${encodeURIComponent(batchId)}/${encodeURIComponent(fileName)}`
}

/** The path that takes the bytes of an upload. */
export function uploadPath(uploadId: string): string {
  return `/uploads/${encodeURIComponent(uploadId)}`
}

/** The header that makes a browser save a file under its name: ASCII for old ones, UTF-8 for all others (RFC 6266, RFC 8187). */
export function contentDisposition(fileName: string): string {
  const plain = fileName.normalize('NFKD').replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const extended = encodeURIComponent(fileName).replace(
    /['()*]/g,
    char => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${extended}`
}
