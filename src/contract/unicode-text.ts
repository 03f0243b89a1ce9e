/** The text of bytes in UTF-8, or in UTF-16 with a byte order mark, which is no part of it; undefined for what is neither. */
export function unicodeText(bytes: Uint8Array): string | undefined {
  const [one, two] = bytes
  const charset = one === 0xff && two === 0xfe ? 'utf-16le' : one === 0xfe && two === 0xff ? 'utf-16be' : 'utf-8'
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}
