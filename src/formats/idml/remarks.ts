/** What a plan says beforehand of a layout: what no translation changes in it. */
import type { ByteStream } from '../format.ts'

export async function remarksOn(_source: ByteStream, _targets: readonly string[]): Promise<readonly string[]> {
  return []
}
