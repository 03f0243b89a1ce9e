import { createHmac } from 'node:crypto'

/** What is signed with a key of the data folder. */
export type Signed = 'links' | 'cursors'

/**
 * The key of a data folder for one use, 32 bytes, made from the folder's secret. Every process on the folder has the same, also after
 * a restart; what is signed for one use is worth nothing in another.
 */
export function folderKey(secret: string, use: Signed): Uint8Array {
  return createHmac('sha256', secret).update(`key for ${use}`).digest()
}
