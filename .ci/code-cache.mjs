// Run with the built program's stdin: starts it, and when it has ended writes down what V8 compiled of its scripts, so that the
// next start on the same Node need not compile. Argument: the program.
import { writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import vm from 'node:vm'

const [program] = process.argv.splice(2)
const { Script } = vm
const scripts = []
vm.Script = class extends Script {
  constructor(code, options) {
    super(code, options)
    scripts.push({ script: this, filename: options.filename })
  }
}
// On Node that keeps compiled code by itself there is no such script, and no need of it.
process.once('exit', () => {
  for (const { script, filename } of scripts)
    writeFileSync(filename.replace(/cjs$/, 'cache'), script.createCachedData())
})
await import(pathToFileURL(program).href)
