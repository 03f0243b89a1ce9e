import type { Invocation } from '../command.ts'

export async function service(_: Invocation): Promise<0> {
  return 0
}
