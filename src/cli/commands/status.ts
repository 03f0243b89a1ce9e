import type { Invocation } from '../command.ts'

export async function status(_: Invocation): Promise<0> {
  return 0
}
