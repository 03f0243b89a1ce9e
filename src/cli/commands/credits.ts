import type { Invocation } from '../command.ts'

export async function credits(_: Invocation): Promise<0> {
  return 0
}
