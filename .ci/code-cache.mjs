// Run with the built program's stdin: starts it, and when it has ended writes down what V8 compiled of its start, so that the
// next start on the same Node need not compile. Arguments: the program, and the file to write.
import { writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import vm from 'node:vm'

const [program, file] = process.argv.splice(2)
const { Script } = vm
let start
vm.Script = class extends Script {
  constructor(...given) {
    super(...given)
    start ??= this
  }
}
// On Node that keeps compiled code by itself there is no such script, and no need of it.
process.once('exit', () => start && writeFileSync(file, start.createCachedData()))
await import(pathToFileURL(program).href)
