import type { Invocation } from '../command.ts'

export async function keys(_: Invocation): Promise<0> {
  return 0
}
