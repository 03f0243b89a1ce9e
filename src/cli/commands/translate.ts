import type { Invocation } from '../command.ts'

export async function translate(_: Invocation): Promise<0> {
  return 0
}
