import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collect: () => void = runInNewContext('gc')
// Code that was compiled before is good for a process with the same flags only.
setFlagsFromString('--no-expose-gc')

/** Waits for work while memory is collected again and again, as a busy process has it. */
export async function collecting<Value>(work: Promise<Value>): Promise<Value> {
  const timer = setInterval(collect, 20)
  return await work.finally(() => clearInterval(timer))
}
